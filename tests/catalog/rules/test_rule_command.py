"""`manage.py rule`: a rule in the terminal, with its text where that is loaded."""

from __future__ import annotations

import json

import pytest

from tests.catalog.rules.texts.editions import MARKED
from tests.catalog.rules.texts_made import NUMBERED, OWN, load, make_document
from tests.commands import run
from vsdb.catalog.rules.models import Rule

pytestmark = pytest.mark.django_db


class TestWithText:
    @pytest.fixture(autouse=True)
    def _loaded(self) -> None:
        make_document()
        load(NUMBERED)

    def test_prints_the_text_its_sub_rules_and_how_many_examples(self) -> None:
        status, out, err = run("rule", "100.1", "--document", OWN)
        assert (status, err) == (0, "")
        assert out.splitlines() == [
            "Harbor Rules (own-1.0)",
            "100.1",
            "  Boats float. (See rule 101.9.)",
            "    100.1a  Wet boats float too.",
        ]
        _, out, _ = run("rule", "100.1a", "--document", OWN)
        assert "1 example (--examples prints it)" in out
        assert "lies in the harbor" not in out

    def test_prints_the_examples_where_they_are_asked_for(self) -> None:
        _, out, _ = run("rule", "100.1a", "--document", OWN, "--examples")
        assert "    Example: A wet boat lies in the harbor. It floats." in out.splitlines()

    @pytest.mark.parametrize("spelling", ["100.1A", "rule 100.1a", "100.1a.", "CR 100.1a", "cr100.1a"])
    def test_takes_a_number_as_people_write_it(self, spelling: str) -> None:
        assert run("rule", spelling, "--document", OWN)[1].splitlines()[1] == "100.1a"

    def test_prints_our_heading_beside_the_text(self) -> None:
        Rule.objects.create(
            document_id=OWN, number="101.1", slug="101.1", heading="Sailcloth", summary="Ours.", position=0
        )
        _, out, _ = run("rule", "101.1", "--document", OWN)
        assert out.splitlines()[1:] == ["101.1  Sailcloth", "  Sails are white."]

    def test_every_document_that_has_it_where_none_is_named(self) -> None:
        _, out, _ = run("rule", "101.1")
        assert [line for line in out.splitlines() if line.endswith(")") and not line.startswith(" ")] == [
            "Vs. System TCG Comprehensive Rules of February 5, 2007 (cr-2007-02-05)",
            "Vs. System TCG Comprehensive Rules 2.7 (cr-2.7)",
            "Harbor Rules (own-1.0)",
        ]

    def test_the_nearest_numbers_where_there_is_none(self) -> None:
        status, out, err = run("rule", "101.6", "--document", OWN)
        assert (status, out) == (1, "")
        assert err.strip() == f"{OWN} has no rule 101.6; similar rules: 101.4, 101.3, 101.2, 101.1, 101"

    def test_as_json(self) -> None:
        _, out, _ = run("rule", "100.1a", "--document", OWN, "--json")
        ((found,), nearest) = json.loads(out).values()
        assert (found["number"], found["text"], found["summary"]) == ("100.1a", "Wet boats float too.", None)
        assert [each["slug"] for each in found["examples"]] == ["100.1a-example-1"]
        assert nearest == []
        status, out, _ = run("rule", "101.6", "--document", OWN, "--json")
        assert status == 1
        assert json.loads(out)["nearest"][0] == "101.4"


def test_a_misread_number_is_found_by_what_it_likely_means() -> None:
    make_document()
    load(MARKED)
    for spelling in ("101.2l", "101.21"):
        _, out, _ = run("rule", spelling, "--document", OWN)
        assert "The document says 101.21, probably an error for 101.2l." in out


def test_our_heading_and_summary_where_no_text_is_loaded() -> None:
    status, out, _ = run("rule", "101.2", "--document", "cr-2.7")
    rule = Rule.objects.get(document="cr-2.7", number="101.2")
    assert status == 0
    assert out.splitlines()[1] == f"101.2  {rule.heading}"
    assert rule.summary in " ".join(out.split())
    assert "import_rules" in out


def test_a_heading_where_the_document_has_no_numbers() -> None:
    status, out, _ = run("rule", "deck building RULES", "--document", "pcg-5.0")
    assert status == 0
    assert out.splitlines()[1] == "Deck Building Rules"
    status, _, err = run("rule", "Deck Bilding Rules", "--document", "pcg-5.0")
    assert status == 1
    assert "similar rules: Deck Building Rules" in err


def test_a_document_that_there_is_not() -> None:
    status, _, err = run("rule", "101.2", "--document", "cr-9")
    assert status == 2
    assert "cr-2.7" in err
