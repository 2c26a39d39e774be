"""What cards state by the text that counts, where that is more or other than what is recorded of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from django.db.models import Q, QuerySet

from engine.model.cards import Card
from engine.model.reference import Reference
from vsdb.catalog.cards.models import CardKeyword, CardLabel, CardTeam
from vsdb.search.conditions.context import Context, of_slugs
from vsdb.search.conditions.date_terms import day_of_texts

EVERY = Q()


def read_references(context: Context) -> dict[str, Reference]:
    """The references of the searched games with their cards as they read on the day of the query."""
    if not any(map(_has_readings, context.references.values())):
        return context.references
    on = day_of_texts(context)
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


def differing(context: Context, fact: Callable[[Card], object]) -> dict[str, list[Card]]:
    """By game the cards, as they read, of which a fact reads otherwise than it is recorded."""
    return {
        game: [read for recorded, read in read_otherwise(each) if fact(recorded) != fact(read)]
        for game, each in read_references(context).items()
    }


def of_cards(cards: Mapping[str, Iterable[Card]], fits: Callable[[Card], object] = lambda card: True) -> Q:
    """Those of the cards that fit; all of them where nothing is asked."""
    return of_slugs({game: frozenset(card.slug for card in held if fits(card)) for game, held in cards.items()})


class Having(Protocol):
    """Labels of whatever kind: which cards have some, and of which it is recorded which they have."""

    @property
    def recorded(self) -> Q:
        """The cards of which the labels are recorded."""
        ...

    def having(self, names: tuple[str, ...] | None = None, *, other: bool = False) -> Q:
        """The cards with one of the names, or with one that is none of them; without names with any."""
        ...


@dataclass(frozen=True, slots=True)
class Labels:
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

        return (found & ~of_cards(self.otherwise)) | of_cards(self.otherwise, fits)
