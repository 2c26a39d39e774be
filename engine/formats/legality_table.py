"""The legality of every card of a game in a format, for all days at once.

Cards that no rule of a pool can tell apart are of one kind and share a course: their status from each day on. A card
that a ban names, or whose wording changes what legality hangs on, has a course of its own. So a table has a few hundred
courses however many cards there are, and any day is read off it. Each status is
`engine.formats.legality.legality_of`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from engine.formats.bans import bans_on, falls_under, turns_of_ban
from engine.formats.legality import BANNED, LEGAL, legality_of
from engine.formats.set_status import UNKNOWN
from engine.model.cards import Card
from engine.model.formats import Ban, Format
from engine.model.names import fold
from engine.model.reference import Reference
from engine.timelines import days_of_cards

NOT_BANNED = "not banned"

#: A status with the first day, as an ordinal, from which it holds; in order, the first from the first day there is.
Course = tuple[tuple[int, str], ...]

#: What of a card a ban or a pool looks at and a text may state otherwise.
_HANGS_ON = frozenset(("type", "identity", "versions", "universe", "teams"))
_BASIC_LOCATION = "Basic Location"

#: A card as it reads from each of several days on, the first from the first day there is.
_Read = tuple[tuple[date, Card], ...]


@dataclass(frozen=True, slots=True)
class LegalityTable:
    """A format through time: which of its `courses` each kind has, by number, and each card, by slug, that isn't as
    its kind; and the courses of `bans` of the cards that one names, whatever the pool: banned, unknown or not banned.
    """

    courses: tuple[Course, ...]
    kinds: Mapping[int, int]
    cards: Mapping[str, int]
    bans: Mapping[str, int]

    def as_plain(self) -> dict[str, Any]:
        """The table as JSON takes it; kinds that share a course stand together."""
        alike: list[list[int]] = [[] for _ in self.courses]
        for kind, place in self.kinds.items():
            alike[place].append(kind)
        return {"courses": self.courses, "kinds": alike, "cards": dict(self.cards), "bans": dict(self.bans)}

    def status_of(self, card: Card, on: date) -> str:
        """The legality of a card on a day."""
        place = self.cards.get(card.slug)
        return _status(self.courses[self.kinds[kind_of(card)] if place is None else place], on.toordinal())


@dataclass(frozen=True, slots=True)
class Statuses:
    """The best status that cards have in some formats on a day, by kind, and by slug where it isn't their kind's."""

    kinds: Mapping[int, str]
    cards: Mapping[str, str]


def table_from(plain: Mapping[str, Any]) -> LegalityTable:
    """The table out of what `as_plain` gave, also after it was JSON."""
    courses = tuple(tuple((since, status) for since, status in course) for course in plain["courses"])
    kinds = {kind: place for place, alike in enumerate(plain["kinds"]) for kind in alike}
    return LegalityTable(courses, kinds, plain["cards"], plain["bans"])


def kind_of(card: Card) -> int:
    """A number that is the same for all cards of a game that no pool can tell apart, at every data version."""
    return _number(card.game, _seen_by_pools(card))


@lru_cache(maxsize=8)
def kinds_of(reference: Reference) -> Mapping[int, tuple[Card, ...]]:
    """The cards of a game by their kind."""
    alike: dict[tuple[object, ...], list[Card]] = {}
    for card in reference.catalog.cards:
        alike.setdefault(_seen_by_pools(card), []).append(card)
    return {_number(reference.game, seen): tuple(cards) for seen, cards in alike.items()}


def legality_table(reference: Reference, fmt: Format) -> LegalityTable:
    """Every card of a game in one of its formats; some hundredths of a second."""
    named = dict(_named(reference, fmt))
    courses: dict[Course, int] = {}
    apart: dict[str, int] = {}
    bans: dict[str, int] = {}

    def place(statuses: Iterable[tuple[date, str]]) -> int:
        return courses.setdefault(_course(statuses), len(courses))

    for card in reference.catalog.cards:
        reads_otherwise = any(_HANGS_ON & reading.facts.keys() for reading in card.readings)
        if card.slug not in named and not reads_otherwise:
            continue
        read = _as_read(card, reference) if reads_otherwise else ((date.min, card),)
        of_name = named.get(card.slug, ())
        days = _days(read, fmt, of_name)
        apart[card.slug] = place((day, legality_of(_on(read, day), fmt, day).status) for day in days)
        if any(falls_under(each, ban)[0] is not False for _, each in read for ban in of_name):
            bans[card.slug] = place((day, _banned(_on(read, day), fmt, day)) for day in days)
    kinds = {}
    for kind, alike in kinds_of(reference).items():
        one = next((card for card in alike if card.slug not in apart), None)
        if one:
            days = _days(((date.min, one),), fmt, ())
            kinds[kind] = place((day, legality_of(one, fmt, day).status) for day in days)
    return LegalityTable(tuple(courses), kinds, apart, bans)


def statuses_on(reference: Reference, tables: Iterable[LegalityTable], on: date) -> Statuses:
    """The best status of each card in any of the formats of these tables on a day: legal, unknown, else another."""
    held = [(table, _statuses(table, on)) for table in tables]
    kinds: dict[int, str] = {}
    for table, statuses in held:
        for kind, place in table.kinds.items():
            before = kinds.get(kind)
            if before != LEGAL:
                kinds[kind] = _better(before, statuses[place])
    cards: dict[str, str] = {}
    for slug in {slug for table, _ in held for slug in table.cards}:
        kind = kind_of(reference.catalog.by_slug[slug])
        found: str | None = None
        for table, statuses in held:
            own = table.cards.get(slug)
            found = _better(found, statuses[table.kinds[kind] if own is None else own])
            if found == LEGAL:
                break
        cards[slug] = found or ""
    return Statuses(kinds, cards)


def banned_on(tables: Iterable[LegalityTable], on: date) -> Mapping[str, str]:
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


def _status(course: Course, day: int) -> str:
    found = course[0][1]
    for since, status in course:
        if since > day:
            break
        found = status
    return found


def _better(one: str | None, other: str) -> str:
    for status in (LEGAL, UNKNOWN):
        if status in (one, other):
            return status
    return one or other


def _seen_by_pools(card: Card) -> tuple[object, ...]:
    return card.set_codes, card.has_unrecorded_printing, card.is_in_every_set, card.type == _BASIC_LOCATION


def _number(game: str, seen: tuple[Any, ...]) -> int:
    codes, *flags = seen
    said = "\n".join((game, *("1" if flag else "0" for flag in flags), *sorted(codes)))
    return int.from_bytes(blake2b(said.encode(), digest_size=6).digest(), "big")


def _named(reference: Reference, fmt: Format) -> Iterator[tuple[str, tuple[Ban, ...]]]:
    """The cards that bear the name of a ban of a format, by slug, with the bans of that name."""
    by_name: dict[str, list[Ban]] = {}
    for ban in fmt.bans:
        by_name.setdefault(fold(ban.card), []).append(ban)
    for card in reference.catalog.cards if by_name else ():
        if bans := by_name.get(fold(card.name)):
            yield card.slug, tuple(bans)


def _as_read(card: Card, reference: Reference) -> _Read:
    return tuple((day, reference.on(day).catalog.by_slug[card.slug]) for day in sorted({date.min, *reference.turns}))


def _on(read: _Read, day: date) -> Card:
    return next(card for since, card in reversed(read) if since <= day)


def _days(read: _Read, fmt: Format, bans: Iterable[Ban]) -> list[date]:
    """The days on which the legality of a card may change in a format, and the first there is; in order."""
    found = {since for since, _ in read}
    found.update(days_of_cards([card for _, card in read], fmt))
    for ban in bans:
        found.update(turns_of_ban(ban))
    return sorted(found)


def _course(statuses: Iterable[tuple[date, str]]) -> Course:
    """The statuses that are others than the one before."""
    found: list[tuple[int, str]] = []
    for day, status in statuses:
        if not found or found[-1][1] != status:
            found.append((day.toordinal(), status))
    return tuple(found)


def _banned(card: Card, fmt: Format, day: date) -> str:
    ban = bans_on(fmt, day).of(card)
    return NOT_BANNED if ban is None else BANNED if ban.is_certain else UNKNOWN
