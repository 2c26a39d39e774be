"""Keywords of a table of printings, and the facts that the table itself infers."""

from __future__ import annotations

import shutil
from collections import defaultdict
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.operations.test_refresh_older import SETS, listed, older
from tests.operations.test_refresh_reference import folder, preview
from vsdb.operations.refreshing.fixture_rows import Cells, read_fixture
from vsdb.operations.refreshing.guesses import read_guesses

__all__ = ["folder", "older"]
pytestmark = pytest.mark.django_db
BY_HAND = {"might", "tags"}
HEADER = "set,number,name,type,supertype,domains,energy,power,might,tags,rarity,keywords,derived\n"


def write(tmp_path: Path, *rows: str) -> Path:
    path = tmp_path / "cards.csv"
    path.write_text(HEADER + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def recorded(folder: Path) -> dict[str, Cells]:
    return {row["name"]: row for row in read_fixture(folder / "riftbound" / "cards.csv").rows}


@pytest.mark.parametrize(
    ("cell", "columns", "note"),
    [
        ("fields copied from ogn-303-298", [], ""),
        ("a list of 2026-10-10; signed printing", [], ""),
        ("tags incomplete", ["tags"], "tags incomplete"),
        ("domain from number block (feed: Chaos)", ["domains"], "domain inferred from its number, Chaos in one list"),
        ("type from gallery image text (feed: empty)", ["type"], "type read off its picture"),
        ("might+tags unknown", ["might", "tags"], "might and tags not known"),
        ("might+tag from core rules 187", ["might", "tags"], "might and tag from core rules 187"),
    ],
)
def test_reads_which_facts_a_table_infers(cell: str, columns: list[str], note: str) -> None:
    guesses = read_guesses(cell)
    assert [name for each in guesses for name in each.columns] == columns
    assert "; ".join(each.note for each in guesses) == note


def test_new_cards_have_their_keywords_and_their_doubts(folder: Path, tmp_path: Path) -> None:
    table = write(
        tmp_path,
        "RAD,011,Test Raider,Unit,,Fury,3,,4,Noxus,Rare,Assault 2/Tank,"
        "domain+rarity from number block; tags incomplete",
    )
    said = preview(folder, table, "--day", "2026-12-01", "--take")["sets"]["RAD"]
    note = "domain and rarity inferred from its number; tags incomplete"
    assert f"Test Raider: {note}" in said["doubts"]
    row = recorded(folder)["Test Raider"]
    assert (row["keywords"], row["doubtful"], row["note"]) == ("Assault 2; Tank", "domains; tags; rarity", note)
    assert not preview(folder, table, "--day", "2026-12-01")["has_news"]


def test_a_guess_neither_confirms_nor_changes_a_recorded_fact(folder: Path, tmp_path: Path) -> None:
    before = recorded(folder)["Heartening Soul"]
    assert (before["might"], "might" in before["doubtful"]) == ("7", True)
    row = "RAD,040,Heartening Soul,Unit,,Calm,7,1,{},,,,might from gallery image text"
    same = preview(folder, write(tmp_path, row.format(7)), "--day", "2026-12-01")["sets"]["RAD"]
    assert "Heartening Soul: might" not in same["confirmed"]
    other = preview(folder, write(tmp_path, row.format(6)), "--day", "2026-12-01")["sets"]["RAD"]
    assert "Heartening Soul: might is 7 here and 6 in the list" in other["doubts"]
    assert other["changed"] == []


@pytest.mark.shared
def test_a_month_gives_the_keywords_and_doubts_that_are_recorded(older: Path, shared: Path, tmp_path: Path) -> None:
    """What two lists compared by hand have shown isn't in the table: might and tags that rest on one of them."""
    month = tmp_path / "month"
    month.mkdir()
    shutil.copyfile(shared / "data" / "riftbound" / "cards-new.csv", month / "cards-new.csv")
    (month / "sets.csv").write_text(SETS, encoding="utf-8")
    known = recorded(older)
    preview(older, month, "--day", "2026-11-22", "--take")
    made, wanted = recorded(older), recorded(ROOT / "fixtures")
    by_name: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in listed(shared):
        if row["name"] not in known:
            by_name[row["name"]].append(row)
    compared = 0
    for name, rows in by_name.items():
        found, right = made[name], wanted[name]
        if len(right["printings"].split("; ")) > len(rows):
            continue  # Other lists have printings of it too.
        compared += 1
        assert found["keywords"] == right["keywords"], name
        guessed = {column for row in rows for each in read_guesses(row["derived"]) for column in each.columns}
        doubts, known_doubts = (set(filter(None, row["doubtful"].split("; "))) for row in (found, right))
        assert doubts - BY_HAND == known_doubts - BY_HAND, name
        assert doubts & BY_HAND == known_doubts & BY_HAND & guessed, name
    assert compared == 165
