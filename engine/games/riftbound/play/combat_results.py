"""How a combat ends: might, damage, who is killed and recalled, who wins, who controls and conquers (459-461)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.games.riftbound.play.attempt import Attempt, has_keyword
from engine.games.riftbound.play.citing import Place, applied, cite_places
from engine.games.riftbound.play.combat import Combat, Fighter, find_combat, key_of, sum_strength
from engine.games.riftbound.play.combat_facts import CONQUER
from engine.games.riftbound.play.damage import Assignment, known, list_assignments
from engine.games.riftbound.play.facts import NOBODY
from engine.games.riftbound.play.scoring_results import Gain, gain_point, side_of
from engine.model.verdicts import LEGAL
from engine.play.rules import Line, Missing, Result, Row
from engine.play.truth import Unknown

ASSAULT, SHIELD, STUNNED = "807.1.c", "814.1.c", "423.1.b"
SUM: Place = ("460.2.a", "465.2.a")
DEALT: Place = ("460.2.d", "465.2.d")
KILLED: Place = "323.5"
HEALED: Place = ("461.1.a.1", "466.1.a.1")
RECALLED: Place = ("461.1.a.2", "466.1.a.2")
WON: Place = ("461.3.a", "466.3.a")
NO_RESULT: Place = ("461.3.d", "466.3.d")
CONTROL: Place = ("461.5", "466.5")
UNCONTROLLED: Place = ("461.5.b", "466.5.b")
CONQUERED: Place = ("461.5.d", "466.5.d")
SKIPPED: Place = ("460.1", "465.1")


@dataclass(frozen=True, eq=False)
class Resolution:
    """A combat with the damage that is assigned in it."""

    attempt: Attempt
    combat: Combat
    assignments: tuple[Assignment, ...]

    @cached_property
    def killed(self) -> tuple[Fighter, ...]:
        """The units with lethal damage."""
        return tuple(each for one in self.assignments for each in one.victims if one.is_lethal_to(each))

    def survivors(self, fighters: Iterable[Fighter]) -> tuple[Fighter, ...]:
        """Those of these units that aren't killed."""
        return tuple(each for each in fighters if each not in self.killed)

    @cached_property
    def recalled(self) -> tuple[Fighter, ...]:
        """The attackers that survive where defenders do, too: they go to their base."""
        attackers = self.survivors(self.combat.attackers)
        return attackers if self.survivors(self.combat.defenders) else ()

    @cached_property
    def winner(self) -> str | None:
        """Who won. In July 2026 nobody where attackers were recalled; before, whoever alone is left (461.3.a)."""
        return None if self.recalled and self.attempt.is_july else self.holder

    @cached_property
    def holder(self) -> str | None:
        """The side with units left at the battlefield."""
        if self.survivors(self.combat.defenders):
            return self.combat.defender
        return self.combat.attacker if self.survivors(self.combat.attackers) else None

    @property
    def gear_recalled(self) -> tuple[str, ...]:
        """Gear whose unit is killed goes to its controller's base."""
        board = self.attempt.position.board
        killed = {each.key for each in self.killed}
        return tuple(
            key_of(each.id, place)
            for place, each in enumerate(known(board))
            if each.attached_to and each.attached_to in killed
        )


