"""When an action may be done: turn, phase, step, and the chance to act in a combat."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.facts import DURING, NO_COMBAT
from engine.play.rules import Found
from engine.play.truth import Truth, Unknown, equals

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
    return equals(attempt.step, NO_COMBAT) if attempt.phase == "main" else None


def combat_open(attempt: Attempt) -> Truth | None:
    """Whether a combat is open; nothing to say in a phase of which nothing else is known."""
    if isinstance(attempt.phase, Unknown):
        return attempt.step if isinstance(attempt.step, Unknown) else None
    if attempt.phase != "main":
        return False
    return attempt.step if isinstance(attempt.step, Unknown) else attempt.step != NO_COMBAT


def combat_running(attempt: Attempt) -> Found:
    """In a combat: is it the part in which players act?"""
    return attempt.step == DURING if combat_open(attempt) is True else None


def has_opportunity(attempt: Attempt) -> Found:
    return equals(attempt.turn.priority, attempt.by) if attempt.step == DURING else None
