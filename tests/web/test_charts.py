"""Bars are as long as their counts."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from vsdb.core.charts import ChartCount, chart_curve, split


def drawn(chart: object) -> str:
    return render_to_string("parts/chart.html", {"chart": chart})


class TestACurve:
    CHART = chart_curve(
        "cost",
        "Cost curve",
        "Cost",
        [ChartCount("0", 2), ChartCount("1", 0), ChartCount("2", 8)],
        note="3 without a cost",
    )

    def test_stands_on_one_line_with_the_highest_bar_the_whole_height(self) -> None:
        bars = self.CHART.bars
        assert {bar.y + bar.height for bar in bars} == {self.CHART.floor}
        assert [bar.height for bar in bars] == [27.5, 0, 110]

    def test_keeps_the_order_of_the_figures(self) -> None:
        assert [bar.count.label for bar in self.CHART.bars] == ["0", "1", "2"]
        places = [bar.x for bar in self.CHART.bars]
        assert places == sorted(places)

    def test_is_said_in_words_with_its_note(self) -> None:
        assert self.CHART.words == "Cost curve: 0 2, 1 0, 2 8; 3 without a cost"


class TestASplit:
    CHART = split(
        "type", "By type", "Type", [ChartCount("Unit", 3), ChartCount("A name that is much too long", 12, "/there/")]
    )

    def test_has_the_longest_bar_first(self) -> None:
        assert [bar.count.count for bar in self.CHART.bars] == [12, 3]
        long, short = self.CHART.bars
        assert short.width == pytest.approx(long.width / 4)
        assert short.y > long.y

    def test_shortens_a_label_in_the_picture_and_not_in_the_table(self) -> None:
        page = drawn(self.CHART)
        assert "A name that is much …" in page
        assert '<a href="/there/">A name that is much too long</a>' in page

    def test_has_what_there_is_no_room_for_in_its_table(self) -> None:
        chart = split("type", "By type", "Type", [ChartCount(f"Kind {n}", n, f"/{n}/") for n in range(1, 15)])
        assert [bar.count.count for bar in chart.bars] == list(range(14, 2, -1))
        assert chart.words.endswith("; 2 more in the table")
        assert '<a href="/2/">Kind 2</a></th><td class="num">2</td>' in drawn(chart)

    def test_stays_within_the_picture(self) -> None:
        for bar in self.CHART.bars:
            assert bar.end < self.CHART.width
            assert bar.y + bar.height <= self.CHART.height


def test_of_nothing_there_is_no_picture() -> None:
    assert drawn(split("type", "By type", "Type", [])).strip() == ""
