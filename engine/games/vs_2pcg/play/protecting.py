"""Who stands in the way of an attack: the front row, its flyers, and whoever guards a Machine (Game Terms)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.vs_2pcg.play.attempt import Attempt, Figure
from engine.games.vs_2pcg.play.facts import BACK, FACE_UP, FRONT
from engine.games.vs_2pcg.play.wording import list_names
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, all_in_order, all_of, any_in_order, any_of, equals, negate


def attackers_of(attempt: Attempt) -> tuple[Figure, ...]:
    """The attackers, as far as they are said, each once."""
    said = attempt.says.attackers
    return () if isinstance(said, Unknown) else tuple(attempt.figure(each, attempt.by) for each in dict.fromkeys(said))


def defenders_of(attempt: Attempt) -> tuple[Figure, ...]:
    """The defenders, as far as they are said, each once."""
    said = attempt.says.defenders or ((attempt.says.defender,) if attempt.says.defender else ())
    return tuple(attempt.figure(each, attempt.enemy) for each in dict.fromkeys(said))


def defender_unprotected(attempt: Attempt) -> Found:
    pairs = [
        (attacker, defender)
        for attacker in attackers_of(attempt)
        for defender in defenders_of(attempt)
        if defender.side != attempt.by and defender.facts.type != "machine"
    ]
    ways = [reaches(attempt, attacker, defender) for attacker, defender in pairs]
    if False in ways:
        return Broken(_say_who_protects(attempt, *pairs[ways.index(False)]))
    return all_of(ways)


def reaches(attempt: Attempt, attacker: Figure, defender: Figure) -> Truth:
    """Whether this attacker gets to the row of the defender."""
    if isinstance(defender.row, Unknown):
        return defender.row
    if defender.row == FRONT:
        return True
    free = negate(any_of(truth for _, truth in _protectors(attempt, defender)))
    if free is True:
        return True
    return (
        any_in_order((free, any_of(_ways_past(attempt, attacker))))
        if free is not False
        else any_of(_ways_past(attempt, attacker))
    )


def _protectors(attempt: Attempt, defender: Figure) -> Iterator[tuple[Figure | None, Truth]]:
    """The enemies of the front row, each with whether it protects; nobody for a row that isn't listed."""
    for each in attempt.on_side(attempt.enemy):
        if each is not defender and each.facts.type != "machine" and not each.has("Invisible"):
            yield each, all_in_order((equals(each.row, FRONT), each.face_up))
    unlisted = attempt.row_open(attempt.enemy, FRONT)
    if unlisted:
        yield None, unlisted


def _ways_past(attempt: Attempt, attacker: Figure) -> Iterator[Truth]:
    powers = attacker.face_up
    yield all_in_order((powers, equals(attacker.row, FRONT), attacker.may_have("Stealth")))
    yield all_in_order((powers, equals(attacker.row, BACK), attacker.may_have("Sniper")))
    yield all_in_order((powers, attacker.may_have("Invisible")))
    yield all_in_order((_flies(attempt, attacker), negate(any_of(truth for _, truth in _blockers(attempt)))))


def _flies(attempt: Attempt, figure: Figure) -> Truth:
    """Flight of its own, or Leap on its controller's turn."""
    leaps = all_in_order((figure.has("Leap"), equals(attempt.turn.active, figure.side)))
    return all_in_order((is_open(figure), any_of((leaps, figure.flight))))


def _blockers(attempt: Attempt) -> Iterator[tuple[Figure | None, Truth]]:
    """Enemies of the front row that no flyer passes: those that fly, and those with Grab."""
    for each in attempt.on_side(attempt.enemy):
        if each.facts.type != "machine":
            stops = True if each.has("Grab") else each.flight
            yield each, all_in_order((equals(each.row, FRONT), each.face_up, stops))
    unlisted = attempt.row_open(attempt.enemy, FRONT)
    if unlisted:
        yield None, unlisted


def _say_who_protects(attempt: Attempt, attacker: Figure, defender: Figure) -> str:
    """Who protects the defender, and whom a flyer can't pass."""
    guards = [each for each, truth in _protectors(attempt, defender) if each and truth is True]
    stops = [each for each, truth in _blockers(attempt) if each and truth is True]
    told = f"{list_names(guards)} {'protects' if len(guards) == 1 else 'protect'} {defender.name} from the front row."
    if not stops or _flies(attempt, attacker) is not True:
        return told
    powers = list_names(stops, lambda each: f"{each.name} ({'Grab' if each.has('Grab') else 'Flight'})")
    return f"{told} {attacker.name} can’t fly past {powers}."


def machine_reached(attempt: Attempt) -> Found:
    machines = [each for each in defenders_of(attempt) if each.facts.type == "machine"]
    if not machines:
        return None
    return all_in_order(
        truth
        for machine in machines
        for truth in (
            negate(any_of(_guards(attempt, machine))),
            *(reaches(attempt, attacker, machine) for attacker in attackers_of(attempt)),
        )
    )


def _guards(attempt: Attempt, machine: Figure) -> Iterator[Truth]:
    for each in attempt.on_side(attempt.enemy):
        if each.facts.type != "machine":
            yield all_in_order((in_same_row(each, machine), each.face_up))
    if machine.row in {FRONT, BACK}:
        unlisted = attempt.row_open(attempt.enemy, str(machine.row))
        if unlisted:
            yield unlisted


def is_open(figure: Figure) -> Truth:
    """Whether it is face-up, or may take part face-down."""
    if figure.facts.may_attack or figure.facts.type == "machine":
        return True
    return equals(figure.facts.state, FACE_UP)


def in_same_row(one: Figure, other: Figure) -> Truth:
    """Whether two stand in one row."""
    if isinstance(one.row, Unknown):
        return one.row
    return equals(other.row, one.row)
