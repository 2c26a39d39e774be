"""`manage.py import_cards`: its report, its exit status and what it refuses."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tests.exchange.riftbound_files import article, entry, erratum, gallery, gallery_card, overlay
from vsdb.catalog.cards.models import Card
from vsdb.catalog.wordings.models import Ruling, Wording
from vsdb.exchange.card_files.models import Import

pytestmark = pytest.mark.django_db

HEAD = "game,name,set,number,type,atk,text"
TIN_MAN = "vs-2pcg,Tin Man,XFC,098,Supporting Character,3,Rust."
ALL_OUT = "vs-2pcg,All Out,AEW,068,,,"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cards.csv"
    path.write_text(f"{HEAD}\n{TIN_MAN}\n{ALL_OUT}\n", encoding="utf-8")
    return path


def said(*arguments: str, **options: object) -> str:
    out = io.StringIO()
    call_command("import_cards", *arguments, stdout=out, **options)
    return out.getvalue()


def test_says_what_was_done_and_where_the_contradictions_are(file: Path) -> None:
    lines = said(str(file), "--source", "csv").splitlines()
    assert lines[0].startswith("cards.csv")
    assert "  cards      1 new, 1 unchanged" in lines
    assert "  wordings   1 added" in lines
    at = lines.index("Conflicts with recorded facts (facts kept): 1")
    assert lines[at + 1].startswith("  cards.csv:3")
    assert "all-out: printing is recorded as full-gear; the file has AEW-068" in lines[at + 1]
    assert Card.objects.filter(slug="tin-man-xfc-098").exists()


def test_says_that_nothing_changed(file: Path) -> None:
    said(str(file), "--source", "csv")
    assert "Nothing changed: everything was already recorded." in said(str(file), "--source", "csv")


def test_json_is_the_report(file: Path) -> None:
    report = json.loads(said(str(file), "--source", "csv", "--json"))
    assert report["counts"]["cards"] == {"new": 1, "filled": 0, "unchanged": 1}
    assert report["conflicts"]["total"] == 1
    assert report == Import.objects.get().report | {"notes": report["notes"]}


def test_a_dry_run_changes_nothing(file: Path) -> None:
    assert "Dry run: nothing was changed." in said(str(file), "--source", "csv", "--dry-run")
    assert not Card.objects.filter(slug="tin-man-xfc-098").exists()


def test_reads_standard_input(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert said("-", "--source", "csv").startswith("standard input")
    assert Card.objects.filter(slug="tin-man-xfc-098").exists()


def test_what_cannot_be_placed_is_exit_status_1_and_the_rest_is_imported(file: Path) -> None:
    file.write_text(f"{HEAD}\n{TIN_MAN}\nvs-2pcg,Beast,,,,,Climb.\n", encoding="utf-8")
    with pytest.raises(SystemExit) as caught:
        said(str(file), "--source", "csv")
    assert caught.value.code == 1
    assert Card.objects.filter(slug="tin-man-xfc-098").exists()


class TestUnusable:
    def refused(self, *arguments: str) -> str:
        with pytest.raises(CommandError) as caught:
            said(*arguments)
        assert caught.value.returncode == 2
        return str(caught.value)

    def test_a_file_that_is_not_there(self) -> None:
        assert self.refused("nowhere.csv", "--source", "csv") == "nowhere.csv: can't be read: No such file or directory"

    def test_a_file_of_another_kind(self, file: Path) -> None:
        assert str(file) in self.refused(str(file), "--source", "octgn")

    def test_a_file_that_is_too_large(self, file: Path, settings: Settings) -> None:
        settings.IMPORT_MAX_BYTES = 20
        assert "at most 20 are allowed (IMPORT_MAX_BYTES)" in self.refused(str(file), "--source", "csv")

    def test_more_on_standard_input_than_may_be(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.IMPORT_MAX_BYTES = 20
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x" * 21)))
        assert "more than 20 bytes" in self.refused("-", "--source", "csv")


class TestFilesThatTellTheirType:
    """Riftbound's JSON files, one or a folder of them."""

    @pytest.fixture
    def month(self, tmp_path: Path) -> Path:
        made = tmp_path / "month"
        made.mkdir()
        files = {
            "faq.json": [article("## Cleave\n\nZyxrun.", "faq", id="faq")],
            "errata-overlay.json": overlay(entry("Cleave")),
            "errata.json": [article(erratum("Blazing Scorcher", "Zyxhop.", "Zyxsit."))],
            "gallery.json": gallery(gallery_card()),
            "bans.json": [{"card": "Cleave"}],
        }
        for name, content in files.items():
            (made / name).write_text(json.dumps(content), encoding="utf-8")
        (made / "sets.csv").write_text("code\n", encoding="utf-8")
        return made

    def test_of_a_folder_are_imported_in_one_go_and_again_change_nothing(self, month: Path) -> None:
        out = said(str(month))
        heads = [line for line in out.splitlines() if ".json: " in line]
        assert [line.partition(":")[0] for line in heads] == [
            "gallery.json",
            "errata.json",
            "errata-overlay.json",
            "faq.json",
        ]
        assert "Not imported, of another type: bans.json" in out
        assert (Wording.objects.count(), Ruling.objects.count()) == (5, 1)
        reports = json.loads(said(str(month), "--json"))
        assert [each["has_changed"] for each in reports] == [False] * 4

    def test_may_be_one_file(self, month: Path) -> None:
        assert "wordings   1 added" in said(str(month / "gallery.json"))

    def test_of_which_one_is_broken_change_nothing(self, month: Path) -> None:
        (month / "faq.json").write_text("[{", encoding="utf-8")
        with pytest.raises(CommandError, match=r"faq\.json: line 1, column 3: the file is cut off"):
            said(str(month))
        assert not Import.objects.exists()

    def test_any_other_file_asks_for_the_type(self, month: Path, file: Path) -> None:
        for path in (str(file), "-", str(month / "bans.json")):
            with pytest.raises(CommandError, match="give the file type with --source"):
                said(path)
        with pytest.raises(CommandError, match="leave --source out"):
            said(str(month), "--source", "gallery")
        with pytest.raises(CommandError, match="the folder has no JSON file of the types gallery"):
            said(str(file.parent))

    def test_that_could_not_all_be_placed_have_the_status_1(self, month: Path) -> None:
        (month / "errata-overlay.json").write_text(json.dumps(overlay(entry("Nobody at All"))), encoding="utf-8")
        with pytest.raises(SystemExit) as ended:
            said(str(month))
        assert ended.value.code == 1
        assert Ruling.objects.exists()
