"""A query said in words, and completed while it is typed."""

from __future__ import annotations

import pytest

from vsdb.search.completion import complete, find_unfinished_value
from vsdb.search.language.parser import parse
from vsdb.search.language.values import parse_period
from vsdb.search.language.writing import describe, unparse


class TestInWords:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("", "Every card."),
            ("hulk", "Cards where “hulk” is in the name or text."),
            ('!"Spider-Man"', "Cards where the name is “Spider-Man”."),
            ("/^dr/", "Cards where a name matches /^dr/."),
            ("n:/^dr/", "Cards where name matches /^dr/."),
            ("n=hulk", "Cards where name is “hulk”."),
            ("v:*", "Cards where version is recorded."),
            ("t:unit -c<=3", "Cards where type is “unit” and not (cost is at most 3)."),
            ("world=unknown", "Cards where world is not recorded."),
            ("get excited", "Cards where “get” and “excited” are in the name or text."),
            ("a b c=1 c", "Cards where “a” and “b” are in the name or text and cost is 1 and {2}."),
            ('a b "c d"', "Cards where “a”, “b” and “c d” are in the name or text."),
            ("a (b or c)", "Cards where {0} and ({1}, or {2})."),
            ("atk+2*def-1>=cost", "Cards where ATK plus 2 times DEF minus 1 is at least cost."),
            ("c!=3", "Cards where cost is recorded and not 3."),
            ("c:even", "Cards where cost is even."),
            ("cn:1-50", "Cards where collector's number is 1 to 50."),
            ("team>={x-men,heels}", "Cards where team includes “x-men” and “heels”."),
            ("team:{x-men,heels}", "Cards where team is “x-men” or “heels”."),
            ("dom=none", "Cards where domain is recorded as none."),
            ("date<2006-06", "Cards where date is before 2006-06."),
            ("date>=s:MSM", "Cards where date is no earlier than the date of set MSM."),
            ("legal:silver@2006-05-01", "Cards where it is legal in “silver” on 1 May 2006."),
            ("banned:*@MSM", "Cards where it is banned in at least one format on the date of “MSM”."),
            ("is:flight", "Cards where it has flight."),
            ("flight:no", "Cards where flight is no."),
            ("flip:(lv=2)", "Cards where another level matches (level is 2)."),
            (
                "asof:2006-05-01 sort:cost,-name",
                "Every card; as of 1 May 2006; sorted by cost, then by name (descending).",
            ),
            ("group:type view:table", "Every card; grouped by type; shown as table."),
        ],
    )
    def test_a_query_is_a_sentence(self, text: str, said: str) -> None:
        words = [f"“{word}” is in the name or text" for word in "abc"]
        assert describe(parse(text)) == said.format(*words)


class TestCompletion:
    @pytest.mark.parametrize(
        ("text", "first", "completed"),
        [
            ("te", "team:", "team:"),
            ("hulk -do", "domain:", "hulk -domain:"),
            ("(aff", "team:", "(team:"),
        ],
    )
    def test_offers_what_may_be_meant(self, text: str, first: str, completed: str) -> None:
        one = complete(text, len(text))[0]
        assert one.text == first
        assert text[: one.span.start] + one.text + text[one.span.end :] == completed

    def test_replaces_the_word_that_the_cursor_stands_in(self) -> None:
        one = complete("tea:heels hulk", 2)[0]
        assert "tea:heels hulk"[one.span.start : one.span.end] == "tea:"

    @pytest.mark.parametrize("text", ["", "hulk ", '"te', "qqqq", "te:", "team:x", "te)"])
    def test_offers_nothing_where_no_field_is_begun(self, text: str) -> None:
        assert complete(text, len(text)) == []

    def test_takes_any_place_for_the_nearest_inside(self) -> None:
        assert complete("te", 99) == complete("te", 2)
        assert complete("te", -5) == complete("te", 0) == []

    @pytest.mark.parametrize(
        ("text", "name", "typed", "stands"),
        [
            ("team:x-m", "team", "x-m", "x-m"),
            ('hulk kw:"one of', "kw", "one of", '"one of'),
            ("s:{MOR, M", "set", "M", "M"),
            ("legal:", "legal", "", ""),
        ],
    )
    def test_knows_the_value_that_is_being_typed(self, text: str, name: str, typed: str, stands: str) -> None:
        found = find_unfinished_value(text, len(text))
        assert found is not None
        assert (found.field.name, found.typed) == (name, typed)
        assert text[found.span.start : found.span.end] == stands


class TestPeriods:
    @pytest.mark.parametrize(
        ("text", "first", "last"),
        [
            ("2006", "2006-01-01", "2006-12-31"),
            ("2008-02", "2008-02-01", "2008-02-29"),
            ("2006-06-01", "2006-06-01", "2006-06-01"),
            ("2005..2006-06", "2005-01-01", "2006-06-30"),
            ("..2006", "0001-01-01", "2006-12-31"),
            ("2006-6..", "2006-06-01", "9999-12-31"),
        ],
    )
    def test_go_from_the_first_to_the_last_day(self, text: str, first: str, last: str) -> None:
        days = parse_period(text)
        assert days is not None
        assert [day.isoformat() for day in days] == [first, last]

    @pytest.mark.parametrize(
        "text", ["", "..", "06", "2006-13", "2006-02-30", "2006..2005", "0000", "soon", "2006-06-01-1"]
    )
    def test_are_not_read_into_anything_else(self, text: str) -> None:
        assert parse_period(text) is None


class TestWrittenAgain:
    def test_a_query_keeps_its_order_and_its_day(self) -> None:
        written = "hulk or thor asof:2006-05-01 sort:cost,-name group:type view:table unique:name"
        assert unparse(parse(written)) == written
