"""Which sets, and so which cards, a format has on a day; where that isn't established, why not."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import MAXYEAR, date
from functools import cached_property, lru_cache

from engine.formats.rotation import find_rotation_statuses
from engine.formats.set_status import (
    DOUBTFUL,
    FAN,
    IN,
    NOT_HELD,
    NOT_LISTED,
    NOT_STATED,
    NOT_YET,
    OUT,
    PERHAPS_NOT_YET,
    UNKNOWN,
    SetStatus,
    build_not_yet_status,
    build_perhaps_not_yet_status,
    build_rotated_status,
)
from engine.model.cards import Between, Card, CardSet
from engine.model.formats import Format, Pool
from engine.model.games import game_of

#: What keeps a card out, or in doubt, only until a later day.
_COMES_LATER = frozenset((NOT_YET, PERHAPS_NOT_YET, NOT_LISTED, FAN))
_BASIC_LOCATIONS = "basic-locations"


@dataclass(frozen=True, slots=True)
class CardStatus:
    """Whether a card is in a format on a day, and where it isn't, or may not be, why.

    `is_not_yet` tells a card that comes later from one that the format doesn't have, `is_about_pool` a doubt about the
    whole pool from one about the card. `stand_ins` are the sets it is in by their release alone; `is_on_trust` says
    that its release is taken on trust.
    """

    status: str
    reason: str = ""
    is_not_yet: bool = False
    is_about_pool: bool = False
    stand_ins: tuple[str, ...] = ()
    is_on_trust: bool = False


PLAINLY_IN = CardStatus(IN)
ON_TRUST = CardStatus(IN, is_on_trust=True)


class PoolOnDay:
    """A format's sets on a day, each in, out or unknown, and the cards that are therefore in it.

    `unrecorded` are the years whose sets it has and of which no set is recorded: any card may be in one of those.
    """

    def __init__(self, fmt: Format, sets: Mapping[str, SetStatus], unrecorded: tuple[int, ...] = ()) -> None:
        self.fmt = fmt
        self.sets = sets
        self.unrecorded = unrecorded
        self._cards: dict[Card, CardStatus] = {}

    @property
    def certain(self) -> tuple[str, ...]:
        """The codes of the sets that are certainly in it, sorted."""
        return tuple(sorted(code for code, found in self.sets.items() if found.status == IN))

    @property
    def uncertain(self) -> tuple[str, ...]:
        """The codes of the sets of which that isn't established, sorted."""
        return tuple(sorted(code for code, found in self.sets.items() if found.status == UNKNOWN))

    def card_status(self, card: Card) -> CardStatus:
        """Whether a card is in: it is if any of its printings is."""
        known = self._cards.get(card)
        if known is None:
            known = self._cards[card] = self._unless_unrecorded(self._card_status(card))
        return known

    def _unless_unrecorded(self, found: CardStatus) -> CardStatus:
        """The status of a card; one that is in no recorded set may be in a set that isn't recorded."""
        if found.status != OUT or not self.unrecorded:
            return found
        years = " and ".join(map(str, self.unrecorded))
        return CardStatus(UNKNOWN, f"no sets recorded for {years}", is_about_pool=True)

    def _card_status(self, card: Card) -> CardStatus:
        if card.is_in_every_set:
            return self._status_of_every_set()
        if _BASIC_LOCATIONS in self.fmt.pool.always and card.type == "Basic Location":
            return PLAINLY_IN
        is_unrecorded = card.has_unrecorded_printing or not card.set_codes
        found = {code: self.sets.get(code, NOT_HELD) for code in self._codes(card)}
        certain = [code for code in found if found[code].status == IN]
        if certain:
            return self._status_inside(certain)
        if is_unrecorded:
            return self._status_without_printing(found)
        doubts = [status for status in found.values() if status.status == UNKNOWN]
        causes = {status.cause for status in found.values()}
        is_not_yet = causes <= _COMES_LATER and bool(causes & {NOT_YET, PERHAPS_NOT_YET})
        telling = doubts or [status for status in found.values() if status.cause == NOT_YET or not is_not_yet]
        return CardStatus(
            UNKNOWN if doubts else OUT,
            "; ".join(dict.fromkeys(status.reason for status in telling)),
            is_not_yet,
            is_about_pool=bool(doubts) and self._is_open,
        )

    def _codes(self, card: Card) -> tuple[str, ...]:
        """The sets that can make it legal, in the order of its printings; promotional ones where it has no other."""
        codes = tuple(dict.fromkeys(printing.set_code for printing in card.printings if printing.set_code))
        if not game_of(self.fmt.game).formats.promos_follow:
            return codes
        sets = self.fmt.sets
        return tuple(code for code in codes if code not in sets or sets[code].kind != "promo") or codes

    @property
    def _is_open(self) -> bool:
        """Whether a deck list can't show which sets the format has."""
        return self.fmt.pool.is_inferred or self.fmt.pool.kind == "chosen"

    def _status_without_printing(self, found: Mapping[str, SetStatus]) -> CardStatus:
        """A card with a printing that isn't recorded: in a format of every set its release is taken on trust."""
        if self._is_open:
            return CardStatus(UNKNOWN, f"no source lists the sets of {self.fmt.name}", is_about_pool=True)
        if self.fmt.pool.kind == "all":
            return self._status_on_trust()
        return CardStatus(
            UNKNOWN, "not all of its printings are recorded" if found else "none of its printings are recorded"
        )

    def _status_of_every_set(self) -> CardStatus:
        """A card that counts as being in every set is in as soon as any set is."""
        return self._before_the_first_set or PLAINLY_IN

    def _status_on_trust(self) -> CardStatus:
        """A card of some set that isn't recorded can be out as soon as any set is."""
        return self._before_the_first_set or ON_TRUST

    @cached_property
    def _before_the_first_set(self) -> CardStatus | None:
        """The status of a card of any set, while no set is certainly in."""
        statuses = {found.status for found in self.sets.values()}
        if IN in statuses:
            return None
        if UNKNOWN in statuses:
            return CardStatus(UNKNOWN, "unknown whether any set is legal yet", is_not_yet=True)
        return CardStatus(OUT, "no set is legal yet", is_not_yet=True)

    def _status_inside(self, codes: list[str]) -> CardStatus:
        """A card that is in by these sets: plainly if the day of one is recorded, else by their release."""
        if any(self.fmt.sets[code].legal_from for code in codes):
            return PLAINLY_IN
        return CardStatus(IN, stand_ins=tuple(codes))


