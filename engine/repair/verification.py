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
        verb = "has" if out == 1 else "have"
        whichever = "" if held else ", whichever is kept"
        return ProofStep(
            f"{need.text}: at least {quantity(out, 'copy', 'copies')} {verb} to go{whichever}", need.citation, out
        )
    if need.coming:
        into = need.coming[1]
        return ProofStep(f"{need.text}: {quantity(into, 'copy', 'copies')} more", need.citation, 0, into)
    return ProofStep(f"{need.text}: something has to change for it", need.citation)


def _sum(start: SearchState, first: int, at_least: int) -> Iterator[ProofStep]:
    if start.going or start.coming:
        yield ProofStep(
            f"Together, what serves several of these counted once: at least {start.going} out and {start.coming} in, "
            f"so {quantity(first, 'change')}",
            None,
            start.going,
            start.coming,
        )
    if at_least > first:
        yield ProofStep(f"Every way with fewer than {at_least} changes was looked at: none makes the deck legal", None)
