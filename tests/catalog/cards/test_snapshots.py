"""References as files: what is read from one, and what never is."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pytest_django import DjangoAssertNumQueries, Settings

from engine.model.reference import Reference
from vsdb.catalog.cards import selectors, snapshots
from vsdb.catalog.cards.snapshots import read_snapshot, write_snapshot
from vsdb.core.read_only import refusing_writes

GAME = "vs-classic"


@pytest.fixture(autouse=True)
def _folder(settings: Settings, tmp_path: Path) -> None:
    settings.REFERENCE_DIR = str(tmp_path / "reference")


@pytest.fixture
def held(reference: Callable[[str], Reference]) -> Reference:
    return reference(GAME)


def list_files(settings: Settings) -> list[Path]:
    return [*Path(settings.REFERENCE_DIR).iterdir()]


def list_facts(reference: Reference) -> list[str]:
    """All that a reference holds, in words that tell it."""
    return [*map(repr, reference.catalog.cards), repr(reference.sets), repr(reference.formats)]


class TestASnapshot:
    def test_is_the_reference_that_was_written(self, held: Reference) -> None:
        write_snapshot(held)
        found = read_snapshot(GAME, "test")
        assert found is not None
        assert list_facts(found) == list_facts(held)

    def test_takes_the_place_of_those_of_other_versions(self, held: Reference, settings: Settings) -> None:
        write_snapshot(held)
        write_snapshot(replace(held, data_version="newer"))
        assert read_snapshot(GAME, "test") is None
        assert read_snapshot(GAME, "newer") is not None
        assert len(list_files(settings)) == 1

    def test_is_not_read_by_other_code(self, held: Reference, monkeypatch: pytest.MonkeyPatch) -> None:
        write_snapshot(held)
        monkeypatch.setattr(snapshots, "get_code_version", lambda: "another")
        assert read_snapshot(GAME, "test") is None

    def test_is_not_read_where_its_seal_is_wrong(self, held: Reference, settings: Settings) -> None:
        write_snapshot(held)
        (path,) = list_files(settings)
        content = bytearray(path.read_bytes())
        content[-1] ^= 1
        path.write_bytes(content)
        assert read_snapshot(GAME, "test") is None

    def test_is_of_the_site_with_this_key(self, held: Reference, settings: Settings) -> None:
        write_snapshot(held)
        settings.SECRET_KEY = "another"
        assert read_snapshot(GAME, "test") is None

    def test_is_of_its_game(self, held: Reference, settings: Settings) -> None:
        write_snapshot(held)
        (path,) = list_files(settings)
        path.rename(path.with_name(path.name.replace(GAME, "riftbound")))
        assert read_snapshot("riftbound", "test") is None

    @pytest.mark.parametrize("setting", [{"REFERENCE_DIR": ""}, {"GAME_MODULES": ["house.rules"]}])
    def test_is_neither_written_nor_read_where_it_is_not_wanted(
        self, held: Reference, settings: Settings, setting: dict[str, object]
    ) -> None:
        folder = Path(settings.REFERENCE_DIR)
        for name, value in setting.items():
            setattr(settings, name, value)
        write_snapshot(held)
        assert read_snapshot(GAME, "test") is None
        assert not folder.exists()

    def test_is_not_written_in_read_only_mode(self, held: Reference) -> None:
        with refusing_writes():
            write_snapshot(held)
        assert read_snapshot(GAME, "test") is None

    def test_that_cannot_be_written_is_done_without(
        self, held: Reference, settings: Settings, caplog: pytest.LogCaptureFixture
    ) -> None:
        Path(settings.REFERENCE_DIR).touch()
        with caplog.at_level(logging.WARNING):
            write_snapshot(held)
        assert "REFERENCE_DIR" in caplog.text


@pytest.mark.django_db
class TestAProcessThatStarts:
    def test_reads_the_facts_with_one_query(
        self, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        monkeypatch.setattr(selectors, "_held", {})
        built = selectors.get_reference(GAME)
        monkeypatch.setattr(selectors, "_held", {})
        with django_assert_num_queries(1):
            read = selectors.get_reference(GAME)
        assert read is not built
        assert list_facts(read) == list_facts(built)

    def test_finds_what_lists_ask_of_each_card_worked_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(selectors, "_held", {})
        selectors.get_reference(GAME)
        monkeypatch.setattr(selectors, "_held", {})
        cards = selectors.get_reference(GAME).catalog.cards
        assert cards
        assert [card.slug for card in cards if not {"bits", "folded_name"} <= vars(card).keys()] == []
