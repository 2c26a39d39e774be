"""When showdowns and combats begin and close: contested battlefields, the state of the turn, who has passed."""

from __future__ import annotations

from engine.games.riftbound.play.attempt import Attempt
from engine.games.riftbound.play.combat import Combat, find_combat
from engine.games.riftbound.play.facts import SIDES
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, all_of, any_of, equals, negate


def showdown_time(attempt: Attempt) -> Found:
    """A showdown begins in the neutral open state: neither chain nor showdown (344, 323.11; July 323.12)."""
    return all_of((negate(attempt.is_closed), negate(attempt.is_showdown)))


def chosen_by_turn_player(attempt: Attempt) -> Found:
    """The turn player chooses where a showdown or combat begins; one that is going on only changes (323.11, 323.13)."""
    showdown = attempt.is_showdown
    return attempt.is_my_turn if showdown is False else None


def combat_time(attempt: Attempt) -> Found:
    """A combat begins without a chain, and while no showdown is going on at another battlefield (455, 455.1)."""
    elsewhere_none: Truth = any_of((negate(attempt.is_showdown), _showdown_is_here(attempt)))
    return all_of((negate(attempt.is_closed), elsewhere_none))


def _showdown_is_here(attempt: Attempt) -> Truth:
    named, showdown = attempt.says.battlefield, attempt.is_showdown
    if showdown is not True:
        return False
    where = attempt.position.turn.showdown_at
    return named if isinstance(named, Unknown) else equals(where or Unknown(("turn.showdown_at",)), named)


def none_elsewhere(attempt: Attempt) -> Found:
    """Only one showdown or combat goes on at a time: one that is said to be elsewhere hasn't closed here (344, 455)."""
    where = attempt.position.turn.showdown_at
    if not where:
        return None
    here = equals(attempt.says.battlefield, where)
    if here is False and attempt.is_showdown is True:
        return Broken(f"The showdown is at {where}.")
    return any_of((here, negate(attempt.is_showdown)))


def contested(attempt: Attempt) -> Found:
    """A side that doesn't control the battlefield has brought units there (187.3.a, 323.8.a)."""
    combat = find_combat(attempt)
    return combat if isinstance(combat, Unknown) else combat is not None


def contester_present(attempt: Attempt) -> Found:
    """The side that made it contested has units there still (323.8.a)."""
    combat = find_combat(attempt)
    return bool(combat.attackers) if isinstance(combat, Combat) else None


def both_sides_present(attempt: Attempt) -> Found:
    """A combat needs units of two opposing sides (456, 457)."""
    combat = find_combat(attempt)
    return combat.is_fought if isinstance(combat, Combat) else None


def chain_empty(attempt: Attempt) -> Found:
    """What is on the chain resolves before a showdown closes (347, 348)."""
    return negate(attempt.is_closed)


def all_passed_focus(attempt: Attempt) -> Found:
    """A showdown ends once both sides have passed in a row (347.3.a, 348)."""
    passed = attempt.says.passed
    return passed if isinstance(passed, Unknown) else set(SIDES) <= set(passed)
