"""`manage.py check_many`: what it reads and prints, and the exit status that scripts go by."""

from __future__ import annotations

import csv
import io
import json
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import commands
from tests.check.many.test_archives import pack

pytestmark = pytest.mark.django_db
LEGAL, SHORT = "60 Sentinel Mark V, Army\n", "59 Sentinel Mark V, Army\n"
ODD = "60 Sentinel Mark V, Army\n1 Nobody Of That Name\n"
run = partial(commands.run, "check_many", "--format", "golden-age", "--date", "2010-06-01")


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    """A folder with a file for each outcome."""
    for name, text in {"legal": LEGAL, "short": SHORT, "odd": ODD, "empty": ""}.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path


class TestExitStatus:
    @pytest.mark.parametrize(("name", "status"), [("legal", 0), ("short", 1), ("odd", 1), ("empty", 2)])
    def test_tells_the_outcome(self, lists: Path, name: str, status: int) -> None:
        assert run(str(lists / f"{name}.txt"))[0] == status

    def test_is_the_worst_of_several(self, lists: Path) -> None:
        assert run(*(str(lists / f"{name}.txt") for name in ("legal", "short")))[0] == 1
        assert run(str(lists))[0] == 2

    def test_of_a_path_that_cannot_be_used_leaves_the_others_judged(self, lists: Path) -> None:
        status, out, err = run(str(lists / "none"), str(lists / "legal.txt"))
        assert status == 2
        assert "1 list: 1 legal" in out
        assert "No such file" in err

    @pytest.mark.parametrize("arguments", [["--format", "chess"], ["--game", "chess"], ["--date", "yesterday"]])
    def test_of_options_that_cannot_be_used(self, lists: Path, arguments: list[str]) -> None:
        status, out, err = commands.run("check_many", str(lists / "legal.txt"), *arguments)
        assert (status, out) == (2, "")
        assert arguments[1] in err

    def test_without_lists(self, tmp_path: Path) -> None:
        status, out, err = run(str(tmp_path))
        assert (status, out) == (2, "")
        assert "no lists" in err


class TestOutput:
    def test_is_a_table_with_the_worst_first(self, lists: Path) -> None:
        lines = run(str(lists))[1].splitlines()
        assert lines[0] == "4 lists: 1 unreadable, 1 illegal, 1 uncertain, 1 legal"
        assert [line.split()[2] for line in lines[1:]] == ["empty", "short", "odd", "legal"]
        assert "[deck-size; cr-2.7 101.1]" in lines[2]
        assert "1 unread line" in lines[3]

    def test_as_csv_is_in_the_order_given(self, lists: Path) -> None:
        names = ("short", "legal", "empty")
        out = run(*(str(lists / f"{name}.txt") for name in names), "--csv")[1]
        rows = list(csv.DictReader(io.StringIO(out)))
        assert [(row["name"], row["outcome"]) for row in rows] == [
            *(("short", "illegal"), ("legal", "legal"), ("empty", "unreadable"))
        ]

    def test_as_json_is_a_list_a_line(self, lists: Path) -> None:
        out = run(str(lists / "short.txt"), str(lists / "legal.txt"), "--json")[1]
        assert [json.loads(line)["outcome"] for line in out.splitlines()] == ["illegal", "legal"]

    def test_shows_a_long_name_cut(self, lists: Path) -> None:
        path = lists / f"{'x' * 60}.txt"
        path.write_text(LEGAL)
        assert f"{'x' * 39}…  golden-age" in run(str(path))[1]


class TestInput:
    def test_may_be_a_zip_a_table_and_standard_input(self, lists: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (lists / "all.zip").write_bytes(pack(("Jane.txt", LEGAL.encode()), ("Joe.txt", LEGAL.encode())))
        (lists / "all.csv").write_text(f"player,deck\nZoe,{LEGAL}", encoding="utf-8")
        given = f"# player: Abe\n{LEGAL}---\n# player: Bea\n{LEGAL}".encode()
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(given)))
        status, out, _ = run(str(lists / "all.zip"), str(lists / "all.csv"), "-", "--json")
        assert status == 0
        assert [json.loads(line)["name"] for line in out.splitlines()] == ["Jane", "Joe", "Zoe", "Abe", "Bea"]

    def test_that_is_hostile_is_refused_in_words(self, lists: Path) -> None:
        (lists / "all.zip").write_bytes(pack(("../Jane.txt", LEGAL.encode())))
        status, out, err = run(str(lists / "all.zip"))
        assert (status, out) == (2, "")
        assert "isn't a path inside it" in err


class TestCheckDeck:
    """`check_deck` takes files of one list, and says which command takes more."""

    def test_names_the_command_for_folders_zips_and_tables(self, lists: Path) -> None:
        (lists / "all.zip").write_bytes(pack(("Jane.txt", LEGAL.encode())))
        (lists / "all.csv").write_text(f"player,deck\nZoe,{LEGAL}", encoding="utf-8")
        for path, kind in ((lists, "folder"), (lists / "all.zip", "zip file"), (lists / "all.csv", "table")):
            status, _, err = commands.run("check_deck", str(path))
            assert status == 2
            assert kind in err
            assert "check_many" in err
