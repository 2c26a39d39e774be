"""How many cards a format has on a day, and of how many that isn't established."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from engine.formats.pools import PoolOnDay
from engine.formats.set_status import IN, UNKNOWN
from engine.model.cards import Card
from engine.model.catalog import Catalog

_BASIC = "Basic Location"
_SPECIAL = "Special Location"


@dataclass(frozen=True, slots=True)
class PoolCount:
    """How many cards are in (`on_trust` of them by a release that is taken on trust), and how many may be.

    `by_deck` are the special locations that are in or not by the other cards of a deck; they are among neither.
    `without_printing` are in doubt because a printing of theirs isn't recorded.
    """

    certain: int
    in_doubt: int
    on_trust: int = 0
    by_deck: int = 0
    without_printing: int = 0


@dataclass(frozen=True, slots=True)
class _AlikeCards:
    """Cards that are in the same pools: `card` stands for `count` of them."""

    card: Card
    count: int


def count_cards(pool: PoolOnDay, catalog: Catalog) -> PoolCount:
    """The cards of a pool, banned ones too; those that share their sets are looked at once."""
    certain = in_doubt = on_trust = by_deck = without_printing = 0
    for each in _group_alike_cards(catalog):
        status = pool.card_status(each.card)
        if status.status == IN:
            certain += each.count
            on_trust += each.count * status.is_on_trust
        elif _is_by_deck(pool, each.card):
            by_deck += each.count
        elif status.status == UNKNOWN:
            in_doubt += each.count
            without_printing += each.count * (_is_unrecorded(each.card) and not status.is_about_pool)
    return PoolCount(certain, in_doubt, on_trust, by_deck, without_printing)


def count_dependent_cards(pool: PoolOnDay, catalog: Catalog, codes: Iterable[str]) -> int:
    """How many cards are in doubt and were printed in one of these sets."""
    wanted = frozenset(codes)
    return sum(
        each.count
        for each in _group_alike_cards(catalog)
        if not wanted.isdisjoint(each.card.set_codes)
        and pool.card_status(each.card).status == UNKNOWN
        and not _is_by_deck(pool, each.card)
    )


def _is_by_deck(pool: PoolOnDay, card: Card) -> bool:
    """Whether a card is in, or not, by whether a character of the deck shares its team."""
    if "shared-wild-locations" not in pool.fmt.pool.always or card.type != _SPECIAL:
        return False
    return card.power_symbols is None or len(card.power_symbols) > 1


def _is_unrecorded(card: Card) -> bool:
    return card.has_unrecorded_printing or not card.set_codes


@lru_cache(maxsize=8)
def _group_alike_cards(catalog: Catalog) -> tuple[_AlikeCards, ...]:
    """The cards of a catalog by all that a pool asks of them."""
    first: dict[object, Card] = {}
    counts: Counter[object] = Counter()
    for card in catalog.cards:
        kind = card.type if card.type in (_BASIC, _SPECIAL) else ""
        symbols = len(card.power_symbols or ()) > 1 or card.power_symbols is None
        key = (card.set_codes, card.has_unrecorded_printing, card.is_in_every_set, kind, kind == _SPECIAL and symbols)
        first.setdefault(key, card)
        counts[key] += 1
    return tuple(_AlikeCards(card, counts[key]) for key, card in first.items())
