"""Where the rules of play stand: the sheet on playing cards, and both editions of the core rules."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from engine.model.verdicts import Citation
from engine.play.rules import Applied, Broken, Check, Edition, Rule

SHEET = "rb-playing"
CORE = Edition("rb-core-1.3", date(2026, 3, 30))
CORE_JULY = Edition("rb-core-2026-07-16", date(2026, 7, 16))
EDITIONS = (CORE, CORE_JULY)

#: A number of the sheet where it begins with "R."; else one of the core rules, or a pair where the July edition has
#: another.
Place = str | tuple[str, str]


def cite_places(edition: Edition, *places: Place) -> tuple[Citation, ...]:
    """The citations of places in an edition."""
    found = []
    for place in places:
        number = place if isinstance(place, str) else place[EDITIONS.index(edition)]
        on_sheet = number.startswith(("R.", "Playing"))
        found.append(Citation(SHEET if on_sheet else edition.slug, number))
    return tuple(found)


def applied(edition: Edition, code: str, *places: Place) -> Applied:
    """A rule that a result was computed by."""
    return Applied(code, cite_places(edition, *places))


#: A row of a table: code, check, question, what to say where it is broken, and its places.
RuleRow = tuple[str, Check, str, str, tuple[Place, ...]]


def build_rules(*rows: RuleRow) -> Mapping[str, tuple[Rule, ...]]:
    """The rules of an action by edition."""
    return {
        edition.slug: tuple(
            Rule(code, check, question, broken, cite_places(edition, *places))
            for code, check, question, broken, places in rows
        )
        for edition in EDITIONS
    }


def build_walk(steps: Mapping[int, tuple[RuleRow, ...]]) -> Mapping[str, tuple[Rule, ...]]:
    """The rules of a walk by edition: each looks only at what an attempt reaches."""
    return {
        edition.slug: tuple(
            Rule(code, _within(step, check), question, broken, cite_places(edition, *places), step)
            for step, rows in steps.items()
            for code, check, question, broken, places in rows
        )
        for edition in EDITIONS
    }


def _within(step: int, check: Check) -> Check:
    def check_if_reached(attempt: Any) -> Any:
        if step > attempt.last_step:
            return None
        found = check(attempt)
        # A trigger without anything to choose is removed in step 2: until that is known, nothing from there is broken.
        is_in_doubt = step >= 2 and attempt.removal_doubt is not None and (found is False or isinstance(found, Broken))
        return attempt.removal_doubt if is_in_doubt else found

    return check_if_reached
