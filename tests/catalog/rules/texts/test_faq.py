"""The reader of questions about a set."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.model.errors import InputError
from tests.catalog.rules.texts.documents import FAQ, FILES, assert_sound, by_slug, codes
from vsdb.exchange.rule_documents.faq import read


class TestUnits:
    def test_a_numbered_entry_has_its_number_its_name_and_its_text(self) -> None:
        entry = by_slug(read(FAQ, "own"))["general-2"]

        assert (entry.kind, entry.number, entry.title, entry.parent) == ("rule", "2", "Dredge", "general")
        assert entry.text == "To dredge is to look under the boat."

    def test_an_entry_that_is_one_sentence_has_no_name(self) -> None:
        entry = by_slug(read(FAQ, "own"))["general-1"]

        assert (entry.number, entry.title, entry.text) == ("1", "", "The set is out since May.")

    def test_an_example_and_the_card_that_it_quotes_stand_below_the_entry(self) -> None:
        units = by_slug(read(FAQ, "own"))

        assert units["general-2-example-1"].parent == "general-2"
        quoted = units["general-2-paragraph-1"]
        assert (quoted.title, quoted.parent) == ("Old Boot, Wet Leather", "general-2-example-1")

    def test_points_of_a_list_are_units(self) -> None:
        units = by_slug(read(FAQ, "own"))

        assert [units[f"general-4-paragraph-{place}"].text for place in (1, 2)] == ["They hold.", "They hold well."]

    def test_a_card_has_the_address_of_its_name_and_among_the_errata_one_of_its_own(self) -> None:
        units = by_slug(read(FAQ, "own"))

        assert units["gull-white-wings"].parent == "single-cards"
        assert units["errata-gull-white-wings"].parent == "errata"
        assert units["pier-long"].text.startswith("Location, 3")

    def test_the_page_s_lines_are_furniture_and_the_title_a_heading(self) -> None:
        read_faq = read(FAQ, "own")

        assert [unit.text for unit in read_faq.units if unit.kind == "furniture"] == [
            "May 3, 2010",
            "Harbor FAQ",
            "No comments:",
        ]
        assert by_slug(read_faq)["harbor-frequently-asked-questions"].kind == "heading"

    @pytest.mark.parametrize(("name", "slug"), [("Tide", "tide-high"), ("Gull", "gull-white-wings")])
    def test_an_entry_that_refers_to_another_leads_there_and_to_no_errata(self, name: str, slug: str) -> None:
        mention = by_slug(read(FAQ.replace("See Gull.", f"See {name}."), "own"))["pier-long"].mentions[0]

        assert (mention.written, mention.target) == (name, slug)

    def test_a_text_without_section_and_card_is_refused(self) -> None:
        with pytest.raises(InputError, match="own: the text needs a section"):
            read("Some words.\n\nMore words.", "own")


class TestDefects:
    def test_a_number_that_is_left_out_is_told(self) -> None:
        line = FAQ[: FAQ.index("4. Mooring")].count("\n") + 1

        assert [(each.line, each.message) for each in read(FAQ, "own").defects if each.code == "number-missing"] == [
            (line, "number 3 is missing")
        ]

    @pytest.mark.parametrize(
        ("name", "message"), [("Nobody", "no entry has this name"), ("G", "no entry has this name")]
    )
    def test_a_name_without_an_entry_is_told(self, name: str, message: str) -> None:
        (defect,) = (
            each for each in read(FAQ.replace("Nobody", name), "own").defects if each.code == "dangling-reference"
        )

        assert (defect.excerpt, defect.message.startswith(message)) == (name, True)

    def test_a_name_of_several_entries_is_told(self) -> None:
        twice = FAQ.replace("Tide, High", "Pier, Short")

        assert "several entries have this name" in [
            each.message for each in read(twice.replace("See Nobody.", "See Pier."), "own").defects
        ]

    def test_a_sound_document_has_none(self) -> None:
        sound = FAQ.replace("4. Mooring", "3. Mooring").replace("See Nobody.", "See Pier.")

        assert codes(read(sound, "own")) == []


@pytest.mark.shared
class TestTheOfficialQuestions:
    def test_nothing_is_lost_and_its_units_are_counted(self, shared: Path) -> None:
        source = (shared / "documents" / FILES["mun-faq-2008-06-10"]).read_text(encoding="utf-8")
        questions = read(source, "mun-faq-2008-06-10")

        assert_sound(questions, source)
        kinds = [unit.kind for unit in questions.units]
        assert {kind: kinds.count(kind) for kind in set(kinds)} == {
            "heading": 4,
            "rule": 55,
            "example": 3,
            "paragraph": 21,
            "furniture": 3,
        }

    def test_the_numbers_go_from_one_to_eight_and_its_one_reference_is_resolved(self, shared: Path) -> None:
        source = (shared / "documents" / FILES["mun-faq-2008-06-10"]).read_text(encoding="utf-8")
        questions = read(source, "mun-faq-2008-06-10")

        assert [unit.number for unit in questions.units if unit.number] == list("12345678")
        assert [mention.target for unit in questions.units for mention in unit.mentions] == [
            "richard-rider-nova-centurion-keeper-of-the-worldmind"
        ]
        assert questions.defects == ()
