"""Every layout: told from the text, read by its reader, and nothing lost, whatever is done to the text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.errors import InputError
from engine.model.verdicts import Citation
from tests.catalog.rules.texts.documents import FILES, OWN, assert_sound, by_slug
from tests.engine.play.cited import begins_lines, holds
from vsdb.catalog.cards.reading.folder import read_documents
from vsdb.catalog.rules.models import Unit, rule_slug
from vsdb.exchange.rule_documents.services import READERS, detect_document_layout, read
from vsdb.exchange.rule_documents.units import slugify_heading

ROOT = Path(__file__).resolve().parents[4]
LAYOUTS = {
    "cr-2007-02-05": "numbered",
    "cr-2.7": "markdown",
    "pcg-5.0": "rulebook",
    "mun-faq-2008-06-10": "faq",
    "rb-playing": "steps",
    "rb-core-1.3": "dotted",
    "rb-core-2026-07-16": "dotted",
    "rb-tournament": "dotted",
}
UNNUMBERED = ("rulebook", "faq", "steps")
#: What a file may have come by on its way: signs of every layout, white space of every kind, other scripts.
SIGNS = (
    "- ",
    "o ",
    "**",
    "](#)",
    "[",
    "\\",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "\x0b",
    "\u2028",
    " – ",
    "—",
    ":",
    "1. ",
    "a. ",
)
SIGNS += (
    "R.",
    "/.4",
    "Example:",
    "101.2a ",
    "See ",
    "Contents",
    "\x00",
    "\ufeff",
    "é",
    "龍",
    "#",
    "<u>",
    "•",
    "()",
    "(2) ",
)


def is_within_a_paragraph(number: str) -> bool:
    """Whether a rule may stand within a paragraph: an entry of a list, or a number that stands beside a step."""
    return " > " in number or number.startswith("R.")


def cited(document: str) -> list[dict[str, Any]]:
    """The rules of a document that the fixtures name, but for the edition as a whole."""
    rows = {row["slug"]: row for row in read_documents(ROOT / "fixtures" / "documents.yaml")}
    return [rule for rule in rows[document]["rules"] if rule["number"] != "Edition"]


@st.composite
def damaged(draw: st.DrawFn, layouts: tuple[str, ...] = UNNUMBERED) -> str:
    """A document of ours with pieces cut out, moved, said twice and signs put in."""
    text = OWN[draw(st.sampled_from(layouts))]
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 60)))
        at = draw(st.integers(0, len(text)))
        match draw(st.sampled_from(("cut", "copy", "sign", "words"))):
            case "cut":
                text = text[:start] + text[end:]
            case "copy":
                text = text[:at] + text[start:end] + text[at:]
            case "sign":
                text = text[:at] + draw(st.sampled_from(SIGNS)) + text[at:]
            case _:
                text = text[:at] + draw(st.text(max_size=8)) + text[at:]
    return text


class TestLayout:
    @pytest.mark.parametrize("name", OWN)
    def test_is_told_from_the_text(self, name: str) -> None:
        assert detect_document_layout(OWN[name]) == name

    def test_has_a_reader_each(self) -> None:
        assert set(READERS) == set(OWN) == set(LAYOUTS.values())

    @pytest.mark.parametrize("text", ["", " \n", "Dear Ann,\n\nthe boat leaves at nine.\n", "a,b\n1,2\n", "{}"])
    def test_of_another_text_says_what_to_do(self, text: str) -> None:
        with pytest.raises(InputError, match=r"no known layout.*Save the document as UTF-8") as refused:
            detect_document_layout(text)

        assert refused.value.code == "unknown-layout"

    @pytest.mark.parametrize("sign", ["\x00", "\ufeff", "\x1b", "\ud800"])
    def test_a_character_that_no_text_has_is_refused_with_its_line(self, sign: str) -> None:
        with pytest.raises(InputError, match="own, line 3: holds the character") as refused:
            read(OWN["steps"].replace("Boats", f"{sign}Boats", 1), "own")

        assert refused.value.code == "not-text"

    def test_many_signs_before_no_number_are_seen_through_at_once(self) -> None:
        with pytest.raises(InputError):
            detect_document_layout("-" * 5000)


class TestReading:
    @pytest.mark.parametrize("name", OWN)
    def test_loses_nothing_of_our_own_documents(self, name: str) -> None:
        document = read(OWN[name], "own")

        assert document.layout == name
        assert_sound(document, OWN[name])

    @pytest.mark.parametrize(
        ("name", "old", "new"),
        [
            ("rulebook", "Introduction\n\nHarbor", "1. Introduction\n\nHarbor"),
            ("rulebook", " - o Twice", " - o\n Twice"),
            ("rulebook", "Plank: A", "Plank\\: A"),
            ("rulebook", "[Nowhere](#)", "[No\\where](#)"),
            ("rulebook", "Draw one.", "[](#)"),
            ("rulebook", "House Rules of the Harbor Club", "**"),
            ("faq", "• They hold.", "• •"),
            ("faq", "2. Dredge", "(2) Dredge"),
        ],
    )
    def test_loses_nothing_of_lines_with_strange_signs(self, name: str, old: str, new: str) -> None:
        text = OWN[name].replace(old, new, 1)

        assert text != OWN[name]
        assert_sound(READERS[name](text, "own"), text)

    @pytest.mark.parametrize("name", OWN)
    def test_gives_the_kinds_that_the_tables_know(self, name: str) -> None:
        assert {unit.kind for unit in read(OWN[name], "own").units} <= set(Unit.Kind.values)

    @given(damaged())
    @settings(max_examples=400, deadline=None)
    def test_loses_nothing_of_a_damaged_document_or_refuses_it(self, text: str) -> None:
        try:
            document = read(text, "own")
        except InputError:
            return
        assert_sound(document, text)

    @given(damaged(), st.sampled_from(UNNUMBERED))
    @settings(max_examples=200, deadline=None)
    def test_a_reader_takes_a_document_of_another_layout_whole_or_refuses_it(self, text: str, name: str) -> None:
        text = text.replace("\x00", "").replace("\ufeff", "")
        try:
            document = READERS[name](text, "own")
        except InputError:
            return
        assert_sound(document, text)

    @given(st.text())
    @settings(max_examples=200, deadline=None)
    def test_any_text_is_read_whole_or_refused(self, text: str) -> None:
        try:
            document = read(text, "own")
        except InputError:
            return
        assert_sound(document, text)

    @given(damaged(), st.integers(2, 4))
    @settings(max_examples=100, deadline=None)
    def test_is_the_same_each_time(self, text: str, times: int) -> None:
        try:
            first = read(text, "own")
        except InputError:
            return
        assert all(read(text, "own") == first for _ in range(times))


@pytest.mark.shared
class TestTheOfficialDocuments:
    @pytest.mark.parametrize("document", LAYOUTS)
    def test_each_layout_is_told(self, shared: Path, document: str) -> None:
        assert (
            detect_document_layout((shared / "documents" / FILES[document]).read_text(encoding="utf-8"))
            == LAYOUTS[document]
        )

    @pytest.mark.parametrize("document", [slug for slug, name in LAYOUTS.items() if name in UNNUMBERED])
    def test_every_cited_rule_without_a_number_opens_its_unit(self, shared: Path, document: str) -> None:
        text = (shared / "documents" / FILES[document]).read_text(encoding="utf-8")
        units = by_slug(read(text, document))
        rules = cited(document)

        assert len([rule for rule in rules if rule_slug(rule["number"]) in units]) >= 4
        for rule in rules:
            if is_within_a_paragraph(rule["number"]) and rule_slug(rule["number"]) not in units:
                held = holds(shared / "documents", Citation(document, rule["number"]))
                assert held or begins_lines(rule["number"], text), rule["number"]
                continue
            unit = units[rule_slug(rule["number"])]
            subject = re.split(": | > ", rule["number"])[-1]
            if unit.kind == "step":
                assert unit.title.startswith(f"{subject}: ")
                continue
            assert unit.kind in {"heading", "glossary", "rule"}
            if unit.number:
                assert subject == f"General {unit.number}"
            else:
                assert unit.title.removesuffix(" (Name)").lower() == subject.lower()


def test_words_have_the_address_that_rules_have() -> None:
    numbers = [rule["number"] for slug in ("pcg-5.0", "mun-faq-2008-06-10", "rb-playing") for rule in cited(slug)]

    assert [slugify_heading(number) for number in numbers] == [rule_slug(number) for number in numbers]
