"""Wordings in the text index: those of the day, stale when another begins to count, written where they changed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from django.db.models import QuerySet
from django.utils import timezone
from pytest_django import Settings

from tests.search.worded import a_card, a_wording, new_data
from vsdb.catalog.cards.models import Card
from vsdb.catalog.wordings.models import Wording
from vsdb.search.models import SearchText
from vsdb.search.services import search_cards
from vsdb.search.text import rows
from vsdb.search.text.current import get_text_index
from vsdb.search.text.rows import TextQuery

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("few_cards")]

GLIMMER, FLICKER = TextQuery(("glimmers",), "word", "wording"), TextQuery(("flickers",), "word", "wording")


@pytest.fixture(autouse=True)
def index_apart(settings: Settings, tmp_path: Path) -> None:
    """A folder of its own for the index, which would else be of cards that are gone after the test."""
    settings.SEARCH_INDEX_DIR = tmp_path / "index"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[date]:
    """Today, which a test may put forward."""
    today = [date(2030, 5, 1)]
    monkeypatch.setattr(timezone, "localdate", lambda: today[0])
    return today


@pytest.fixture
def lamp() -> Card:
    """A card whose errata counts from the tenth of May."""
    card = a_card("Zyx Lamp")
    a_wording(card, "It glimmers.", days="2030-01-01")
    a_wording(card, "It flickers.", "errata", ("2030-05-08", "2030-05-10"))
    new_data("vs-classic")
    return card


class TestTheDay:
    def test_tells_which_wording_is_found(self, clock: list[date], lamp: Card) -> None:
        assert set(get_text_index().search(GLIMMER)) == {lamp.pk}
        assert get_text_index().search(FLICKER) == {}

    def test_makes_the_index_stale_when_another_wording_counts(self, clock: list[date], lamp: Card) -> None:
        get_text_index()
        clock[0] = date(2030, 5, 9)
        assert rows.read_rows_state().is_current
        clock[0] = date(2030, 5, 10)
        assert not rows.read_rows_state().is_current
        assert set(get_text_index().search(FLICKER)) == {lamp.pk}
        assert get_text_index().search(GLIMMER) == {}
        assert rows.read_rows_state().is_current

    def test_turned_back_makes_it_stale_too(self, clock: list[date], lamp: Card) -> None:
        clock[0] = date(2030, 6, 1)
        get_text_index()
        clock[0] = date(2030, 5, 9)
        assert not rows.read_rows_state().is_current

    def test_of_a_query_is_answered_from_the_texts_of_that_day(self, clock: list[date], lamp: Card) -> None:
        for day, word in (("2030-05-01", "glimmers"), ("2030-05-10", "flickers"), ("2029-05-10", "")):
            for query in ("glimmers", "flickers", "/glimmers/", "/flickers/"):
                answer = search_cards(f"x:{query} asof:{day}", today=clock[0]).ids
                assert set(answer) == ({lamp.pk} if query.strip("/") == word else set()), (day, query)


class TestTheRows:
    def test_each_hold_the_text_of_their_own_card(self) -> None:
        """Keys and names of these stand in opposite orders."""
        held = {letter: a_card(f"{letter} Lamp") for letter in "ZYXW"}
        for letter, card in held.items():
            a_wording(card, f"Says{letter}.")
        new_data("vs-classic")
        for letter, card in held.items():
            assert set(get_text_index().search(TextQuery((f"says{letter.lower()}",), "word", "wording"))) == {card.pk}

    def test_are_written_where_their_text_changed_alone(
        self, clock: list[date], lamp: Card, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        get_text_index()
        a_wording(lamp, "It shimmers.", "reference", "2029-01-01")
        Wording.objects.filter(card=lamp).exclude(kind="reference").delete()
        new_data("vs-classic")
        written: list[int] = []
        store = QuerySet.bulk_create

        def noted(self: QuerySet[SearchText], objs: list[SearchText], **options: object) -> object:
            written.extend(each.card_id for each in objs if isinstance(each, SearchText))
            return store(self, objs, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(QuerySet, "bulk_create", noted)
        assert set(get_text_index().search(TextQuery(("shimmers",), "word", "wording"))) == {lamp.pk}
        assert written == [lamp.pk]

    def test_lose_their_text_with_the_wording(self, clock: list[date], lamp: Card) -> None:
        assert set(get_text_index().search(GLIMMER)) == {lamp.pk}
        Wording.objects.filter(card=lamp).delete()
        new_data("vs-classic")
        assert get_text_index().search(GLIMMER) == {}
        assert SearchText.objects.get(card=lamp).text_of is None

    def test_hold_a_word_of_any_length(self) -> None:
        card = a_card("Long Lamp")
        a_wording(card, f"Begins {'a' * 5000} and ends.")
        new_data("vs-classic")
        assert set(get_text_index().search(TextQuery(("begins", "and", "ends"), "word", "wording"))) == {card.pk}
