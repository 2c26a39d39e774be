"""Who may attack whom (Combat Declaration)."""

from __future__ import annotations

from engine.games.vs_2pcg.play.attempt import Attempt, Figure
from engine.games.vs_2pcg.play.facts import BACK, FRONT
from engine.games.vs_2pcg.play.names import teams_of
from engine.games.vs_2pcg.play.protecting import attackers_of, defenders_of, in_same_row, is_open
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, all_in_order, all_of, any_in_order, any_of, equals, negate


def attack_said(attempt: Attempt) -> Found:
    if isinstance(attempt.says.attackers, Unknown):
        return attempt.says.attackers
    if not attempt.says.attackers:
        return False
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
    down = next((each for each in attackers_of(attempt) if is_open(each) is False), None)
    if down:
        return Broken(f"{down.name} is {down.facts.state} and can’t attack.")
    return all_of(is_open(each) for each in attackers_of(attempt))


def defender_face_up(attempt: Attempt) -> Found:
    """A defender is face-up, or every attacker may attack those that aren't."""
    allowed = all(each.facts.may_attack for each in attackers_of(attempt))
    ways = [(each, True if allowed else is_open(each)) for each in defenders_of(attempt)]
    for each, may in ways:
        if may is False:
            return Broken(f"{each.name} is {each.facts.state} and can’t be attacked.")
    return all_of(may for _, may in ways)


def attacker_able(attempt: Attempt) -> Found:
    """Each attacker is a character, and nobody of them Friendly or Passive while face-up."""
    machine = next((each for each in attackers_of(attempt) if each.facts.type == "machine"), None)
    if machine:
        return Broken(f"{machine.name} is a Machine: only characters attack.")
    barred = [each for each in attackers_of(attempt) if each.has("Friendly") or each.has("Passive")]
    for each in barred:
        if each.face_up is True:
            return Broken(f"{each.name} is {'Friendly' if each.has('Friendly') else 'Passive'} and can’t attack.")
    return all_of(negate(each.face_up) for each in barred)


def attacker_in_range(attempt: Attempt) -> Found:
    ways = [
        (each, any_in_order((equals(each.row, FRONT), each.range)) if isinstance(each.row, str) else each.row)
        for each in attackers_of(attempt)
    ]
    for each, may in ways:
        if may is False:
            return Broken(f"{each.name} attacks from the back row, but has no Range.")
    return all_of(may for _, may in ways)


def defender_not_camouflaged(attempt: Attempt) -> Found:
    hides = [
        (each, all_in_order((equals(each.row, BACK), each.face_up)))
        for each in defenders_of(attempt)
        if each.has("Camouflage")
    ]
    for each, hidden in hides:
        if hidden is True:
            return Broken(f"{each.name} has Camouflage: it can’t be attacked in the back row.")
    return negate(any_of(hidden for _, hidden in hides))


def defender_not_dodging(attempt: Attempt) -> Found:
    ranged = any_of(equals(each.row, BACK) for each in attackers_of(attempt))
    return negate(any_of(all_in_order((ranged, each.face_up)) for each in defenders_of(attempt) if each.has("Dodge")))


def defender_not_guarded(attempt: Attempt) -> Found:
    """No face-up Safeguard stands in the row of a defender without it."""
    guarded = [
        (guard, each, all_in_order((in_same_row(guard, each), guard.face_up)))
        for each in defenders_of(attempt)
        if not each.has("Safeguard") and each.facts.type != "machine"
        for guard in attempt.on_side(attempt.enemy)
        if guard.has("Safeguard")
    ]
    for guard, each, stands in guarded:
        if stands is True:
            return Broken(f"{guard.name} has Safeguard and is in the row of {each.name}.")
    return negate(any_of(stands for _, _, stands in guarded))


def team_in_one_row(attempt: Attempt) -> Found:
    team = attackers_of(attempt)
    return all_of(in_same_row(team[0], each) for each in team[1:]) if len(team) > 1 else None


def team_shares(attempt: Attempt) -> Found:
    """One team is common to all attackers, or a Mercenary attacks together with main characters."""
    team = attackers_of(attempt)
    if len(team) < 2:
        return None
    return any_in_order((share_team(team), any_of(_hired(each, team) for each in team)))


def share_team(figures: tuple[Figure, ...]) -> Truth:
    """Whether one team is common to all of them."""
    known = [teams_of(teams) for each in figures if not isinstance(teams := each.facts.teams, Unknown)]
    if known and not frozenset.intersection(*known):
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
