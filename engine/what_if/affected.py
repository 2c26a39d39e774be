"""Which cards a proposal bears on in a format: a deck with none of them, nor of their names, is judged as before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from engine.formats.bans import is_named_by_ban
from engine.formats.pools import find_set_statuses, find_unrecorded_since, list_pool_change_days
from engine.formats.set_status import IN, OUT, UNKNOWN, SetStatus
from engine.model.cards import Card
from engine.model.formats import Format
from engine.model.reference import Reference


def find_affected_cards(before: Reference, after: Reference, slug: str) -> frozenset[str] | None:
    """The slugs of the cards whose facts or whose standing in a format may be others; None: any deck may be touched.

    A deck that has none of these cards, none of their names and no line whose card isn't settled gets the same outcome
    from both, on every day.
    """
    old, new = before.formats[slug], after.formats[slug]
    if old.restrictions and old.sets != new.sets:
        return None  # a restriction may look at any set's day
    if find_unrecorded_since(old) != find_unrecorded_since(new):
        return None  # any card may be in a set that isn't recorded
    cards = {one.slug for one, other in zip(before.catalog.cards, after.catalog.cards, strict=True) if one is not other}
    moved = compare_sets(old, new)
    cards |= {card.slug for card in before.catalog.cards if _hangs_on(card, moved)}
    for ban in {*old.bans} ^ {*new.bans}:
        named = before.catalog.by_name(ban.card)
        cards |= {card.slug for card in named if is_named_by_ban(card, ban)[0] is not False}
    return frozenset(cards)


@dataclass(frozen=True, slots=True)
class ChangedSets:
    """The sets that have another status in one format than in another on any day, and whether on any day there is a set
    in one and none in the other: that is what cards hang on that are in whatever set there is."""

    codes: frozenset[str] = frozenset()
    is_any_other: bool = False


def compare_sets(old: Format, new: Format) -> ChangedSets:
    """What is otherwise about the sets of two formats."""
    if old.pool == new.pool and old.sets == new.sets:
        return ChangedSets()
    codes: set[str] = set()
    is_any_other = False
    for day in sorted({date.min, *list_pool_change_days(old), *list_pool_change_days(new)}):
        one, other = find_set_statuses(old, day), find_set_statuses(new, day)
        codes |= {
            code for code in one if (one[code].status, one[code].cause) != (other[code].status, other[code].cause)
        }
        is_any_other |= _best(one.values()) != _best(other.values())
    return ChangedSets(frozenset(codes), is_any_other)


def _best(sets: Iterable[SetStatus]) -> str:
    """In where a set is, else unknown where one may be, else out."""
    statuses = {each.status for each in sets}
    return next((status for status in (IN, UNKNOWN) if status in statuses), OUT)


def _hangs_on(card: Card, moved: ChangedSets) -> bool:
    """Whether a card's standing may hang on sets: on its own, or on whether there is any."""
    is_of_any = card.is_in_every_set or card.has_unrecorded_printing or not card.set_codes
    return (is_of_any and moved.is_any_other) or not moved.codes.isdisjoint(card.set_codes)
