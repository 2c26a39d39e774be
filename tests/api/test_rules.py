"""Rules documents over HTTP: units with their references, rules with their texts, and searching them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.api.test_reference_lists import get
from tests.api.test_schema import check, schema
from tests.catalog.rules.texts.editions import MARKED
from tests.catalog.rules.texts_made import NUMBERED, OWN, load, load_edition, make_document
from vsdb.catalog.rules.models import Rule, Unit

pytestmark = pytest.mark.django_db

__all__ = ["schema"]  # a fixture

UNITS = f"documents/{OWN}/units"


@pytest.fixture
def _loaded() -> None:
    make_document()
    load(NUMBERED)


@pytest.mark.usefixtures("_loaded")
class TestUnits:
    def test_are_listed_in_the_order_of_the_document(self, client: Client) -> None:
        found = get(client, UNITS)
        assert found["count"] == 13
        assert [each["slug"] for each in found["results"]] == list(
            Unit.objects.filter(document=OWN).order_by("position").values_list("slug", flat=True)
        )
        by_slug = {each["slug"]: each for each in found["results"]}
        assert by_slug["100.1a"] == {
            "document": OWN,
            "slug": "100.1a",
            "page": f"/rules/{OWN}/100.1a/",
            "api": f"/api/v1/documents/{OWN}/units/100.1a",
            "position": 5,
            "depth": 3,
            "kind": "rule",
            "number": "100.1a",
            "likely": None,
            "parent": "100.1",
            "title": None,
            "text": "Wet boats float too.",
            "line": 11,
        }

    def test_are_cut_into_pages(self, client: Client) -> None:
        second = get(client, UNITS, page_size=5, page=2)
        assert [each["position"] for each in second["results"]] == [5, 6, 7, 8, 9]

    def test_are_narrowed_by_kind_number_and_parent(self, client: Client) -> None:
        assert [each["slug"] for each in get(client, UNITS, kind="example")["results"]] == ["100.1a-example-1"]
        assert [each["slug"] for each in get(client, UNITS, number="101.2")["results"]] == ["101.2"]
        assert [each["slug"] for each in get(client, UNITS, parent="100")["results"]] == ["100.1", "100.2"]

    def test_a_longer_page_costs_no_more_queries(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        for size in (1, 50):
            with django_assert_max_num_queries(4):
                get(client, UNITS, page_size=size)

    def test_none_where_no_text_is_loaded(self, client: Client) -> None:
        assert get(client, "documents/cr-2.7/units")["count"] == 0

    def test_a_document_that_there_is_not(self, client: Client) -> None:
        for path in ("documents/cr-9/units", "documents/cr-9/units/101.2", f"{UNITS}/101.9"):
            answer = client.get(f"/api/v1/{path}")
            assert answer.status_code == 404
            assert answer.json()["code"] == "not-found"

    def test_an_unknown_parameter_is_refused(self, client: Client) -> None:
        assert client.get(f"/api/v1/{UNITS}?kinds=rule").status_code == 400

    def test_documents_say_whether_their_text_is_loaded(self, client: Client) -> None:
        has_text = {each["slug"]: each["has_text"] for each in get(client, "documents")["results"]}
        assert has_text[OWN] is True
        assert has_text["cr-2.7"] is False


@pytest.mark.usefixtures("_loaded")
class TestOneUnit:
    def test_has_its_references_both_ways(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_max_num_queries(12):
            found = get(client, f"{UNITS}/100.2")
        text = found["text"]
        drawn = [each for each in found["refers_to"] if not each["is_between"]]
        assert [text[each["start"] : each["end"]] for each in drawn] == ["101.1", "101.4"]
        assert [each["unit"] for each in drawn] == ["101.1", "101.4"]
        assert [each["unit"] for each in found["refers_to"] if each["is_between"]] == ["101.2", "101.3"]
        assert found["referred_by"] == []
        (referring,) = get(client, f"{UNITS}/101.2")["referred_by"]
        assert referring == {"slug": "100.2", "kind": "rule", "number": "100.2", "title": None}

    def test_a_reference_that_leads_nowhere_has_no_unit(self, client: Client) -> None:
        found = get(client, f"{UNITS}/100.1")
        (reference,) = found["refers_to"]
        assert (reference["written"], reference["unit"], reference["outside"]) == ("101.9", None, None)
        assert found["children"] == ["100.1a"]

    def test_has_our_words_beside_the_text(self, client: Client) -> None:
        Rule.objects.create(
            document_id=OWN, number="101.1", slug="101.1", heading="Sailcloth", summary="Ours.", position=0
        )
        found = get(client, f"{UNITS}/101.1")
        assert (found["heading"], found["summary"], found["text"]) == ("Sailcloth", "Ours.", "Sails are white.")

    def test_a_misread_number_is_found_by_what_it_likely_means(self, client: Client) -> None:
        load(MARKED)
        found = get(client, f"{UNITS}/101.2l")
        assert (found["slug"], found["number"], found["likely"]) == ("101.21", "101.21", "101.2l")


class TestRules:
    def test_have_no_text_where_none_is_loaded(self, client: Client) -> None:
        found = get(client, "rules", document="cr-2.7", number="101.2")
        (rule,) = found["results"]
        assert (rule["text"], rule["kind"], found["notes"]) == (None, "summary", [])

    def test_have_the_text_of_their_document_where_it_is_loaded(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        rules = list(Rule.objects.filter(document="cr-2.7").values())
        load_edition("cr-2.7", NUMBERED.replace("Last updated May 1, 2001", ""))
        Rule.objects.bulk_create(Rule(**each) for each in rules)
        with django_assert_max_num_queries(5):
            held = {each["slug"]: each for each in get(client, "rules", document="cr-2.7", page_size=500)["results"]}
        assert held["101.2"]["text"] == "Sails are wide."
        assert held["101.2"]["summary"]
        assert held["202"]["text"] is None

    def test_are_searched_in_the_order_of_the_search_with_what_is_to_be_said(self, client: Client) -> None:
        make_document()
        load(NUMBERED)
        found = get(client, "rules", q="is:nope cr:100", document=OWN)
        assert [each["slug"] for each in found["results"]] == ["100", "100.1", "100.1a", "100.1a-example-1", "100.2"]
        (note,) = found["notes"]
        assert (note["start"], note["end"]) == (0, 7)
        second = get(client, "rules", q="cr:100", document=OWN, page_size=2, page=2)
        assert [each["slug"] for each in second["results"]] == ["100.1a", "100.1a-example-1"]
        assert second["count"] == 5
        assert [each["slug"] for each in get(client, "rules", q="boats", number="100.2")["results"]] == ["100.2"]
        assert {each["document"] for each in get(client, "rules", q="deck", game="vs-2pcg")["results"]} <= {
            "pcg-5.0",
            "pcg-updates",
        }

    def test_a_search_costs_no_more_queries_for_a_longer_page(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        get(client, "rules", q="deck")
        for size in (1, 100):
            with django_assert_max_num_queries(6):
                get(client, "rules", q="deck", page_size=size)

    def test_an_imported_text_is_served_at_once(self, client: Client) -> None:
        make_document()
        address = f"/api/v1/{UNITS}"
        first = client.get(address)
        again = client.get(address, headers={"if-none-match": first["ETag"]})
        assert again.status_code == 304
        load(NUMBERED)
        after = client.get(address, headers={"if-none-match": first["ETag"]})
        assert after.status_code == 200
        assert after.json()["count"] == 13


def test_answers_keep_to_the_description(client: Client, schema: dict[str, Any]) -> None:
    make_document()
    load(MARKED)
    check(schema, "/api/v1/documents/{document}/units", "get", 200, get(client, UNITS, page_size=500))
    for slug in ("101.2a", "101.21", "102.2", "102.2-2", "glossary-cut", "100.1"):
        check(schema, "/api/v1/documents/{document}/units/{unit}", "get", 200, get(client, f"{UNITS}/{slug}"))
    check(schema, "/api/v1/rules", "get", 200, get(client, "rules", q="foo:1 deck", page_size=500))
    for path in ("documents/{document}/units", "documents/{document}/units/{unit}"):
        answer = client.get("/api/v1/" + path.format(document="cr-9", unit="1"))
        check(schema, f"/api/v1/{path}", "get", 404, answer.json())
