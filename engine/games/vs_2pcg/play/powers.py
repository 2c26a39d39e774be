"""Whether a character may use its super power now (Super Powers)."""

from __future__ import annotations

from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.facts import FACE_UP
from engine.games.vs_2pcg.play.timing import combat_open
from engine.games.vs_2pcg.play.turn_checks import in_combat_itself, subject
from engine.play.rules import Broken, Found
from engine.play.truth import Unknown, compute, equals, negate


def powers_on(attempt: Attempt) -> Found:
    """Its powers are on while it is face-up; a power made for it works face-down too."""
    figure = subject(attempt)
    if figure is None or attempt.says.power.works_face_down:
        return None
    state = figure.facts.state
    if isinstance(state, Unknown) or state == FACE_UP:
        return equals(state, FACE_UP)
    return Broken(f"{figure.name} is {state}: its powers are off.")


def power_in_combat(attempt: Attempt) -> Found:
    """In every part of a combat, a combat power is one of a character in it."""
    power = attempt.says.power
    if power.timing != "combat" or power.any_combat or combat_open(attempt) is not True:
        return None
    return in_combat_itself(attempt)


def power_fresh(attempt: Attempt) -> Found:
    """It is the first use of the power by this character this turn."""
    used, figure, name = attempt.turn.super_powers_used, subject(attempt), attempt.says.power.name
    if isinstance(used, Unknown) or figure is None:
        return used if isinstance(used, Unknown) else None
    by_it = [each[1].casefold() for each in used if len(each) > 1 and each[0] == figure.facts.id]
    return negate(compute(lambda said: said.casefold() in by_it, name)) if by_it else True


def power_fresh_in_game(attempt: Attempt) -> Found:
    power = attempt.says.power
    return negate(power.used_this_game) if power.once_per_game else None
