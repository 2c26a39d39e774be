"""Who may attack whom (Combat Declaration)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.vs_2pcg.play.attempt import Attempt, Figure
from engine.games.vs_2pcg.play.facts import BACK, FACE_UP, FRONT
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, all_in_order, all_of, any_in_order, any_of, equals, negate


def attackers_of(attempt: Attempt) -> tuple[Figure, ...]:
    """The attackers, as far as they are said."""
    said = attempt.says.attackers
    return () if isinstance(said, Unknown) else tuple(attempt.figure(each, attempt.by) for each in said)


def defenders_of(attempt: Attempt) -> tuple[Figure, ...]:
    """The defenders, as far as they are said."""
    said = attempt.says.defenders or ((attempt.says.defender,) if attempt.says.defender else ())
    return tuple(attempt.figure(each, attempt.enemy) for each in said)


def attack_said(attempt: Attempt) -> Found:
    if isinstance(attempt.says.attackers, Unknown):
        return attempt.says.attackers
    return True if defenders_of(attempt) else Unknown(("action.defender",))


def attacker_own(attempt: Attempt) -> Found:
    other = next((each for each in attackers_of(attempt) if each.side != attempt.by), None)
    return Broken(f"{other.name} is an enemy character.") if other else True


def defender_enemy(attempt: Attempt) -> Found:
    other = next((each for each in defenders_of(attempt) if each.side == attempt.by), None)
    return Broken(f"{other.name} is on the attacker’s own side.") if other else True


def attacker_ready(attempt: Attempt) -> Found:
    tired = next((each for each in attackers_of(attempt) if each.facts.ready is False), None)
    if tired:
        return Broken(f"{tired.name} is exhausted.")
    return all_of(each.facts.ready for each in attackers_of(attempt))


def attacker_face_up(attempt: Attempt) -> Found:
    return all_of(_open(each) for each in attackers_of(attempt))


def defender_face_up(attempt: Attempt) -> Found:
    """A defender is face-up, or every attacker may attack those that aren't."""
    allowed = all(each.facts.may_attack for each in attackers_of(attempt))
    return all_of(True if allowed else _open(each) for each in defenders_of(attempt))


def attacker_able(attempt: Attempt) -> Found:
    for each in attackers_of(attempt):
        if each.has("Friendly") or each.has("Passive"):
            return negate(each.face_up)
    return True


def attacker_in_range(attempt: Attempt) -> Found:
    return all_of(
        any_in_order((equals(each.row, FRONT), each.facts.range)) if not isinstance(each.row, Unknown) else each.row
        for each in attackers_of(attempt)
    )


def defender_unprotected(attempt: Attempt) -> Found:
    return all_of(
        reaches(attempt, attacker, defender)
        for attacker in attackers_of(attempt)
        for defender in defenders_of(attempt)
        if defender.side != attempt.by and defender.facts.type != "machine"
    )


def reaches(attempt: Attempt, attacker: Figure, defender: Figure) -> Truth:
    """Whether this attacker gets to the row of the defender."""
    if isinstance(defender.row, Unknown):
        return defender.row
    if defender.row == FRONT:
        return True
    free = negate(any_of(_protectors(attempt, defender)))
    if free is True:
        return True
    return (
        any_in_order((free, any_of(_ways_past(attempt, attacker))))
        if free is not False
        else any_of(_ways_past(attempt, attacker))
    )


def _protectors(attempt: Attempt, defender: Figure) -> Iterator[Truth]:
    for each in attempt.on_side(attempt.enemy):
        if each is not defender and each.facts.type != "machine" and not each.has("Invisible"):
            yield all_in_order((equals(each.row, FRONT), each.face_up))
    unlisted = attempt.row_open(attempt.enemy, FRONT)
    if unlisted:
        yield unlisted


def _ways_past(attempt: Attempt, attacker: Figure) -> Iterator[Truth]:
    powers = attacker.face_up
    yield all_in_order((powers, equals(attacker.row, FRONT), attacker.may_have("Stealth")))
    yield all_in_order((powers, equals(attacker.row, BACK), attacker.may_have("Sniper")))
    yield all_in_order((powers, attacker.may_have("Invisible")))
    yield all_in_order((_flies(attempt, attacker), negate(any_of(_blockers(attempt)))))


