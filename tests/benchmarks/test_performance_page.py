"""The generated part of docs/performance.md."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from benchmarks import performance_page
from benchmarks.performance_page import BEGIN, END, draw_growth, generated_part, growth_table, replace_generated
from benchmarks.table import row_of_failure

POINTS = [
    {"what": "a search", "unit": "cards", "size": 1000, "milliseconds": 0.5},
    {"what": "a search", "unit": "cards", "size": 100_000, "milliseconds": 4.25},
    {"what": "lists <b>", "unit": "decks", "size": 10_000, "milliseconds": 30.0},
]
KEPT = {"goal": "g", "measured": "1 ms", "peer": "", "ratio": 2.0, "wanted": 1.0, "state": "kept"}


def report(**changes: Any) -> dict[str, Any]:
    machine = {"cpu": "A CPU", "cores": 2, "memory_gib": 8.0, "python": "3.11.7", "postgresql": "15", "node": ""}
    usual = {"measured_at": "2026-12-01T10:00:00+00:00", "machine": machine, "loads": [0.1, 1.0], "is_busy": False}
    return {**usual, "rows": [KEPT, row_of_failure("search", "no database")], "growth": [], **changes}


class TestGeneratedPart:
    def test_names_the_machine_and_how_many_goals_are_kept(self) -> None:
        first = generated_part(report()).splitlines()[0]
        assert first == ("Measured 2026-12-01: A CPU, 2 cores, 8 GiB; Python 3.11.7, PostgreSQL 15. 1 of 1 goals kept.")

    def test_says_that_other_work_ran(self) -> None:
        assert "Other work ran" not in generated_part(report())
        assert "Other work ran" in generated_part(report(is_busy=True))

    def test_replaces_what_stands_between_the_marks_only(self) -> None:
        page = f"# Speed\n{BEGIN}\nold\n{END}\nafter\n"
        assert replace_generated(page, "new") == f"# Speed\n{BEGIN}\nnew\n{END}\nafter\n"

    @pytest.mark.parametrize(("page", "lacks"), [("none", BEGIN), (f"{BEGIN} no end", END)])
    def test_refuses_a_page_without_its_marks(self, page: str, lacks: str) -> None:
        with pytest.raises(ValueError, match=lacks):
            replace_generated(page, "new")

    def test_the_page_of_the_docs_has_the_marks(self) -> None:
        assert replace_generated(performance_page.PAGE.read_text(encoding="utf-8"), "new")


class TestGrowth:
    def test_has_a_row_a_thing_and_a_column_a_size(self) -> None:
        assert growth_table(POINTS) == [
            "| | 1,000 | 10,000 | 100,000 |",
            "|---|---|---|---|",
            "| a search, by cards | 0.5 |  | 4.25 |",
            "| lists <b>, by decks |  | 30 |  |",
        ]

    def test_draws_a_line_a_thing_inside_the_picture(self) -> None:
        root = ET.fromstring(draw_growth(POINTS))  # noqa: S314 - our own text
        _, _, width, height = map(int, root.attrib["viewBox"].split())
        circles = [each for each in root if each.tag.endswith("circle")]
        assert len(circles) == len(POINTS)
        assert all(0 < float(each.attrib["cx"]) < width and 0 < float(each.attrib["cy"]) < height for each in circles)
        assert [each.text for each in root if each.tag.endswith("text")][-1] == "lists <b>, by decks"

    def test_places_equal_ratios_at_equal_distances(self) -> None:
        sizes = [{"what": "w", "unit": "decks", "size": size, "milliseconds": 1.0} for size in (1000, 10_000, 100_000)]
        root = ET.fromstring(draw_growth(sizes))  # noqa: S314 - our own text
        first, second, third = (float(each.attrib["cx"]) for each in root if each.tag.endswith("circle"))
        assert second - first == pytest.approx(third - second, abs=0.2)