def compute_showdown(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Who attacks and defends, and who gains focus (345, 459.2; July 464.2)."""
    combat = find_combat(attempt)
    if outcome != LEGAL or not isinstance(combat, Combat):
        return None
    edition = attempt.edition
    values: dict[str, Any] = {
        "combat": combat.is_fought,
        "showdown_at": combat.field.id,
        "contested_by": combat.attacker,
    }
    if not combat.is_fought:
        return Result({**values, "focus": combat.attacker}, (applied(edition, "focus-gained", "345"),))
    values |= {
        "attacker": combat.attacker,
        "defender": combat.defender,
        "attackers": _ids(combat.attackers),
        "defenders": _ids(combat.defenders),
    }
    rules = [applied(edition, "designations", ("459.2.b.1", "464.2.c.1"), ("459.2.b.2", "464.2.c.2"))]
    if attempt.is_showdown is True and attempt.is_july:
        said = "One paragraph lets the focus stay where it is, another gives it to the attacker"
        return Result(values, tuple(rules), (), (Line(said, cite_places(edition, ("459.2.c", "464.2.c.1.b"))[0]),))
    rules.append(applied(edition, "focus-gained", ("459.2.c", "464.2.d"), ("459.2.b.1.a", "464.2.c.1.a")))
    return Result({**values, "focus": combat.attacker}, tuple(rules))


def compute_assignment(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """What is assigned to whom, and for whom it is lethal."""
    if outcome != LEGAL:
        return None
    combat: Combat = known(find_combat(attempt))
    (assignment,) = known(list_assignments(attempt))
    values = {
        "might": assignment.total,
        "assigned": {each.key: assignment.given_to(each) for each in assignment.victims},
        "lethal": _ids(each for each in assignment.victims if assignment.is_lethal_to(each)),
    }
    lines = (*_might_lines(attempt, combat.fighters_of(attempt.player)), *_damage_lines(attempt, assignment))
    rules = (applied(attempt.edition, "might-summed", SUM), applied(attempt.edition, "damage-dealt", DEALT))
    return Result(values, rules, (), lines)


def compute_combat(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Damage is dealt, units are killed, healed and recalled, then control is established (460-461)."""
    combat = find_combat(attempt)
    if outcome != LEGAL or not isinstance(combat, Combat):
        return None
    resolution = Resolution(attempt, combat, known(list_assignments(attempt)) or ())
    gained = _establish_control(resolution)
    values = {
        "attacker": combat.attacker,
        "defender": combat.defender,
        "might": {each.side: each.total for each in resolution.assignments},
        "assigned": {each.key: one.given_to(each) for one in resolution.assignments for each in one.victims},
        "killed": _ids(resolution.killed),
        "deathknells": _ids(each for each in resolution.killed if has_keyword(known(each.unit.keywords), "Deathknell")),
        "heals": "all",
        "recalled": sorted((*_ids(resolution.recalled), *resolution.gear_recalled)),
        "remain": _ids(
            each
            for each in resolution.survivors((*combat.attackers, *combat.defenders))
            if each not in resolution.recalled
        ),
        "winner": resolution.winner,
        **gained.values,
    }
    rules = [applied(attempt.edition, code, place) for code, place in _rules_of(resolution)]
    return Result(values, (*rules, *gained.applied), gained.missing, (*_lines(resolution), *gained.working))


def _rules_of(resolution: Resolution) -> Iterator[tuple[str, Place]]:
    if resolution.combat.is_fought:
        yield from (("might-summed", SUM), ("damage-dealt", DEALT))
    else:
        yield ("damage-skipped", SKIPPED)
    if resolution.killed:
        yield ("killed", KILLED)
    yield ("healed", HEALED)
    if resolution.recalled:
        yield ("attackers-recalled", RECALLED)
    yield ("combat-result", WON if resolution.winner else NO_RESULT)


def _establish_control(resolution: Resolution) -> Gain:
    """Whoever alone is left controls the battlefield, and conquers it by gaining that, once a turn."""
    attempt, field, holder = resolution.attempt, resolution.combat.field, resolution.holder
    edition = attempt.edition
    if isinstance(field.controller, Unknown):
        return Gain({}, missing=(Missing("control", cite_places(edition, CONTROL), field.controller.asks),))
    lost: dict[str, Any] = {}
    if field.facedown is True and field.controller != holder:
        lost = {"hidden_removed": True}
    if holder is None:
        rule = applied(edition, "uncontrolled", UNCONTROLLED)
        return Gain({"controller": NOBODY, "conquers": None, **lost}, (rule,))
    rule = applied(edition, "control", CONTROL)
    if holder == field.controller or field.id in known(side_of(attempt, holder).scored_here):
        return Gain({"controller": holder, "conquers": None, **lost}, (rule,))
    gained = gain_point(attempt, holder, CONQUER, field.id)
    return gained._replace(
        values={"controller": holder, "conquers": holder, **lost, **gained.values},
        applied=(rule, applied(edition, "conquered", CONQUERED), *gained.applied),
    )


def _lines(resolution: Resolution) -> Iterator[Line]:
    attempt, combat = resolution.attempt, resolution.combat
    if not combat.is_fought:
        yield _line(attempt, "Only one side has units left: no damage is dealt", SKIPPED)
    else:
        for fighters, title in ((combat.attackers, "Attackers"), (combat.defenders, "Defenders")):
            yield from _might_lines(attempt, fighters)
            yield _line(attempt, f"{title}: {sum_strength(fighters)} might", SUM)
        for assignment in resolution.assignments:
            yield from _damage_lines(attempt, assignment)
    for each in resolution.recalled:
        yield _line(attempt, f"{each.name} is recalled: defenders are left", RECALLED)


def _might_lines(attempt: Attempt, fighters: Iterable[Fighter]) -> Iterator[Line]:
    for each in fighters:
        might = known(each.might) if not each.unit.stunned else 0
        if each.unit.stunned:
            yield _line(attempt, f"{each.name} is stunned: 0", STUNNED)
        elif each.bonus:
            text = f"{each.name} {each.unit.might} + {each.keyword} {each.bonus} = {might}"
            yield _line(attempt, text, ASSAULT if each.attacks else SHIELD)
        elif might < 0:
            yield _line(attempt, f"{each.name} {might}: counts as 0", "143.2.b")
        else:
            yield _line(attempt, f"{each.name} {might}", SUM)


def _damage_lines(attempt: Attempt, assignment: Assignment) -> Iterator[Line]:
    for each in assignment.victims:
        given = assignment.given_to(each)
        if each.is_safe:
            place: Place = ("460.2.c.9", "465.2.c.10") if each.is_exempt else "437.5.b"
            yield _line(attempt, f"{given}: no damage is lethal to {each.name}", place)
        elif assignment.is_lethal_to(each):
            yield _line(attempt, f"{given} ≥ {each.need}: {each.name} is killed", KILLED)
        else:
            yield _line(attempt, f"{given} < {each.need}: {each.name} survives", DEALT)


def _line(attempt: Attempt, text: str, place: Place) -> Line:
    return Line(text, cite_places(attempt.edition, place)[0])


def _ids(fighters: Iterable[Fighter]) -> list[str]:
    return sorted(each.key for each in fighters)
