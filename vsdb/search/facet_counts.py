"""How many cards of a result have each value of a facet, counted in memory from tables of a version of the facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from django.db.models import Q

from engine.model.cards import Card as EngineCard
from engine.model.reference import Reference
from vsdb.catalog.cards.models import Card, CardLabel

EVERY = Q()
References = tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class FacetSource:
    """Where a facet's values stand: the column of the values and of their names."""

    value: str
    name: str
    only: Q = EVERY
    is_number: bool = False


SOURCES: Mapping[str, FacetSource] = {
    "game": FacetSource("game_id", "game__name"),
    "type": FacetSource("type", "type"),
    "team": FacetSource("teams__name", "teams__name"),
    "domain": FacetSource("labels__name", "labels__name", Q(labels__kind=CardLabel.Kind.DOMAIN)),
    "level": FacetSource("level", "level", is_number=True),
    "cost": FacetSource("cost", "cost", is_number=True),
    "energy": FacetSource("energy", "energy", is_number=True),
    "in": FacetSource("sets__code", "sets__name"),
    "kw": FacetSource("keywords__name", "keywords__name"),
}


@dataclass(frozen=True, slots=True)
class _FacetTable:
    """The values of a facet with their names, in the database's order; and of each card, by its key, which it has."""

    values: tuple[tuple[str, str], ...]
    of_card: Mapping[int, tuple[int, ...]]


def count_facet_values(references: References, key: str, ids: Sequence[int]) -> list[tuple[str, str, int]]:
    """The values of a facet with their names and numbers of cards, most cards first; no query but after a load."""
    if any(pk not in _load_cards(references) for pk in ids):
        _forget()  # cards have come that no version of the facts tells of
    table = _load_table(references, key)
    counts = Counter(chain.from_iterable(table.of_card.get(pk, ()) for pk in set(ids)))
    places = sorted(counts, key=lambda place: (-counts[place], place))
    return [(*table.values[place], counts[place]) for place in places]


def map_cards(references: References, ids: Iterable[int]) -> dict[int, EngineCard]:
    """The cards of some keys; no query but after a load."""
    wanted = set(ids)
    held = _load_cards(references)
    if not wanted <= held.keys():
        _forget()
        held = _load_cards(references)
    return {pk: held[pk] for pk in wanted}


def _forget() -> None:
    _load_cards.cache_clear()
    _load_table.cache_clear()


@lru_cache(maxsize=8)
def _load_cards(references: References) -> Mapping[int, EngineCard]:
    """The cards of games by their keys in the database; one query."""
    held = {each.game: each.catalog.by_slug for each in references}
    rows = Card.objects.filter(game__in=held).order_by().values_list("pk", "game", "slug")
    return {pk: held[game][slug] for pk, game, slug in rows if slug in held[game]}


@lru_cache(maxsize=64)
def _load_table(references: References, key: str) -> _FacetTable:
    """What the cards of games have of a facet; one query."""
    source = SOURCES[key]
    cards = Card.objects.filter(source.only, game__in=[each.game for each in references])
    rows = cards.order_by(source.name, source.value).values_list(source.value, source.name, "pk").distinct()
    values: dict[tuple[str, str], int] = {}
    of_card: dict[int, tuple[int, ...]] = {}
    for value, name, pk in rows:
        if value not in (None, ""):
            place = values.setdefault((str(value), str(name)), len(values))
            of_card[pk] = (*of_card.get(pk, ()), place)
    return _FacetTable(tuple(values), of_card)
