"""What is found by words, and that every text index gives the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection
from django.db.models import Q
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries, Settings

from tests.search.worded import a_card, a_wording
from vsdb.catalog.cards.models import Card, CardLabel
from vsdb.core.folding import tokenize
from vsdb.search.models import SearchText
from vsdb.search.text import postgresql_index, rows
from vsdb.search.text.current import (
    REBUILT,
    TableScan,
    get_text_index,
    index_notes,
    open_index,
    search_current_index,
)
from vsdb.search.text.postgresql_index import PostgresqlIndex, has_trigrams
from vsdb.search.text.rows import PrintedNames, TextIndex, TextQuery

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
Open = Callable[[], TextIndex]


def in_files() -> TextIndex:
    return open_index(rows.read_rows_state().build)[0]


def in_postgresql() -> TextIndex:
    if connection.vendor != "postgresql":
        pytest.skip("needs the tests to run on PostgreSQL: name a server in DATABASE_URL")
    return PostgresqlIndex(rows.read_rows_state().build)


EVERY_INDEX = pytest.mark.parametrize(
    "index", [in_files, TableScan, pytest.param(in_postgresql, marks=pytest.mark.postgresql)]
)


def titles(index: TextIndex, text: str, kind: str = "word", field: str = "any") -> list[str]:
    """What is found, the highest rank first, then by title."""
    ranks = index.search(TextQuery(tokenize(text), kind, field))
    found = Card.objects.filter(pk__in=ranks).values_list("pk", "title")
    return [title for _, title in sorted((-ranks[pk], title) for pk, title in found)]


@EVERY_INDEX
class TestWords:
    def test_find_the_cards_that_hold_all_of_them(self, index: Open) -> None:
        assert titles(index(), "doom diabolic") == ["Dr. Doom, Diabolic Genius"]

    def test_are_found_where_a_word_begins_with_them(self, index: Open) -> None:
        assert titles(index(), "doo diab") == ["Dr. Doom, Diabolic Genius"]

    def test_are_not_found_inside_a_word(self, index: Open) -> None:
        assert titles(index(), "oom iabolic") == []

    def test_are_found_whatever_their_case_accents_and_dots(self, index: Open) -> None:
        assert titles(index(), "D.R. DÔOM diábolic") == ["Dr. Doom, Diabolic Genius"]

    def test_may_stand_in_any_order(self, index: Open) -> None:
        held = index()
        assert titles(held, "genius doom") == titles(held, "doom genius") == ["Dr. Doom, Diabolic Genius"]

    def test_find_a_card_by_its_identity(self, index: Open) -> None:
        assert "Azrael <> Batman, Knightfall" in titles(index(), "azrael")

    def test_find_a_card_by_what_it_is_also_known_as(self, index: Open) -> None:
        label = CardLabel.objects.filter(kind=CardLabel.Kind.AKA).select_related("card").order_by("pk")[0]
        assert not set(tokenize(label.name)) & set(tokenize(label.card.title))
        assert label.card.title in titles(index(), label.name)

    def test_find_a_legend_by_its_champion(self, index: Open) -> None:
        assert "Emperor of the Sands" in titles(index(), "azir")

    def test_that_no_card_holds_find_nothing(self, index: Open) -> None:
        assert titles(index(), "doom qqq") == []

    def test_none_at_all_find_nothing(self, index: Open) -> None:
        assert titles(index(), "!?") == []


@EVERY_INDEX
class TestPhrases:
    def test_find_words_in_a_row(self, index: Open) -> None:
        assert titles(index(), "lord of latveria", "phrase") == ["Dr. Doom, Lord of Latveria"]

    def test_do_not_find_them_in_another_order(self, index: Open) -> None:
        assert titles(index(), "latveria of lord", "phrase") == []

    def test_do_not_find_the_beginning_of_a_word(self, index: Open) -> None:
        assert titles(index(), "lord of latv", "phrase") == []

    def test_find_a_whole_title_as_it_is_printed(self, index: Open) -> None:
        assert titles(index(), "Azrael <> Batman, Knightfall", "phrase") == ["Azrael <> Batman, Knightfall"]


@EVERY_INDEX
class TestWording:
    def test_is_searched_alone_where_that_is_asked_for(self, index: Open) -> None:
        assert titles(index(), "doom", field="wording") == titles(index(), "doom", "phrase", "wording") == []

    def test_is_one_text_with_what_stands_before_it(self, index: Open, tmp_path: Path, settings: Settings) -> None:
        settings.SEARCH_INDEX_DIR = tmp_path
        a_wording(a_card("Zyx Lamp"), "It glimmers twice.")
        rows.write()
        held = index()
        for text, kind in (
            ("lamp glim", "word"),
            ("twice zyx", "word"),
            ("lamp it glimmers", "phrase"),
            ("it glimmers", "phrase"),
        ):
            assert titles(held, text, kind) == ["Zyx Lamp"], text
        assert titles(held, "zyx glimmers", "phrase") == titles(held, "lamp it", "phrase", "wording") == []
        assert titles(held, "lamp glimmers", "word", "wording") == []
        assert titles(held, "glimmers twice", "phrase", "wording") == ["Zyx Lamp"]


@EVERY_INDEX
class TestRanks:
    def ranked(self, index: TextIndex, text: str, kind: str = "word") -> dict[str, float]:
        ranks = index.search(TextQuery(tokenize(text), kind))
        return {Card.objects.get(pk=pk).title: rank for pk, rank in ranks.items()}

    def test_put_the_name_itself_first_then_names_that_hold_it_then_other_texts(self, index: Open) -> None:
        ranks = self.ranked(index(), "batman")
        assert ranks["Azrael <> Batman, Knightfall"] == 2
        assert max(ranks.values()) == 5
        assert {Card.objects.filter(title=title)[0].name for title, rank in ranks.items() if rank == 5} == {"Batman"}

    def test_put_whole_words_before_beginnings(self, index: Open) -> None:
        ranks = self.ranked(index(), "doom")
        assert ranks["Dr. Doom, Diabolic Genius"] == 4
        assert ranks.get("Doomsday", 3) == 3

    def test_of_phrases_put_names_first(self, index: Open) -> None:
        ranks = self.ranked(index(), "dr doom", "phrase")
        assert ranks["Dr. Doom, Diabolic Genius"] == 5


@EVERY_INDEX
class TestSuggestions:
    @pytest.mark.parametrize(
        ("misspelt", "meant"),
        [("wolvrine", "Wolverine"), ("Spidr-Man", "Spider-Man"), ("dr dom", "Dr. Doom"), ("Magnto", "Magneto")],
    )
    def test_begin_with_the_name_that_was_meant(self, index: Open, misspelt: str, meant: str) -> None:
        assert index().suggest(misspelt)[0] == meant

    @pytest.mark.parametrize(
        "misspelt",
        [
            *(
                "hukl",
                "hlk",
                "uhlk",
                "bulk",
                "tor",
                "olki",
                "jinks",
                "ahir",
                "x",
                "wolvrine",
                "spidr man",
                "spider man",
            ),
            *(
                "dr dom",
                "docter doom",
                "cpatain america",
                "captain amerca",
                "pucnh",
                "batmna",
                "teh joker",
                "magic",
                "",
            ),
        ],
    )
    def test_are_those_of_reading_every_name(self, index: Open, misspelt: str) -> None:
        assert index().suggest(misspelt) == PrintedNames.held().nearest(misspelt, 5)

    @pytest.mark.parametrize(("misspelt", "meant"), [("hukl", "Hulk"), ("uhlk", "Hulk"), ("lkoi", "Loki")])
    def test_begin_with_a_short_name_of_which_hardly_three_letters_are_right(
        self, index: Open, misspelt: str, meant: str
    ) -> None:
        assert index().suggest(misspelt)[0] == meant

    def test_are_no_more_than_were_asked_for(self, index: Open) -> None:
        assert len(index().suggest("spider man", limit=2)) == 2

    def test_are_none_where_no_name_is_like_it(self, index: Open) -> None:
        assert index().suggest("zzzzqqqq") == ()


@pytest.fixture
def texts() -> list[list[str]]:
    """The words of every card."""
    return [text.split() for text in sorted(set(SearchText.objects.values_list("words", flat=True)))]


class TestEveryIndex:
    @settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(data=st.data())
    def test_gives_the_same_cards_with_the_same_ranks(self, texts: list[list[str]], data: st.DataObject) -> None:
        card = data.draw(st.sampled_from(texts))
        kind = data.draw(st.sampled_from(["word", "phrase"]))
        start = data.draw(st.integers(0, len(card) - 1))
        asked = card[start : start + data.draw(st.integers(1, 3))]
        if data.draw(st.booleans()):
            asked = [word[: data.draw(st.integers(1, len(word)))] for word in asked]
        query = TextQuery(tuple(asked), kind)
        found = in_files().search(query)
        assert found == TableScan().search(query)
        if connection.vendor == "postgresql":
            assert found == in_postgresql().search(query)

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(text=st.text(max_size=40), kind=st.sampled_from(["word", "phrase"]))
    def test_takes_whatever_is_typed(self, text: str, kind: str) -> None:
        query = TextQuery(tokenize(text), kind)
        found = in_files().search(query)
        assert found == TableScan().search(query)
        if connection.vendor == "postgresql":
            assert found == in_postgresql().search(query)

    def test_finds_what_reading_every_title_finds(self) -> None:
        held: dict[int, set[str]] = {pk: set(tokenize(title)) for pk, title in Card.objects.values_list("pk", "title")}
        called = Q(kind=CardLabel.Kind.AKA) | Q(kind=CardLabel.Kind.TAG, card__type="Legend")
        for pk, name in CardLabel.objects.filter(called).values_list("card", "name"):
            held[pk] |= set(tokenize(name))
        index = get_text_index()
        for word in sorted(set.union(*held.values()))[::20]:
            for asked in (word[:1], word[:3], word):
                expected = {pk for pk, words in held.items() if any(each.startswith(asked) for each in words)}
                assert set(index.search(TextQuery((asked,)))) == expected


class TestCurrent:
    def test_costs_one_query_where_the_index_is_there(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        get_text_index()
        with django_assert_num_queries(1):
            get_text_index()

    def test_is_looked_up_and_searched_at_once(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        get_text_index()
        query = TextQuery(("doom", "genius"))
        with django_assert_num_queries(1):
            index, found = search_current_index(query)
        assert found == TableScan().search(query) != {}
        assert (type(index), index.notes) == (type(get_text_index()), ())

    def test_that_is_out_of_date_is_rebuilt_before_it_is_searched(self) -> None:
        get_text_index()
        card = a_card("Zyxwv")
        with index_notes() as heard:
            index, found = search_current_index(TextQuery(("zyxwv",)))
        assert list(found) == [card.pk]
        assert index.notes == tuple(heard) == (REBUILT,)

    def test_finds_nothing_where_nothing_is_asked(self) -> None:
        assert search_current_index(TextQuery(()))[1] == {}

    def test_is_the_one_of_the_database(self) -> None:
        assert isinstance(get_text_index(), PostgresqlIndex) == (connection.vendor == "postgresql")


@pytest.mark.postgresql
class TestVeryManyNames:
    @pytest.fixture(autouse=True)
    def _few_are_many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(postgresql_index, "MANY_NAMES", 10)

    @pytest.mark.parametrize("text", ["wolvrine", "dr doom", "spider mn", "xq"])
    def test_are_looked_up_by_their_trigrams_and_give_the_same_names(self, text: str) -> None:
        assert in_postgresql().suggest(text) == TableScan().suggest(text)

    def test_are_compared_outside_a_database_without_trigrams(self) -> None:
        index = in_postgresql()
        with connection.cursor() as cursor:
            cursor.execute("DROP EXTENSION pg_trgm CASCADE")
        has_trigrams.cache_clear()
        try:
            assert index.suggest("wolvrine")[0] == "Wolverine"
        finally:
            has_trigrams.cache_clear()
