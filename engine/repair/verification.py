"""Why a repair can't be smaller, in words that a player can follow."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.formats import Format
from engine.repair.needs import RepairNeed
from engine.repair.search import SearchState
from engine.repair.values import ProofStep
from engine.rules.messages import quantity


def explain_minimum(start: SearchState, fmt: Format, *, first: int, at_least: int) -> tuple[ProofStep, ...]:
    """What each rule asks of the deck as it was; then how these asks add up, and what was found by trying."""
    reasons = [_reason(need) for need in start.needs]
    return (*reasons, *_sum(start, first, at_least))


def _reason(need: RepairNeed) -> ProofStep:
    if need.going:
        out = need.going[1]
        held = len(need.cases) == 1
        whichever = "" if held else ", whichever cards stay"
        return ProofStep(
            f"{need.text}: remove at least {quantity(out, 'copy', 'copies')}{whichever}", need.citation, out
        )
    if need.coming:
        into = need.coming[1]
        return ProofStep(f"{need.text}: add at least {quantity(into, 'card')}", need.citation, 0, into)
    return ProofStep(f"{need.text}: needs a change", need.citation)


def _sum(start: SearchState, first: int, at_least: int) -> Iterator[ProofStep]:
    if start.going or start.coming:
        asks = (("remove", start.going), ("add", start.coming))
        asked = " and ".join(f"{verb} at least {count}" for verb, count in asks if count)
        yield ProofStep(
            f"Together, counting each card once: {asked}, so {quantity(first, 'change')}",
            None,
            start.going,
            start.coming,
        )
    if at_least > first:
        yield ProofStep(f"Every repair with fewer than {at_least} changes was tried; none makes the deck legal", None)
