"""`manage.py check_deck`: what it prints, and the exit status that scripts go by."""

from __future__ import annotations

import io
import json
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from tests import commands

pytestmark = pytest.mark.django_db

LEGAL = "# game: vs-classic\n# format: golden-age\n# as-of: 2010-06-01\n60 Sentinel Mark V, Army\n"
ILLEGAL = "# game: vs-classic\n# format: golden-age\n# as-of: 2010-06-01\n59 Sentinel Mark V, Army\n"
UNCERTAIN = (
    "# game: vs-classic\n# format: golden-age\n# as-of: 2010-06-01\n60 Sentinel Mark V, Army\n1 Nobody Of That Name\n"
)
BROKEN = "# game: vs-classic\n# format: golden-age\n# as-of: 2006-02-30\n4 Savage Beatdown\n"


@pytest.fixture
def lists(tmp_path: Path) -> dict[str, str]:
    """A file for each outcome."""
    texts = {"legal": LEGAL, "illegal": ILLEGAL, "uncertain": UNCERTAIN, "broken": BROKEN}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return {name: str(tmp_path / f"{name}.txt") for name in texts}


run = partial(commands.run, "check_deck")


class TestExitStatus:
    @pytest.mark.parametrize(("name", "status"), [("legal", 0), ("illegal", 1), ("uncertain", 3), ("broken", 2)])
    def test_tells_the_outcome(self, lists: dict[str, str], name: str, status: int) -> None:
        assert run(lists[name])[0] == status

    @pytest.mark.parametrize(
        ("names", "status"),
        [
            (["legal", "uncertain"], 3),
            (["uncertain", "illegal", "legal"], 1),
            (["illegal", "broken", "uncertain"], 2),
            (["legal", "legal"], 0),
        ],
    )
    def test_is_the_worst_of_several(self, lists: dict[str, str], names: list[str], status: int) -> None:
        assert run(*(lists[name] for name in names))[0] == status

    def test_of_a_file_that_cannot_be_used_leaves_the_others_judged(self, lists: dict[str, str]) -> None:
        status, out, err = run(lists["broken"], lists["legal"], "--json")
        assert status == 2
        assert [json.loads(line)["outcome"] for line in out.splitlines()] == ["legal"]
        assert "2006-02-30" in err


class TestJsonLines:
    def test_hold_a_verdict_each_with_its_file_first(self, lists: dict[str, str]) -> None:
        _, out, _ = run(lists["legal"], lists["illegal"], "--json")
        verdicts = [json.loads(line) for line in out.splitlines()]
        assert [(each["file"], each["outcome"]) for each in verdicts] == [
            (lists["legal"], "legal"),
            (lists["illegal"], "illegal"),
        ]
        assert list(verdicts[0]) == [
            "file", "outcome", "legal", "game", "format", "as_of", "edition", "data_version", "counts", "findings",
            "checked",
        ]  # fmt: skip

    def test_are_the_same_bytes_every_time(self, lists: dict[str, str]) -> None:
        assert run(lists["uncertain"], "--json")[1] == run(lists["uncertain"], "--json")[1]

    def test_are_the_same_through_the_queue(self, lists: dict[str, str]) -> None:
        files = [lists[name] for name in ("legal", "illegal", "uncertain")]
        assert run(*files, "--json", "--queue") == run(*files, "--json")


class TestReadableText:
    def test_names_outcome_figures_and_citation(self, lists: dict[str, str]) -> None:
        _, out, _ = run(lists["illegal"])
        assert "✗ Illegal in golden-age on 2010-06-01" in out
        assert "59" in out
        assert "cr-2.7 101.1" in out

    def test_says_how_many_rules_were_looked_at(self, lists: dict[str, str]) -> None:
        _, out, _ = run(lists["legal"])
        assert "✓ Legal" in out
        assert "rules checked" in out


