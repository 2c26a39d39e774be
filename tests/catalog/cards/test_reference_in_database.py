"""The reference that is read back from the tables says the same as the one out of the fixtures."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries, DjangoDbBlocker, Settings

from engine import build_reference
from engine.model.cards import GAMES
from engine.model.errors import NotFound
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.loading import load_reference
from vsdb.catalog.cards.models import Game
from vsdb.catalog.cards.reading.folder import GameRows, read_game

pytestmark = pytest.mark.django_db

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
Row = dict[str, Any]
KINDS = ("cards", "sets", "formats", "bans")


def said(row: Row, like: Row | None = None) -> Row:
    """What is recorded in a row, narrowed to the columns of another; "not recorded" may be left out, null or empty."""
    return {key: value for key, value in row.items() if value not in (None, []) and key in (like or row)}


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """No reference is kept from another test."""
    monkeypatch.setattr(selectors, "_held", {})


@pytest.fixture(scope="class", params=GAMES)
def rows(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> tuple[dict[str, Any], GameRows]:
    """The rows of a game as the tables hold them and as the fixtures give them."""
    with django_db_blocker.unblock():
        return selectors.list_reference_rows(request.param), read_game(FIXTURES / request.param, request.param)


class TestRows:
    @pytest.mark.parametrize("kind", KINDS)
    def test_are_those_of_the_fixtures(self, rows: tuple[dict[str, Any], GameRows], kind: str) -> None:
        held, given = rows[0][kind], getattr(rows[1], kind)
        assert len(held) == len(given)
        for one, other in zip(held, given, strict=True):
            defaults = {"versions_known": True, "is_in_every_set": False} if kind == "cards" else {}
            assert said(one) == said(defaults | other, one)

    def test_tell_none_recorded_from_not_recorded_as_the_fixtures_do(
        self, rows: tuple[dict[str, Any], GameRows]
    ) -> None:
        held, given = rows
        for one, other in zip(held["cards"], given.cards, strict=True):
            for column in ("teams", "alignments", "domains", "power_symbols"):
                assert one[column] == other.get(column)

    def test_take_eleven_queries(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        with django_assert_num_queries(11):
            selectors.list_reference_rows("vs-2pcg")

    def test_can_be_written_as_json(self) -> None:
        rows = selectors.list_reference_rows("vs-classic")
        assert json.loads(json.dumps(rows)) == rows


class TestReference:
    @pytest.mark.parametrize("game", GAMES)
    def test_equals_the_one_out_of_the_fixtures(self, game: str, reference: Callable[[str], Reference]) -> None:
        held, given = selectors.get_reference(game), reference(game)
        assert [card.slug for card in held.catalog.cards] == [card.slug for card in given.catalog.cards]
        for one, other in zip(held.catalog.cards, given.catalog.cards, strict=True):
            assert repr(one) == repr(other)
        assert list(held.sets) == list(given.sets)
        assert list(held.formats) == list(given.formats)
        for slug, fmt in held.formats.items():
            assert (fmt.pool, fmt.construction, fmt.construction_changes, fmt.restrictions, fmt.bans) == (
                given.formats[slug].pool,
                given.formats[slug].construction,
                given.formats[slug].construction_changes,
                given.formats[slug].restrictions,
                given.formats[slug].bans,
            )

    def test_is_kept_until_the_facts_change(
        self, fresh: None, small: Path, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        before = selectors.get_reference("vs-classic")
        with django_assert_num_queries(1):
            assert selectors.get_reference("vs-classic") is before
        load_reference(small, allow_loss=True)
        after = selectors.get_reference("vs-classic")
        assert [card.slug for card in after.catalog.cards] == ["plan", "scout-army"]
        assert after.data_version != before.data_version

    def test_takes_thirteen_queries_the_first_time(
        self, fresh: None, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_num_queries(13):
            selectors.get_reference("riftbound")

    def test_never_mixes_two_versions(self, fresh: None, monkeypatch: pytest.MonkeyPatch) -> None:
        versions = iter(["one", "two", "two"])
        monkeypatch.setattr(selectors, "_read_stored_version", lambda game: next(versions))
        assert selectors.get_reference("riftbound").data_version == "two"

    def test_answers_one_request_from_one_state_of_the_facts(
        self, fresh: None, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        before = selectors.get_reference("riftbound")
        with django_assert_num_queries(2), selectors.pin_data_versions():
            Game.objects.filter(slug="riftbound").update(data_version="another")
            assert selectors.get_reference("riftbound") is before
        assert selectors.get_reference("riftbound").data_version == "another"

    def test_a_game_that_is_not_there_is_named_with_those_that_are(self) -> None:
        with pytest.raises(NotFound, match="there is no game 'chess'; the games are") as caught:
            selectors.get_reference("chess")
        assert caught.value.nearest == tuple(GAMES)

    def test_a_game_without_facts_says_what_to_do(self) -> None:
        Game.objects.filter(slug="vs-classic").update(data_version="")
        with pytest.raises(NotFound, match=r"nothing is recorded for Vs\. System TCG yet") as caught:
            selectors.get_reference("vs-classic")
        assert caught.value.advice == "run manage.py load_reference"

    def test_of_several_games_leaves_out_those_without_facts(self) -> None:
        assert [each.game for each in selectors.list_references()] == list(GAMES)
        Game.objects.filter(slug="vs-2pcg").update(data_version="")
        assert [each.game for each in selectors.list_references()] == ["vs-classic", "riftbound"]


class TestDump:
    def test_holds_all_that_the_engine_needs(self) -> None:
        out = io.StringIO()
        call_command("dump_reference", "vs-classic", stdout=out)
        dump = json.loads(out.getvalue())
        rebuilt = build_reference(
            dump["game"], **{kind: dump[kind] for kind in KINDS}, data_version=dump["data_version"]
        )
        held = selectors.get_reference("vs-classic")
        assert rebuilt.data_version == held.data_version
        assert [repr(card) for card in rebuilt.catalog.cards] == [repr(card) for card in held.catalog.cards]

    def test_is_the_same_byte_for_byte(self) -> None:
        first, second = io.StringIO(), io.StringIO()
        call_command("dump_reference", "riftbound", stdout=first)
        call_command("dump_reference", "riftbound", stdout=second)
        assert first.getvalue() == second.getvalue()

    def test_a_game_without_facts_is_exit_status_2(self) -> None:
        Game.objects.filter(slug="vs-classic").update(data_version="")
        with pytest.raises(CommandError) as caught:
            call_command("dump_reference", "vs-classic")
        assert caught.value.returncode == 2


class TestWhatIsKeptByVersion:
    @pytest.fixture
    def read(self, settings: Settings) -> list[str]:
        """The words that were asked about, each time that they were read."""
        settings.KEPT_PAGES_MIB = 1
        return []

    def test_is_read_once_until_a_version_changes(self, read: list[str]) -> None:
        ask = selectors.keep_by_version(lambda word: read.append(word) or len(read))
        with selectors.pin_data_versions():
            assert [ask("a"), ask("b"), ask("a")] == [1, 2, 1]
        with selectors.pin_data_versions():
            assert ask("a") == 1
        Game.objects.filter(pk="riftbound").update(words_version="newer")
        with selectors.pin_data_versions():
            assert [ask("a"), ask("b")] == [3, 4]
        assert read == ["a", "b", "a", "b"]

    def test_is_read_each_time_outside_of_pinned_versions_and_where_nothing_is_kept(
        self, read: list[str], settings: Settings
    ) -> None:
        ask = selectors.keep_by_version(lambda word: read.append(word) or len(read))
        assert [ask("a"), ask("a")] == [1, 2]
        settings.KEPT_PAGES_MIB = 0
        with selectors.pin_data_versions():
            assert [ask("a"), ask("a")] == [3, 4]

    def test_has_a_bound(self, read: list[str]) -> None:
        ask = selectors.keep_by_version(lambda word: read.append(word) or len(read))
        with selectors.pin_data_versions():
            words = [str(number) for number in range(selectors._MAX_ANSWERS + 1)]
            assert [*map(ask, words)] == [*range(1, len(words) + 1)]
            assert ask(words[-1]) == len(words)
            assert ask(words[0]) == len(words) + 1


def test_a_game_has_imports_from_when_its_version_of_them_says_so() -> None:
    assert selectors.may_have_imports("riftbound")
    with selectors.pin_data_versions():
        assert not selectors.may_have_imports("riftbound")
    Game.objects.filter(pk="riftbound").update(imports_version="something")
    with selectors.pin_data_versions():
        assert selectors.may_have_imports("riftbound")
        assert not selectors.may_have_imports("vs-classic")
