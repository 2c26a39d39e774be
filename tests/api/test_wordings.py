"""Wordings, rulings and sources over HTTP; every sentence is our own."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.catalog.wordings.making import SLUG, make_group, make_ruling, make_source, make_wording

pytestmark = pytest.mark.django_db
CARD = f"/api/v1/cards/vs-classic/{SLUG}"


def get(client: Client, address: str, **query: Any) -> Any:
    response = client.get(address, query)
    assert response.status_code == 200
    return response.json()


class TestACard:
    def test_has_its_texts_oldest_first_and_the_one_of_the_day(self, client: Client) -> None:
        make_wording("Skip.", "errata", "2006-05-01", "2006-05-31", source="faq", changed=["Skip"], place="line 3")
        make_wording("Boost 2: Hop.", "printed", "2004-02-01", printing_code="MOR-001", flavour="Whoosh!")
        told = get(client, CARD, on="2006-05-15")
        assert told["on"] == "2006-05-15"
        assert [(each["text"], each["state"]) for each in told["wordings"]] == [
            ("Boost 2: Hop.", "current"),
            ("Skip.", "possible"),
        ]
        assert told["wording"] == {
            "key": "list.MOR-001",
            "kind": "printed",
            "printing": "MOR-001",
            "text": "Boost 2: Hop.",
            "flavour": "Whoosh!",
            "changed": [],
            "since": {"earliest": "2004-02-01", "latest": "2004-02-01"},
            "state": "current",
            "is_order_doubtful": False,
            "source": "list",
            "source_name": "List",
            "authority": "community",
            "place": None,
            "derived": {"keywords": [["Boost", "2"]]},
        }
        assert get(client, CARD, on="2006-05-31")["wording"]["changed"] == ["Skip"]

    def test_without_wording_has_none(self, client: Client) -> None:
        told = get(client, CARD)
        assert (told["wording"], told["wordings"], told["rulings"], told["groups"]) == (None, [], [], [])

    def test_has_its_rulings_with_what_has_changed_since(self, client: Client) -> None:
        make_wording("Hop.", "printed", "2004-02-01")
        make_wording("Skip.", "errata", "2008-05-01")
        make_ruling("Four.", "2007-03-01", about=[SLUG], rules=[("", "101.2")], keywords=["Boost"], sets=["MUN"])
        make_ruling("Five.", mentions=[SLUG], about=["bloodsport"])
        make_group("Hoppers", "Savage Beatdown")
        told = get(client, CARD)
        [about], [other] = told["rulings"], told["mentioned_in"]
        assert (about["cards"], about["keywords"], about["sets"]) == ([SLUG], ["boost"], ["MUN"])
        assert about["rules"] == [
            {
                "document": "cr-2007-02-05",
                "number": "101.2",
                "changed_in": "Vs. System TCG Comprehensive Rules 2.7",
            }
        ]
        since = {"earliest": "2008-05-01", "latest": "2008-05-01"}
        assert about["newer_wordings"] == [{"card": SLUG, "kind": "errata", "since": since, "is_certain": True}]
        assert (other["cards"], other["mentions"], other["day"]) == (["bloodsport"], [SLUG], None)
        assert told["groups"] == ["hoppers"]

    @pytest.mark.parametrize("query", ["on=2008-02-30", "when=2008-02-01"])
    def test_refuses_a_day_that_cannot_be_read_and_other_parameters(self, client: Client, query: str) -> None:
        assert client.get(f"{CARD}?{query}").status_code == 400


class TestRulings:
    @pytest.fixture(autouse=True)
    def rulings(self) -> None:
        make_ruling("One.", "2007-03-01", about=[SLUG], rules=[("cr-2.7", "101.2")], keywords=["Boost"])
        make_ruling("Two.", "2008-03-01", source="faq", mentions=[SLUG], about=["bloodsport"], sets=["MUN"])

    @pytest.mark.parametrize(
        ("query", "texts"),
        [
            ({}, ["Two.", "One."]),
            ({"game": "riftbound"}, []),
            ({"source": "faq"}, ["Two."]),
            ({"card": SLUG}, ["Two.", "One."]),
            ({"card": "bloodsport"}, ["Two."]),
            ({"keyword": "boost"}, ["One."]),
            ({"set": "MUN"}, ["Two."]),
            ({"rule": "101.2"}, ["One."]),
        ],
    )
    def test_are_narrowed(self, client: Client, query: dict[str, str], texts: list[str]) -> None:
        told = get(client, "/api/v1/rulings", **query)
        assert [each["text"] for each in told["results"]] == texts
        assert told["count"] == len(texts)

    def test_refuse_another_parameter(self, client: Client) -> None:
        assert client.get("/api/v1/rulings?crad=x").status_code == 400

    @pytest.mark.parametrize("count", [0, 30])
    def test_cost_the_same_few_queries_however_many(
        self, client: Client, count: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for _ in range(count):
            make_ruling("Boost.", "2007-03-01", about=[SLUG], keywords=["Boost"], sets=["MUN"])
        # The versions of the facts, how many, which; and the eight of what they lead to.
        with django_assert_num_queries(11):
            get(client, "/api/v1/rulings")


class TestSources:
    def test_come_with_what_came_from_them(self, client: Client) -> None:
        make_source("book", "2008-06-01", "2008-06-30", name="Book", kind="reference", authority="publisher")
        make_wording("Hop.", "errata", source="book")
        make_source("other", game="riftbound")
        [told] = get(client, "/api/v1/sources", game="vs-classic")["results"]
        assert told == {
            "game": "vs-classic",
            "slug": "book",
            "name": "Book",
            "kind": "reference",
            "authority": "publisher",
            "document": None,
            "published": {"earliest": "2008-06-01", "latest": "2008-06-30"},
            "wording_count": 1,
            "ruling_count": 0,
            "page": "/sources/vs-classic/book/",
            "api": "/api/v1/sources/vs-classic/book",
        }

    def test_are_narrowed(self, client: Client) -> None:
        make_source("book", kind="reference", authority="publisher")
        make_source("list")
        for query in ({"kind": "reference"}, {"authority": "publisher"}):
            assert [each["slug"] for each in get(client, "/api/v1/sources", **query)["results"]] == ["book"]
