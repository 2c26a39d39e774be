"""The lists of the API, and single things in them."""

from __future__ import annotations

import csv
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from engine import build_reference
from engine.model.cards import GAMES
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.models import Game

pytestmark = pytest.mark.django_db

LISTS = ("games", "sets", "cards", "printings", "formats", "keywords", "teams", "documents", "rules")


def get(client: Client, address: str, **parameters: Any) -> Any:
    """The answer to a GET as data; anything but 200 fails."""
    answer = client.get(f"/api/v1/{address}", parameters)
    assert answer.status_code == 200, answer.content[:500]
    return answer.json()


def rows_of(game: str, file: str) -> list[dict[str, str]]:
    """The rows of a fixture as a spreadsheet would see them."""
    lines = (settings.BASE_DIR / "fixtures" / game / file).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


class TestEntrance:
    def test_names_addresses_that_answer(self, client: Client) -> None:
        places = get(client, "")
        questions = {
            "card_collection",
            "check",
            "check_batch",
            "check_team",
            "life",
            "odds",
            "play",
            "repair",
            "sample_hand",
            "simulate",
            "what_if",
        }
        signed_in = {"following", "error_reports", "collection", "simulation_runs"}
        assert {*LISTS, "own_formats", "following", *questions} < set(places)
        for name, address in places.items():
            expected = 405 if name in questions else 401 if name in signed_in else 400 if name == "card_named" else 200
            assert client.get(address).status_code == expected, address


