"""Bars are as long as their counts."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from vsdb.core.charts import ChartCount, ChartLook, chart_curve, chart_rows, split


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


RED, BLUE = ChartLook("Red & hot", "rising", "domain domain--fury", "domain-fury"), ChartLook("Blue", "rows", "b")


class TestLooks:
    STACKED = chart_curve(
        "cost",
        "Costs",
        "Cost",
        [ChartCount("1", 4, parts=((RED, 3), (BLUE, 1))), ChartCount("2", 2, parts=((RED, 2),))],
    )

    def test_stack_a_bar_from_its_foot_without_a_gap(self) -> None:
        high, low = self.STACKED.bars
        assert [(part.look, part.height) for part in high.parts] == [(RED, 82.5), (BLUE, 27.5)]
        assert high.parts[0].y + high.parts[0].height == self.STACKED.floor
        assert high.parts[1].y + high.parts[1].height == high.parts[0].y
        assert high.parts[1].y == high.y
        assert [part.height for part in low.parts] == [55]

    def test_are_a_pattern_each_that_its_bars_are_filled_with(self) -> None:
        page = drawn(self.STACKED)
        assert page.count("<pattern ") == 2
        assert page.count('id="fill-cost-red-hot"') == 1
        assert page.count('height="82.5" fill="url(#fill-cost-red-hot)"') == 1

    def test_are_named_in_the_key_in_words_and_in_the_table(self) -> None:
        page = drawn(self.STACKED)
        assert self.STACKED.words == "Costs: 1 4 (Red & hot 3, Blue 1), 2 2 (Red & hot 2)"
        assert "Red &amp; hot</li>" in page
        assert '<th scope="col" class="num">Blue</th>' in page
        assert '<td class="num">3</td><td class="num">1</td><td class="num">4</td>' in page
        assert '<td class="num">2</td><td class="num">0</td><td class="num">2</td>' in page

    def test_make_a_wide_table_that_scrolls_within_itself(self) -> None:
        assert '<div class="scroll" tabindex="0" role="group"' in drawn(self.STACKED)
        assert 'class="scroll"' not in drawn(chart_curve("cost", "Costs", "Cost", [ChartCount("1", 4)]))

    def test_have_their_icon_beside_the_label_of_a_lying_bar(self) -> None:
        page = drawn(chart_rows("runes", "Runes", "Domain", [ChartCount("Red", 3, look=RED), ChartCount("Other", 1)]))
        assert page.count("icons.svg#domain-fury") == 1
        assert page.count('class="chart__bar"') == 1
        assert "<details" not in page
