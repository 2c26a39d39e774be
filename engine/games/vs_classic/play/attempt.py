"""What the checks look at: a position, who acts in it, and the characters that the action names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from engine.games.vs_classic.play.characters import (
    find_character,
    is_character,
    is_contradicted,
    is_controlled,
    is_stunned,
)
from engine.games.vs_classic.play.facts import PHASE_OF, SIDES, YOU, Attack, Character, Position, Side, Turn
from engine.games.vs_classic.play.saying import AttackSays
from engine.play.facts import Maybe
from engine.play.rules import Edition
from engine.play.truth import Truth, Unknown, all_of, combine, equals

OLD = "cr-2007-02-05"  #: the slug of the edition of 2007


class Attempt:
    """An action in a position, with what several rules derive from it, worked out once."""

    def __init__(self, position: Position, says: Any, edition: Edition) -> None:
        self.position = position
        self.turn: Turn = position.turn
        self.says = says
        self.held_edition = edition
        self.edition: str = edition.slug
        self.by: str = says.by
        self.own: Side = position.you if self.by == YOU else position.opponent
        self.other: Side = position.opponent if self.by == YOU else position.you

    def side(self, name: str) -> Side:
        """The side of a name."""
        return self.position.you if name == YOU else self.position.opponent

    def own_character(self, name: str) -> Character:
        """The character of an id; an unlisted one is taken to be the actor's."""
        return find_character(name, self.own, self.other)

    def their_character(self, name: str) -> Character:
        """The character of an id; an unlisted one is taken to be the other side's."""
        return find_character(name, self.other, self.own)

    def in_step(self, step: str) -> Truth:
        """Whether it is the actor's own step of this name."""
        return all_of((self.step_is(step), equals(self.turn.active, self.by)))

    def step_is(self, step: str) -> Truth:
        """Whether it is a step of this name, whose ever. A step that is said implies its phase."""
        turn = self.turn
        phase, held = turn.phase, turn.step
        if isinstance(held, Unknown):
            return held if phase == PHASE_OF[step] else phase if isinstance(phase, Unknown) else False
        if held == step and not isinstance(phase, Unknown) and PHASE_OF[held] != phase:
            return Unknown(("turn.phase", "turn.step"))
        return bool(held == step)

    @cached_property
    def attack(self) -> Maybe[Attack | None]:
        """The attack under way; outside attack steps there is none."""
        turn = self.turn
        phase, step, attack = turn.phase, turn.step, turn.attack
        if attack is None or (step == "attack" and (isinstance(phase, Unknown) or phase == "combat")):
            return attack
        if isinstance(step, Unknown) and (isinstance(phase, Unknown) or phase == "combat"):
            return attack
        if isinstance(attack, Unknown):
            return None
        return Unknown(("turn.phase", "turn.step", "turn.attack"))

    @cached_property
    def in_substep(self) -> Truth:
        """Whether an attack substep is running."""
        attack = self.attack
        if attack is None:
            return False
        return attack if isinstance(attack, Unknown) else equals(attack.stage, "substep")

    @cached_property
    def attackers(self) -> tuple[Character, ...] | None:
        """The proposed attackers, each once; None where they aren't said."""
        said: AttackSays = self.says
        if isinstance(said.attackers, Unknown):
            return None
        own, other = self.own, self.other
        return tuple([find_character(name, own, other) for name in dict.fromkeys(said.attackers)])

    @cached_property
    def defender(self) -> Character | None:
        """The proposed defender; None for a player, and where nobody is said."""
        name = self.says.defender
        if isinstance(name, Unknown) or name in SIDES:
            return None
        return find_character(name, self.other, self.own)

    @cached_property
    def direct_defender(self) -> Side | None:
        """The player that is attacked directly; None for a character, and where nobody is said."""
        name = self.says.defender
        return self.side(name) if name in SIDES else None

    @property
    def contradictions(self) -> Iterator[Character]:
        """The listed characters that are said to be both ready and stunned."""
        for side in (self.position.you, self.position.opponent):
            held = side.characters
            if not isinstance(held, Unknown):
                for character in held:
                    if is_contradicted(character):
                        yield character

    def proposing(self, attackers: tuple[str, ...], defender: str, by: str | None = None) -> Attempt:
        """The attempt to attack so in this position."""
        says = AttackSays(path="action", by=by or self.by, attackers=attackers, defender=defender)
        return Attempt(self.position, says, self.held_edition)

    @cached_property
    def points(self) -> Maybe[int]:
        """The actor's unspent resource points: as said, else one a resource less those spent."""
        side = self.own
        points, resources, spent = side.resource_points, side.resources, side.spent
        if not isinstance(points, Unknown) or isinstance(resources, Unknown) or isinstance(spent, Unknown):
            return points
        return max(resources - spent, 0)


def in_combat(attempt: Attempt, character: Character) -> Maybe[str | None]:
    """Whether a character is attacker, defender or neither (None) in the running substep.

    Whom the attack names is still in it, unless it is stunned, removed, or on the wrong side by now (602.2, 602.3).
    """
    attack = attempt.attack
    if attack is None or isinstance(attack, Unknown):
        return attack
    if isinstance(attack.attackers, Unknown) or isinstance(attack.defender, Unknown):
        return combine(*(each for each in (attack.attackers, attack.defender) if isinstance(each, Unknown)))
    if isinstance(attack.by, Unknown):
        return attack.by
    role = "attacker" if character.id in attack.attackers else "defender" if character.id == attack.defender else None
    if role is None or has_left(attack, character, role):
        return None
    return role


def has_left(attack: Attack, character: Character, role: str) -> bool:
    """Whether a character that an attack of a known side names has lost its part in it (602.2a, 602.3a)."""
    if is_stunned(character) is True or character.removed_from_attack or not is_character(character):
        return True
    is_attackers_side = character.path.startswith(str(attack.by))
    return is_attackers_side != (role == "attacker")


def combatant(attempt: Attempt, name: str) -> Character:
    """The character of an id in an attack; an unlisted one is on the side that its part in the attack implies."""
    attack = attempt.attack
    if attack is None or isinstance(attack, Unknown) or isinstance(attack.by, Unknown):
        return attempt.own_character(name)
    attacking = attempt.side(attack.by)
    defending = attempt.position.opponent if attacking is attempt.position.you else attempt.position.you
    if not isinstance(attack.attackers, Unknown) and name in attack.attackers:
        return find_character(name, attacking, defending)
    if attack.defender == name:
        return find_character(name, defending, attacking)
    return attempt.own_character(name)


def is_own(attempt: Attempt, character: Character) -> bool:
    """Whether the actor controls a character."""
    return is_controlled(character, attempt.own)
