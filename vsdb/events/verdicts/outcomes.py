"""The outcome of record of each list of an event, as pages, sheets, the API, tables and commands show it."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from engine import ILLEGAL, LEGAL, UNCERTAIN
from vsdb.events import clock
from vsdb.events.models import Event, EventList
from vsdb.events.verdicts.selectors import VerdictPair, list_entered, list_undecided, map_pairs
from vsdb.exchange.deck_lists.data_layouts import escape_cell

OUTCOMES = (ILLEGAL, UNCERTAIN, LEGAL)
COLUMNS = (
    *("player", "name", "list", "slot", "version", "outcome", "codes"),
    *("format", "day", "made", "newest", "is_changed"),
)


@dataclass(frozen=True, slots=True)
class ListOutcome:
    """A list with its verdict of record and the newest one.

    `is_changed`: the newest one differs, and the head judge hasn't decided whether it counts. Whoever may not see why a
    list is illegal has no `codes`.
    """

    entry: EventList
    pair: VerdictPair
    is_changed: bool
    has_codes: bool = True

    @property
    def outcome(self) -> str:
        """The outcome of record."""
        return self.pair.record.outcome

    @property
    def codes(self) -> list[str] | None:
        """The codes of its errors and unknowns; None where they aren't to be seen."""
        return list(self.pair.record.codes) if self.has_codes else None

    @property
    def player(self) -> int:
        """The player's number."""
        return self.entry.registration.number

    @property
    def name(self) -> str:
        """The player's shown name."""
        return self.entry.registration.shown_name

    @property
    def version(self) -> int:
        """The number of the current version."""
        return self.entry.current.number if self.entry.current else 0

    @property
    def format(self) -> str:
        """The format that the verdict of record is for."""
        return self.pair.record.format

    @property
    def day(self) -> date:
        """The day that it is for."""
        return self.pair.record.day

    @property
    def made(self) -> datetime:
        """When it was made."""
        return self.pair.record.made

    @property
    def newest(self) -> str:
        """The outcome of the newest verdict, by the facts of now."""
        return self.pair.newest.outcome

    def as_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        return {
            "player": self.player,
            "name": self.name,
            "list": self.entry.pk,
            "slot": self.entry.slot,
            "version": self.version,
            "outcome": self.outcome,
            "codes": self.codes,
            "format": self.format,
            "day": self.day.isoformat(),
            "made": self.made.isoformat(),
            "newest": self.newest,
            "is_changed": self.is_changed,
        }


def list_outcomes(event: Event, *, has_codes: bool = True, now: datetime | None = None) -> list[ListOutcome]:
    """The outcome of each list that was submitted, in the order of players. Seven queries for 1,000 lists.

    With `now` the codes are there of lists alone that are locked then, or whose player asks the desk.
    """
    pairs = map_pairs(event, has_whole=False)
    undecided = list_undecided(event, pairs)
    entries = list_entered(event).select_related("registration", "current").defer("draft", "current__given")
    ordered = entries.order_by("registration__sort_key", "registration__number", "slot")
    return [
        ListOutcome(each, pairs[each.pk], each.pk in undecided, has_codes and _shows_codes(event, each, now))
        for each in ordered
        if each.pk in pairs
    ]


def _shows_codes(event: Event, entry: EventList, now: datetime | None) -> bool:
    """Whether the desk may know why a list is illegal: before the lock only where its player asks the desk."""
    return now is None or bool(entry.registration.asks_desk) or clock.is_locked(event, entry.registration, now)


def count_outcomes(rows: Iterable[ListOutcome]) -> dict[str, int]:
    """How many lists have each outcome of record, the worst first."""
    counts = Counter(row.outcome for row in rows)
    return {outcome: counts[outcome] for outcome in OUTCOMES}


def write_csv(rows: Iterable[ListOutcome]) -> str:
    """The rows as CSV; no cell begins as a formula does."""
    file = io.StringIO(newline="")
    table = csv.writer(file, lineterminator="\r\n")
    table.writerow(COLUMNS)
    table.writerows([escape_cell(cell) for cell in _cells(row)] for row in rows)
    return file.getvalue()


def _cells(row: ListOutcome) -> Iterator[str]:
    for name, value in row.as_dict().items():
        if name == "codes":
            yield " ".join(value or ())
        elif isinstance(value, bool):
            yield "yes" if value else ""
        else:
            yield str(value)
