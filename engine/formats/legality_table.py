"""The legality of every card of a game in a format, for all days at once.

Cards that no rule of a pool can tell apart are of one kind and share a course: their status from each day on. A card
that a ban names, or whose wording changes what legality hangs on, has a course of its own. So a table has a few hundred
courses however many cards there are, and any day is read off it. Each status is
`engine.formats.legality.find_legality`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from engine.formats.bans import find_bans_on, is_named_by_ban, list_change_days_of_ban
from engine.formats.legality import BANNED, LEGAL, find_legality
from engine.formats.set_status import UNKNOWN
from engine.model.cards import Card
from engine.model.formats import Ban, Format
from engine.model.names import fold
from engine.model.reference import Reference
from engine.timelines import list_card_change_days

NOT_BANNED = "not banned"

#: A status with the first day, as an ordinal, from which it holds; in order, the first from the first day there is.
StatusTimeline = tuple[tuple[int, str], ...]

#: What of a card a ban or a pool looks at and a text may state otherwise.
_HANGS_ON = frozenset(("type", "identity", "versions", "universe", "teams"))
_BASIC_LOCATION = "Basic Location"

#: A card as it reads from each of several days on, the first from the first day there is.
_CardReadings = tuple[tuple[date, Card], ...]


@dataclass(frozen=True, slots=True)
class LegalityTable:
    """A format through time: which of its `courses` each kind has, by number, and each card, by slug, that isn't as
    its kind; and the courses of `bans` of the cards that one names, whatever the pool: banned, unknown or not banned.
    """

    courses: tuple[StatusTimeline, ...]
    kinds: Mapping[int, int]
    cards: Mapping[str, int]
    bans: Mapping[str, int]

    def to_dict(self) -> dict[str, Any]:
        """The table as JSON takes it; kinds that share a course stand together."""
        alike: list[list[int]] = [[] for _ in self.courses]
        for kind, place in self.kinds.items():
            alike[place].append(kind)
        return {"courses": self.courses, "kinds": alike, "cards": dict(self.cards), "bans": dict(self.bans)}

    def find_status(self, card: Card, on: date) -> str:
        """The legality of a card on a day."""
        place = self.cards.get(card.slug)
        return _status(self.courses[self.kinds[get_card_class(card)] if place is None else place], on.toordinal())


@dataclass(frozen=True, slots=True)
class BestStatuses:
    """The best status that cards have in some formats on a day, by kind, and by slug where it isn't their kind's."""

    kinds: Mapping[int, str]
    cards: Mapping[str, str]


def table_from_dict(plain: Mapping[str, Any]) -> LegalityTable:
    """The table out of what `to_dict` gave, also after it was JSON."""
    courses = tuple(tuple((since, status) for since, status in course) for course in plain["courses"])
    kinds = {kind: place for place, alike in enumerate(plain["kinds"]) for kind in alike}
    return LegalityTable(courses, kinds, plain["cards"], plain["bans"])


def get_card_class(card: Card) -> int:
    """A number that is the same for all cards of a game that no pool can tell apart, at every data version."""
    return _number(card.game, _get_pool_facts(card))


@lru_cache(maxsize=8)
def group_by_card_class(reference: Reference) -> Mapping[int, tuple[Card, ...]]:
    """The cards of a game by their kind."""
    alike: dict[tuple[object, ...], list[Card]] = {}
    for card in reference.catalog.cards:
        alike.setdefault(_get_pool_facts(card), []).append(card)
    return {_number(reference.game, seen): tuple(cards) for seen, cards in alike.items()}


def build_legality_table(reference: Reference, fmt: Format) -> LegalityTable:
    """Every card of a game in one of its formats; some hundredths of a second."""
    named = dict(_list_named_cards(reference, fmt))
    courses: dict[StatusTimeline, int] = {}
    apart: dict[str, int] = {}
    bans: dict[str, int] = {}

    def place(statuses: Iterable[tuple[date, str]]) -> int:
        return courses.setdefault(_build_timeline(statuses), len(courses))

    changing = _list_changing_cards(reference)
    for card in reference.catalog.cards:
        reads_otherwise = card.slug in changing
        if card.slug not in named and not reads_otherwise:
            continue
        read = _read_card(card, reference) if reads_otherwise else ((date.min, card),)
        of_name = named.get(card.slug, ())
        days = _days(read, fmt, of_name)
        apart[card.slug] = place((day, find_legality(_on(read, day), fmt, day).status) for day in days)
        if any(is_named_by_ban(each, ban)[0] is not False for _, each in read for ban in of_name):
            bans[card.slug] = place((day, _get_ban_status(_on(read, day), fmt, day)) for day in days)
    kinds = {}
    for kind, alike in group_by_card_class(reference).items():
        one = next((card for card in alike if card.slug not in apart), None)
        if one:
            days = _days(((date.min, one),), fmt, ())
            kinds[kind] = place((day, find_legality(one, fmt, day).status) for day in days)
    return LegalityTable(tuple(courses), kinds, apart, bans)


def find_best_statuses(reference: Reference, tables: Iterable[LegalityTable], on: date) -> BestStatuses:
    """The best status of each card in any of the formats of these tables on a day: legal, unknown, else another."""
    held = [(table, _statuses(table, on)) for table in tables]
    kinds: dict[int, str] = {}
    for table, statuses in held:
        for kind, place in table.kinds.items():
            before = kinds.get(kind)
            if before != LEGAL:
                kinds[kind] = _get_better_status(before, statuses[place])
    cards: dict[str, str] = {}
    for slug in {slug for table, _ in held for slug in table.cards}:
        kind = get_card_class(reference.catalog.by_slug[slug])
        found: str | None = None
        for table, statuses in held:
            own = table.cards.get(slug)
            found = _get_better_status(found, statuses[table.kinds[kind] if own is None else own])
            if found == LEGAL:
                break
        cards[slug] = found or ""
    return BestStatuses(kinds, cards)


def find_banned_cards(tables: Iterable[LegalityTable], on: date) -> Mapping[str, str]:
    """The slugs of the cards that are banned in any of the formats of these tables on a day, or may be (unknown)."""
    found: dict[str, str] = {}
    for table in tables:
        statuses = _statuses(table, on)
        for slug, place in table.bans.items():
            if statuses[place] != NOT_BANNED and found.get(slug) != BANNED:
                found[slug] = statuses[place]
    return found


def _statuses(table: LegalityTable, on: date) -> list[str]:
    day = on.toordinal()
    return [_status(course, day) for course in table.courses]


def _status(course: StatusTimeline, day: int) -> str:
    found = course[0][1]
    for since, status in course:
        if since > day:
            break
        found = status
    return found


def _get_better_status(one: str | None, other: str) -> str:
    for status in (LEGAL, UNKNOWN):
        if status in (one, other):
            return status
    return one or other


def _get_pool_facts(card: Card) -> tuple[object, ...]:
    return card.set_codes, card.has_unrecorded_printing, card.is_in_every_set, card.type == _BASIC_LOCATION


def _number(game: str, seen: tuple[Any, ...]) -> int:
    codes, *flags = seen
    said = "\n".join((game, *("1" if flag else "0" for flag in flags), *sorted(codes)))
    return int.from_bytes(blake2b(said.encode(), digest_size=6).digest(), "big")


def _list_named_cards(reference: Reference, fmt: Format) -> Iterator[tuple[str, tuple[Ban, ...]]]:
    """The cards that bear the name of a ban of a format, by slug, with the bans of that name."""
    by_name: dict[str, list[Ban]] = {}
    for ban in fmt.bans:
        by_name.setdefault(fold(ban.card), []).append(ban)
    for name, bans in by_name.items():
        for card in reference.catalog.names.get(name, ()):
            yield card.slug, tuple(bans)


@lru_cache(maxsize=8)
def _list_changing_cards(reference: Reference) -> frozenset[str]:
    """The slugs of the cards of which a text changes what pools ask for."""
    held = (card for card in reference.catalog.cards if card.readings)
    return frozenset(card.slug for card in held if any(_HANGS_ON & reading.facts.keys() for reading in card.readings))


def _read_card(card: Card, reference: Reference) -> _CardReadings:
    return tuple((day, reference.on(day).catalog.by_slug[card.slug]) for day in sorted({date.min, *reference.turns}))


def _on(read: _CardReadings, day: date) -> Card:
    return next(card for since, card in reversed(read) if since <= day)


def _days(read: _CardReadings, fmt: Format, bans: Iterable[Ban]) -> list[date]:
    """The days on which the legality of a card may change in a format, and the first there is; in order."""
    found = {since for since, _ in read}
    found.update(list_card_change_days([card for _, card in read], fmt))
    for ban in bans:
        found.update(list_change_days_of_ban(ban))
    return sorted(found)


def _build_timeline(statuses: Iterable[tuple[date, str]]) -> StatusTimeline:
    """The statuses that are others than the one before."""
    found: list[tuple[int, str]] = []
    for day, status in statuses:
        if not found or found[-1][1] != status:
            found.append((day.toordinal(), status))
    return tuple(found)


def _get_ban_status(card: Card, fmt: Format, day: date) -> str:
    ban = find_bans_on(fmt, day).of(card)
    return NOT_BANNED if ban is None else BANNED if ban.is_certain else UNKNOWN
