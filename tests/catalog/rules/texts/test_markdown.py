"""The Markdown layout of the numbered editions: on an edition of our own, and on 2.7."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.catalog.rules.texts.documents import joined, strip_space_and_markup
from tests.catalog.rules.texts.editions import MARKED, by_slug, defects, kinds, mentions
from vsdb.exchange.rule_documents.edition import read_markdown
from vsdb.exchange.rule_documents.units import DocumentText

FILE = "vs-classic-rules-2.7-2008-12-22.md"
NUMBER = re.compile(r"\b[1-9][0-9]{2}\.[0-9]+[a-z]?\b")


class TestOurOwn:
    @pytest.fixture
    def text(self) -> DocumentText:
        return read_markdown(MARKED, "our-own")

    def test_nothing_is_lost(self, text: DocumentText) -> None:
        assert strip_space_and_markup(joined(text.units)) == strip_space_and_markup(MARKED)

    def test_lines_broken_within_a_sentence_are_joined(self, text: DocumentText) -> None:
        units = by_slug(text)

        assert units["100.1"].text == "Two play. (See rule 0.) They look at the cards (see rule 101.1a) and agree."
        assert units["101.1a"].text == "Ten cards or more, in any order."
        assert units["glossary-long-term"].text == "A while, in a well-known sense."

    def test_a_broken_line_that_begins_with_a_count_goes_on(self) -> None:
        changed = read_markdown(MARKED.replace("Ten cards or\n", "Ten cards with\n\n3 dice or\n"), "our-own")

        assert by_slug(changed)["101.1a"].text == "Ten cards with 3 dice or more, in any order."

    def test_a_marked_rule_with_a_title_is_a_heading_and_one_with_a_letter_never(self) -> None:
        units = by_slug(read_markdown(MARKED.replace("101.3 Cut.", "## 101.3 Cut\n\n### 101.3a Look"), "our-own"))
        alone = by_slug(read_markdown(MARKED.replace("101.3 Cut.", "## 101.3 Cut"), "our-own"))

        assert (units["101.3"].kind, units["101.3a"].kind, alone["101.3"].kind) == ("heading", "rule", "heading")

    def test_a_reference_over_a_broken_line_is_one(self, text: DocumentText) -> None:
        assert mentions(by_slug(text)["100.1"]) == [("0", None), ("101.1a", "101.1a")]

    def test_bullets_after_a_colon_are_items(self, text: DocumentText) -> None:
        assert by_slug(text)["101.1"].text == "Bring these:\none deck\ntwo dice"

    def test_an_example_goes_on_in_a_rule_and_ends_in_the_glossary(self, text: DocumentText) -> None:
        units = by_slug(text)

        assert units["101.1a-example-1"].text == "Example: Moss brings nine. This is never enough.\nHe brings ten."
        assert (units["glossary-cut-paragraph-1"].parent, units["glossary-cut-paragraph-1"].depth) == (
            "glossary-cut",
            2,
        )

    def test_an_example_with_a_number_of_its_own_keeps_it(self, text: DocumentText) -> None:
        unit = by_slug(text)["101.1b"]

        assert (unit.kind, unit.number, unit.parent) == ("example", "101.1b", "101.1")

    def test_a_contents_line_leads_to_what_it_names(self, text: DocumentText) -> None:
        contents = [unit for unit in text.units if unit.kind == "contents"]

        assert [unit.text for unit in contents][-2:] == ["Glossary", "Cut Deck Long Term Credits"]
        assert mentions(contents[2]) == [("101. Decks", "101")]

    def test_terms_are_units_with_their_meaning(self, text: DocumentText) -> None:
        terms = [(unit.slug, unit.title, unit.parent) for unit in text.units if unit.kind == "glossary"]

        assert terms[:3] == [
            ("glossary-cut", "Cut", "glossary"),
            ("glossary-deck", "Deck", "glossary"),
            ("glossary-long-term", "Long Term", "glossary"),
        ]
        assert mentions(by_slug(text)["101.2a"])[0] == ("cut", "glossary-cut")

    def test_a_number_in_the_glossary_begins_no_rule_and_a_long_line_no_term(self) -> None:
        long = f"102.1 says so, {'and ' * 25}on."
        units = by_slug(read_markdown(MARKED.replace("Cards.\n", f"Cards.\n\n102.1 deals.\n\n# {long}\n"), "our-own"))

        assert units["glossary-deck"].text == f"Cards.\n102.1 deals.\n{long}"

    def test_credits_and_contacts_come_last_line_by_line(self, text: DocumentText) -> None:
        slugs = [unit.slug for unit in text.units]

        assert slugs[slugs.index("credits") :] == [
            "credits",
            "credits-paragraph-1",
            "credits-paragraph-2",
            "contacts",
            "contacts-here",
            "contacts-here-paragraph-1",
        ]

    def test_a_misread_letter_is_told_and_reached_by_its_right_number(self, text: DocumentText) -> None:
        units = by_slug(text)

        assert (units["101.21"].parent, units["101.21"].depth) == ("101.2", 3)
        assert mentions(units["101.2a"])[1] == ("101.2l", "101.21")

    def test_a_rule_without_those_above_it_stands_under_the_chapter(self) -> None:
        changed = MARKED.replace("## 102. Turns", "").replace("102.1 Play.", "102.1a Play.")
        unit = by_slug(read_markdown(changed, "our-own"))["102.1a"]

        assert (unit.parent, unit.depth) == ("1", 3)

    def test_a_glossary_before_the_rules_is_a_heading_among_others(self) -> None:
        units = by_slug(read_markdown(MARKED.replace("#### Introduction", "#### Glossary"), "our-own"))

        assert (units["glossary"].line, units["101.1"].kind, units["glossary-2-cut"].title) == (5, "rule", "Cut")

    def test_a_number_given_twice_has_an_address_of_its_own(self, text: DocumentText) -> None:
        units = by_slug(read_markdown(MARKED.replace("101.3 Cut.", "101.3 Cut. (See rule 102.2.)"), "our-own"))

        assert by_slug(text)["102.2-2"].number == "102.2"
        assert mentions(units["101.3"]) == [("102.2", "102.2")]

    def test_what_is_wrong_is_told(self, text: DocumentText) -> None:
        assert defects(text) == [
            ("dangling-reference", "0"),
            ("misread-number", "101.21"),
            ("leftover-reference", "Error! Reference source not found."),
            ("number-missing", "102.2"),
            ("number-out-of-order", "102.2"),
            ("number-twice", "102.2"),
            ("contents-differ", "Odd"),
        ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("## 102. Turns", ""), ("contents-differ", "102")),
        (("## 102. Turns", ""), ("number-missing", "102")),
        (("## 102. Turns", "## 102. Rounds"), ("contents-differ", "102")),
        (("- 102. Turns\n", ""), ("contents-differ", "102")),
        (("101.3 Cut.", "101.3 Cut. See rule 900.1."), ("dangling-reference", "900.1")),
        (("101.2d Wait.\n", ""), ("number-missing", "101.2d")),
        (("101.2d Wait.\n101.2e Wait.\n", ""), ("number-missing", "101.2d to 101.2e")),
        (("101.3 Cut.", "101.3 Pay ( \\*\\*) first."), ("missing-symbol", "( )")),
        (("101.3 Cut.", "101.3 The (**1**) symbol."), ("missing-symbol", "(1)")),
        (("us@us.example</u>.\n", "us"), ("broken-off", "")),
    ],
)
def test_each_kind_of_defect_is_told_where_it_is_made(change: tuple[str, str], told: tuple[str, str]) -> None:
    assert change[0] in MARKED

    assert told not in defects(read_markdown(MARKED, "our-own"))
    assert told in defects(read_markdown(MARKED.replace(*change), "our-own"))


@pytest.fixture(scope="module")
def file(shared: Path) -> str:
    return (shared / "documents" / FILE).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def text(file: str) -> DocumentText:
    return read_markdown(file, "cr-2.7")


@pytest.mark.shared
class TestOf27:
    def test_nothing_is_lost(self, text: DocumentText, file: str) -> None:
        assert strip_space_and_markup(joined(text.units)) == strip_space_and_markup(file)

    def test_how_many_units_of_each_kind_there_are(self, text: DocumentText) -> None:
        assert kinds(text) == {
            "heading": 116,
            "paragraph": 25,
            "contents": 82,
            "rule": 712,
            "example": 160,
            "glossary": 153,
        }

    def test_everything_wrong_with_it_is_known(self, text: DocumentText) -> None:
        assert [(defect.code, defect.line, defect.excerpt) for defect in text.defects] == [
            ("contents-differ", 40, "215"),
            ("missing-symbol", 294, "( )"),
            ("missing-symbol", 368, '""'),
            ("number-missing", 476, "215"),
            ("dangling-reference", 496, "0"),
            ("dangling-reference", 598, "0"),
            ("missing-symbol", 688, "("),
            ("missing-symbol", 690, '""'),
            ("misread-number", 890, "508.21"),
            ("number-missing", 1444, "708.2b"),
            ("number-missing", 1504, "708.6"),
            ("misread-number", 1580, "708.11"),
            ("missing-symbol", 1653, "(1)"),
            ("leftover-reference", 1697, "Error! Reference source not found."),
            ("contents-differ", 1797, "Coin Flip"),
            ("contents-differ", 2175, "Number"),
            ("contents-differ", 2567, "Vs. System"),
        ]

    def test_every_reference_resolves_or_is_a_defect(self, text: DocumentText) -> None:
        units = by_slug(text)
        written = [(unit, mention) for unit in text.units for mention in unit.mentions]
        lost = [(unit.slug, mention.written) for unit, mention in written if mention.target is None]

        assert len(written) == 535
        assert lost == [
            ("contents-23", "215. Counters"),
            ("216.2e", "0"),
            ("400.7e", "0"),
            ("glossary-army", "Error! Reference source not found."),
        ]
        assert {mention.target for _, mention in written} - {None} <= units.keys()

    def test_every_number_of_a_rule_in_a_text_is_a_reference(self, text: DocumentText) -> None:
        """Counted apart from the reader: each number with a point, wherever it stands, ends of ranges included."""
        for unit in text.units:
            if unit.kind != "contents":
                written = [mention.written for mention in unit.mentions]
                assert [number for number in NUMBER.findall(unit.text) if number not in written] == [], unit.slug

    def test_a_reference_leads_to_the_number_that_it_writes(self, text: DocumentText) -> None:
        numbers = {unit.slug: unit.number for unit in text.units}
        for unit in text.units:
            for mention in unit.mentions:
                if NUMBER.fullmatch(mention.written):
                    assert numbers[mention.target or ""] == mention.written

    def test_no_sentence_is_left_broken_but_where_the_document_lacks_a_full_stop(self, text: DocumentText) -> None:
        ends = re.compile(r"[.!?:;][\"'”’)\]]*$")
        rules = [unit for unit in text.units if unit.kind in {"rule", "example", "glossary"}]

        assert [unit.slug for unit in rules if not ends.search(unit.text)] == [
            "504.3",
            "602.4",
            "602.5",
            "706.13a",
            "708.12a",
        ]

    def test_no_text_has_markup_left(self, text: DocumentText) -> None:
        assert not [unit.slug for unit in text.units if re.search(r"\*|</?[aub]>|href|^[#•-] ", unit.title + unit.text)]

    def test_the_letters_read_as_digits_stand_under_their_rules(self, text: DocumentText) -> None:
        units = by_slug(text)

        assert (units["508.21"].parent, units["708.11-2"].parent) == ("508.2", "708.11")
        assert units["708.11"].kind == "heading"

    def test_the_four_per_deck_rule_has_no_sub_rules(self, text: DocumentText) -> None:
        assert [unit.slug for unit in text.units if unit.parent == "101.2"] == []
