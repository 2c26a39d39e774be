"""The reader of sheets of steps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.model.errors import InputError
from tests.catalog.rules.texts.documents import FILES, STEPS, assert_sound, by_slug
from vsdb.exchange.rule_documents.steps import complete_number, find_cited_numbers, read
from vsdb.exchange.rule_documents.units import UnitMention


def cited(text: str) -> list[str]:
    return [mention.outside for mention in find_cited_numbers(text)]


class TestUnits:
    def test_a_heading_is_parted_from_the_numbers_that_it_runs_into(self) -> None:
        heading = by_slug(read(STEPS, "own"))["launching-a-boat"]

        assert (heading.kind, heading.title, heading.text) == (
            "heading",
            "LAUNCHING A BOAT",
            "R.149-159 / R.137.1.c",
        )

    def test_a_heading_with_a_slash_has_an_address_without(self) -> None:
        assert by_slug(read(STEPS, "own"))["leaving-sinking"].title == "LEAVING / SINKING"

    def test_a_step_has_its_number_its_name_and_what_it_asks(self) -> None:
        step = by_slug(read(STEPS, "own"))["launching-a-boat-step-1"]

        assert (step.kind, step.number, step.title, step.text) == ("step", "1", "Lift Anchor", "Pull the chain. R.154")
        assert (step.parent, step.depth) == ("launching-a-boat", 1)

    def test_a_step_without_more_ends_with_its_numbers(self) -> None:
        step = by_slug(read(STEPS, "own"))["launching-a-boat-step-2"]

        assert (step.title, step.text) == ("Set Sail", "R.156")

    def test_what_stands_below_a_step_belongs_to_it(self) -> None:
        assert by_slug(read(STEPS, "own"))["launching-a-boat-step-2-paragraph-1"].parent == "launching-a-boat-step-2"

    def test_a_question_before_the_steps_is_a_heading_of_its_own(self) -> None:
        units = by_slug(read(STEPS, "own"))

        assert units["launching-a-boat-when-can-you-launch"].kind == "heading"
        assert units["launching-a-boat-when-can-you-launch-paragraph-1"].depth == 2
        assert units["launching-a-boat-step-1"].parent == "launching-a-boat"

    def test_a_question_below_a_step_belongs_to_the_step(self) -> None:
        asked = by_slug(read(STEPS.replace("From first to last.", "Is the tide high?\nFrom first to last."), "own"))

        assert asked["launching-a-boat-step-2-paragraph-1"].text == "Is the tide high?"

    def test_the_page_s_own_line_is_furniture(self) -> None:
        assert read(STEPS, "own").units[-1].kind == "furniture"

    def test_a_text_without_such_a_heading_is_refused(self) -> None:
        with pytest.raises(InputError, match="own: no heading found"):
            read("1Lift Anchor R.154", "own")


class TestReferences:
    @pytest.mark.parametrize(
        ("written", "before", "full"),
        [
            (".4", "354.3", "354.4"),
            (".3.a", "402.3", "402.3.a"),
            (".3.b", "402.3.a", "402.3.b"),
            (".d.1.a", "811.1.d.1", "811.1.d.1.a"),
            (".e.11", "359.3.e.8", "359.3.e.11"),
            (".1.b.1", "403.1.b", "403.1.b.1"),
            (".1.d", "337.1.c.3", "337.1.d"),
            (".a", "402.3", "402.3.a"),
            (".5", "356", "356.5"),
            ("355.17", "355.6", "355.17"),
        ],
    )
    def test_a_shortened_number_is_completed_from_the_one_before(self, written: str, before: str, full: str) -> None:
        assert complete_number(written, before) == full

    def test_each_number_of_a_chain_and_both_ends_of_a_range_are_mentions(self) -> None:
        assert cited("R.155.1/.3/.4 and R.156.1-.5, R.149-159 (R.155.6-155.17).") == [
            "155.1",
            "155.3",
            "155.4",
            "156.1",
            "156.5",
            "149",
            "159",
            "155.6",
            "155.17",
        ]

    def test_a_mention_stands_where_it_is_written_and_leads_outside(self) -> None:
        assert list(find_cited_numbers("Wet. R.359.2.a/.2.b")) == [
            UnitMention(5, 14, "R.359.2.a", None, "359.2.a"),
            UnitMention(15, 19, ".2.b", None, "359.2.b"),
        ]

    @pytest.mark.parametrize("text", ["Cost 356.1 more", "R.35", "R.X", "R 356"])
    def test_other_words_are_no_reference(self, text: str) -> None:
        assert cited(text) == []


@pytest.mark.shared
class TestTheOfficialSheet:
    def test_nothing_is_lost_and_its_units_are_counted(self, shared: Path) -> None:
        source = (shared / "documents" / FILES["rb-playing"]).read_text(encoding="utf-8")
        sheet = read(source, "rb-playing")

        assert_sound(sheet, source)
        kinds = [unit.kind for unit in sheet.units]
        assert {kind: kinds.count(kind) for kind in set(kinds)} == {
            "heading": 5,
            "step": 24,
            "paragraph": 54,
            "furniture": 1,
        }

    def test_no_number_is_left_without_a_mention(self, shared: Path) -> None:
        source = (shared / "documents" / FILES["rb-playing"]).read_text(encoding="utf-8")
        sheet = read(source, "rb-playing")
        left = []
        for unit in sheet.units:
            text = unit.text
            for mention in reversed(unit.mentions):
                text = text[: mention.start] + text[mention.end :]
            left += re.findall(r"R\.\d|[/-] ?\.\w|\d{3}", text)

        assert left == []
        assert sum(len(unit.mentions) for unit in sheet.units) == 123
