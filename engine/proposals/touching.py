"""Which cards a proposal bears on in a format: a deck with none of them, nor of their names, is judged as before."""

from __future__ import annotations

from datetime import date

from engine.bans import falls_under
from engine.cards import Card
from engine.formats import Format
from engine.pools import pool_days, sets_on
from engine.reference import Reference


def touched(before: Reference, after: Reference, slug: str) -> frozenset[str] | None:
    """The slugs of the cards whose facts or whose standing in a format may be others; None: any deck may be touched.

    A deck that has none of these cards, none of their names and no line whose card isn't settled gets the same outcome
    from both, on every day.
    """
    old, new = before.formats[slug], after.formats[slug]
    if old.restrictions and old.sets != new.sets:
        return None  # a restriction may look at any set's day
    cards = {one.slug for one, other in zip(before.catalog.cards, after.catalog.cards, strict=True) if one is not other}
    moved = moved_sets(old, new)
    cards |= {card.slug for card in before.catalog.cards if moved and _hangs_on(card, moved)}
    for ban in {*old.bans} ^ {*new.bans}:
        named = before.catalog.by_name(ban.card)
        cards |= {card.slug for card in named if falls_under(card, ban)[0] is not False}
    return frozenset(cards)


def moved_sets(old: Format, new: Format) -> frozenset[str]:
    """The sets that have another status in one format than in the other on any day."""
    if old.pool == new.pool and old.sets == new.sets:
        return frozenset()
    days = sorted({date.min, *pool_days(old), *pool_days(new)})
    found: set[str] = set()
    for day in days:
        one, other = sets_on(old, day), sets_on(new, day)
        found |= {
            code for code in one if (one[code].status, one[code].cause) != (other[code].status, other[code].cause)
        }
    return frozenset(found)


def _hangs_on(card: Card, moved: frozenset[str]) -> bool:
    """Whether a card's standing may hang on sets: on its own, or on whether there is any."""
    is_of_any = card.is_in_every_set or card.has_unrecorded_printing or not card.set_codes
    return is_of_any or not moved.isdisjoint(card.set_codes)
