"""Queries as text: parts left out, replaced by nearer words, put into an order."""

from __future__ import annotations

import pytest

from vsdb.search import refining
from vsdb.search.language.syntax import QuerySpan


class TestParts:
    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ("hulk  t:character", ["hulk", "t:character"]),
            ('n:"green goblin" c<=3', ['n:"green goblin"', "c<=3"]),
            ("team:{a, b} (hulk or thor) x:/a b/", ["team:{a, b}", "(hulk or thor)", "x:/a b/"]),
            ("(a (b c)) d", ["(a (b c))", "d"]),
            ('"never closed c<=3', ['"never closed c<=3']),
            ("A / B", ["A", "/", "B"]),
            ("", []),
        ],
    )
    def test_are_cut_at_spaces_outside_of_quotes_brackets_and_patterns(self, text: str, parts: list[str]) -> None:
        assert refining.split_query(text) == parts

    def test_that_narrow_hold_their_not(self) -> None:
        assert refining.list_narrowing_parts("not t:unit and hulk") == ["not t:unit", "hulk"]

    def test_narrow_nothing_alone_beside_an_or(self) -> None:
        assert refining.list_narrowing_parts("a or b c") == []
        assert refining.list_narrowing_parts("(a or b) c") == ["(a or b)", "c"]

    def test_are_left_out_alone(self) -> None:
        assert refining.remove_part('hulk c<=3 n:"a b"', "c<=3") == 'hulk n:"a b"'


class TestOrder:
    @pytest.mark.parametrize(
        ("text", "key", "ordered"),
        [
            ("hulk", "sort:cost", "hulk sort:cost"),
            ("hulk sort:name t:unit", "-sort:cost", "hulk t:unit -sort:cost"),
            ("-sort:name", "", ""),
            ('"sort:name"', "sort:cost", '"sort:name" sort:cost'),
        ],
    )
    def test_takes_the_place_of_the_one_that_was(self, text: str, key: str, ordered: str) -> None:
        assert refining.set_sort(text, key) == ordered


class TestMending:
    @pytest.mark.parametrize(
        ("text", "wrong", "word", "right"),
        [
            ("tpye:character x", "tpye", "type", "type:character x"),
            ("team:avengrs hulk", "team:avengrs", "Avengers", "team:Avengers hulk"),
            ("team:avengrs hulk", "avengrs", "Avengers", "team:Avengers hulk"),
            ("kw:oneofakid", "kw:oneofakid", "One of a Kind", 'kw:"One of a Kind"'),
            ("team>={avengrs,x-men}", "team>={avengrs,x-men}", "Avengers", "team>={Avengers,x-men}"),
            ("team>={avengrs,x-men}", "{avengrs,x-men}", "Avengers", "team>={Avengers,x-men}"),
            ("legal:silvr@2006-05-01", "legal:silvr@2006-05-01", "silver-age", "legal:silver-age@2006-05-01"),
            ("cost: hulk", "cost:", "c<=3", "c<=3 hulk"),
        ],
    )
    def test_puts_the_nearest_word_where_the_wrong_one_stood(
        self, text: str, wrong: str, word: str, right: str
    ) -> None:
        start = text.index(wrong)
        assert refining.mend_query(text, QuerySpan(start, start + len(wrong)), word) == right
