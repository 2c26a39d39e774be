"""What a format has, and where a card is legal, on a day: the engine's answers put together for a page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import engine.formats.legality
from engine.formats.bans import falls_under
from engine.formats.changes import IN_FORCE, NOT_IN_FORCE, ban_state
from engine.formats.legality import CardLegality, is_in_season
from engine.formats.pools import pool_on
from engine.formats.set_status import IN, OUT, UNKNOWN, SetStatus
from engine.model.cards import Card, CardSet
from engine.model.formats import Ban, Format
from engine.model.reference import Reference


def legality_of(card: Card, on: date, reference: Reference) -> list[CardLegality]:
    """Where a card is legal on a day: every format of its game, in their order; no query."""
    return [engine.formats.legality.legality_of(card, fmt, on) for fmt in reference.formats.values()]


@dataclass(frozen=True, slots=True)
class BanOnDay:
    """A ban with its state on a day: in force, over or not yet begun, or unknown; and the formats that have it."""

    ban: Ban
    state: str
    formats: tuple[Format, ...]
    cards: tuple[Card, ...] = ()


def bans_naming(card: Card, reference: Reference, on: date) -> list[BanOnDay]:
    """Every ban that names a card, or may, at any time, the earliest first; no query."""
    found: dict[Ban, list[Format]] = {}
    for fmt in reference.formats.values():
        for ban in fmt.bans:
            if falls_under(card, ban)[0] is not False:
                found.setdefault(ban, []).append(fmt)
    bans = (BanOnDay(ban, ban_state(ban, on), tuple(formats)) for ban, formats in found.items())
    return sorted(bans, key=lambda each: each.ban.begins.earliest)


@dataclass(frozen=True, slots=True)
class FormatOnDay:
    """A format as it stands on a day; `sets` are those in it, then those in doubt, then those that aren't.

    `unrecorded` are the years whose sets it has too, though none of them is recorded.
    """

    fmt: Format
    on: date
    is_in_season: bool
    sets: tuple[tuple[CardSet, SetStatus], ...]
    bans: tuple[BanOnDay, ...]
    unrecorded: tuple[int, ...] = ()

    def of(self, status: str) -> list[tuple[CardSet, SetStatus]]:
        """The sets of one status."""
        return [each for each in self.sets if each[1].status == status]

    @property
    def sets_in(self) -> list[tuple[CardSet, SetStatus]]:
        """The sets that are in it."""
        return self.of(IN)

    @property
    def sets_in_doubt(self) -> list[tuple[CardSet, SetStatus]]:
        """The sets of which that isn't established."""
        return self.of(UNKNOWN)

    @property
    def sets_out(self) -> list[tuple[CardSet, SetStatus]]:
        """The sets that aren't in it."""
        return self.of(OUT)

    @property
    def has_reasons(self) -> bool:
        """Whether of any ban more than its days is recorded."""
        return any(each.ban.reason or each.ban.event or each.ban.replacement for each in self.bans)

    @property
    def bans_in_force(self) -> int:
        """How many bans are certainly in force."""
        return sum(each.state == IN_FORCE for each in self.bans)


def format_on(fmt: Format, on: date, reference: Reference) -> FormatOnDay:
    """A format with its sets and bans on a day; no query."""
    pool = pool_on(fmt, on)
    bans = (BanOnDay(ban, ban_state(ban, on), (), _cards_under(ban, reference)) for ban in fmt.bans)
    order = {IN_FORCE: 0, UNKNOWN: 1, NOT_IN_FORCE: 2}
    return FormatOnDay(
        fmt,
        on,
        is_in_season(fmt, on),
        tuple((fmt.sets[code], status) for code, status in pool.sets.items()),
        tuple(sorted(bans, key=lambda each: (order[each.state], each.ban.begins.earliest, each.ban.card))),
        pool.unrecorded,
    )


def _cards_under(ban: Ban, reference: Reference) -> tuple[Card, ...]:
    """The recorded cards that a ban certainly names."""
    return tuple(card for card in reference.catalog.by_name(ban.card) if falls_under(card, ban)[0])
