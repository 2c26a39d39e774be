"""Rules over HTTP with what stands around them, editions compared and coverage, with texts of our own."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.api.test_reference_lists import get
from tests.api.test_schema import check, schema
from tests.catalog.rules.held import NEWER, OLDER, hold
from tests.catalog.wordings.making import SLUG, make_ruling
from vsdb.catalog.rules.coverage import STATES
from vsdb.catalog.rules.models import Document, Unit

pytestmark = pytest.mark.django_db

__all__ = ["schema"]  # a fixture

OLD, NEW = "cr-2007-02-05", "cr-2.7"
COMPARED = f"rules/compare/{OLD}/{NEW}"
#: Of the versions of the facts, and of the documents of the game.
OF_THE_GAME = 2
KINDS = ("reworded", "renumbered", "added", "removed", "respaced", "cut-off")


@pytest.fixture
def _held() -> None:
    hold(OLD, OLDER)
    hold(NEW, NEWER)


def changed(client: Client, address: str = COMPARED, **parameters: Any) -> dict[str, dict[str, Any]]:
    """The changes by the newer slug, else by the older with a minus before it."""
    rows = get(client, address, **parameters)["results"]
    return {row["after"]["slug"] if row["after"] else f"-{row['before']['slug']}": row for row in rows}


@pytest.mark.usefixtures("_held")
class TestCompare:
    def test_says_what_became_of_each_paragraph(self, client: Client) -> None:
        rows = changed(client)
        assert rows["101.2"]["kinds"] == ["reworded"]
        assert "of one name and no more" in rows["101.2"]["before"]["text"]
        assert "name and color" in rows["101.2"]["after"]["text"]
        assert (rows["102.1"]["kinds"], rows["102.1"]["before"]["number"]) == (["renumbered"], "102.2")
        assert (rows["101.3"]["kinds"], rows["101.3"]["before"]) == (["added"], None)
        assert (rows["-101.2a"]["kinds"], rows["-101.2a"]["after"]) == (["removed"], None)
        assert "101.1" not in rows

    def test_has_what_is_about_decks_first(self, client: Client) -> None:
        about = [row["is_about_decks"] for row in get(client, COMPARED)["results"]]
        assert about == sorted(about, reverse=True)
        assert {True, False} == {*about}
        assert changed(client)["101.2"]["is_about_decks"] is True
        assert changed(client)["102.1"]["is_about_decks"] is False

    def test_counts_what_all_pages_have(self, client: Client) -> None:
        whole, cut = get(client, COMPARED), get(client, COMPARED, page_size=2, page=2)
        kinds = [kind for row in whole["results"] for kind in row["kinds"]]
        assert whole["counts"] == {kind: kinds.count(kind) for kind in KINDS}
        assert (cut["counts"], cut["count"]) == (whole["counts"], whole["count"])
        assert cut["results"] == whole["results"][2:4]
        assert (whole["missing"], whole["beyond"]) == ([], 0)

    def test_leaves_uncounted_what_lies_beyond_the_end_of_the_older_text(self, client: Client) -> None:
        hold(OLD, OLDER.partition("around.\n")[0] + "around and\n")
        found = get(client, COMPARED)
        assert found["beyond"] > 0
        assert "102.3" not in changed(client)

    def test_costs_as_many_queries_however_long_the_page_is(
        self, client: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        get(client, COMPARED)
        for size in (1, 100):
            with django_assert_num_queries(OF_THE_GAME):
                get(client, COMPARED, page_size=size)

    @pytest.mark.parametrize("path", [f"{OLD}/nothing", f"{OLD}/pcg-5.0", f"nothing/{NEW}"])
    def test_asks_for_two_documents_of_a_game(self, client: Client, path: str) -> None:
        answer = client.get(f"/api/v1/rules/compare/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")

    def test_refuses_an_unknown_parameter(self, client: Client) -> None:
        assert client.get(f"/api/v1/{COMPARED}?kinds=added").status_code == 400


class TestCompareWithoutText:
    def test_has_what_is_summed_up_of_either_and_claims_no_change(
        self, client: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        get(client, COMPARED)
        with django_assert_num_queries(OF_THE_GAME + 2):
            found = get(client, COMPARED)
        assert (found["missing"], found["counts"]) == ([OLD, NEW], {})
        assert found["results"]
        assert all(row["kinds"] == [] for row in found["results"])
        row = changed(client)["101.2"]
        assert (row["before"]["number"], row["before"]["text"], row["after"]["text"]) == ("101.2", None, None)
        assert row["is_about_decks"] is True


class TestCoverage:
    def test_says_what_becomes_of_each_rule(
        self, client: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        get(client, f"documents/{NEW}/coverage")
        # The rules of the document beside those.
        with django_assert_num_queries(OF_THE_GAME + 1):
            found = get(client, f"documents/{NEW}/coverage")
        states = [rule["state"] for rule in found["rules"]]
        assert found["counts"] == {state: states.count(state) for state in STATES}
        rule = next(each for each in found["rules"] if each["rule"] == "101.2")
        assert (rule["slug"], rule["state"], rule["why"]) == ("101.2", "checked", None)
        assert rule["checks"]
        assert "TestCopyLimit" in [each["name"] for each in rule["tests"]]

    def test_gives_no_slug_of_what_has_no_page(self, client: Client) -> None:
        Document.objects.get(pk=NEW).rules.filter(number="101.2").delete()
        rules = get(client, f"documents/{NEW}/coverage")["rules"]
        assert next(each["slug"] for each in rules if each["rule"] == "101.2") is None

    def test_of_a_document_without_such_rules_is_empty(self, client: Client) -> None:
        Document.objects.create(slug="own", name="Own", position=99)
        assert get(client, "documents/own/coverage") == {
            "document": "own", "counts": dict.fromkeys(STATES, 0), "rules": [], "play_rules": [], "play_open": [],
        }  # fmt: skip

    def test_lists_the_rules_that_the_play_judge_checks_and_what_it_leaves_open(self, client: Client) -> None:
        found = get(client, f"documents/{NEW}/coverage")
        rule = next(each for each in found["play_rules"] if each["rule"] == "601.2b")
        assert rule["slug"] == "601.2b"
        assert {
            "game": "vs-classic", "action": "attack", "title": "Attack", "code": "attacker-not-ready",
            "question": "Is each attacker ready?", "page": "/play/vs-classic/attack/",
        } in rule["checks"]  # fmt: skip
        assert "Loops" in [each["topic"] for each in found["play_open"]]
        assert get(client, f"documents/{NEW}/rules/601.2b")["play_checks"] == rule["checks"]
        assert get(client, f"documents/{NEW}/rules/101.2")["play_checks"] == []

    def test_of_a_document_that_there_is_not(self, client: Client) -> None:
        assert client.get("/api/v1/documents/nothing/coverage").status_code == 404


@pytest.mark.usefixtures("_held")
@pytest.mark.parametrize("kind", ["units", "rules"])
class TestAroundARule:
    """The same for a unit and for a rule."""

    def test_are_its_checks_with_their_tests_and_the_formats(self, client: Client, kind: str) -> None:
        found = get(client, f"documents/{NEW}/{kind}/101.2")
        assert found["checks"]
        assert "TestCopyLimit" in [each["name"] for each in found["tests"]]
        assert "silver-age" in found["formats"]
        other = get(client, f"documents/{NEW}/{kind}/102.2")
        assert (other["checks"], other["tests"], other["formats"]) == ([], [], [])

    def test_are_the_cards_that_its_examples_name(self, client: Client, kind: str) -> None:
        named = {each["name"]: each["cards"] for each in get(client, f"documents/{NEW}/{kind}/102.1")["cards"]}
        assert named["Savage Beatdown"] == [SLUG]
        assert len(named["Hulk"]) > 1

    def test_are_the_rulings_that_cite_it(self, client: Client, kind: str) -> None:
        for rule in ("101.3", "102.2", "102.2"):
            make_ruling("So.", "2007-03-01", subject=f"On {rule}", rules=[("", rule)])
        assert get(client, f"documents/{NEW}/{kind}/102.2")["rulings"] == [
            {"source": "list", "number": number, "subject": "On 102.2"} for number in (2, 3)
        ]

    def test_is_how_other_editions_have_it(self, client: Client, kind: str) -> None:
        def there(document: str, rule: str) -> dict[str, Any]:
            editions = get(client, f"documents/{document}/{kind}/{rule}")["editions"]
            found: dict[str, Any] = next(each for each in editions if each["document"] in {OLD, NEW})
            return found

        moved = there(NEW, "102.1")
        assert (moved["document"], moved["state"], moved["number"], moved["is_renumbered"]) == (
            OLD, "same", "102.2", True,
        )  # fmt: skip
        other = there(NEW, "101.2")
        assert (other["state"], other["is_renumbered"]) == ("reworded", False)
        assert other["text"].startswith("A deck holds three cards of one name and no more")
        assert "name and color" in there(OLD, "101.2")["text"]
        gone = there(OLD, "101.2a")
        assert gone == {
            "document": NEW, "slug": None, "number": None, "state": "not-in", "is_renumbered": False, "text": None,
        }  # fmt: skip

    def test_of_a_line_of_the_contents_are_no_editions(self, client: Client, kind: str) -> None:
        Unit.objects.filter(document=NEW, slug="101.3").update(kind=Unit.Kind.CONTENTS)
        Document.objects.filter(pk=NEW).update(text_digest=f"{kind} with contents")
        assert get(client, f"documents/{NEW}/{kind}/101.3")["editions"] == []

    def test_costs_as_many_queries_however_many_rulings_cite_it(
        self, client: Client, django_assert_num_queries: DjangoAssertNumQueries, kind: str
    ) -> None:
        address = f"documents/{NEW}/{kind}/101.2"
        get(client, address)
        # The rule in all editions, the keywords and the rulings; a unit, its rule, and what is below and refers.
        costs = OF_THE_GAME + 3 + (5 if kind == "units" else 0)
        for _ in range(2):
            with django_assert_num_queries(costs):
                get(client, address)
            for number in range(3):
                make_ruling("So.", "2007-03-01", subject=f"No. {number}", rules=[("", "101.2")])


class TestOneRule:
    def test_has_our_words_where_no_text_is_loaded(self, client: Client) -> None:
        found = get(client, f"documents/{NEW}/rules/101.2")
        assert (found["document"], found["number"], found["kind"], found["text"]) == (NEW, "101.2", "summary", None)
        assert found["summary"]
        assert found["checks"]
        assert {(each["state"], each["text"]) for each in found["editions"]} == {("not-loaded", None)}

    def test_has_the_keywords_that_it_defines(self, client: Client) -> None:
        boost = next(each for each in get(client, "keywords", game="vs-classic")["results"] if each["slug"] == "boost")
        address = f"documents/{boost['citation_document']}/rules/{boost['citation_rule']}"
        assert "boost" in get(client, address)["keywords"]
        assert get(client, f"documents/{NEW}/rules/101.2")["keywords"] == []

    @pytest.mark.usefixtures("_held")
    def test_has_the_text_where_it_is_loaded(self, client: Client) -> None:
        found = get(client, f"documents/{NEW}/rules/102.2")
        assert (found["kind"], found["summary"]) == ("rule", None)
        assert found["text"].startswith("Whoever brought the older deck")

    @pytest.mark.parametrize("path", [f"{NEW}/rules/999.9", "nothing/rules/101.2"])
    def test_that_there_is_not(self, client: Client, path: str) -> None:
        assert client.get(f"/api/v1/documents/{path}").status_code == 404


def test_answers_keep_to_the_description(client: Client, schema: dict[str, Any]) -> None:
    compared = "/api/v1/rules/compare/{before}/{after}"
    rule, unit = (f"/api/v1/documents/{{document}}/{kind}" for kind in ("rules/{rule}", "units/{unit}"))
    check(schema, compared, "get", 200, get(client, COMPARED))
    check(schema, rule, "get", 200, get(client, f"documents/{NEW}/rules/101.2"))
    hold(OLD, OLDER)
    hold(NEW, NEWER)
    make_ruling("So.", "2007-03-01", rules=[("", "102.1")])
    check(schema, compared, "get", 200, get(client, COMPARED))
    for slug in ("101.2", "102.1", "102.1-example-1", "glossary-deck"):
        check(schema, rule, "get", 200, get(client, f"documents/{NEW}/rules/{slug}"))
        check(schema, unit, "get", 200, get(client, f"documents/{NEW}/units/{slug}"))
    for document in (NEW, "pcg-5.0", "rb-core-1.3"):
        check(
            schema, "/api/v1/documents/{document}/coverage", "get", 200, get(client, f"documents/{document}/coverage")
        )
    for path in (compared, rule):
        address = path.format(document=NEW, rule="999.9", before=OLD, after="nothing")
        check(schema, path, "get", 404, client.get(address).json())
