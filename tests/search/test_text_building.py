"""How the index comes to be: stale, missing, damaged, without a place to write."""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from vsdb.catalog.cards.models import Card, Game
from vsdb.search.models import IndexState, SearchText
from vsdb.search.text import current, rows, whoosh_index
from vsdb.search.text.current import REBUILT, TableScan, get_text_index
from vsdb.search.text.rows import TextIndex, TextQuery
from vsdb.search.text.whoosh_index import DamagedIndex, Text, WhooshFiles, write_files

pytestmark = pytest.mark.usefixtures("few_cards")

DOOM = TextQuery(("doom",))


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    """A folder of the test's own for the index, which isn't there yet."""
    settings.SEARCH_INDEX_DIR = tmp_path / "index"
    return tmp_path / "index"


def in_files() -> TextIndex:
    return current.open_index(rows.read_rows_state().build)[0]


def written(folder: Path) -> list[str]:
    """The indexes in the folder, complete or not."""
    return sorted(path.name for path in folder.iterdir() if path.is_dir())


def new_card(name: str) -> Card:
    return Card.objects.create(game_id="vs-classic", slug="new", name=name, title=name, copy_key=name)


def test_files_without_cards_are_opened_and_find_nothing(tmp_path: Path) -> None:
    write_files(tmp_path, iter(()), 0)
    assert WhooshFiles(tmp_path).search(DOOM) == {}


@pytest.mark.django_db
class TestState:
    def test_is_current_after_a_build(self) -> None:
        get_text_index()
        assert rows.read_rows_state().is_current

    def test_is_stale_when_a_game_has_another_data_version(self) -> None:
        get_text_index()
        Game.objects.filter(pk="riftbound").update(data_version="other")
        assert not rows.read_rows_state().is_current

    def test_is_stale_when_there_is_a_new_card(self, folder: Path) -> None:
        get_text_index()
        new_card("Zyxwv")
        assert not rows.read_rows_state().is_current
        index = get_text_index()
        assert index.notes == (REBUILT,)
        assert len(index.search(TextQuery(("zyxwv",)))) == 1

    def test_is_stale_when_the_texts_were_laid_out_otherwise(self, monkeypatch: pytest.MonkeyPatch) -> None:
        get_text_index()
        monkeypatch.setattr(rows, "LAYOUT", rows.LAYOUT + 1)
        assert not rows.read_rows_state().is_current

    def test_is_missing_when_a_game_was_never_indexed(self) -> None:
        get_text_index()
        IndexState.objects.filter(game="riftbound").delete()
        assert not rows.read_rows_state().is_current

    def test_of_no_games_is_current_and_finds_nothing(self) -> None:
        Game.objects.all().delete()
        assert rows.read_rows_state().is_current
        assert get_text_index().search(DOOM) == {}


