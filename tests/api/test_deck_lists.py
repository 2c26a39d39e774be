"""What the lists of decks in the API are narrowed and sorted by."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.api.asking import Asker, viewer
from vsdb.decks.models import Like

pytestmark = pytest.mark.django_db


class TestWhatTheListNarrowsBy:
    """`/api/v1/decks` takes what the pages `/decks/` and `/decks/mine/` take."""

    @pytest.fixture
    def decks(self, ann: Asker) -> dict[str, int]:
        made = {
            "Beatdown": {"game": "vs-classic", "format": "silver-age", "deck": "4 Savage Beatdown"},
            "Army": {"game": "vs-classic", "format": "golden", "deck": "60 Sentinel Mark V, Army"},
            "Empty": {"game": "riftbound"},
        }
        keys = {}
        for title, body in made.items():
            keys[title] = ann.ok("POST", "decks", {"title": title, **body})["id"]
            ann.ok("POST", f"decks/{keys[title]}/share", {"visibility": "public"})
        ann.ok("PATCH", f"decks/{keys['Army']}", {"tags": ["Stall"]})
        return keys

    @pytest.mark.parametrize("mine", [{}, {"mine": "true"}])
    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ({"format": "vs-classic/silver-age"}, ["Beatdown"]),
            ({"format": "silver-age", "game": "vs-classic"}, ["Beatdown"]),
            ({"format": "vs-classic/golden-age", "game": "vs-classic"}, ["Army"]),
            ({"tag": "stall"}, ["Army"]),
            ({"card": "vs-classic/savage-beatdown"}, ["Beatdown"]),
            ({"outcome": "illegal"}, ["Beatdown"]),
            ({"outcome": "legal"}, ["Army"]),
            ({"outcome": "legal", "q": "army or beatdown"}, ["Army"]),
            ({"outcome": "legal", "q": "beatdown) or (army"}, ["Army"]),
            ({"outcome": "illegal", "q": '"beatdown'}, ["Beatdown"]),
            ({"outcome": "legal", "q": '"beatdown'}, []),
            ({"sort": "title"}, ["Army", "Beatdown", "Empty"]),
            ({"sort": "edited", "q": "sort:name"}, ["Army", "Beatdown", "Empty"]),
            ({"sort": "edited"}, ["Empty", "Army", "Beatdown"]),
        ],
    )
    def test_finds_the_same_decks_as_the_pages(
        self, ann: Asker, decks: dict[str, int], query: dict[str, str], found: list[str], mine: dict[str, str]
    ) -> None:
        listed = ann.ok("GET", "decks", **query, **mine)["results"]
        assert [each["title"] for each in listed] == found

    def test_says_where_in_the_query_as_it_was_sent(self, ann: Asker, decks: dict[str, int]) -> None:
        for outcome in ({}, {"outcome": "legal"}):
            (note,) = ann.ok("GET", "decks", q="size:x army", **outcome)["notes"]
            assert (note["start"], note["end"]) == (0, 6), outcome

    def test_sorts_public_decks_by_likes_and_by_those_of_this_month(
        self, ann: Asker, bob: Asker, decks: dict[str, int]
    ) -> None:
        for title in ("Beatdown", "Army"):
            bob.ok("PUT", f"decks/{decks[title]}/like")
        viewer(ann.client, "eve").ok("PUT", f"decks/{decks['Beatdown']}/like")
        Like.objects.filter(deck=decks["Beatdown"]).update(at=timezone.now() - timedelta(days=31))
        first = {
            sort: ann.ok("GET", "decks", sort=sort)["results"][0]["title"] for sort in ("likes", "month", "newest")
        }
        assert first == {"likes": "Beatdown", "month": "Army", "newest": "Empty"}

    def test_lists_one_s_own_drafts_and_decks_without_a_format(self, ann: Asker, decks: dict[str, int]) -> None:
        ann.ok("POST", f"decks/{decks['Beatdown']}/share", {"visibility": "private"})
        for outcome, title in (("draft", "Beatdown"), ("no-format", "Empty")):
            found = ann.ok("GET", "decks", mine="true", outcome=outcome, sort="size")["results"]
            assert [each["title"] for each in found] == [title]

    @pytest.mark.parametrize(
        ("query", "place"),
        [
            ({"format": "silver-age"}, "format"),
            ({"format": "vs-classic/zonk"}, "format"),
            ({"format": "chess/blitz"}, "format"),
            ({"format": "riftbound/standard", "game": "vs-classic"}, "format"),
            ({"sort": "size"}, "sort"),
            ({"sort": "month", "mine": "true"}, "sort"),
            ({"outcome": "draft"}, "outcome"),
            ({"card": "savage-beatdown"}, "card"),
        ],
    )
    def test_names_the_parameter_that_it_can_not_read(self, ann: Asker, query: dict[str, str], place: str) -> None:
        answer = ann("GET", "decks", **query)
        assert answer.status_code == 400
        assert place in json.dumps(answer.json()["errors"])

    def test_costs_as_many_queries_for_many_decks(
        self, ann: Asker, decks: dict[str, int], django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_max_num_queries(16):
            ann.ok("GET", "decks", format="vs-classic/silver-age", tag="stall", sort="month", outcome="legal")
