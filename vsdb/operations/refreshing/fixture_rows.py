"""The tables of the fixtures cell by cell, so that a line that doesn't change is written as it stands."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vsdb.catalog.cards.reading.files import read_text

Cells = dict[str, str]


@dataclass(frozen=True)
class FixtureTable:
    """A table of the fixtures: its comments, its columns and its rows."""

    comments: str
    columns: tuple[str, ...]
    rows: tuple[Cells, ...]

    def write(self, rows: Sequence[Mapping[str, str]]) -> str:
        """The text of the table with other rows; the first tells the columns of a table that isn't there yet."""
        written = io.StringIO()
        writer = csv.DictWriter(written, self.columns or tuple(rows[0]), restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return self.comments + written.getvalue()


def read_fixture(path: Path) -> FixtureTable:
    """The table in a file of the fixtures, without rows where there is no such file."""
    lines = read_text(path).splitlines(keepends=True) if path.exists() else []
    comments = "".join(line for line in lines if line.startswith("#"))
    reader = csv.DictReader(line for line in lines if not line.startswith("#"))
    return FixtureTable(comments, tuple(reader.fieldnames or ()), tuple(reader))
