"""Why each set is in a format on a day, as data and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from engine.formats.pools import PoolOnDay, get_pool_on
from engine.formats.set_status import IN, UNKNOWN
from engine.model.cards import CardSet
from engine.model.formats import Format

ADDED = "added"
LISTED = "listed"
EVERY = "every official set"
LAST = "one of the last"
FOLLOWS = "goes with another"
YEAR = "by its year"
VOLUME = "by its volume"

_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class InclusionReason:
    """What puts a set in a format: `kind` is one of the words above, `sets` are the codes of the sets it rests on."""

    kind: str
    said: str
    sets: tuple[str, ...] = ()


def find_inclusion_reasons(fmt: Format, as_of: date) -> Mapping[str, InclusionReason]:
    """For every set that is certainly in on a day, by its code, why it is."""
    pool = get_pool_on(fmt, as_of)
    return {code: _explain_set(fmt, fmt.sets[code], pool, as_of) for code in pool.certain}


def _explain_set(fmt: Format, card_set: CardSet, pool: PoolOnDay, as_of: date) -> InclusionReason:
    asked = fmt.pool
    if card_set.code in asked.also:
        return InclusionReason(ADDED, "added by name")
    if asked.kind == "rotation":
        return _explain_rotation(fmt, card_set, pool)
    if card_set.code in asked.sets:
        return InclusionReason(LISTED, "on the list" if asked.kind != "chosen" else "always included")
    if asked.kind == "yearly":
        return _explain_year(fmt, card_set, as_of)
    if asked.kind == "volume":
        return InclusionReason(VOLUME, f"Volume {card_set.volume}; Volume {asked.from_volume} and later are legal")
    return InclusionReason(EVERY, "every official set is legal")


def _explain_rotation(fmt: Format, card_set: CardSet, pool: PoolOnDay) -> InclusionReason:
    """An expansion is among the last of its brand; anything else goes with one that is."""
    if card_set.kind == "expansion" and not card_set.follows:
        return _explain_last_sets(fmt, card_set, pool)
    leader = fmt.sets[str(card_set.follows)]
    return InclusionReason(
        FOLLOWS, f"goes with {leader.code}, {_explain_last_sets(fmt, leader, pool).said}", (leader.code,)
    )


def _explain_last_sets(fmt: Format, card_set: CardSet, pool: PoolOnDay) -> InclusionReason:
    brand = str(card_set.brand)
    keep = fmt.pool.per_brand[brand]
    certain, perhaps = (
        tuple(
            each.code
            for each in sorted(fmt.sets.values(), key=lambda each: each.legal.earliest)
            if each.brand == brand and each.kind == "expansion" and not each.follows
            and pool.sets[each.code].status == status
        )
        for status in (IN, UNKNOWN)
    )  # fmt: skip
    said = f"one of the last {_in_words(keep)} {brand} expansions: {' '.join(certain)}"
    if perhaps:
        said += f", possibly {' '.join(perhaps)}"
    return InclusionReason(LAST, said, (*certain, *perhaps))


def _explain_year(fmt: Format, card_set: CardSet, as_of: date) -> InclusionReason:
    first = fmt.pool.first_rotation
    if first is None or as_of.year < first:
        before = "" if first is None else f" before {first}"
        return InclusionReason(YEAR, f"no set rotates out{before}; every official set except promos is legal")
    own = " or ".join(map(str, sorted({card_set.released.earliest.year, card_set.released.latest.year})))
    return InclusionReason(YEAR, f"released in {own}; sets of {as_of.year - 1} and {as_of.year} are legal")


def _in_words(number: int) -> str:
    return _SMALL[number] if number < len(_SMALL) else str(number)
