"""Who may attack whom (rules 600-601): one small check a rule, over the proposed attackers and the proposed defender.

Where attackers or defender aren't said, the rule that needs them asks, and the others wait.
"""

from __future__ import annotations

from engine.games.vs_classic.play.attempt import Attempt
from engine.games.vs_classic.play.characters import (
    is_character,
    is_protected,
    is_ready,
    is_stunned,
    name_of,
    over,
    side_name,
    why_not_ready,
)
from engine.games.vs_classic.play.facts import HIDDEN, Character
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown


def one_attacker(attempt: Attempt) -> Found:
    """One or more characters attack."""
    attackers = attempt.says.attackers
    return attackers if isinstance(attackers, Unknown) else len(attackers) > 0


def attacker_is_character(attempt: Attempt) -> Found:
    """Each attacker is a character."""
    attackers = attempt.attackers
    if attackers is None:
        return None
    for each in attackers:
        if not is_character(each):
            return Broken(f"{name_of(each)} isn’t a character.")
    return True


def attacker_ready(attempt: Attempt) -> Found:
    """Each attacker is ready."""
    attackers = attempt.attackers
    if attackers is None:
        return None
    for each in attackers:
        if each.ready is not True or each.stunned is True:
            return over(attackers, _ready)
    return True


def _ready(character: Character) -> Found:
    ready = is_ready(character)
    return Broken(why_not_ready(character)) if ready is False else ready


def attacker_not_stunned(attempt: Attempt) -> Found:
    """No attacker is stunned. Whether it is ready is asked elsewhere, and a ready one isn't stunned."""
    attackers = attempt.attackers
    if attackers is None:
        return None
    for each in attackers:
        if each.stunned is True and each.ready is not True:
            return Broken(f"{name_of(each)} is stunned.")
    return True


def attacker_free(attempt: Attempt) -> Found:
    """Nothing stops an attacker from attacking."""
    attackers = attempt.attackers
    if attackers is None:
        return None
    for each in attackers:
        if each.cannot_attack:
            return Broken(f"{name_of(each)} can’t attack.")
    return True


def attacker_row(attempt: Attempt) -> Found:
    """Each attacker is in front, or supports with range. Its row is asked for first."""
    attackers = attempt.attackers
    if attackers is None:
        return None
    for each in attackers:
        if each.row != "front":
            return over(attackers, _in_reach)
    return True


def _in_reach(character: Character) -> Found:
    row, reach = character.row, character.range
    if row == "resource":
        return Broken(f"{name_of(character)} is in the resource row.")
    if row == "front" or reach is True:
        return True
    if isinstance(row, Unknown):
        return row
    return reach if isinstance(reach, Unknown) else Broken(f"{name_of(character)} is in the support row without range.")


def attacker_own(attempt: Attempt) -> Found:
    """The actor controls each attacker."""
    attackers = attempt.attackers
    if attackers is None:
        return None
    own = attempt.by
    for each in attackers:
        if not each.path.startswith(own):
            return Broken(f"{name_of(each)} is another player’s character.")
    return True


def defender_is_character(attempt: Attempt) -> Found:
    """The defender is a character."""
    defender = attempt.defender
    if defender is None:
        return None
    return True if is_character(defender) else Broken(f"{name_of(defender)} isn’t a character.")


def defender_not_stunned(attempt: Attempt) -> Found:
    """The defender isn't stunned."""
    defender = attempt.defender
    if defender is None:
        return None
    stunned = is_stunned(defender)
    if stunned is False:
        return True
    if stunned is True:
        return Broken(f"{name_of(defender)} is stunned.")
    return stunned if stunned.asks else None


def defender_free(attempt: Attempt) -> Found:
    """Nothing stops the defender from being attacked."""
    defender = attempt.defender
    if defender is None:
        return None
    return Broken(f"{name_of(defender)} can’t be attacked.") if defender.cannot_be_attacked else True


def defender_unprotected(attempt: Attempt) -> Found:
    """The defender is unprotected, or every attacker flies. Protection is asked for before flight."""
    defender, attackers = attempt.defender, attempt.attackers
    if defender is None:
        return None
    protected = is_protected(defender, attempt.side(side_name(defender)))
    if protected is False:
        return True
    if attackers is None:
        return protected if isinstance(protected, Unknown) else None
    reach = over(attackers, _flies)
    if reach is True:
        return True
    return protected if isinstance(protected, Unknown) else reach


def _flies(character: Character) -> Found:
    flight = character.flight
    if flight is True or character.can_attack_protected:
        return True
    if isinstance(flight, Unknown):
        return flight
    return Broken(f"The defender is protected, and {name_of(character)} has no flight.")


def defender_visible(attempt: Attempt) -> Found:
    """The defender isn't hidden."""
    defender = attempt.defender
    if defender is None:
        return None
    if defender.area != HIDDEN:
        return True
    for each in attempt.attackers or ():
        if not each.can_attack_hidden:
            return Broken(f"{name_of(defender)} is hidden.")
    return True


def defender_opposing(attempt: Attempt) -> Found:
    """An opponent controls the defender."""
    defender = attempt.defender
    if defender is None:
        return None
    return Broken(f"{name_of(defender)} is the attacker’s own.") if defender.path.startswith(attempt.by) else True


def direct_open(attempt: Attempt) -> Found:
    """A player that is attacked directly has no visible character that isn't stunned."""
    side = attempt.direct_defender
    if side is None:
        return None
    held = side.characters
    return held if isinstance(held, Unknown) else over(held, _leaves_open)


def _leaves_open(character: Character) -> Found:
    if character.area == HIDDEN or not is_character(character):
        return True
    stunned = is_stunned(character)
    return Broken(f"{name_of(character)} is visible and not stunned.") if stunned is False else stunned


def direct_free(attempt: Attempt) -> Found:
    """Nothing stops the player from being attacked."""
    side = attempt.direct_defender
    return None if side is None else not side.cannot_be_attacked


def direct_opponent(attempt: Attempt) -> Found:
    """A player that is attacked directly is an opponent."""
    side = attempt.direct_defender
    if side is None:
        defender = attempt.says.defender
        return defender if isinstance(defender, Unknown) else None
    return side is attempt.other


def team_shares(attempt: Attempt) -> Found:
    """The attackers of a team share an affiliation. One that counts as having all shares those of the others."""
    attackers = attempt.attackers
    if attackers is None or len(attackers) < 2:
        return None
    return share_affiliation(attackers)


def share_affiliation(characters: tuple[Character, ...]) -> Truth:
    """Whether one affiliation is common to all of these characters, as team attackers."""
    common: set[str] | None = None
    asks: list[str] = []
    for each in characters:
        if each.all_affiliations:
            continue
        held = each.affiliations
        if isinstance(held, Unknown):
            asks += held.asks
            continue
        folded = {affiliation.casefold() for affiliation in held}
        common = folded if common is None else common & folded
        if not common:
            return False
    return Unknown(tuple(asks)) if asks else True
