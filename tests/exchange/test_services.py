"""An import is whole or nothing, a second one changes nothing, and each is kept with what came of it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from engine.model.errors import InputError
from tests.exchange.putting import counted, lines, run_csv
from vsdb.catalog.cards.models import Card, Game, ImportedRow
from vsdb.catalog.wordings.models import Source, Wording
from vsdb.exchange.card_files import services
from vsdb.exchange.card_files.models import Import
from vsdb.exchange.reports import format_report as told
from vsdb.search.models import IndexState
from vsdb.search.text import rows

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]

HEAD = "game,name,set,number,type,atk,text"
CALIBAN = "vs-2pcg,Caliban,XFC,008,Supporting Character,,Seek."
TIN_MAN = "vs-2pcg,Tin Man,XFC,098,Supporting Character,3,Rust."


def versions() -> dict[str, str]:
    return dict(Game.objects.values_list("slug", "data_version"))


class TestVersions:
    def test_an_import_gives_its_game_another_data_version(self) -> None:
        before = versions()
        report = run_csv(HEAD, CALIBAN)
        after = versions()
        assert {game for game in before if before[game] != after[game]} == {"vs-2pcg"}
        assert report.data_versions == {"vs-2pcg": after["vs-2pcg"]}
        game = Game.objects.get(pk="vs-2pcg")
        assert game.facts_version == before["vs-2pcg"]
        assert game.imports_version

    def test_the_same_file_again_changes_nothing(self) -> None:
        run_csv(HEAD, CALIBAN, TIN_MAN)
        before, state = versions(), rows.read_rows_state()
        report = run_csv(HEAD, CALIBAN, TIN_MAN)
        assert not report.has_changed
        assert (versions(), rows.read_rows_state()) == (before, state)

    @pytest.mark.full
    def test_the_same_content_gives_the_same_version_whatever_came_first(self) -> None:
        run_csv(HEAD, CALIBAN, name="one.csv")
        run_csv(HEAD, TIN_MAN, name="two.csv")
        first = versions()
        for model in (Wording, ImportedRow, Source):
            model._default_manager.all().delete()
        Card.objects.filter(name="Tin Man").delete()
        run_csv(HEAD, TIN_MAN, name="two.csv")
        run_csv(HEAD, CALIBAN, name="one.csv")
        assert versions() == first


@pytest.mark.indexes
class TestIndex:
    def test_is_up_to_date_afterwards_and_finds_the_new_card(self) -> None:
        run_csv(HEAD, TIN_MAN)
        assert rows.read_rows_state().is_current

    def test_is_left_alone_where_nothing_changed(self) -> None:
        run_csv(HEAD, TIN_MAN)
        before = list(IndexState.objects.values_list("build", flat=True))
        run_csv(HEAD, TIN_MAN)
        assert list(IndexState.objects.values_list("build", flat=True)) == before


class TestDryRun:
    def test_says_what_would_be_done_and_changes_nothing(self) -> None:
        before = versions()
        report = run_csv(HEAD, TIN_MAN, is_dry_run=True)
        assert counted(report)["cards new"] == 1
        assert not Card.objects.filter(name="Tin Man").exists()
        assert not Source.objects.exists()
        assert versions() == before
        assert Import.objects.get().is_dry_run


class TestRecord:
    def test_keeps_who_what_and_the_report(self) -> None:
        user = User.objects.create_user("keeper")
        content = io.BytesIO(f"{HEAD}\n{TIN_MAN}\n".encode())
        report = services.run(content, "folder/cards.csv", "csv", by=user)
        [record] = Import.objects.all()
        assert (record.by, record.file_name, record.state) == (user, "cards.csv", "done")
        assert record.report == report.as_json()
        assert record.digest
        assert record.started
        assert record.ended

    def test_keeps_why_it_failed(self) -> None:
        with pytest.raises(InputError):
            run_csv("colour", "red")
        record = Import.objects.get()
        assert record.state == "failed"
        assert record.report["error"]

    @pytest.mark.parametrize("odd", ["\ud800", "\x00", "\x1b[2J"])
    def test_keeps_a_report_of_characters_that_no_table_holds(self, odd: str) -> None:
        broken = {"guid": f"a{odd}", "name": f"{odd}x", "type": "Location", f"{odd}y": "1"}
        with pytest.raises(InputError):
            services.run(io.BytesIO(json.dumps([broken]).encode()), f"{odd}.json", "tcgbrowser")
        good = {"guid": "xfc-098", "name": "Tin Man", "type": "Location"}
        report = services.run(io.BytesIO(json.dumps([broken, good]).encode()), f"{odd}.json", "tcgbrowser")
        assert not report.is_whole
        assert Import.objects.latest("pk").report == report.as_json()
        for kept in Import.objects.all():
            assert odd[0] not in kept.file_name + json.dumps(kept.report, ensure_ascii=False)

    def test_nothing_was_there_already_where_nothing_could_be_read(self) -> None:
        report, again = (run_csv("game,name,atk,set", "vs-2pcg,Caliban,1,?!") for _ in range(2))
        assert (report.has_changed, again.has_changed, again.is_whole) == (True, False, False)
        assert "Nothing changed." in list(told(again.as_json()))


class TestRefused:
    def test_a_file_that_is_too_large_is_not_read(self, settings: Settings) -> None:
        settings.IMPORT_MAX_BYTES = 10

        class Unread(io.BytesIO):
            def read(self, size: int | None = -1) -> bytes:
                raise AssertionError("it was read")

        with pytest.raises(InputError, match="has 11 bytes; at most 10 are allowed"):
            services.run(Unread(b"x" * 11), "x.csv", "csv")

    def test_a_source_that_there_is_not(self) -> None:
        with pytest.raises(InputError, match="no file type 'word'; the file types are octgn"):
            services.run(io.BytesIO(b"x"), "x.doc", "word")

    def test_a_failure_in_the_middle_leaves_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("vsdb.exchange.card_files.applying.BATCH", 1)
        before = versions()

        def fail(done: int, total: int) -> None:
            if Card.objects.filter(name="Tin Man").exists():
                raise KeyboardInterrupt

        content = io.BytesIO(f"{HEAD}\n{TIN_MAN}\n{CALIBAN}\n".encode())
        with pytest.raises(KeyboardInterrupt):
            services.run(content, "x.csv", "csv", progress=fail)
        assert not Card.objects.filter(name="Tin Man").exists()
        assert versions() == before
        assert Import.objects.get().report == {"error": "KeyboardInterrupt: ", "code": "broken-off"}


def test_progress_is_told_up_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    content = io.BytesIO(f"{HEAD}\n{TIN_MAN}\n".encode())
    show: Callable[[int, int], None] = lambda done, total: told.append((done, total))  # noqa: E731
    services.run(content, "x.csv", "csv", progress=show)
    size = len(content.getvalue())
    assert told[0] == (0, size)
    assert told[-1] == (size, size)
    assert sorted(told) == told


def test_a_conflict_has_its_place_in_the_file() -> None:
    report = run_csv(HEAD, CALIBAN.replace("Character,,", "Character,7,"))
    assert lines(report, "conflicts") == ["caliban | atk | 1 | 7"]
    assert report.lists["conflicts"].shown[0]["line"] == 2
