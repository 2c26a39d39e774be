"""The table of judged lists: counts, worst first, filters, which lists are the same, and the table as CSV and JSON."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from engine import InputError
from engine.model.verdicts import Citation
from vsdb.check.many.judging import OUTCOMES, JudgedList
from vsdb.exchange.deck_lists.data_layouts import escape_cell

COLUMNS = (
    *("number", "name", "outcome", "errors", "unknowns", "code", "finding", "document", "rule", "cards", "unread"),
    *("game", "format", "as_of", "fingerprint", "same_as", "codes", "title", "file", "layout", "problem"),
)
_NAMED = 3  #: lists that a row names as the same


@dataclass(frozen=True, slots=True)
class ListRow:
    """A judged list with its number, from 1 in the order sent, and the other lists that hold the same cards."""

    number: int
    judged: JudgedList
    same: tuple[tuple[int, str], ...] = ()

    @property
    def more_same(self) -> int:
        """How many of the same lists aren't named."""
        return max(len(self.same) - _NAMED, 0)

    @property
    def named_same(self) -> tuple[tuple[int, str], ...]:
        """The first of the same lists, by number and name."""
        return self.same[:_NAMED]

    @property
    def more_unread(self) -> int:
        """How many unread lines aren't told."""
        return self.judged.unread_count - len(self.judged.unread)

    @property
    def citation(self) -> Citation | None:
        """Where the first finding's rule stands."""
        return Citation(self.judged.document, self.judged.rule) if self.judged.document else None

    @property
    def day(self) -> date | None:
        """The day on which the list was judged; None for one that wasn't."""
        return date.fromisoformat(self.judged.as_of) if self.judged.as_of else None

    def as_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        return {"number": self.number, **self.judged.as_dict(), "same_as": [number for number, _ in self.same]}


def build_rows(judged: Iterable[tuple[int, JudgedList]]) -> list[ListRow]:
    """The rows of lists with their numbers, in that order, each with the others of its fingerprint."""
    lists = list(judged)
    same: defaultdict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    for number, each in lists:
        if each.fingerprint:
            same[each.game, each.fingerprint].append((number, each.name))
    return [
        ListRow(number, each, tuple(other for other in same[each.game, each.fingerprint] if other[0] != number))
        if each.fingerprint
        else ListRow(number, each)
        for number, each in lists
    ]


def sort_worst_first(rows: Iterable[ListRow]) -> list[ListRow]:
    """The rows by outcome, then by how much was found; among equals in the order sent."""
    return sorted(
        rows,
        key=lambda row: (OUTCOMES.index(row.judged.outcome), -row.judged.errors, -row.judged.unknowns, row.number),
    )


def filter_rows(rows: Iterable[ListRow], outcome: str = "", code: str = "") -> list[ListRow]:
    """The rows with an outcome and a finding of a code, each empty for any. Raises InputError for no such outcome."""
    if outcome and outcome not in OUTCOMES:
        raise InputError(f"{outcome[:20]!r} is not one of {', '.join(OUTCOMES)}", place="outcome")
    return [
        row for row in rows if (not outcome or row.judged.outcome == outcome) and (not code or code in row.judged.codes)
    ]


def count_outcomes(rows: Iterable[ListRow]) -> dict[str, int]:
    """How many lists have each outcome, worst first."""
    counts = Counter(row.judged.outcome for row in rows)
    return {outcome: counts[outcome] for outcome in OUTCOMES}


def count_codes(rows: Iterable[ListRow]) -> list[tuple[str, int]]:
    """How many lists have a finding of each code, the commonest first."""
    counts = Counter(code for row in rows for code in row.judged.codes)
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))


def write_csv(rows: Iterable[ListRow]) -> str:
    """The rows as CSV; no cell begins as a formula does."""
    file = io.StringIO(newline="")
    table = csv.writer(file, lineterminator="\r\n")
    table.writerow(COLUMNS)
    table.writerows([escape_cell(str(cell)) for cell in _cells(row)] for row in rows)
    return file.getvalue()


def _cells(row: ListRow) -> Iterator[object]:
    each = row.judged
    yield from (row.number, each.name, each.outcome, each.errors, each.unknowns, each.code, each.message)
    yield from (each.document, each.rule, each.cards, each.unread_count, each.game, each.format, each.as_of)
    yield from (each.fingerprint, " ".join(str(number) for number, _ in row.same), " ".join(each.codes), each.title)
    yield from (each.file, each.layout, each.problem)


def to_data(rows: Sequence[ListRow]) -> Mapping[str, Any]:
    """The table as plain data."""
    return {"total": len(rows), "counts": count_outcomes(rows), "lists": [row.as_dict() for row in rows]}