class TestLists:
    def test_the_three_games_are_there_in_their_order(self, client: Client) -> None:
        assert [each["slug"] for each in get(client, "games")["results"]] == list(GAMES)

    @pytest.mark.parametrize("game", GAMES)
    def test_every_card_and_set_of_the_fixtures_is_there(self, client: Client, game: str) -> None:
        for name in ("cards", "sets"):
            assert get(client, name, game=game)["count"] == len(rows_of(game, f"{name}.csv"))

    @pytest.mark.parametrize("name", LISTS)
    def test_a_longer_page_costs_no_more_queries(
        self, client: Client, name: str, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        for game in GAMES:
            selectors.get_reference(game)
        for size in (1, 50):
            with django_assert_max_num_queries(5):
                get(client, name, page_size=size)

    @pytest.mark.parametrize("name", LISTS)
    def test_pages_lead_to_one_another_and_lose_nothing(self, client: Client, name: str) -> None:
        total = get(client, name)["count"]
        page = get(client, name, page_size=max(1, min(500, total // 2)))
        seen = list(page["results"])
        while page["next"]:
            page = client.get(page["next"]).json()
            seen += page["results"]
        assert len(seen) == total
        assert len({str(each) for each in seen}) == total

    def test_a_page_is_never_longer_than_500(self, client: Client) -> None:
        assert len(get(client, "cards", page_size=100_000)["results"]) == 500

    def test_cards_are_listed_where_a_game_has_no_facts_yet(self, client: Client) -> None:
        Game.objects.filter(slug="riftbound").update(data_version="")
        expected = sum(len(rows_of(game, "cards.csv")) for game in ("vs-classic", "vs-2pcg"))
        assert get(client, "cards")["count"] == expected

    def test_an_address_with_a_slash_at_its_end_answers_too(self, client: Client) -> None:
        assert get(client, "games/") == get(client, "games")


class TestFilters:
    def test_cards_are_narrowed_by_game_and_type(self, client: Client) -> None:
        found = get(client, "cards", game="vs-classic", type="Plot Twist", page_size=500)
        expected = [row["slug"] for row in rows_of("vs-classic", "cards.csv") if row["type"] == "Plot Twist"]
        assert sorted(each["slug"] for each in found["results"]) == sorted(expected)

    def test_cards_are_found_by_words_of_their_title_in_any_game(self, client: Client) -> None:
        found = get(client, "cards", q="sávage BEATDOWN")["results"]
        assert [each["title"] for each in found] == ["Savage Beatdown"]

    def test_a_query_finds_what_it_finds_on_the_site_in_its_order(self, client: Client) -> None:
        query = "s:MUN t:character team:avengers c<=3 -sort:cost"
        found = get(client, "cards", q=query, game="vs-classic")
        assert found["count"] == len(found["results"]) == 6
        assert found["notes"] == []
        costs = [card["cost"] for card in found["results"]]
        assert costs == sorted(costs, reverse=True)
        assert len(set(costs)) > 1

    def test_of_printings_each_result_has_its_own(self, client: Client) -> None:
        pages = [get(client, "cards", q="t:rune unique:prints sort:set", page_size=18, page=page) for page in (1, 2)]
        results = [each for page in pages for each in page["results"]]
        assert [page["count"] for page in pages] == [len(results)] * 2
        printings = [printing["code"] for each in results for printing in each["printings"]]
        assert len(set(printings)) == len(printings) == len(results)
        assert len({each["slug"] for each in results}) == 6

    def test_a_query_goes_together_with_the_other_filters_and_with_pages(self, client: Client) -> None:
        every = get(client, "cards", q="kw:swarm", page_size=500)
        narrowed = get(client, "cards", q="kw:swarm", type="Supporting Character", page_size=500)
        assert 0 < narrowed["count"] < every["count"]
        assert {card["type"] for card in narrowed["results"]} == {"Supporting Character"}
        second = get(client, "cards", q="kw:swarm", page_size=5, page=2)
        assert second["results"] == every["results"][5:10]

    def test_what_a_query_has_wrong_is_said_with_its_place_and_the_rest_is_found(self, client: Client) -> None:
        query = "savage team:avngers beatdown"
        found = get(client, "cards", q=query)
        assert [card["title"] for card in found["results"]] == ["Savage Beatdown"]
        (note,) = found["notes"]
        assert query[note["start"] : note["end"]] == "team:avngers"
        assert note["suggestions"][0] == "Avengers"

    def test_cards_are_narrowed_by_set(self, client: Client) -> None:
        found = get(client, "cards", game="riftbound", set="OGN", page_size=500)["results"]
        assert found
        assert all("OGN" in {printing["set_code"] for printing in each["printings"]} for each in found)

    def test_printings_are_narrowed_by_set_and_number(self, client: Client) -> None:
        (found,) = get(client, "printings", game="vs-2pcg", set="AFF", number="001")["results"]
        assert (found["code"], found["title"]) == ("AFF-001", "Captain Marvel")

    @pytest.mark.parametrize("parameters", [{"game": "chess"}, {"level": "many"}, {"q": "x" * 1001}, {"type": "a\0b"}])
    def test_that_mean_nothing_are_refused(self, client: Client, parameters: dict[str, str]) -> None:
        answer = client.get("/api/v1/cards", parameters)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid-input")
        assert answer.json()["errors"][0]["field"] == next(iter(parameters))


class TestOneThing:
    def test_a_card_has_its_facts_and_says_null_for_what_is_not_recorded(self, client: Client) -> None:
        card = get(client, "cards/vs-2pcg/captain-marvel-aff-001")
        assert (card["name"], card["level"]) == ("Captain Marvel", 1)
        assert [each["code"] for each in card["printings"]] == ["AFF-001"]
        assert card["cost"] is None

    def test_every_card_of_a_list_is_the_card_of_its_own_address(self, client: Client) -> None:
        for card in get(client, "cards", game="riftbound", page_size=3)["results"]:
            told = get(client, f"cards/riftbound/{card['slug']}")
            assert {name: told[name] for name in card} == card

    def test_a_set_says_between_which_days_it_was_released(self, client: Client) -> None:
        row = rows_of("vs-classic", "sets.csv")[0]
        found = get(client, f"sets/vs-classic/{row['code']}")
        assert found["released"] == {"earliest": row["released_earliest"], "latest": row["released_latest"]}

    def test_a_format_has_its_pool_on_the_day_asked_for(self, client: Client) -> None:
        before, after = (get(client, "formats/vs-classic/silver-age", on=on) for on in ("2006-01-01", "2008-01-01"))
        assert before["pool_on_day"]["on"] == "2006-01-01"
        assert before["pool_on_day"]["sets"] != after["pool_on_day"]["sets"]

    def test_a_format_is_found_by_its_short_name(self, client: Client) -> None:
        fmt = next(each for each in get(client, "formats", game="vs-classic")["results"] if each["short"])
        assert get(client, f"formats/vs-classic/{fmt['short'][0]}".lower().replace(" ", "-"))["slug"] == fmt["slug"]

    @pytest.mark.parametrize(
        "address",
        [
            "cards/vs-classic/nothing",
            "cards/chess/savage-beatdown",
            "sets/vs-classic/ZZZ",
            "formats/vs-classic/nothing",
            "reference/chess",
            "nowhere",
            "cards?page=99999999999999999999",
        ],
    )
    def test_what_there_is_not_is_told_in_the_shape_of_every_error(self, client: Client, address: str) -> None:
        answer = client.get(f"/api/v1/{address}")
        assert answer.status_code == 404
        assert set(answer.json()) == {"code", "message", "errors"}
        assert answer.json()["code"] == "not-found"

    def test_a_misspelt_card_is_answered_with_the_nearest(self, client: Client) -> None:
        faults = client.get("/api/v1/cards/vs-classic/savage-beatdwon").json()["errors"]
        assert {"field": "nearest", "message": "savage-beatdown"} in faults

    def test_a_card_is_banned_from_the_day_on_that_its_ban_is_certain(self, client: Client) -> None:
        """Called Shot: banned in Riftbound Standard from 2026-03-31 on."""
        seen = {}
        for on in ("2026-03-30", "2026-03-31"):
            answer = get(client, "cards/riftbound/called-shot/legality", on=on)
            seen[on] = next(each["status"] for each in answer["formats"] if each["format"] == "standard")
        assert seen == {
            "2026-03-30": "legal",
            "2026-03-31": "banned",
        }

    def test_a_game_may_be_asked_by_its_name_and_is_told_by_its_slug(self, client: Client) -> None:
        assert get(client, "cards/VS-Classic/savage-beatdown/legality")["game"] == "vs-classic"

    def test_a_rule_that_a_verdict_cites_is_found_by_its_citation(self, client: Client) -> None:
        (rule,) = get(client, "rules", document="cr-2.7", number="101.1")["results"]
        assert rule["heading"]
        assert rule["summary"]

    def test_a_day_that_is_none_is_refused(self, client: Client) -> None:
        answer = client.get("/api/v1/formats/vs-classic/silver-age?on=2006-02-30")
        assert (answer.status_code, answer.json()["code"]) == (400, "unreadable-date")


class TestReferenceDump:
    @pytest.mark.parametrize("game", GAMES)
    def test_builds_the_reference_that_the_site_judges_by(self, client: Client, game: str) -> None:
        rows = get(client, f"reference/{game}")
        lists = {name: rows[name] for name in ("cards", "sets", "formats", "bans", "readings")}
        built = build_reference(rows["game"], data_version=rows["data_version"], **lists)
        held = selectors.get_reference(game)
        assert built.data_version == held.data_version
        assert list(built.catalog.by_slug) == list(held.catalog.by_slug)
        assert list(built.formats) == list(held.formats)

    def test_is_sent_once_for_each_version_of_the_data(self, client: Client) -> None:
        first = client.get("/api/v1/reference/riftbound")
        assert first["ETag"] == f'"{first.json()["data_version"]}"'
        again = client.get("/api/v1/reference/riftbound", headers={"if-none-match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")

    def test_is_sent_anew_for_another_version(self, client: Client) -> None:
        assert client.get("/api/v1/reference/riftbound", headers={"if-none-match": '"older"'}).status_code == 200

    def test_may_be_read_by_pages_of_other_origins(self, client: Client) -> None:
        answer = client.get("/api/v1/reference/riftbound", headers={"origin": "https://decks.example"})
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "ETag" in answer["Access-Control-Expose-Headers"]
