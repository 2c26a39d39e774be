"""A small reference in the layout of the fixtures, for tests that change files."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from tests.snapshots import kept_rows
from vsdb.catalog.cards.loading import load_reference
from vsdb.catalog.cards.reading.cards import COLUMNS, SET_COLUMNS
from vsdb.catalog.cards.reading.folder import BAN_COLUMNS

Row = dict[str, str]

SETS = [
    {"code": "ONE", "name": "First", "kind": "expansion", "brand": "Marvel", "legal_from": "2006-02-10"},
    {"code": "TWO", "name": "Second", "kind": "starter", "brand": "Marvel", "follows": "ONE"},
]
CARDS = {
    "vs-classic": [
        {
            "slug": "scout-army",
            "name": "Scout",
            "versions": "Army",
            "versions_known": "y",
            "type": "Character",
            "recruit_cost": "1",
            "affiliations": "Red; Blue",
            "keywords": "Army; Boost 2",
            "printings": "ONE-001; TWO",
        },
        {"slug": "plan", "name": "Plan", "versions_known": "y", "type": "Plot Twist", "threshold_cost": "2"},
    ],
    "vs-2pcg": [
        {
            "slug": "hero-one-001",
            "name": "Hero",
            "type": "Main Character",
            "level": "1",
            "teams": "Red",
            "alignments": "Good",
            "linked": "TWO-001",
            "printings": "ONE-001",
        },
        {
            "slug": "hero-two-001",
            "name": "Hero",
            "type": "Main Character",
            "level": "2",
            "atk": "0+",
            "teams": "none",
            "power_symbols": "Might; Might",
            "printings": "TWO-001; ONE-002",
        },
    ],
    "riftbound": [
        {
            "slug": "spell",
            "name": "Spell",
            "type": "Spell",
            "domains": "none",
            "energy": "0",
            "printings": "ONE-001 Rare; ONE-001a Showcase",
        },
    ],
}
FORMATS = """\
# Formats.
- slug: open
  name: Open
  short: [o]
  construction: {deck_min: 60, copies: 4}
- slug: narrow
  name: Narrow
  inherits: open
  pool: {kind: listed, sets: [ONE]}
  construction: {copies: 2}
"""
KEYWORDS = "- name: Boost\n  gloss: Pay more, get more.\n  citation: {document: book, rule: '1'}\n"
DOCUMENTS = "- slug: book\n  name: Book\n  rules:\n  - {number: '1', heading: First, summary: Says one thing.}\n"

WriteTable = Callable[..., Path]


def _write_table(path: Path, columns: tuple[str, ...], rows: list[Row]) -> Path:
    lines = [",".join(columns), *(",".join(f'"{row[c]}"' if c in row else "" for c in columns) for row in rows)]
    path.write_text("# A comment.\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def _write_small(parent: Path) -> Path:
    for game, cards in CARDS.items():
        folder = parent / game
        folder.mkdir()
        common = {"code_verified": "y", "official": "yes"}
        common |= {"released_earliest": "2006-02-01", "released_latest": "2006-02-28"}
        _write_table(folder / "sets.csv", SET_COLUMNS, [common | row for row in SETS])
        _write_table(folder / "cards.csv", COLUMNS[game], cards)
        _write_table(folder / "events.csv", ("name", "earliest", "latest"), [
            {"name": "Finals", "earliest": "2007-01-01", "latest": "2007-01-31"}
        ])  # fmt: skip
        _write_table(folder / "bans.csv", BAN_COLUMNS, [{"card": "Plan", "formats": "open", "event": "Finals"}])
        (folder / "formats.yaml").write_text(FORMATS, encoding="utf-8")
        (folder / "keywords.yaml").write_text(KEYWORDS, encoding="utf-8")
    _write_table(parent / "vs-2pcg" / "teams.csv", ("name", "alignment"), [{"name": "Red", "alignment": "Good"}])
    (parent / "documents.yaml").write_text(DOCUMENTS, encoding="utf-8")
    return parent


@pytest.fixture
def write_table() -> WriteTable:
    """Write a CSV file: comment, header, rows; a cell that isn't given is empty."""
    return _write_table


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder with a whole small reference in it."""
    return _write_small(tmp_path)


@pytest.fixture(scope="module")
def stored(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """The small reference in the tables, and nothing but it: most of what it takes is to remove the large one."""
    folder = _write_small(tmp_path_factory.mktemp("small"))
    with kept_rows(django_db_blocker) as store:
        store(lambda: load_reference(folder, allow_loss=True))
        yield


@pytest.fixture
def loaded(stored: None, small: Path) -> Path:
    """The folder of a small reference that is loaded, and nothing but it."""
    return small


@pytest.fixture
def put() -> Callable[[Path, int, str, str], None]:
    """Put a text into the cell of a CSV file, by its line and the name of its column."""

    def put_cell(path: Path, line: int, column: str, text: str) -> None:
        lines = path.read_text(encoding="utf-8").splitlines()
        header = next(row for row in csv.reader([lines[1]]))
        cells = next(row for row in csv.reader([lines[line - 1]]))
        cells[header.index(column)] = text
        lines[line - 1] = ",".join(f'"{cell}"' if cell else "" for cell in cells)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    return put_cell


@pytest.fixture
def edit() -> Callable[[Path, str, str], None]:
    """Replace a text in a file, once; it must be there."""

    def replace(path: Path, old: str, new: str) -> None:
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return replace
