"""Folders that are not taken: what would be lost, what is damaged, what stands in the way."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.commands import run
from tests.exchange.exporting import contents, empty, exported, refused, signed
from tests.snapshots import kept_rows
from vsdb.catalog.cards.models import Card, Printing
from vsdb.catalog.wordings.models import Source, Wording

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("with_texts")
class TestLoss:
    def test_what_would_be_lost_is_named_and_stays(self, tmp_path: Path) -> None:
        exported(tmp_path / "first")
        card = Card.objects.get(name="Newly Minted Hero")
        Card.objects.create(game_id="vs-classic", slug="only-here", name="Only Here", title="Only Here", copy_key="o")
        source = Source.objects.create(game_id="vs-classic", slug="mine", name="Mine", kind="faq", authority="judge")
        Wording.objects.create(card=card, source=source, kind="errata", text="Mine alone.")
        said = refused(tmp_path / "first")
        assert "1 of cards (only-here)" in said
        assert "1 of sources (mine)" in said
        assert "1 of wordings" in said
        assert "--allow-loss" in said

    def test_an_imported_text_is_not_overwritten_unasked(self, tmp_path: Path) -> None:
        exported(tmp_path / "first")
        Wording.objects.filter(kind="errata").update(text="Changed here.")
        assert "1 of wordings with other values" in refused(tmp_path / "first")

    def test_an_allowed_loss_gives_the_same_database(self, tmp_path: Path) -> None:
        first = exported(tmp_path / "first")
        kept = Card.objects.get(name="Newly Minted Hero").pk
        Card.objects.create(game_id="vs-classic", slug="only-here", name="Only Here", title="Only Here", copy_key="o")
        Card.objects.filter(slug="savage-beatdown").update(cost=99, note="changed here")
        Wording.objects.filter(kind="errata").update(text="Changed here.")
        Card.objects.filter(name="Newly Minted Villain").delete()
        status, out, _ = run("import_reference", str(tmp_path / "first"), "--allow-loss")
        assert status == 0
        assert "cards            1 added, 1 changed, 1 removed" in out
        assert exported(tmp_path / "second") == first
        assert Card.objects.get(name="Newly Minted Hero").pk == kept

    def test_a_fact_that_only_the_fixtures_brought_may_be_brought_up_to_date(self, tmp_path: Path) -> None:
        exported(tmp_path / "first")
        Card.objects.filter(slug="savage-beatdown").update(note="older")
        assert run("import_reference", str(tmp_path / "first"))[0] == 0
        assert Card.objects.get(slug="savage-beatdown").note != "older"

    def test_sets_that_follow_one_another_may_be_relinked(self, tmp_path: Path) -> None:
        from vsdb.catalog.cards.models import CardSet

        first = exported(tmp_path / "first")
        CardSet.objects.exclude(follows=None).update(follows=None)
        assert run("import_reference", str(tmp_path / "first"))[0] == 0
        assert exported(tmp_path / "second") == first


@pytest.fixture(scope="module")
def reference_folder(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The loaded reference, exported once."""
    folder = tmp_path_factory.mktemp("export") / "folder"
    with django_db_blocker.unblock():
        exported(folder)
    return folder


@pytest.fixture
def folder(reference_folder: Path, tmp_path: Path) -> Path:
    return shutil.copytree(reference_folder, tmp_path / "folder")


