"""When an action may be done: turn, phase, step, and the chance to act in a combat."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.facts import DURING, NO_COMBAT, RESOLUTION
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, equals, negate

Check = Callable[[Attempt], Found]


def own_turn(attempt: Attempt) -> Found:
    return equals(attempt.turn.active, attempt.by)


def in_phase(phase: str) -> Check:
    """A check that it is this phase."""
    return lambda attempt: equals(attempt.phase, phase)


def in_step(step: str, phase: str) -> Check:
    """A check that it is this step; a phase that is another settles it without the step."""

    def check(attempt: Attempt) -> Found:
        if not isinstance(attempt.phase, Unknown) and attempt.phase != phase:
            return False
        return equals(attempt.step, step)

    return check


def no_combat_open(attempt: Attempt) -> Found:
    return negate(combat_open(attempt)) if attempt.phase == "main" else None


def combat_open(attempt: Attempt) -> Truth:
    """Whether a combat is open, as the step says: who is in one is perhaps said of a combat that is over."""
    in_main = equals(attempt.phase, "main")
    return False if in_main is False else negate(equals(attempt.step, NO_COMBAT))


def combat_running(attempt: Attempt) -> Found:
    """In a combat: is it the part in which players act?"""
    if combat_open(attempt) is not True:
        return None
    if attempt.step == RESOLUTION and attempt.turn.step == DURING:
        return Broken("Both players have passed: the combat resolves now.")
    return equals(attempt.step, DURING)


def has_opportunity(attempt: Attempt) -> Found:
    return equals(attempt.turn.priority, attempt.by) if attempt.step == DURING else None
