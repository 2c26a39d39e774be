"""Cards by name: one card, completions, a random one, and many at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from vsdb.catalog.cards import lookup, selectors

pytestmark = pytest.mark.django_db

CARDS = "/api/v1/cards"


def collect(client: Client, *identifiers: Any) -> Any:
    body = json.dumps({"identifiers": identifiers})
    return client.post(f"{CARDS}/collection", body, content_type="application/json")


class TestNamed:
    @pytest.mark.parametrize(
        "query",
        [
            "exact=savage+beatdown",
            "exact=Savage+Beatdown&game=vs-classic",
            "fuzzy=savage+beatdown",
            "fuzzy=savaje+beetdown",
            "fuzzy=savage+bea",
        ],
    )
    def test_gives_the_card_of_a_name_or_of_the_nearest_one(self, client: Client, query: str) -> None:
        answer = client.get(f"{CARDS}/named?{query}")
        assert (answer.status_code, answer.json()["slug"]) == (200, "savage-beatdown")

    def test_gives_the_card_as_lists_have_it(self, client: Client) -> None:
        listed = client.get(f"{CARDS}?q=!%22Savage+Beatdown%22").json()["results"]
        assert [client.get(f"{CARDS}/named?exact=Savage+Beatdown").json()] == listed

    def test_takes_a_misspelled_name_only_as_fuzzy(self, client: Client) -> None:
        answer = client.get(f"{CARDS}/named?exact=savaje+beatdown")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
        assert answer.json()["candidates"][0]["title"] == "Savage Beatdown"
        assert "Did you mean “Savage Beatdown”" in answer.json()["message"]

    def test_lists_every_card_that_a_name_may_mean(self, client: Client) -> None:
        answer = client.get(f"{CARDS}/named?exact=Wolverine&game=vs-classic")
        assert (answer.status_code, answer.json()["code"]) == (404, "ambiguous")
        titles = [each["title"] for each in answer.json()["candidates"]]
        assert len(titles) > 1
        assert all(title.startswith("Wolverine") for title in titles)

    @pytest.mark.parametrize(
        ("query", "begins"), [("poro", "Poro"), ("lee+sin", "Lee Sin"), ("yasuo", "Yasuo"), ("wolver", "Wolver")]
    )
    def test_of_a_beginning_lists_what_begins_with_it_and_nothing_else(
        self, client: Client, query: str, begins: str
    ) -> None:
        answer = client.get(f"{CARDS}/named?fuzzy={query}")
        assert (answer.status_code, answer.json()["code"]) == (404, "ambiguous")
        titles = [each["title"] for each in answer.json()["candidates"]]
        assert len(titles) > 1
        assert all(title.startswith(begins) for title in titles), titles

    def test_of_a_misspelled_name_lists_all_who_have_it(self, client: Client) -> None:
        wrong, right = (
            client.get(f"{CARDS}/named", {"fuzzy": name, "game": "vs-2pcg"}).json()["candidates"]
            for name in ("magnto", "magneto")
        )
        assert len(right) > 3
        assert {each["slug"] for each in wrong} == {each["slug"] for each in right}

    def test_candidates_of_one_title_are_told_apart_and_named_by_a_printing(self, client: Client) -> None:
        found = client.get(f"{CARDS}/named?exact=She-Hulk&game=vs-2pcg").json()["candidates"]
        assert len({each["title"] for each in found}) == 1
        assert len({each["printing"] for each in found}) == len(found) > 1
        assert {(each["type"], each["level"]) for each in found} >= {("Main Character", 1), ("Main Character", 2)}
        for each in found:
            named = client.get(f"{CARDS}/named", {"exact": f"{each['title']} [{each['printing']}]"})
            assert (named.status_code, named.json()["slug"]) == (200, each["slug"])

    def test_finds_none_for_a_word_that_is_like_no_name(self, client: Client) -> None:
        answer = client.get(f"{CARDS}/named?fuzzy=qqqqqqzzzz").json()
        assert (answer["code"], answer["candidates"]) == ("not-found", [])

    @pytest.mark.parametrize(
        ("query", "field"),
        [
            ("", "exact"),
            ("exact=%00", "exact"),
            ("exact=a&fuzzy=b", "exact"),
            (f"exact={'x' * 201}", "exact"),
            ("name=x", "name"),
        ],
    )
    def test_refuses_what_names_no_card(self, client: Client, query: str, field: str) -> None:
        answer = client.get(f"{CARDS}/named?{query}")
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, field)

    def test_refuses_a_game_that_is_none(self, client: Client) -> None:
        assert client.get(f"{CARDS}/named?exact=x&game=chess").status_code == 404

    def test_knows_every_title_of_every_card(self) -> None:
        for reference in selectors.list_references():
            for card in reference.catalog.cards:
                found = lookup.find_card_named(card.title, [reference])
                assert card == found.card or card in found.candidates or len(found.candidates) == 20


class TestTitles:
    def test_begin_with_the_text_first_and_have_a_word_that_does_then(self, client: Client) -> None:
        titles = client.get(f"{CARDS}/autocomplete?q=savage").json()["titles"]
        assert titles[0].startswith("Savage")
        assert len(titles) <= 20
        starts = [title.startswith("Savage") for title in titles]
        assert starts == sorted(starts, reverse=True)

    def test_are_twenty_at_most_and_none_for_nothing(self, client: Client) -> None:
        assert len(client.get(f"{CARDS}/autocomplete?q=s").json()["titles"]) == 20
        assert client.get(f"{CARDS}/autocomplete?q=").json()["titles"] == []


class TestRandom:
    def test_is_a_card_of_the_query_and_is_not_kept(self, client: Client) -> None:
        answer = client.get(f"{CARDS}/random?q=t:location&game=vs-classic")
        assert answer.status_code == 200
        assert (answer.json()["game"], answer.json()["type"]) == ("vs-classic", "Location")
        assert answer["Cache-Control"] == "no-store"
        assert not answer.has_header("ETag")

    def test_is_any_card_without_a_query(self, client: Client) -> None:
        assert client.get(f"{CARDS}/random?game=riftbound").json()["game"] == "riftbound"

    def test_is_none_where_the_query_finds_none(self, client: Client) -> None:
        answer = client.get(f"{CARDS}/random?q=cost>90")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")

    @pytest.mark.parametrize(
        ("query", "said"),
        [
            ("owned:yes", "Sign in to use “owned”"),
            ("t:", "A value is missing"),
            ("t:location t:", "A value is missing"),
            ("nofield:1", "There is no field “nofield”"),
        ],
    )
    def test_is_none_of_a_query_that_is_not_understood(self, client: Client, query: str, said: str) -> None:
        answer = client.get(f"{CARDS}/random", {"q": query})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "q")
        assert said in answer.json()["errors"][0]["message"]

    @pytest.mark.parametrize("query", ["q=" + "x" * 5000, "name=x"])
    def test_refuses_what_is_no_query(self, client: Client, query: str) -> None:
        assert client.get(f"{CARDS}/random?{query}").status_code == 400


class TestCollection:
    def test_answers_in_the_order_sent_with_null_for_what_is_none(self, client: Client) -> None:
        answer = collect(
            client,
            {"name": "Flying Kick"},
            {"slug": "nobody"},
            {"slug": "savage-beatdown", "game": "vs-classic"},
            {"printing": "ogn-202"},
            {"name": "Wolverine", "game": "vs-classic"},
        )
        assert answer.status_code == 200
        cards = answer.json()["cards"]
        assert [card and card["slug"] for card in cards[:3]] == ["flying-kick", None, "savage-beatdown"]
        assert "OGN-202" in [printing["code"] for printing in cards[3]["printings"]]
        assert cards[4] is None
        told = [(each["place"], each["code"]) for each in answer.json()["not_found"]]
        assert told == [(1, "not-found"), (4, "ambiguous")]

    def test_takes_75_and_refuses_one_more(self, client: Client) -> None:
        one = {"slug": "savage-beatdown", "game": "vs-classic"}
        assert len(collect(client, *[one] * 75).json()["cards"]) == 75
        refused = collect(client, *[one] * 76)
        assert refused.status_code == 400
        assert "76 identifiers; at most 75" in refused.json()["message"]

    @pytest.mark.parametrize("wrong", [{}, {"slug": "a", "name": "b"}, {"id": 1}, "Flying Kick"])
    def test_says_which_identifier_is_wrong(self, client: Client, wrong: Any) -> None:
        answer = collect(client, {"slug": "savage-beatdown"}, wrong)
        assert answer.status_code == 400
        assert answer.json()["errors"][0]["field"].startswith("identifiers.1")

    def test_refuses_an_empty_list(self, client: Client) -> None:
        answer = collect(client)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "identifiers")

    def test_answers_the_others_where_one_names_a_game_or_a_printing_that_is_none(self, client: Client) -> None:
        answer = collect(client, {"name": "Hulk", "game": "chess"}, {"printing": "XYZ-999"}, {"printing": "OGN-202"})
        assert answer.status_code == 200
        assert [bool(card) for card in answer.json()["cards"]] == [False, False, True]
        first, second = answer.json()["not_found"]
        assert "vs-classic, vs-2pcg, riftbound" in first["message"]
        assert second["message"] == "No recorded card has the printing “XYZ-999”."
