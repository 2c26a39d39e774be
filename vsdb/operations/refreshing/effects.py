"""What newer facts do to pools and stored decks; nothing is stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from engine import Reference, build_reference, check_deck, decklists
from engine.formats.pools import get_pool_on
from engine.formats.set_status import IN
from vsdb.catalog.cards.filling import merge_imported_rows
from vsdb.catalog.cards.reading.folder import GameRows
from vsdb.catalog.formats.lookup import format_named
from vsdb.decks.models import Deck

AT_MOST = 200  #: decks that are listed by name


@dataclass(frozen=True, slots=True)
class PoolChange:
    """A format with how many cards are certainly in its pool, before and after."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class DeckChange:
    """A stored deck with its outcome before and after."""

    number: int
    title: str
    format: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class RefreshEffects:
    """Pools and decks that change on a day; `looked` is how many decks were judged, of `held` stored ones."""

    day: date
    pools: tuple[PoolChange, ...]
    decks: tuple[DeckChange, ...]
    looked: int
    held: int
    formats: int  #: of the game, those whose pools stay included

    @property
    def told_pools(self) -> tuple[PoolChange, ...]:
        """The pools as they are told: those that change alike in one, by their names, or as all of them."""
        alike: dict[tuple[int, int], list[str]] = {}
        for pool in self.pools:
            alike.setdefault((pool.before, pool.after), []).append(pool.name)
        return tuple(
            PoolChange(f"All {len(names)} formats" if 1 < len(names) == self.formats else ", ".join(names), *counts)
            for counts, names in alike.items()
        )


def find_effects(rows: GameRows, refreshed: GameRows, day: date, *, most: int | None = None) -> RefreshEffects:
    """Judge the stored decks of the game twice, all or so many that were edited last, and count the pools.

    Decks without a day of their own are judged on that day.

    Three queries, and those of organizers' formats.
    """
    before = _build(rows)
    after = _build(refreshed)
    pools = [
        PoolChange(fmt.name, _count(before, slug, day), _count(after, slug, day))
        for slug, fmt in before.formats.items()
    ]
    decks, looked = [], 0
    stored = Deck.objects.filter(game=rows.game).exclude(format="").order_by("-edited", "-pk")
    for deck, outcomes in _judge(stored[:most], before, after, day):
        looked += 1
        if outcomes[0] != outcomes[1]:
            decks.append(DeckChange(deck.pk, deck.title, deck.format, *outcomes))
    changed = tuple(each for each in pools if each.before != each.after)
    return RefreshEffects(day, changed, tuple(decks), looked, stored.count(), len(pools))


def _build(rows: GameRows) -> Reference:
    merged = merge_imported_rows(rows).rows
    return build_reference(
        rows.game,
        cards=merged.cards,
        sets=merged.sets,
        formats=merged.formats,
        bans=merged.bans,
        data_version=merged.data_version,
    )


def _count(reference: Reference, slug: str, today: date) -> int:
    pool = get_pool_on(reference.formats[slug], today)
    return sum(pool.card_status(card).status == IN for card in reference.catalog.cards)


def _judge(
    decks: QuerySet[Deck], before: Reference, after: Reference, today: date
) -> Iterator[tuple[Deck, tuple[str, str]]]:
    for deck in decks.iterator(chunk_size=200):
        outcomes = []
        for reference in (before, after):
            fmt = format_named(reference, deck.format)
            if fmt is None:
                break
            day = deck.as_of or today
            outcomes.append(check_deck(decklists.read_deck(deck.text, reference.catalog, day), fmt, day).outcome)
        else:
            yield deck, (outcomes[0], outcomes[1])
