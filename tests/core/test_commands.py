"""What all commands share: they end with a status and a line, whatever goes wrong."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from engine.model.errors import InputError
from tests import commands
from vsdb.core.commands import name_file_in_errors, read_start, report_file_errors

DECK = "# game: vs-classic\n# format: golden-age\n# as-of: 2010-06-01\n60 Sentinel Mark V, Army\n"


class TestWithoutTables:
    @pytest.mark.parametrize(
        ("reads", "arguments"),
        [
            ("vsdb.custom_formats.selectors.find_version", ["export_format", "league"]),
            ("vsdb.custom_formats.selectors.find_version", ["test_format", "league"]),
            ("vsdb.catalog.cards.selectors.get_data_version", ["dump_reference", "vs-classic"]),
        ],
    )
    def test_a_command_says_how_to_set_them_up(
        self, monkeypatch: pytest.MonkeyPatch, reads: str, arguments: list[str]
    ) -> None:
        def unready(*_: object, **__: object) -> None:
            raise OperationalError("no such table: cards_game")

        monkeypatch.setattr(reads, unready)
        status, _, err = commands.run(*arguments)
        assert status == 2
        assert "manage.py load_reference" in err


@pytest.mark.django_db
class TestAnAnswerThatCannotBeWritten:
    @pytest.mark.parametrize(
        "arguments", [["deck_life", "FILE"], ["repair_deck", "FILE"], ["sample_hand", "FILE"], ["pool", "golden-age"]]
    )
    @pytest.mark.parametrize(("fault", "said"), [(BrokenPipeError(32, "gone"), ""), (OSError(28, "full"), "full")])
    def test_has_the_status_of_no_answer(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], fault: OSError, said: str
    ) -> None:
        def refuse(_: str) -> int:
            raise fault

        (tmp_path / "FILE").write_text(DECK)
        monkeypatch.chdir(tmp_path)
        with (tmp_path / "out").open("w") as out:
            monkeypatch.setattr("sys.stdout", out)
            full = io.StringIO()
            monkeypatch.setattr(full, "write", refuse)
            with pytest.raises((SystemExit, CommandError)) as caught:
                call_command(*arguments, stdout=full)
        error = caught.value
        assert (error.returncode if isinstance(error, CommandError) else error.code) == 2
        assert said in str(error)


class TestNamesOfFiles:
    def test_a_name_is_put_before_an_error_once(self) -> None:
        for place in ("deck.txt", ""):
            with pytest.raises(InputError, match=r"^deck\.txt: too long$"), name_file_in_errors("deck.txt"):
                raise InputError("too long", place=place)

    def test_an_error_of_the_system_says_what_cannot_be_done(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="nothing: can't be read: No such file"), report_file_errors("x"):
            read_start(str(tmp_path / "nothing"), 10)
        with pytest.raises(InputError, match=r"^out: can't be written: full$"), report_file_errors("out", to="written"):
            raise OSError(28, "full")

    def test_a_longer_file_is_seen_to_be_longer(self, tmp_path: Path) -> None:
        (tmp_path / "long").write_bytes(b"x" * 20)
        assert len(read_start(str(tmp_path / "long"), 10)) == 11