@pytest.fixture(scope="class")
def _no_reference(reference_folder: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with kept_rows(django_db_blocker) as store:
        store(empty)
        yield


class TestDamage:
    def test_missing_changed_and_foreign_files_are_all_named(self, folder: Path) -> None:
        (folder / "teams.jsonl").unlink()
        with (folder / "cards.jsonl").open("r+b") as file:
            file.truncate(1000)
        (folder / "notes.txt").write_text("x", encoding="utf-8")
        said = refused(folder)
        assert "teams.jsonl is missing" in said
        assert "cards.jsonl was changed after the export" in said
        assert "notes.txt is not part of an export" in said

    @pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "other"}', "[" * 100_000])
    def test_a_damaged_manifest_is_refused(self, folder: Path, text: str) -> None:
        (folder / "manifest.json").write_text(text, encoding="utf-8")
        assert "manifest.json" in refused(folder)

    def test_a_manifest_of_another_version_is_refused(self, folder: Path) -> None:
        path = folder / "manifest.json"
        path.write_text(path.read_text(encoding="utf-8").replace('"version": 1', '"version": 2'), encoding="utf-8")
        assert "version 2" in refused(folder)

    def test_a_manifest_without_an_entry_is_refused_with_the_file(self, folder: Path) -> None:
        path = folder / "manifest.json"
        said = json.loads(path.read_text(encoding="utf-8"))
        del said["files"]["bans.jsonl"]
        said["files"]["sets.jsonl"]["columns"].remove("name")
        said["files"]["cards.jsonl"]["columns"].append("colour")
        said["files"]["teams.jsonl"]["rows"] = "many"
        path.write_text(json.dumps(said), encoding="utf-8")
        message = refused(folder)
        assert "bans.jsonl is wrong (missing)" in message
        assert "no column name" in message
        assert "unknown column colour" in message
        assert "rows must be a number" in message

    def test_what_is_no_export_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "other").mkdir()
        assert "no manifest.json" in refused(tmp_path / "other")
        assert "no such folder" in refused(tmp_path / "nowhere")

    def test_a_line_that_is_no_json_is_named(self, folder: Path) -> None:
        signed(folder, "teams.jsonl", lambda rows: rows[:1])
        path, listing = folder / "teams.jsonl", folder / "manifest.json"
        before = hashlib.sha256(path.read_bytes()).hexdigest()
        path.write_text("{\n", encoding="utf-8")
        after = hashlib.sha256(path.read_bytes()).hexdigest()
        listing.write_text(listing.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
        assert "teams.jsonl:1: not valid JSON" in refused(folder, "--allow-loss")


@pytest.mark.usefixtures("_no_reference")
class TestLines:
    @pytest.mark.parametrize(
        ("name", "change", "said"),
        [
            ("cards.jsonl", lambda rows: [{**rows[0], "cost": "many"}], "cards.jsonl:1: cost is not a whole number"),
            ("cards.jsonl", lambda rows: [{**rows[0], "cost": 40_000}], "cost is not between"),
            ("cards.jsonl", lambda rows: [{**rows[0], "name": "x" * 121}], "name has 121 characters"),
            ("cards.jsonl", lambda rows: [{**rows[0], "name": None}], "name is missing"),
            ("cards.jsonl", lambda rows: [{**rows[0], "name": "a\0b"}], "NUL"),
            ("cards.jsonl", lambda rows: [{**rows[0], "has_flight": 2}], "is not true or false"),
            ("cards.jsonl", lambda rows: [{**rows[0], "cost_kind": "free"}], "is not one of"),
            ("cards.jsonl", lambda rows: [{**rows[0], "game": "chess"}], "game 'chess' is not in the export"),
            ("cards.jsonl", lambda rows: [{**rows[0], "game": {}}], "is not in the export"),
            ("cards.jsonl", lambda rows: [{**rows[0], "game": None}], "game is missing"),
            ("cards.jsonl", lambda rows: [rows[0], rows[0]], "cards.jsonl"),
            ("cards.jsonl", lambda rows: [*reversed(rows)], "the rows differ from what an export writes"),
            ("cards.jsonl", lambda rows: [{"name": "x"}], "cards.jsonl:1: write an object with the columns"),
            ("cards.jsonl", lambda rows: ["x"], "cards.jsonl:1: write an object"),
            ("sets.jsonl", lambda rows: [{**rows[0], "released_latest": "2008-02-30"}], "is not a date"),
            ("sets.jsonl", lambda rows: [{**rows[0], "follows": ["riftbound", "?"]}], "is not in the export"),
            ("printings.jsonl", lambda rows: [{**rows[0], "card": ["vs-classic", "?"]}], "is not in the export"),
        ],
    )
    def test_a_line_that_cannot_be_used_is_named(
        self, folder: Path, name: str, change: Callable[[list[Any]], list[Any]], said: str
    ) -> None:
        signed(folder, name, change)
        assert said in refused(folder)

    def test_a_wrong_count_of_rows_is_told(self, folder: Path) -> None:
        path = folder / "manifest.json"
        said = json.loads(path.read_text(encoding="utf-8"))
        said["files"]["teams.jsonl"]["rows"] += 1
        path.write_text(json.dumps(said), encoding="utf-8")
        assert "the manifest says" in refused(folder)


class TestTheFolder:
    def test_an_older_export_is_replaced(self, tmp_path: Path) -> None:
        exported(tmp_path / "folder")
        Printing.objects.all().delete()
        assert exported(tmp_path / "folder")["printings.jsonl"] == b""
        assert [path.name for path in tmp_path.iterdir()] == ["folder"]

    def test_an_empty_folder_is_taken(self, tmp_path: Path) -> None:
        (tmp_path / "folder").mkdir()
        assert exported(tmp_path / "folder")["cards.jsonl"]

    @pytest.mark.parametrize("also", [False, True])
    def test_a_folder_with_something_else_is_left_alone(self, tmp_path: Path, also: bool) -> None:
        folder = tmp_path / "folder"
        if also:
            exported(folder)
        folder.mkdir(exist_ok=True)
        (folder / "thesis.txt").write_text("years of work", encoding="utf-8")
        before = contents(folder)
        status, _, err = run("export_reference", str(folder))
        assert status == 2
        assert "holds other files" in err
        assert contents(folder) == before
        assert [path.name for path in tmp_path.iterdir()] == ["folder"]

    def test_a_file_and_a_place_that_is_not_there_are_refused(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x", encoding="utf-8")
        assert "this is a file" in run("export_reference", str(tmp_path / "file"))[2]
        assert "no such folder" in run("export_reference", str(tmp_path / "nowhere" / "folder"))[2]

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
    def test_a_place_without_permission_is_told(self, tmp_path: Path) -> None:
        tmp_path.chmod(0o500)
        status, _, err = run("export_reference", str(tmp_path / "folder"))
        tmp_path.chmod(0o700)
        assert status == 2
        assert "can't be written" in err

    def test_a_place_that_cannot_be_written_is_told(self) -> None:
        """Nobody, root included, makes a folder in /proc."""
        status, _, err = run("export_reference", "/proc/vsdb-reference")
        assert status == 2
        assert "can't be written" in err

    def test_an_export_that_breaks_off_leaves_the_old_one_and_nothing_else(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = exported(tmp_path / "folder")

        def full(*_: object) -> bytes:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("vsdb.exchange.reference_files.writing.encode", full)
        status, _, err = run("export_reference", str(tmp_path / "folder"))
        assert status == 2
        assert "No space left" in err
        assert contents(tmp_path / "folder") == before
        assert [path.name for path in tmp_path.iterdir()] == ["folder"]

    def test_without_facts_there_is_nothing_to_export(self, tmp_path: Path) -> None:
        empty()
        assert "load_reference" in run("export_reference", str(tmp_path / "folder"))[2]
        assert list(tmp_path.iterdir()) == []
