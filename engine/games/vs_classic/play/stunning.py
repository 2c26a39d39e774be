"""What a stun does to the character and its controller's endurance (708.11)."""

from __future__ import annotations

from engine.games.vs_classic.play.characters import is_stunned, name_of
from engine.games.vs_classic.play.citing import cite_new
from engine.games.vs_classic.play.facts import Character
from engine.play.facts import Maybe
from engine.play.rules import Line
from engine.play.truth import Unknown


def becomes_stunned(character: Character) -> Maybe[bool]:
    """Whether a stun changes anything: a stunned character and one that can't be stunned stay as they are."""
    if character.cannot_be_stunned:
        return False
    stunned = is_stunned(character)
    return stunned if isinstance(stunned, Unknown) else not stunned


def stun_cost(character: Character) -> Maybe[int]:
    """The endurance that a character's stun costs (708.11b); none with invulnerability or without a cost."""
    if character.invulnerability or character.costless:
        return 0
    return character.cost


def stun_rules(character: Character) -> str:
    """The rules that say what a character's stun costs, its own first."""
    if character.invulnerability:
        return "706.6, 708.11i"
    return "203.4d, 708.11b, 708.11d" if character.costless else "708.11b, 708.11d"


def tell_loss(character: Character, cost: int) -> Line:
    """The stun endurance loss in the working, with the reason why there is none."""
    why = ", by invulnerability" if character.invulnerability else ", without a recruit cost"
    reason = why if character.invulnerability or character.costless else ""
    return Line(f"Stun endurance loss for {name_of(character)}: {cost}{reason}.", cite_new(stun_rules(character))[0])
