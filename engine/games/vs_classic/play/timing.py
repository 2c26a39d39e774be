"""When something may be done: priority, the chain, whose step it is, the attack under way."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.vs_classic.play.attempt import Attempt
from engine.games.vs_classic.play.facts import PHASE_OF
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, equals


def has_priority(attempt: Attempt) -> Found:
    """The actor has priority."""
    priority = attempt.turn.priority
    return priority if isinstance(priority, Unknown) else priority == attempt.by


def chain_empty(attempt: Attempt) -> Found:
    """The chain is empty."""
    chain = attempt.turn.chain
    return chain if isinstance(chain, Unknown) else not chain


def own_step(step: str) -> Callable[[Attempt], Found]:
    """The check that it is the actor's own step of this name."""

    def check(attempt: Attempt) -> Found:
        turn = attempt.turn
        if turn.step == step and turn.active == attempt.by and turn.phase in (PHASE_OF[step], _unknown_phase):
            return True
        return attempt.in_step(step)

    check.__doc__ = f"It is the actor’s own {step} step."
    return check


_unknown_phase = Unknown(("turn.phase",))


def still_opening(attempt: Attempt) -> Found:
    """The step is just beginning: nobody had priority in it."""
    turn = attempt.turn
    has_begun = turn.priority in ("you", "opponent")
    if isinstance(turn.opening, Unknown):
        return False if has_begun else turn.opening
    if turn.opening and has_begun:
        return Unknown(("turn.opening", "turn.priority"))
    return turn.opening


def no_attack_under_way(attempt: Attempt) -> Found:
    """No attack is proposed or running."""
    attack = attempt.attack
    return attack if isinstance(attack, Unknown) else attack is None


def in_attack_substep(attempt: Attempt) -> Found:
    """An attack substep is running."""
    return attempt.in_substep


def within_duration(attempt: Attempt, duration: str | None) -> Found:
    """An effect is played only inside the duration of what it creates."""
    words = (duration or "none").casefold().split()
    if words == ["this", "attack"]:
        return attempt.in_substep
    if len(words) != 3 or words[0] != "this":
        return None
    if words[2] == "phase" and words[1] in ("draw", "build", "combat", "recovery"):
        return _demand(phase_is(attempt, words[1]), f"The effect lasts this {words[1]} phase, and it isn’t that phase.")
    if words[2] == "step" and words[1] in PHASE_OF:
        return _demand(attempt.step_is(words[1]), f"The effect lasts this {words[1]} step, and it isn’t that step.")
    return None


def phase_is(attempt: Attempt, phase: str) -> Truth:
    """Whether it is this phase; a step that is said implies its own, and unknown where the two contradict it."""
    turn = attempt.turn
    if isinstance(turn.step, Unknown) or turn.step not in PHASE_OF or PHASE_OF[turn.step] == turn.phase:
        return equals(turn.phase, phase)
    if isinstance(turn.phase, Unknown):
        return PHASE_OF[turn.step] == phase
    return Unknown(("turn.phase", "turn.step")) if phase in {turn.phase, PHASE_OF[turn.step]} else False


def no_contradiction(attempt: Attempt) -> Found:
    """No character is said to be both ready and stunned."""
    asks = [f"{each.path}.{key}" for each in attempt.contradictions for key in ("ready", "stunned")]
    return Unknown(tuple(asks)) if asks else True


def in_wrap_up(attempt: Attempt) -> Found:
    """It is the wrap-up of a recovery phase."""
    turn = attempt.turn
    if turn.phase == "recovery" and turn.wrap_up is True:
        return True
    unknown = [each for each in (turn.phase, turn.wrap_up) if isinstance(each, Unknown)]
    if turn.wrap_up is False or not (isinstance(turn.phase, Unknown) or turn.phase == "recovery"):
        return False
    return Unknown(tuple(ask for each in unknown for ask in each.asks))


def _demand(truth: Truth, message: str) -> Found:
    return Broken(message) if truth is False else truth