@pytest.mark.django_db
class TestCurrent:
    def test_says_once_that_it_was_built_anew(self, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
        Game.objects.filter(pk="riftbound").update(data_version="other")
        with caplog.at_level("INFO", logger="vsdb.search"):
            assert get_text_index().notes == (REBUILT,)
        assert "the search index is missing or out of date; rebuilding it" in caplog.messages
        assert get_text_index().notes == ()

    def test_writes_only_the_texts_that_changed(self, folder: Path) -> None:
        get_text_index()
        build = rows.read_rows_state().build
        SearchText.objects.filter(card__title="Dr. Doom, Diabolic Genius").update(words=" gone ")
        Game.objects.filter(pk="riftbound").update(data_version="other")
        index = get_text_index()
        assert len(index.search(TextQuery(("diabolic", "doom")))) == 1
        assert rows.read_rows_state().build != build

    def test_tells_how_far_it_is(self, folder: Path) -> None:
        Game.objects.filter(pk="riftbound").update(data_version="other")
        seen: list[tuple[int, int]] = []
        get_text_index(lambda done, total: seen.append((done, total)))
        held = Card.objects.count()
        assert seen[0] == (500, held)
        assert seen[-1] == (held, held)


@pytest.mark.django_db
class TestBuild:
    @pytest.mark.parametrize("index", [get_text_index, in_files, TableScan])
    def test_holds_every_card(self, index: Callable[[], TextIndex], folder: Path) -> None:
        before = rows.read_rows_state().build
        assert index().build() == Card.objects.count()
        assert rows.read_rows_state().build != before


@pytest.mark.django_db
class TestFiles:
    def test_stand_alone_in_their_folder(self, folder: Path) -> None:
        in_files().build()
        in_files().build()
        assert written(folder) == [rows.read_rows_state().build]

    def test_that_are_gone_are_written_again(self, folder: Path) -> None:
        found = in_files().search(DOOM)
        shutil.rmtree(folder)
        assert in_files().search(DOOM) == found
        assert written(folder) == [rows.read_rows_state().build]

    def test_that_lost_a_part_are_written_again(self, folder: Path) -> None:
        found = in_files().search(DOOM)
        current._held.clear()
        largest = max((folder / rows.read_rows_state().build).iterdir(), key=lambda path: path.stat().st_size)
        os.truncate(largest, largest.stat().st_size - 1)
        with pytest.raises(DamagedIndex, match="incomplete"):
            WhooshFiles(folder / rows.read_rows_state().build)
        assert in_files().search(DOOM) == found

    def test_that_a_killed_build_left_are_removed(self, folder: Path) -> None:
        (folder / f"{rows.write().build}.part").mkdir(parents=True)
        (folder / "older.part").mkdir()
        assert in_files().search(DOOM)
        assert written(folder) == [rows.read_rows_state().build]

    def test_that_an_open_index_reads_may_be_replaced(self, folder: Path) -> None:
        older = in_files()
        found = older.search(DOOM)
        in_files().build()
        assert older.search(DOOM) == found
        assert older.search(TextQuery(("wolverine",)))

    def test_that_are_open_are_opened_again_by_a_process_that_is_forked(self, folder: Path) -> None:
        assert in_files().search(DOOM)
        child = os.fork()
        if not child:
            os._exit(len(current._held))
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert len(current._held) == 1

    def test_are_written_as_the_texts_are_read(self, tmp_path: Path) -> None:
        read: list[int] = []
        told: list[tuple[int, int, int]] = []

        def texts() -> Iterator[Text]:
            for card in range(1, 1201):
                read.append(card)
                yield card, " zyx ", " zyx lamp glimmers ", " glimmers "

        write_files(tmp_path, texts(), 1200, lambda done, total: told.append((done, total, len(read))))
        assert told == [(500, 1200, 500), (1000, 1200, 1000), (1200, 1200, 1200)]
        assert WhooshFiles(tmp_path).search(TextQuery(("glimmers",))) == dict.fromkeys(range(1, 1201), 2.0)


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor == "postgresql", reason="PostgreSQL keeps the index in the database")
class TestNowhereToWrite:
    def test_searches_without_an_index_and_says_so(self, tmp_path: Path, settings: Settings) -> None:
        found = get_text_index().search(DOOM)
        (tmp_path / "file").touch()
        settings.SEARCH_INDEX_DIR = tmp_path / "file" / "index"
        index = get_text_index()
        assert index.notes == ("Searched without an index, because it can't be written: Not a directory.",)
        assert index.search(DOOM) == found
        assert get_text_index().notes == index.notes

    def test_is_exit_status_2_of_the_command(self, tmp_path: Path, settings: Settings) -> None:
        (tmp_path / "file").touch()
        settings.SEARCH_INDEX_DIR = tmp_path / "file" / "index"
        with pytest.raises(CommandError, match="can't be written: Not a directory") as caught:
            call_command("build_index")
        assert caught.value.returncode == 2


@pytest.mark.django_db
class TestCommand:
    def told(self, *arguments: str) -> list[str]:
        out = io.StringIO()
        call_command("build_index", *arguments, stdout=out)
        return out.getvalue().splitlines()

    def test_shows_how_far_it_is_and_what_the_index_holds(self, folder: Path) -> None:
        Game.objects.filter(pk="riftbound").update(data_version="other")
        held = Card.objects.count()
        lines = self.told()
        assert lines[0] == f"500 of {held} cards"
        assert lines[-2:] == [f"{held} of {held} cards", f"Cards in the index: {held}."]

    def test_leaves_an_index_of_today_alone(self) -> None:
        get_text_index()
        build = rows.read_rows_state().build
        assert self.told() == ["The search index is up to date.", f"Cards in the index: {Card.objects.count()}."]
        assert rows.read_rows_state().build == build

    def test_builds_it_anew_where_that_is_asked_for(self, folder: Path) -> None:
        get_text_index()
        build = rows.read_rows_state().build
        assert self.told("--anew")[-1] == f"Cards in the index: {Card.objects.count()}."
        assert rows.read_rows_state().build != build


def test_words_that_are_put_into_files_meanwhile_make_the_same_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[Text] = [
        (pk, f" card {pk % 7} ", f" card {pk % 7} number{pk} draws a card ", " draws a card ") for pk in range(1, 200)
    ]
    names = ("in-memory", "in-files")
    for name, held in zip(names, (1 << 20, 4_000), strict=True):
        monkeypatch.setattr(whoosh_index, "_MAX_HELD", held)
        (tmp_path / name).mkdir()
        write_files(tmp_path / name, texts, len(texts))
    whole, parts = (WhooshFiles(tmp_path / name) for name in names)
    for words in (("card", "3"), ("draws",), ("number17",), ("number1",), ("tin",)):
        assert parts.search(TextQuery(words)) == whole.search(TextQuery(words))
    assert len(parts.search(TextQuery(("draws",)))) == len(texts)
