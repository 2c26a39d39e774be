"""Editions with numbers of many parts, one rule a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.model.errors import InputError
from tests.catalog.rules.texts.documents import DOTTED, FILES, by_slug
from vsdb.exchange.rule_documents.services import READERS, read


class TestOurOwn:
    def test_stands_each_number_under_the_one_it_continues(self) -> None:
        units = by_slug(read(DOTTED, "own"))
        assert {number: units[number].parent for number in ("101", "102", "102.1", "102.1.a", "102.1.a.1", "104")} == {
            "101": "100",
            "102": "101",
            "102.1": "102",
            "102.1.a": "102.1",
            "102.1.a.1": "102.1.a",
            "104": "103",
        }

    def test_takes_short_lines_for_headings(self) -> None:
        units = by_slug(read(DOTTED, "own"))
        assert {number: (units[number].kind, units[number].title) for number in ("100", "103", "102.1", "102.1.a")} == {
            "100": ("heading", "Boats"),
            "103": ("heading", "Sails"),
            "102.1": ("rule", "Planks"),
            "102.1.a": ("rule", ""),
        }

    def test_goes_on_with_a_broken_line_and_lists_it(self) -> None:
        document = read(DOTTED, "own")
        assert by_slug(document)["102.1.b"].text == "A plank that breaks is mended."
        assert [(defect.code, defect.line) for defect in document.defects] == [("broken-line", 10)]

    def test_links_the_rules_that_it_names(self) -> None:
        document = read(DOTTED.replace("rule 102.1.a.1", "rule 105"), "own")
        units = by_slug(document)
        assert [mention.target for mention in units["102.1.a.1"].mentions] == ["102"]
        assert [mention.target for mention in units["104"].mentions] == [None]
        assert "dangling-reference" in {defect.code for defect in document.defects}

    def test_refuses_a_text_without_numbers(self) -> None:
        with pytest.raises(InputError, match="no line starts with a rule number"):
            READERS["dotted"]("Boats float.\n", "own")


@pytest.mark.shared
@pytest.mark.parametrize("slug", ["rb-core-1.3", "rb-core-2026-07-16", "rb-tournament"])
def test_every_line_with_a_number_is_a_unit(shared: Path, slug: str) -> None:
    text = (shared / "documents" / FILES[slug]).read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if line[:3].isdigit()]
    numbers = [unit.number for unit in read(text, slug).units if unit.number]
    assert numbers == [line.partition(" ")[0].rstrip(".") for line in lines]