class TestOptions:
    def test_come_before_the_list_s_own_lines(self, lists: dict[str, str]) -> None:
        _, out, _ = run(lists["legal"], "--format", "silver-age", "--as-of", "2007-04-15", "--json")
        verdict = json.loads(out)
        assert (verdict["format"], verdict["as_of"]) == ("silver-age", "2007-04-15")

    def test_without_a_format_the_slugs_of_the_game_are_listed(self, tmp_path: Path) -> None:
        (tmp_path / "deck.txt").write_text("4 Savage Beatdown")
        status, out, err = run(str(tmp_path / "deck.txt"), "--game", "vs-classic")
        assert (status, out) == (2, "")
        assert "golden-age" in err
        assert "multiverse" not in err

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (["--as-of", "2006-02-30"], "2006-02-30"),
            (["--as-of", "yesterday"], "YYYY-MM-DD"),
            (["--format", "goldenage"], "golden-age"),
            (["--game", "chess"], "vs-classic, vs-2pcg, riftbound"),
        ],
    )
    def test_that_cannot_be_used_are_said_and_exit_2(
        self, lists: dict[str, str], options: list[str], said: str
    ) -> None:
        status, out, err = run(lists["legal"], *options)
        assert (status, out) == (2, "")
        assert said in err


class TestFilesThatCannotBeUsed:
    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"4 Savage\x00Beatdown", "NUL"),
            ("4 Zatanna, Mágica".encode("latin-1"), "UTF-8"),
            ("4 Savage Beatdown".encode("utf-16"), "UTF-16"),
            (b"x" * 10 * 1024 * 1024, "at most"),
        ],
        ids=["NUL", "Latin-1", "UTF-16", "10 MB"],
    )
    def test_are_said_with_their_name(self, tmp_path: Path, content: bytes, said: str) -> None:
        (tmp_path / "deck.txt").write_bytes(content)
        status, _, err = run(str(tmp_path / "deck.txt"), "--format", "golden-age")
        assert status == 2
        assert "deck.txt: " in err
        assert said in err

    def test_a_missing_file_and_a_folder_are_said(self, tmp_path: Path) -> None:
        status, _, err = run(str(tmp_path / "nothing.txt"), str(tmp_path), "--format", "golden-age")
        assert status == 2
        assert "No such file" in err
        assert "directory" in err

    def test_a_name_with_a_nul_byte_is_said(self) -> None:
        assert run("a\0b", "--format", "golden-age")[0] == 2


def test_a_hyphen_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(LEGAL.encode())))
    status, out, _ = run("-", "--json")
    assert (status, json.loads(out)["file"]) == (0, "-")


class TestAnAnswerThatCannotBeWritten:
    """Has the status of no verdict, and no trace of a crash."""

    @pytest.mark.parametrize(
        ("fault", "said"), [(BrokenPipeError(32, "Broken pipe"), ""), (OSError(28, "No space left"), "No space left")]
    )
    def test_is_told(
        self, lists: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: OSError, said: str
    ) -> None:
        def refuse(_: str) -> int:
            raise fault

        with (tmp_path / "out").open("w") as out:
            monkeypatch.setattr("sys.stdout", out)
            full = io.StringIO()
            monkeypatch.setattr(full, "write", refuse)
            with pytest.raises((SystemExit, CommandError)) as caught:
                call_command("check_deck", lists["legal"], stdout=full)
        error = caught.value
        status = error.returncode if isinstance(error, CommandError) else error.code
        assert status == 2
        assert said in str(error)


class TestWithoutADatabase:
    def test_says_how_to_set_it_up(self, lists: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
        from django.db import OperationalError

        def unready(*_: object, **__: object) -> None:
            raise OperationalError("no such table: cards_game")

        monkeypatch.setattr("vsdb.catalog.cards.selectors.get_reference", unready)
        status, _, err = run(lists["legal"])
        assert status == 2
        assert "load_reference" in err
