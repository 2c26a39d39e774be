"""The plain layout of the numbered editions: on an edition of our own, and on the one of 2007."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.model.errors import InputError
from tests.catalog.rules.texts.documents import joined, strip_space_and_markup
from tests.catalog.rules.texts.editions import PLAIN, by_slug, defects, kinds, mentions
from vsdb.exchange.rule_documents.edition import read_numbered
from vsdb.exchange.rule_documents.units import DocumentText

FILE = "vs-classic-rules-2007-02-05.txt"

#: What the copy refers to and, as it breaks off in 403.1, doesn't have: the line and what is written there.
BEYOND = """
29 513.3c, 33 513.3c, 49 505.4, 49 513.2b, 51 408.2a, 63 701.8, 71 701.12a, 105 701.12, 117 Considered To, 149 508.3b,
149 704.1, 159 701.15, 161 701.15, 185 404, 193 505, 197 500.3a, 201 708.9b, 225 505, 257 601.5, 257 708.7b, 289 500.4,
289 511.1a, 297 500.2, 297 701.12b, 327 705, 329 700.3, 365 708.4, 369 701.18, 369 701.17, 371 404, 381 702, 401 708.4,
431 515.2, 439 515.2, 441 706.7c, 457 408.2, 459 602.5, 467 708.8a, 479 701, 485 404, 487 505, 493 508.3, 497 701.15,
497 704.1, 505 404, 507 505, 509 708.12b, 509 706.10b, 515 508.3, 521 706.10b, 523 704.3, 535 510, 537 704.2, 545 505,
547 505.1a, 557 505, 559 505.1e, 589 408.2, 591 602.5, 593 506.3, 597 513.5, 601 513.5c
"""


class TestOurOwn:
    @pytest.fixture
    def text(self) -> DocumentText:
        return read_numbered(PLAIN, "our-own")

    def test_nothing_is_lost(self, text: DocumentText) -> None:
        assert strip_space_and_markup(joined(text.units)) == strip_space_and_markup(PLAIN)

    def test_chapters_sections_rules_and_sub_rules_stand_under_one_another(self, text: DocumentText) -> None:
        units = by_slug(text)
        held = [
            (slug, units[slug].kind, units[slug].parent, units[slug].depth) for slug in ("1", "101", "101.1", "101.1a")
        ]

        assert held == [
            ("1", "heading", None, 0),
            ("101", "heading", "1", 1),
            ("101.1", "rule", "101", 2),
            ("101.1a", "rule", "101.1", 3),
        ]

    def test_a_number_loses_its_full_stop_and_a_heading_has_a_title(self, text: DocumentText) -> None:
        units = by_slug(text)

        assert (units["101"].number, units["101"].title, units["101"].text) == ("101", "Decks", "")
        assert (units["101.1b"].number, units["101.1b"].text) == ("101.1b", "No more than thirty <or so>.")

    def test_a_rule_that_is_a_title_before_its_sub_rules_is_a_heading(self, text: DocumentText) -> None:
        assert (by_slug(text)["101.2"].kind, by_slug(text)["101.2"].title) == ("heading", "Shuffling")

    def test_a_title_that_no_sub_rule_follows_is_a_rule(self) -> None:
        units = by_slug(read_numbered(PLAIN.replace("101.1. Bring cards:", "101.1. Bring\n\n101.1b. Much."), "our-own"))

        assert (units["101.1"].kind, units["101.1"].text) == ("rule", "Bring")

    def test_the_last_rule_is_none_though_it_has_no_full_stop(self, text: DocumentText) -> None:
        assert by_slug(text)["200.1"].kind == "rule"

    def test_examples_belong_to_the_rule_before_them(self, text: DocumentText) -> None:
        examples = [(unit.slug, unit.parent, unit.line) for unit in text.units if unit.kind == "example"]

        assert examples == [("101.1b-example-1", "101.1b", 23), ("101.1b-example-2", "101.1b", 25)]

    def test_what_stands_before_the_first_chapter_is_title_date_and_furniture(self, text: DocumentText) -> None:
        assert [unit.slug for unit in text.units[:4]] == ["furniture-1", "title", "updated", "furniture-2"]

    def test_references_lead_to_their_units(self, text: DocumentText) -> None:
        units = by_slug(text)

        assert mentions(units["100.1"]) == [("101.1b", "101.1b"), ("1", "1")]
        assert mentions(units["101.2a"]) == [("101.1a", "101.1a"), ("101.1b", "101.1b"), ("101.3", "101.3")]
        assert mentions(units["101.1b-example-1"]) == [("101.1b", "101.1b")]

    def test_what_is_wrong_is_told(self, text: DocumentText) -> None:
        assert defects(text) == [("dangling-reference", "Cutting"), ("broken-off", "")]
        assert mentions(by_slug(text)["101.3"]) == [("Cutting", None)]


@pytest.mark.parametrize(
    "end", ["(see rule", "rules 101.1a and", "rules 101.1a–", "rules 101.1a,", "an exception to", "("]
)
def test_a_number_at_the_beginning_of_a_line_that_was_announced_begins_no_rule(end: str) -> None:
    broken = PLAIN.replace("Ten or more.", f"Ten or more {end}\n101.1b says. Or ten.")

    assert by_slug(read_numbered(broken, "our-own"))["101.1a"].text.startswith(f"Ten or more {end} 101.1b says.")


@pytest.mark.parametrize("text", ["", "\n \n", "No rules.", "1. Beginnings\n100. General\n"])
def test_a_text_without_a_numbered_rule_is_refused(text: str) -> None:
    with pytest.raises(InputError) as refused:
        read_numbered(text, "our-own")

    assert (refused.value.code, refused.value.place) == ("no-rules", "our-own")


@pytest.fixture(scope="module")
def file(shared: Path) -> str:
    return (shared / "documents" / FILE).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def text(file: str) -> DocumentText:
    return read_numbered(file, "cr-2007-02-05")


@pytest.mark.shared
class TestOf2007:
    def test_nothing_is_lost(self, text: DocumentText, file: str) -> None:
        assert strip_space_and_markup(joined(text.units)) == strip_space_and_markup(file)

    def test_how_many_units_of_each_kind_there_are(self, text: DocumentText) -> None:
        assert kinds(text) == {"furniture": 4, "heading": 52, "paragraph": 1, "rule": 224, "example": 33}

    def test_the_headings_are_the_title_four_chapters_their_sections_and_their_parts(self, text: DocumentText) -> None:
        headings = [unit.number for unit in text.units if unit.kind == "heading"]

        assert [number for number in headings if len(number) < 2] == ["", "1", "2", "3", "4"]
        assert [number for number in headings if "." in number] == [
            *(f"203.{part}" for part in range(4, 10)),
            *(f"213.{part}" for part in range(1, 8)),
            "400.9",
            "400.10",
        ]

    def test_everything_wrong_with_it_comes_from_its_breaking_off(self, text: DocumentText) -> None:
        told = [(defect.line, defect.excerpt) for defect in text.defects if defect.code == "dangling-reference"]
        expected = [entry.strip().split(" ", 1) for entry in BEYOND.split(",")]

        assert told == [(int(line), written) for line, written in expected]
        assert [(d.code, d.line) for d in text.defects if d.code != "dangling-reference"] == [("broken-off", 627)]

    def test_every_reference_resolves_or_is_a_defect(self, text: DocumentText) -> None:
        written = [mention for unit in text.units for mention in unit.mentions]

        assert len(written) == 94
        assert sum(mention.target is None for mention in written) == len(text.defects) - 1
        assert {mention.target for mention in written} - {None} <= by_slug(text).keys()

    def test_the_four_per_deck_rule_has_two_sub_rules(self, text: DocumentText) -> None:
        assert [unit.slug for unit in text.units if unit.parent == "101.2"] == ["101.2a", "101.2b"]
