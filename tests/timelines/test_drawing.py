"""The picture of a life: where its bars stand. Figures by hand."""

from __future__ import annotations

from datetime import date

import pytest

from engine.model.cards import Between
from engine.model.formats import Format
from vsdb.core.charts import DrawnStretch, TimeAxis, build_axis, build_row
from vsdb.timelines.services import format_season, format_span

FMT = Format(game="vs-classic", slug="open", name="Open")
TEN_YEARS = TimeAxis(date(2001, 1, 1), date(2011, 1, 1), date(2006, 1, 1))  # 3,652 days


def stretch(outcome: str, since: date | None, until: date | None) -> DrawnStretch:
    return DrawnStretch(outcome, since, until, "life-open-1", "words")


class TestAxis:
    def test_runs_from_the_year_of_the_first_turn_to_a_year_after_the_last_or_today(self) -> None:
        first = date(1999, 5, 5)
        axis = build_axis([date(2005, 7, 7), date(2004, 6, 6)], date(2020, 3, 1), first)
        assert (axis.first, axis.last) == (date(2004, 1, 1), date(2021, 3, 1))
        later = build_axis([date(2028, 1, 1)], date(2020, 3, 1), first)
        assert later.last == date(2028, 12, 31)
        assert build_axis([], date(2020, 3, 1), first).first == date(1999, 1, 1)

    @pytest.mark.parametrize(
        ("last", "years"),
        [
            (date(2004, 6, 1), [2001, 2002, 2003, 2004]),
            (date(2011, 1, 1), [2002, 2004, 2006, 2008, 2010]),
            (date(2027, 1, 1), [2005, 2010, 2015, 2020, 2025]),
        ],
    )
    def test_writes_as_many_years_as_fit(self, last: date, years: list[int]) -> None:
        assert [tick.year for tick in TimeAxis(date(2001, 1, 1), last, last).ticks] == years

    def test_says_where_today_is(self) -> None:
        # 1,826 of 3,652 days
        assert TEN_YEARS.now == "50.00%"


class TestRow:
    def test_has_a_bar_for_each_span_and_a_mark_for_each_turn(self) -> None:
        row = build_row(
            [
                stretch("illegal", None, date(2003, 12, 31)),
                stretch("uncertain", date(2004, 1, 1), date(2004, 1, 31)),
                stretch("legal", date(2004, 2, 1), None),
            ],
            TEN_YEARS,
            FMT,
        )
        # 1,095 days to 2004 and 1,126 to February of 3,652
        assert [(bar.look, bar.x, bar.width) for bar in row.bars] == [
            ("nothing", "0.00%", "29.98%"),
            ("doubt", "29.98%", "0.85%"),
            ("sure", "30.83%", "69.17%"),
        ]
        assert [bar.sign for bar in row.bars] == ["", "", "✓"]  # a month has no room for a sign
        assert [mark.x for mark in row.marks] == ["29.98%", "30.83%"]
        assert row.season is None

    def test_shows_what_began_before_the_axis_at_its_start(self) -> None:
        row = build_row([stretch("banned", date(1999, 1, 1), date(2000, 1, 1))], TEN_YEARS, FMT)
        assert (row.bars[0].x, row.bars[0].width, row.bars[0].look) == ("0.00%", "0.00%", "against")

    def test_shows_the_season_as_far_as_it_may_reach(self) -> None:
        days = Between(date(2006, 1, 1), date(2006, 1, 31)), Between(date(2010, 1, 1), date(2011, 1, 1))
        fmt = Format(game="vs-classic", slug="open", name="Open", starts=days[0], ends=days[1])
        assert build_row([], TEN_YEARS, fmt).season == ("50.00%", "50.00%")
        over = Format(game="vs-classic", slug="open", name="Open", ends=Between(date(2000, 1, 1), date(2000, 1, 1)))
        assert build_row([], TEN_YEARS, over).season is None


class TestWords:
    @pytest.mark.parametrize(
        ("since", "until", "words"),
        [
            (None, None, "on all dates"),
            (None, date(2006, 9, 22), "until 22 September 2006"),
            (date(2006, 9, 23), None, "from 23 September 2006"),
            (date(2006, 9, 23), date(2006, 9, 23), "on 23 September 2006 only"),
            (date(2006, 9, 23), date(2006, 9, 24), "23 September 2006 to 24 September 2006"),
        ],
    )
    def test_say_the_days_of_a_span(self, since: date | None, until: date | None, words: str) -> None:
        assert format_span(since, until) == words

    def test_say_the_season(self) -> None:
        first, last = (Between(day, day) for day in (date(2006, 1, 1), date(2007, 1, 1)))
        assert format_season(None, None) == ""
        assert format_season(first, None) == "played from 1 January 2006"
        assert format_season(None, last) == "played until 1 January 2007"
        assert format_season(first, last) == "played from 1 January 2006 to 1 January 2007"
