"""What follows when a player passes (216.2, 400.5, 508.1): priority, a resolution, the next step or phase."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.vs_classic.play.attempt import OLD, Attempt
from engine.games.vs_classic.play.citing import cite_new, cite_old
from engine.games.vs_classic.play.facts import OPPONENT, PHASE_OF, YOU
from engine.model.verdicts import Citation
from engine.play.facts import Maybe
from engine.play.rules import Applied, Line, Missing, Result, Row
from engine.play.truth import Unknown

_IN_BUILD = "216.2b, 400.5, 402.1"
_NEXT_STEP = {"resource": "recruit", "recruit": "formation"}


class Next(NamedTuple):
    """What comes next: in words, with the rules that say so."""

    then: str
    new: str
    old: str = ""  #: the rules of 2007 that say so too


def after_pass(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """What follows the pass."""
    if outcome != "legal":
        return None
    following = next_after_pass(attempt)
    if isinstance(following, Unknown):
        return Result(None, (), (Missing("all-passed", _cited(attempt, "216.2", "216.2"), following.asks),))
    cited = _cited(attempt, following.new, following.old)
    line = Line(f"Then: {following.then}.", cited[0])
    return Result({"then": following.then}, (Applied("all-passed", cited),), (), (line,))


def next_after_pass(attempt: Attempt) -> Maybe[Next]:
    """What comes next once the actor passes."""
    turn = attempt.turn
    if isinstance(turn.passed, Unknown):
        return turn.passed
    if turn.passed == 0:
        return Next(f"priority to {attempt.other.path}", "216.1", "216.1")
    if isinstance(turn.chain, Unknown):
        return turn.chain
    if turn.chain:
        return Next("top effect resolves", "508.1, 216.2")
    return _next_part(attempt)


def _next_part(attempt: Attempt) -> Maybe[Next]:
    """The phase or step that follows when all have passed on an empty chain."""
    turn = attempt.turn
    phase = turn.phase
    if isinstance(phase, Unknown):
        if isinstance(turn.step, Unknown) or turn.step not in PHASE_OF:
            return phase
        phase = PHASE_OF[turn.step]
    if phase == "recovery":
        return Next("wrap-up", "216.2d, 408.2", "216.2d")
    if phase in {"setup", "draw"}:
        following = "draw" if phase == "setup" else "build"
        return Next(f"{following} phase", "216.2a, 400.1, 400.5", "216.2a, 400.1, 400.5")
    attack = attempt.attack
    if phase == "combat" and attack is not None and not isinstance(attack, Unknown):
        return _next_of_attack(attack.stage)
    return _next_step(attempt, phase)


def _next_of_attack(stage: Maybe[str]) -> Maybe[Next]:
    if isinstance(stage, Unknown):
        return stage
    if stage == "proposed":
        return Next("attack substep starts", "601.1f, 216.2c", "216.2c")
    return Next("attack concludes", "602.6, 216.2e", "216.2e")


def _next_step(attempt: Attempt, phase: str) -> Maybe[Next]:
    """The step after this one: the player's next, else the other player's first, else the next phase."""
    turn = attempt.turn
    step, active, initiative = turn.step, turn.active, turn.initiative
    needed: list[object] = [step, active, initiative]
    if step == "none":
        needed = [initiative]
    elif step in _NEXT_STEP:
        needed = [active]
    if phase == "combat":
        needed.append(attempt.attack)
    asks = [ask for each in needed if isinstance(each, Unknown) for ask in each.asks]
    if asks:
        return Unknown(tuple(asks))
    first = "attack" if phase == "combat" else "resource"
    new, old = ("216.2b, 400.5, 406.1", "216.2b, 400.5") if phase == "combat" else (_IN_BUILD, _IN_BUILD)
    if step == "none":
        return Next(f"{initiative}: {first} step", new, old)
    if isinstance(step, str) and step in _NEXT_STEP:
        return Next(f"{active}: {_NEXT_STEP[step]} step", new, old)
    if active == initiative:
        return Next(f"{OPPONENT if active == YOU else YOU}: {first} step", new, old)
    if phase == "combat":
        return Next("recovery phase", "216.2a, 400.5, 601.1g", "216.2a, 400.5")
    return Next("combat phase", "216.2a, 400.5, 402.1", "216.2a, 400.5, 402.1")


def _cited(attempt: Attempt, new: str, old: str) -> tuple[Citation, ...]:
    return cite_old(old) if attempt.edition == OLD and old else cite_new(new)
