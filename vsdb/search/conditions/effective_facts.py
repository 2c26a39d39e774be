"""What texts are loaded, and what cards state by the text that counts where that isn't what is recorded of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db.models import Q, QuerySet

from engine.model.cards import GAMES, Card
from engine.model.reference import Reference
from vsdb.catalog.cards.models import CardKeyword, CardLabel, CardTeam
from vsdb.catalog.wordings.models import RulingCard, Wording
from vsdb.search.conditions.context import SearchContext, build_slugs_condition
from vsdb.search.conditions.date_terms import get_day_of_texts
from vsdb.search.language.field_types import RULINGS, WORDING, RequiredData
from vsdb.search.language.syntax import Term

_NOT_LOADED = {WORDING: "the wording of cards is not loaded", RULINGS: "no rulings are loaded"}
_HOW = "manage.py import_cards loads {} from files of your own"
_THEM = {WORDING: "it", RULINGS: "them"}


@dataclass(frozen=True, slots=True)
class LoadedTexts:
    """How many cards of a game have a wording, and how many a ruling; `turns` are the days on which texts change."""

    cards: int
    worded: int
    ruled: int
    turns: tuple[date, ...]

    def of(self, needs: RequiredData) -> int:
        """How many cards have what is needed."""
        return {WORDING: self.worded, RULINGS: self.ruled}[needs]


@lru_cache(maxsize=16)
def count_loaded_texts(reference: Reference) -> LoadedTexts:
    """What is loaded of a game; three queries the first time that a version of the data is asked."""
    wordings = Wording.objects.filter(card__game=reference.game).order_by()
    days = wordings.filter(effective_latest__isnull=False).values_list("effective_latest", flat=True).distinct()
    return LoadedTexts(
        len(reference.catalog.cards),
        wordings.values("card").distinct().count(),
        RulingCard.objects.filter(card__game=reference.game, is_subject=True).values("card").distinct().count(),
        tuple(sorted(day for day in days if day)),
    )


def find_text_epoch(reference: Reference, on: date) -> int:
    """The number of the span of days in which the same texts count as on this one."""
    return bisect_right(count_loaded_texts(reference).turns, on)


def explain_lacking(needs: RequiredData, references: Iterable[Reference]) -> str:
    """Why nothing that needs this can be answered, and what to do; empty where something is loaded."""
    if not needs or any(count_loaded_texts(each).of(needs) for each in references):
        return ""
    return f"{_NOT_LOADED[needs]}; {_HOW.format(_THEM[needs])}"


def tell_of_gaps(needs: RequiredData, term: Term, context: SearchContext) -> None:
    """Say for how many cards what is needed is loaded, where it isn't for all; rulings needn't be there for all."""
    if needs is not WORDING:
        return
    held = [(each.game, count_loaded_texts(each)) for each in context.references.values()]
    gaps = [f"{one.worded:,} of {one.cards:,} cards of {GAMES[game]}" for game, one in held if one.worded < one.cards]
    if gaps:
        said = f"Wording is loaded for {', '.join(gaps)}; of the others their text isn't known."
        context.remark_once(said, term.span)


EVERY = Q()


def read_references(context: SearchContext) -> dict[str, Reference]:
    """The references of the searched games with their cards as they read on the day of the query."""
    if not any(map(_has_readings, context.references.values())):
        return context.references
    on = get_day_of_texts(context)
    return {game: each.on(on) for game, each in context.references.items()}


@lru_cache(maxsize=16)
def _has_readings(reference: Reference) -> bool:
    return any(card.readings for card in reference.catalog.cards)


@lru_cache(maxsize=32)
def read_otherwise(reference: Reference) -> tuple[tuple[Card, Card], ...]:
    """The cards that read otherwise than they are recorded, in pairs: as recorded, as they read."""
    if reference.recorded is None:
        return ()
    recorded = reference.recorded.catalog.cards
    pairs = zip(recorded, reference.catalog.cards, strict=True)
    return tuple((one, other) for one, other in pairs if one is not other)


def find_differing_cards(context: SearchContext, fact: Callable[[Card], object]) -> dict[str, list[Card]]:
    """By game the cards, as they read, of which a fact reads otherwise than it is recorded."""
    return {
        game: [read for recorded, read in read_otherwise(each) if fact(recorded) != fact(read)]
        for game, each in read_references(context).items()
    }


def build_cards_condition(cards: Mapping[str, Iterable[Card]], fits: Callable[[Card], object] = lambda card: True) -> Q:
    """Those of the cards that fit; all of them where nothing is asked."""
    found = {game: frozenset(card.slug for card in held if fits(card)) for game, held in cards.items()}
    return build_slugs_condition(found)


@dataclass(frozen=True, slots=True)
class LabelKind:
    """A kind of label: what one is called, its rows, and the flag that tells "none" from "not recorded".

    `names` are those of a card as it reads, None where they aren't known, for the labels that texts state; `otherwise`
    the cards whose text says otherwise than their rows.
    """

    what: str
    rows: Callable[[], QuerySet[CardLabel] | QuerySet[CardTeam] | QuerySet[CardKeyword]]
    column: str = "name"
    recorded: Q = EVERY
    names: Callable[[Card], Iterable[str] | None] | None = None
    otherwise: Mapping[str, list[Card]] | None = None

    def having(self, names: tuple[str, ...] | None = None, *, other: bool = False) -> Q:
        """The cards with one of the names, or with one that is none of them; without names with any."""
        rows = self.rows().order_by()
        if names is not None:
            among = {f"{self.column}__in": names}
            rows = rows.exclude(**among) if other else rows.filter(**among)
        found = Q(pk__in=rows.values("card"))
        if not self.otherwise or self.names is None:
            return found
        held, wanted = self.names, names

        def fits(card: Card) -> bool:
            own = held(card) or ()
            return any(wanted is None or (name in wanted) != other for name in own)

        return (found & ~build_cards_condition(self.otherwise)) | build_cards_condition(self.otherwise, fits)
