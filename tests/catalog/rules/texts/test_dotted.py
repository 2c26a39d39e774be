"""Editions with numbers of many parts, one rule a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.model.errors import InputError
from tests.catalog.rules.texts.documents import DOTTED, FILES, by_slug, codes
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

    def test_makes_units_of_the_examples_behind_a_rule(self) -> None:
        text = DOTTED.replace(
            "102.1.a. Planks are of wood.",
            "102.1.a. Planks are of wood. (Example: oak.) Example: This one is. Examples: A table is.And a chair.",
        )
        units = by_slug(read(text, "own"))
        held = {slug: (unit.kind, unit.text, unit.parent) for slug, unit in units.items() if unit.kind == "example"}
        assert units["102.1.a"].text == "Planks are of wood. (Example: oak.)"
        assert held == {
            "102.1.a-example-1": ("example", "Example: This one is.", "102.1.a"),
            "102.1.a-example-2": ("example", "Examples: A table is.And a chair.", "102.1.a"),
        }

    def test_takes_an_example_with_a_number_or_on_its_own_line_for_one(self) -> None:
        text = DOTTED.replace("102.1.b. A plank that", "102.1.b. Example: A plank.\nExample: Two planks that")
        document = read(text, "own")
        units = by_slug(document)
        assert [(units[slug].kind, units[slug].text) for slug in ("102.1.b", "102.1.b-example-1")] == [
            ("example", "Example: A plank."),
            ("example", "Example: Two planks that breaks is mended."),
        ]
        assert codes(document) == ["broken-line"]

    def test_keeps_a_rule_with_rules_below_it_where_it_only_announces_examples(self) -> None:
        text = DOTTED.replace("102.1.a. Planks are of wood.", "102.1.a. Examples: Planks:")
        assert by_slug(read(text, "own"))["102.1.a"].kind == "rule"

    def test_reads_a_number_whose_last_part_was_torn_off(self) -> None:
        text = DOTTED.replace("102.1.b. A plank that", "102.1. b A plank that").replace("104. Sails", "104. 1 Sails")
        document = read(f"{text}104. 1 Sails tear.\n104.1.a. Or fray.\n", "own")
        units = by_slug(document)
        torn = units["102.1.b"]
        assert (torn.number, torn.likely, torn.text) == ("102.1", "102.1.b", "b A plank that breaks is mended.")
        assert torn.parent == "102.1"
        assert units["104"].text.startswith("1 Sails are white.")
        assert (units["104.1"].number, units["104.1"].parent) == ("104", "104")
        assert codes(document) == ["misread-number", "broken-line", "misread-number"]

    def test_lists_a_number_that_stands_twice(self) -> None:
        document = read(f"{DOTTED}104. Sails tear.\n", "own")
        assert codes(document) == ["broken-line", "number-twice"]
        assert by_slug(document)["104-2"].text == "Sails tear."

    def test_reads_the_next_number_where_letters_stuck_to_it(self) -> None:
        document = read(f"{DOTTED}Wo105. Masts hold. Example: This one.\nWo103. Sails\n", "own")
        units = by_slug(document)
        mast = units["105"]
        assert (mast.number, mast.likely, mast.text) == ("", "105", "Wo105. Masts hold.")
        assert units["105-example-1"].text == "Example: This one.\nWo103. Sails"
        assert codes(document) == ["broken-line", "misread-number", "broken-line"]

    @pytest.mark.parametrize(
        ("said", "named"),
        [
            ("See 102 for more.", ["102"]),
            ("See rule 102. Boats and rule 104. Sails.", ["102", "104"]),
            ("As in 102.1.a.1.", ["102.1.a.1"]),
            ("Repeat 102.1.a-102.1.b with care.", ["102.1.a", "102.1.b"]),
            ("Repeat 102.1.a.-102.1.b. with care.", ["102.1.a", "102.1.b"]),
            ("A thing under 102 or 104, and 102.1 too.", ["102", "104", "102.1"]),
            ("It floats.See rule 102.See more.", ["102"]),
            ("All in section 100.", ["100"]),
            ("A card with number 102/104 and 103 sails.", []),
        ],
    )
    def test_links_every_form_of_reference(self, said: str, named: list[str]) -> None:
        units = by_slug(read(DOTTED.replace("Planks are of wood.", said), "own"))
        assert [mention.target for mention in units["102.1.a"].mentions] == named
        assert {mention.outside for mention in units["102.1.a"].mentions} <= {""}

    @pytest.mark.parametrize("said", ["See CR 999. Wood for more.", "As defined by 999. in the Core Rules."])
    def test_leaves_rules_of_the_core_rules_to_these(self, said: str) -> None:
        document = read(DOTTED.replace("Planks are of wood.", said.replace("999", "102.1")), "own")
        mentions = by_slug(document)["102.1.a"].mentions
        assert [(mention.target, mention.outside, mention.written) for mention in mentions] == [
            (None, "102.1", "102.1")
        ]
        assert codes(document) == ["broken-line"]

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


@pytest.mark.shared
class TestTheOfficialTexts:
    def test_have_their_examples_apart(self, shared: Path) -> None:
        found = {}
        for slug in ("rb-core-1.3", "rb-core-2026-07-16", "rb-tournament"):
            document = read((shared / "documents" / FILES[slug]).read_text(encoding="utf-8"), slug)
            found[slug] = sum(unit.kind == "example" for unit in document.units)
        assert found == {"rb-core-1.3": 149, "rb-core-2026-07-16": 267, "rb-tournament": 14}

    def test_read_the_four_numbers_that_are_damaged(self, shared: Path) -> None:
        text = (shared / "documents" / FILES["rb-core-1.3"]).read_text(encoding="utf-8")
        likely = [unit.likely for unit in read(text, "rb-core-1.3").units if unit.likely]
        assert likely == ["359.3.f.3.a.1", "391", "461.4", "461.7.b"]

    def test_refer_to_nothing_that_is_missing_but_for_two_slips(self, shared: Path) -> None:
        found = []
        for slug in ("rb-core-1.3", "rb-core-2026-07-16", "rb-tournament"):
            document = read((shared / "documents" / FILES[slug]).read_text(encoding="utf-8"), slug)
            found += [defect.excerpt for defect in document.defects if defect.code == "dangling-reference"]
        assert found == ["107.5", "602.4.8.c"]

    def test_name_fifteen_rules_of_the_core_rules(self, shared: Path) -> None:
        text = (shared / "documents" / FILES["rb-tournament"]).read_text(encoding="utf-8")
        outside = [mention.outside for unit in read(text, "rb-tournament").units for mention in unit.mentions]
        assert sorted({number for number in outside if number}) == [
            "101", "110", "115", "116", "127", "184.6", "375", "448.1.a", "484.8.e",
        ]  # fmt: skip
        assert sum(map(bool, outside)) == 15
