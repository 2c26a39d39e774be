"""What the word that is being typed may become."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from engine.model.names import fold
from vsdb.catalog.cards.models import Card
from vsdb.search.completion import list_completions

pytestmark = pytest.mark.django_db


class TestValues:
    @pytest.mark.parametrize(
        ("text", "label", "completed"),
        [
            ("is:conc", "concealed", "is:concealed "),
            ("-is:fl", "flight", "-is:flight "),
            ("dom<={fury,ch", "chaos", "dom<={fury,chaos"),
            ("sort:cost,na", "name", "sort:cost,name"),
            ("view:", "faces", "view:faces "),
            ("has:", "errata", "has:errata "),
        ],
    )
    def test_that_are_fixed_begin_so(self, text: str, label: str, completed: str) -> None:
        first = list_completions(text, len(text), None)[0]
        assert (first.label, first.query, first.at) == (label, completed, len(completed))

    def test_that_no_card_records_are_not_offered(self) -> None:
        assert "ruling" not in {each.label for each in list_completions("has:", 4, None)}


class TestAnswers:
    def offers(self, client: Client, query: str, at: int | None = None, game: str = "") -> list[dict[str, str]]:
        words = {"q": query, "at": len(query) if at is None else at, "game": game}
        response = client.get(f"/search/complete/?{urlencode(words)}")
        assert response.status_code == 200
        return list(response.json()["completions"])

    def test_offers_fields(self, client: Client) -> None:
        offered = self.offers(client, "hulk tea")
        assert ("team:", "hulk team:") in [(each["label"], each["query"]) for each in offered]

    def test_offers_the_values_of_a_field(self, client: Client) -> None:
        offered = self.offers(client, "hulk team:aven", game="vs-classic")
        assert offered[0]["label"] == "Avengers"
        assert offered[0]["query"] == "hulk team:Avengers "

    def test_puts_quotes_around_values_of_several_words(self, client: Client) -> None:
        offered = self.offers(client, "t:plot", game="vs-classic")
        assert 't:"Plot Twist" ' in [each["query"] for each in offered]

    def test_completes_where_the_cursor_stands(self, client: Client) -> None:
        offered = self.offers(client, "team:aven hulk", at=9, game="vs-classic")
        assert offered[0]["query"] == "team:Avengers hulk"
        assert offered[0]["at"] == len("team:Avengers")

    def test_offers_names(self, client: Client) -> None:
        assert any("Spider-Man" in each["label"] for each in self.offers(client, "spider-m", game="vs-classic"))

    def test_offers_whole_names_behind_an_exclamation_mark(self, client: Client) -> None:
        offered = self.offers(client, 'c<=3 !"spider-m', game="vs-classic")
        assert 'c<=3 !"Spider-Man" ' in [each["query"] for each in offered]

    def test_offers_the_first_names_of_all_games_each_once(self, client: Client) -> None:
        offered = [each["label"] for each in self.offers(client, '!"captain ')]
        names = {fold(name): name for name in Card.objects.order_by("-pk").values_list("name", flat=True)}
        assert [fold(each) for each in offered] == sorted(name for name in names if name.startswith("captain "))[:5]

    def test_offers_no_field_of_another_game(self, client: Client) -> None:
        assert [each for each in self.offers(client, "doma", game="vs-classic") if each["label"] == "domain:"] == []

    @pytest.mark.parametrize("words", ["", "q=", "q=x&at=-1", "q=x&at=99999999999", "q=%00&at=0", "q=team:&game=chess"])
    def test_of_anything_is_a_list(self, client: Client, words: str) -> None:
        response = client.get(f"/search/complete/?{words}")
        assert response.status_code == 200
        assert isinstance(response.json()["completions"], list)

    @pytest.mark.parametrize(("query", "queries"), [("t:uni", 1), ("team:aven", 1), ("spider-m", 1)])
    def test_costs_few_queries(
        self, client: Client, query: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        self.offers(client, query)
        # The versions of the facts.
        with django_assert_num_queries(queries):
            self.offers(client, query)