def _flies(attempt: Attempt, figure: Figure) -> Truth:
    """Flight of its own, or Leap on its controller's turn."""
    leaps = all_in_order((figure.has("Leap"), equals(attempt.turn.active, figure.side)))
    return all_in_order((_open(figure), any_of((leaps, figure.facts.flight))))


def _blockers(attempt: Attempt) -> Iterator[Truth]:
    """Enemies of the front row that no flyer passes: those that fly, and those with Grab."""
    for each in attempt.on_side(attempt.enemy):
        if each.facts.type != "machine":
            stops = True if each.has("Grab") else each.facts.flight
            yield all_in_order((equals(each.row, FRONT), each.face_up, stops))
    unlisted = attempt.row_open(attempt.enemy, FRONT)
    if unlisted:
        yield unlisted


def defender_not_camouflaged(attempt: Attempt) -> Found:
    return negate(
        any_of(
            all_in_order((equals(each.row, BACK), each.face_up))
            for each in defenders_of(attempt)
            if each.has("Camouflage")
        )
    )


def defender_not_dodging(attempt: Attempt) -> Found:
    ranged = any_of(equals(each.row, BACK) for each in attackers_of(attempt))
    return negate(any_of(all_in_order((ranged, each.face_up)) for each in defenders_of(attempt) if each.has("Dodge")))


def defender_not_guarded(attempt: Attempt) -> Found:
    """No face-up Safeguard stands in the row of a defender without it."""
    return negate(
        any_of(
            all_in_order((_same_row(guard, each), guard.face_up))
            for each in defenders_of(attempt)
            if not each.has("Safeguard") and each.facts.type != "machine"
            for guard in attempt.on_side(attempt.enemy)
            if guard.has("Safeguard")
        )
    )


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
            yield all_in_order((_same_row(each, machine), each.face_up))
    if machine.row in {FRONT, BACK}:
        unlisted = attempt.row_open(attempt.enemy, str(machine.row))
        if unlisted:
            yield unlisted


def team_in_one_row(attempt: Attempt) -> Found:
    team = attackers_of(attempt)
    return all_of(_same_row(team[0], each) for each in team[1:]) if len(team) > 1 else None


def team_shares(attempt: Attempt) -> Found:
    """One team is common to all attackers, or a Mercenary attacks together with main characters."""
    team = attackers_of(attempt)
    if len(team) < 2:
        return None
    return any_in_order((share_team(team), any_of(_hired(each, team) for each in team)))


def share_team(figures: tuple[Figure, ...]) -> Truth:
    """Whether one team is common to all of them."""
    known = [set(teams) for each in figures if not isinstance(teams := each.facts.teams, Unknown)]
    if known and not set.intersection(*known):
        return False
    return all_of(True if not isinstance(each.facts.teams, Unknown) else each.facts.teams for each in figures)


def _hired(mercenary: Figure, team: tuple[Figure, ...]) -> Truth:
    others = tuple(each for each in team if each is not mercenary)
    return all_in_order(
        (
            mercenary.face_up,
            mercenary.may_have("Mercenary"),
            all_of(each.facts.main for each in others),
            share_team(others),
        )
    )


def team_sociable(attempt: Attempt) -> Found:
    team = attackers_of(attempt)
    if len(team) < 2:
        return None
    return negate(any_of(each.face_up for each in team if each.has("Solitary")))


def several_defenders_allowed(attempt: Attempt) -> Found:
    if len(defenders_of(attempt)) < 2:
        return None
    return all_of(each.facts.multi_defender for each in attackers_of(attempt))


def _open(figure: Figure) -> Truth:
    """Whether it is face-up, or may take part face-down."""
    if figure.facts.may_attack or figure.facts.type == "machine":
        return True
    return equals(figure.facts.state, FACE_UP)


def _same_row(one: Figure, other: Figure) -> Truth:
    if isinstance(one.row, Unknown):
        return one.row
    return equals(other.row, one.row)