def get_pool_on(fmt: Format, as_of: date) -> PoolOnDay:
    """The pool of a format on a day, worked out once for all days between two on which it may change."""
    turning = list_pool_change_days(fmt)
    place = bisect_right(turning, as_of)
    since = turning[place - 1] if place else date.min
    if list_unrecorded_years(fmt, as_of):
        # What it says of these years is otherwise in each.
        since = max(since, date(as_of.year, 1, 1))
    return _pool_since(fmt, since)


# For its life, a deck of many sets is judged in 33 formats on some 50 days each; fewer would go before they are needed.
@lru_cache(maxsize=2048)
def _pool_since(fmt: Format, as_of: date) -> PoolOnDay:
    if fmt.pool == Pool(always=fmt.pool.always):
        return _pool_of_every_set(fmt.game, tuple(fmt.sets.values()), fmt.pool.always, as_of)
    return PoolOnDay(fmt, find_set_statuses(fmt, as_of), list_unrecorded_years(fmt, as_of))


@lru_cache(maxsize=512)
def _pool_of_every_set(game: str, sets: tuple[CardSet, ...], always: tuple[str, ...], as_of: date) -> PoolOnDay:
    """The pool that all formats of every set share, so that it and its cards are looked at once: none names itself."""
    fmt = Format(game, "", "", pool=Pool(always=always), sets={each.code: each for each in sets})
    return PoolOnDay(fmt, find_set_statuses(fmt, as_of))


