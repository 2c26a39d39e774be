"""Lines over turns: where they stand, how they are written, and what their table has."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from vsdb.core.line_charts import LineChart, Point, Series, build_series

SHARES = build_series("4 copies", [(1, 0.351), (2, 0.445), (3, 0.528)])
GAMES = Series("Points", (Point(1, 1.0, 0.9, 1.1), Point(2, 1.5, 1.25, 1.75)))


def build(*series: Series, **options: bool) -> LineChart:
    return LineChart("seen", "Seen by turn", "Turn", "Chance", series, **options)


def test_shares_are_percentages_of_the_whole() -> None:
    chart = build(SHARES, is_share=True)
    assert [line.label for line in chart.rows] == ["0 %", "25 %", "50 %", "75 %", "100 %"]
    assert chart.table == [("1", ["35.1 %"]), ("2", ["44.5 %"]), ("3", ["52.8 %"])]


def test_small_shares_get_a_scale_of_their_own() -> None:
    chart = build(build_series("rare", [(1, 0.012), (2, 0.034)]), is_share=True)
    assert [line.label for line in chart.rows] == ["0 %", "1 %", "2 %", "3 %", "4 %"]


def test_a_higher_figure_stands_higher_and_a_later_one_further_right() -> None:
    marks = build(SHARES, is_share=True).drawn[0].marks
    assert [mark.x for mark in marks] == sorted(mark.x for mark in marks)
    assert [mark.y for mark in marks] == sorted((mark.y for mark in marks), reverse=True)


def test_an_error_is_written_and_drawn_as_a_band() -> None:
    chart = build(GAMES)
    assert chart.table == [("1", ["1.0 ± 0.1"]), ("2", ["1.5 ± 0.2"])]
    assert chart.drawn[0].band.endswith("Z")
    assert build(SHARES).drawn[0].band == ""


def test_a_range_that_isnt_even_is_written_from_to() -> None:
    assert build(GAMES).write(Point(1, 2.0, 1.5, 3.0)) == "1.5 to 3.0"


@pytest.mark.parametrize("figures", [[(1, 0.0)], [(0, 0.0), (1, 0.0)], [(1, 12_000.0), (2, 1.0)]])
def test_every_mark_lies_within_the_picture(figures: list[tuple[float, float]]) -> None:
    chart = build(build_series("any", figures))
    for mark in chart.drawn[0].marks:
        assert chart.left <= mark.x <= chart.right
        assert 0 <= mark.y <= chart.floor


def test_series_with_other_places_share_an_axis_and_leave_gaps_in_the_table() -> None:
    chart = build(SHARES, build_series("late", [(3, 0.1), (4, 0.2)]))
    assert chart.places == [1, 2, 3, 4]
    assert chart.table[0] == ("1", ["0.4", ""])


def test_the_picture_says_its_figures_and_escapes_labels() -> None:
    page = render_to_string("parts/line_chart.html", {"chart": build(build_series("<b>", [(1, 0.5)]), is_share=True)})
    assert "&lt;b&gt;: turn 1 50.0 %" in page
    assert "<b>" not in page
    assert render_to_string("parts/line_chart.html", {"chart": build()}).strip() == ""
