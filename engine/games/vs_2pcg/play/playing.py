"""When a plot twist or a super power may be used, and what a plot twist needs besides."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.facts import BACK, DURING, FRONT, RESOLUTION
from engine.games.vs_2pcg.play.names import teams_of
from engine.games.vs_2pcg.play.saying_cards import TwistSays
from engine.games.vs_2pcg.play.timing import combat_open, combat_running, no_combat_open
from engine.play.facts import Maybe
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, all_in_order, all_of, any_in_order, any_of, equals, negate


def own_turn_or_any(attempt: Attempt) -> Found:
    """The player's turn, or the Any Turn symbol; reactions come whenever their event does."""
    played = attempt.says.played
    if attempt.turn.active == attempt.by:
        return True
    if isinstance(played.timing, Unknown) or played.timing == "reaction":
        return None
    return any_in_order((equals(attempt.turn.active, attempt.by), played.any_turn))


def phase_fits(attempt: Attempt) -> Found:
    timing = attempt.says.played.timing
    if isinstance(timing, Unknown):
        return timing
    return equals(attempt.phase, timing) if timing in {"build", "main"} else None


def main_outside_combat(attempt: Attempt) -> Found:
    if attempt.says.played.timing != "main" or attempt.phase != "main":
        return None
    return no_combat_open(attempt)


def combat_for_combat(attempt: Attempt) -> Found:
    return combat_open(attempt) if attempt.says.played.timing == "combat" else None


def acting_allowed(attempt: Attempt) -> Found:
    """Players act during the combat; a reaction twist in its resolution depends on the card's own event."""
    timing = attempt.says.played.timing
    if timing == "combat":
        return combat_running(attempt)
    if timing != "reaction" or not isinstance(attempt.says, TwistSays):
        return None
    in_main = equals(attempt.phase, "main")
    elsewhere = negate(equals(attempt.step, RESOLUTION)) if in_main is not False else True
    return any_in_order((elsewhere, attempt.says.card.event_in_resolution))


def opportunity(attempt: Attempt) -> Found:
    acting = attempt.step == DURING and attempt.says.played.timing == "combat"
    return equals(attempt.turn.priority, attempt.by) if acting else None


def event_there(attempt: Attempt) -> Found:
    happened: Maybe[bool] = attempt.says.event_happened
    return happened if attempt.says.played.timing == "reaction" else None


def team_there(attempt: Attempt) -> Found:
    """As many face-up characters as the card has symbols share a team with it."""
    card = attempt.says.card
    teams: Maybe[tuple[str, ...]] = card.teams
    if isinstance(teams, Unknown):
        return teams
    if not card.teams:
        return True
    characters = (each for each in attempt.on_side(attempt.by) if each.facts.type != "machine")
    sharing = [_shares(each.facts.teams, card.teams, each.face_up) for each in characters]
    certain = sum(each is True for each in sharing)
    unlisted = [asked for row in (FRONT, BACK) if (asked := attempt.row_open(attempt.by, row))]
    open_ = [each for each in (*sharing, *unlisted) if isinstance(each, Unknown)]
    if certain >= card.team_symbols:
        return True
    if unlisted or certain + len(open_) >= card.team_symbols:
        return any_of(open_)
    return Broken(f"Face-up characters of {' or '.join(card.teams)}: {certain}. The card needs {card.team_symbols}.")


def _shares(own: Maybe[tuple[str, ...]], teams: tuple[str, ...], face_up: Truth) -> Truth:
    return all_in_order((face_up, own if isinstance(own, Unknown) else bool(teams_of(own) & teams_of(teams))))


def is_twist(attempt: Attempt) -> Found:
    return bool(attempt.says.card.type == "plot-twist")


def targets_in_combat(attempt: Attempt) -> Found:
    """A combat twist affects characters in the combat, unless it says otherwise."""
    says = attempt.says
    if says.card.timing != "combat" or says.card.affects_any or not says.targets or combat_open(attempt) is not True:
        return None
    return all_of(any_of(_is_fighting(attempt, each)) for each in says.targets)


def no_combat_master(attempt: Attempt) -> Found:
    """No enemy Combat Master is in the combat under way."""
    masters = [each for each in attempt.on_side(attempt.enemy) if each.has("Combat Master")]
    if not masters:
        return True
    going = combat_open(attempt)
    if going is False:
        return None
    fighting = (all_in_order((each.face_up, any_of(_is_fighting(attempt, each.facts.id)))) for each in masters)
    return negate(all_in_order((going, any_of(fighting))))


def _is_fighting(attempt: Attempt, name: str) -> Iterator[Truth]:
    """Whether somebody attacks, and whether somebody defends, in the combat under way."""
    combat = attempt.turn.combat
    for side in (combat,) if isinstance(combat, Unknown) else (combat.attackers, combat.defenders):
        yield side if isinstance(side, Unknown) else name in side