def find_set_statuses(fmt: Format, as_of: date) -> Mapping[str, SetStatus]:
    """Every set of a format's game by its code, with its status on a day."""
    rotating = find_rotation_statuses(fmt, as_of) if fmt.pool.kind == "rotation" else {}
    return {
        code: _find_settled_status(fmt, card_set, as_of) or rotating.get(code) or _set_status(fmt, card_set, as_of)
        for code, card_set in fmt.sets.items()
    }


def _find_settled_status(fmt: Format, card_set: CardSet, as_of: date) -> SetStatus | None:
    """A set that is out or in whatever the pool's kind says; `None` for one that the kind decides."""
    if card_set.code in fmt.pool.without:
        return SetStatus(OUT, NOT_LISTED, f"{card_set.code} is excluded from {fmt.name}")
    if card_set.code not in fmt.pool.also:
        return None
    has_come = card_set.legal.has_come(as_of)
    if has_come is None:
        return build_perhaps_not_yet_status(card_set)
    return SetStatus(IN) if has_come else build_not_yet_status(card_set)


@lru_cache(maxsize=512)
def list_pool_change_days(fmt: Format) -> tuple[date, ...]:
    """The days on which any set of a format may get another status, in order.

    A set rotates out because of a later one of its brand, so these days are those of the sets; in a yearly pool they
    are, beside them, the first days of years, that of the first year without a recorded set among them.
    """
    found: set[date] = set(filter(None, (find_unrecorded_since(fmt),)))
    for card_set in fmt.sets.values():
        found.update(_list_own_days(fmt, card_set))
    return tuple(sorted(found))


def _list_own_days(fmt: Format, card_set: CardSet) -> Iterator[date]:
    """The days on which a set may get another status, whatever other sets there are."""
    yield from (card_set.legal.earliest, card_set.legal.latest)
    if fmt.pool.kind == "yearly" and fmt.pool.first_rotation is not None:
        left = find_leaving_day_by_year(fmt.pool.first_rotation, card_set)
        yield from (left.earliest, left.latest)


@lru_cache(maxsize=512)
def find_set_timelines(fmt: Format) -> Mapping[str, tuple[tuple[date, SetStatus], ...]]:
    """Each set's statuses with the days from which it has them, the first from the first day there is."""
    if fmt.pool.kind == "rotation":
        pools = [(day, get_pool_on(fmt, day).sets) for day in (date.min, *list_pool_change_days(fmt))]
        return {code: _join_equal((day, sets[code]) for day, sets in pools) for code in fmt.sets}
    return {
        code: _join_equal(
            (day, _find_settled_status(fmt, card_set, day) or _set_status(fmt, card_set, day))
            for day in sorted({date.min, *_list_own_days(fmt, card_set)})
        )
        for code, card_set in fmt.sets.items()
    }


def _join_equal(found: Iterable[tuple[date, SetStatus]]) -> tuple[tuple[date, SetStatus], ...]:
    """Only the days on which the status is another one than before."""
    timeline: list[tuple[date, SetStatus]] = []
    for day, status in found:
        if not timeline or timeline[-1][1] != status:
            timeline.append((day, status))
    return tuple(timeline)


