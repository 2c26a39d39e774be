"""Of how many cards wording and rulings are loaded: what the fields that rest on them can answer."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from engine.model.cards import GAMES
from engine.model.reference import Reference
from vsdb.catalog.wordings.models import RulingCard, Wording
from vsdb.search.conditions.context import Context
from vsdb.search.language.field_types import Needs
from vsdb.search.language.syntax import Term

_NOT_LOADED = {
    Needs.WORDING: "the wording of cards is not loaded",
    Needs.RULINGS: "no rulings are loaded",
}
_HOW = "manage.py import_cards loads {} from files of your own"
_THEM = {Needs.WORDING: "it", Needs.RULINGS: "them"}


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many cards of a game have a wording, and how many a ruling; `turns` are the days on which texts change."""

    cards: int
    worded: int
    ruled: int
    turns: tuple[date, ...]

    def of(self, needs: Needs) -> int:
        """How many cards have what is needed."""
        return {Needs.WORDING: self.worded, Needs.RULINGS: self.ruled}[needs]


@lru_cache(maxsize=16)
def coverage(reference: Reference) -> Coverage:
    """What is loaded of a game; three queries the first time that a version of the data is asked."""
    wordings = Wording.objects.filter(card__game=reference.game).order_by()
    days = wordings.filter(effective_latest__isnull=False).values_list("effective_latest", flat=True).distinct()
    return Coverage(
        len(reference.catalog.cards),
        wordings.values("card").distinct().count(),
        RulingCard.objects.filter(card__game=reference.game, is_subject=True).values("card").distinct().count(),
        tuple(sorted(day for day in days if day)),
    )


def epoch(reference: Reference, on: date) -> int:
    """The number of the span of days in which the same texts count as on this one."""
    return bisect_right(coverage(reference).turns, on)


def lacking(needs: Needs, references: Iterable[Reference]) -> str:
    """Why nothing that needs this can be answered, and what to do; empty where something is loaded."""
    if not needs or any(coverage(each).of(needs) for each in references):
        return ""
    return f"{_NOT_LOADED[needs]}; {_HOW.format(_THEM[needs])}"


def tell_of_gaps(needs: Needs, term: Term, context: Context) -> None:
    """Say for how many cards what is needed is loaded, where it isn't for all; rulings needn't be there for all."""
    if needs is not Needs.WORDING:
        return
    held = [(each.game, coverage(each)) for each in context.references.values()]
    gaps = [f"{one.worded:,} of {one.cards:,} cards of {GAMES[game]}" for game, one in held if one.worded < one.cards]
    if gaps:
        context.remark_once(
            f"Wording is loaded for {', '.join(gaps)}; of the others their text isn't known.", term.span
        )
