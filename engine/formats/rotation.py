"""Pools of each brand's last sets: which sets those are on a day, where the sets' own days may be intervals.

Only expansions count. What `follows` an expansion comes and goes with it. Of two sets whose days overlap it isn't known
which came later, so a set is certainly in only if it is among the last ones in whatever order they came.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache

from engine.formats.set_status import (
    DOUBTFUL,
    FAN,
    IN,
    NOT_LISTED,
    NOT_STATED,
    OUT,
    UNKNOWN,
    SetStatus,
    build_not_yet_status,
    build_perhaps_not_yet_status,
    build_rotated_status,
)
from engine.model.cards import Between, CardSet
from engine.model.formats import Format


def find_rotation_statuses(fmt: Format, as_of: date) -> Mapping[str, SetStatus]:
    """Every set of a rotating format's game with its status on a day."""
    found: dict[str, SetStatus] = {}
    for card_set in fmt.sets.values():
        if card_set.kind == "expansion" and not card_set.follows:
            found[card_set.code] = _get_expansion_status(fmt, card_set, as_of)
    for card_set in fmt.sets.values():
        if card_set.code not in found:
            found[card_set.code] = _get_other_status(fmt, card_set, as_of, found)
    return found


def find_rotation_day(fmt: Format, card_set: CardSet) -> Between | None:
    """When enough later sets of its brand are legal that an expansion is out; `None` while too few are recorded."""
    keep = fmt.pool.per_brand.get(card_set.brand or "", 0)
    others = [other for other in list_competing_sets(fmt, card_set) if other is not card_set]
    perhaps = sorted(o.legal.earliest for o in others if o.legal.latest >= card_set.legal.earliest)
    surely = sorted(o.legal.latest for o in others if o.official == "yes" and o.legal.earliest > card_set.legal.latest)
    if len(perhaps) < keep:
        return None
    earliest = max(perhaps[keep - 1], card_set.legal.earliest)
    return Between(earliest, surely[keep - 1] if len(surely) >= keep else date.max)


@lru_cache(maxsize=512)
def _find_rotation_days(fmt: Format) -> Mapping[str, Between]:
    """When the sets of a format rotate out, by code, as far as enough later ones are recorded."""
    rotating = (each for each in fmt.sets.values() if each.brand in fmt.pool.per_brand)
    return {each.code: day for each in rotating if (day := find_rotation_day(fmt, each))}


def list_competing_sets(fmt: Format, card_set: CardSet) -> Iterable[CardSet]:
    """The expansions of its brand that count, doubtful ones with them; a fan set pushes none out."""
    return (
        other
        for other in fmt.sets.values()
        if other.brand == card_set.brand and other.kind == "expansion" and not other.follows and other.official != "no"
    )


def _get_expansion_status(fmt: Format, card_set: CardSet, as_of: date) -> SetStatus:
    """An expansion: among the last of its brand, before its day, after it, or not to be told."""
    outside = _find_never_in(fmt, card_set)
    if outside:
        return outside
    has_come = card_set.legal.has_come(as_of)
    if has_come is False:
        return build_not_yet_status(card_set)
    if fmt.pool.is_inferred:
        return SetStatus(UNKNOWN, NOT_STATED, f"no source lists the sets of {fmt.name}")
    leaves = _find_rotation_days(fmt).get(card_set.code)
    gone = build_rotated_status(fmt.name, card_set, leaves, as_of) if leaves else None
    if gone:
        return gone
    if card_set.official == "doubtful":
        return SetStatus(UNKNOWN, DOUBTFUL, f"whether {card_set.code} was an official set is doubtful")
    return SetStatus(IN) if has_come else build_perhaps_not_yet_status(card_set)


def _find_never_in(fmt: Format, card_set: CardSet) -> SetStatus | None:
    if card_set.official == "no":
        return SetStatus(OUT, FAN, f"{card_set.code} is a fan set")
    if card_set.brand and card_set.brand not in fmt.pool.per_brand:
        brands = " and ".join(fmt.pool.per_brand)
        return SetStatus(OUT, NOT_LISTED, f"{card_set.code} is not one of the {brands} sets of {fmt.name}")
    if not card_set.brand:
        return SetStatus(UNKNOWN, NOT_STATED, f"the brand of {card_set.code} isn’t recorded")
    return None


def _get_other_status(fmt: Format, card_set: CardSet, as_of: date, expansions: Mapping[str, SetStatus]) -> SetStatus:
    """A starter, an exclusive, a crossover: in while the expansion it follows is, and legal itself."""
    code, follows = card_set.code, card_set.follows
    if card_set.official == "no":
        return SetStatus(OUT, FAN, f"{code} is a fan set")
    if not follows:
        return _get_unattached_status(fmt, card_set, as_of, expansions)
    leader = expansions.get(follows)
    if leader is None:
        return SetStatus(UNKNOWN, NOT_STATED, f"{code} goes with {follows}, which isn’t a recorded expansion")
    if leader.status == OUT:
        return SetStatus(OUT, leader.cause, f"{code} goes with {follows}: {leader.reason}", leader.since)
    has_come = card_set.legal.has_come(as_of)
    if has_come is False:
        return build_not_yet_status(card_set)
    if leader.status == UNKNOWN:
        return SetStatus(UNKNOWN, leader.cause, f"{code} goes with {follows}: {leader.reason}", leader.since)
    return SetStatus(IN) if has_come else build_perhaps_not_yet_status(card_set)


def _get_unattached_status(
    fmt: Format, card_set: CardSet, as_of: date, expansions: Mapping[str, SetStatus]
) -> SetStatus:
    """A set that is no expansion and isn't recorded to follow one: it may go with any of its brand and time."""
    if all(expansions[code].status == OUT for code in _list_contemporaries(fmt, card_set, expansions)):
        return SetStatus(OUT, NOT_LISTED, f"{card_set.code} goes with no set in {fmt.name}")
    if card_set.legal.has_come(as_of) is False:
        return build_not_yet_status(card_set)
    return SetStatus(UNKNOWN, NOT_STATED, f"not recorded which set {card_set.code} goes with")


def _list_contemporaries(fmt: Format, card_set: CardSet, expansions: Mapping[str, SetStatus]) -> list[str]:
    """The expansions of its brand that it may have come out with, where it isn't recorded which one it follows."""
    released = card_set.released
    return [
        code
        for code in expansions
        if fmt.sets[code].brand == card_set.brand
        and fmt.sets[code].released.earliest <= released.latest
        and released.earliest <= fmt.sets[code].released.latest
    ]