def _set_status(fmt: Format, card_set: CardSet, as_of: date) -> SetStatus:
    """A set of a pool that doesn't rotate by the order of its sets."""
    pool = fmt.pool
    is_listed = card_set.code in pool.sets
    if pool.kind == "listed" and not is_listed and not pool.is_inferred:
        return SetStatus(OUT, NOT_LISTED, f"{card_set.code} is not a set of {fmt.name}")
    if card_set.official == "no" and not is_listed:
        return SetStatus(OUT, FAN, f"{card_set.code} is a fan set")
    if pool.kind == "yearly" and card_set.kind == "promo":
        return SetStatus(
            OUT, NOT_LISTED, f"{card_set.code} is promotional; a legal set must have a card of the same name"
        )
    if pool.kind == "volume":
        volume = _get_volume(card_set)
        if volume is not None and volume < (pool.from_volume or 0):
            return SetStatus(OUT, NOT_LISTED, f"{card_set.code} is older than Volume {pool.from_volume}")
    has_come = card_set.legal.has_come(as_of)
    if has_come is False:
        return build_not_yet_status(card_set)
    if pool.kind == "yearly":
        gone = _find_status_by_year(fmt, card_set, as_of)
        if gone:
            return gone
    doubt = _find_doubt(fmt, card_set, is_listed)
    if doubt:
        return doubt
    return SetStatus(IN) if has_come else build_perhaps_not_yet_status(card_set)


def _find_doubt(fmt: Format, card_set: CardSet, is_listed: bool) -> SetStatus | None:
    """What keeps a set that is out by its day from being certainly in."""
    if fmt.pool.is_inferred:
        return SetStatus(UNKNOWN, NOT_STATED, f"no source lists the sets of {fmt.name}")
    if fmt.pool.kind == "chosen" and not is_listed:
        return SetStatus(UNKNOWN, NOT_STATED, f"the sets of {fmt.name} are chosen for each event")
    if fmt.pool.kind == "volume" and _get_volume(card_set) is None:
        return SetStatus(UNKNOWN, NOT_STATED, f"the volume of {card_set.code} isn’t recorded")
    if card_set.official == "doubtful" and not is_listed:
        return SetStatus(UNKNOWN, DOUBTFUL, f"whether {card_set.code} was an official set is doubtful")
    return None


def _get_volume(card_set: CardSet) -> int | None:
    """A set's volume, 0 before the first; None where it isn't recorded. A question mark only says it is unverified."""
    if card_set.volume == "pre-volume":
        return 0
    return int(card_set.volume.rstrip("?")) if card_set.volume else None


def _find_status_by_year(fmt: Format, card_set: CardSet, as_of: date) -> SetStatus | None:
    """A set that has left a pool of this year's and last year's sets, or may have; `None` for one that is still in."""
    first = fmt.pool.first_rotation
    if first is None or as_of.year < first:
        return None
    return build_rotated_status(fmt.name, card_set, find_leaving_day_by_year(first, card_set), as_of)


def list_unrecorded_years(fmt: Format, as_of: date) -> tuple[int, ...]:
    """The years whose sets a rotating yearly pool has on a day and after whose beginning no set is recorded."""
    since = find_unrecorded_since(fmt)
    if since is None or as_of < since:
        return ()
    return tuple(year for year in (as_of.year - 1, as_of.year) if year > _find_last_year(fmt))


@lru_cache(maxsize=512)
def find_unrecorded_since(fmt: Format) -> date | None:
    """The day from which a yearly pool rests on sets that aren't recorded; `None` for any other pool."""
    first = fmt.pool.first_rotation
    if fmt.pool.kind != "yearly" or first is None:
        return None
    return date(max(first, _find_last_year(fmt) + 1), 1, 1)


def _find_last_year(fmt: Format) -> int:
    """The last year of which a set that a yearly pool may have is recorded; one without a last day counts by its first.

    0 where none is.
    """
    released = (each.released for each in fmt.sets.values() if each.official != "no" and each.kind != "promo")
    return max(((day.earliest if day.latest == date.max else day.latest).year for day in released), default=0)


def find_leaving_day_by_year(first_rotation: int, card_set: CardSet) -> Between:
    """When a set leaves a pool of this year's and last year's sets that begins to rotate with a year."""
    released = card_set.released
    return Between(*(_add_two_years(day, first_rotation) for day in (released.earliest, released.latest)))


def _add_two_years(released: date, first_rotation: int) -> date:
    """The first day of the second year after a release, not before that of the first rotation."""
    return date(max(released.year + 2, first_rotation), 1, 1) if released.year + 2 <= MAXYEAR else date.max
