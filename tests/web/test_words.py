"""Days and numbers in words."""

from __future__ import annotations

from datetime import date

import pytest

from engine.model.cards import Between
from vsdb.core.words import format_between, format_day, quantity, spell_out_days


class TestNumbers:
    @pytest.mark.parametrize(
        ("number", "words"), [(0, "0 cards"), (1, "1 card"), (61, "61 cards"), (1359, "1,359 cards")]
    )
    def test_are_digits_with_their_noun(self, number: int, words: str) -> None:
        assert quantity(number, "card") == words


class TestDays:
    def test_carry_no_leading_zero(self) -> None:
        assert format_day(date(2008, 7, 1)) == "1 July 2008"

    def test_are_empty_where_there_is_none(self) -> None:
        assert format_day(None) == ""

    @pytest.mark.parametrize(
        ("first", "last", "words"),
        [
            (date(2008, 6, 27), date(2008, 6, 27), "27 June 2008"),
            (date(2008, 6, 1), date(2008, 6, 30), "June 2008"),
            (date(2008, 2, 1), date(2008, 2, 29), "February 2008"),
            (date(2007, 2, 1), date(2007, 2, 27), "between 1 February and 27 February 2007"),
            (date(2008, 1, 1), date(2008, 12, 31), "2008"),
            (date(2008, 1, 1), date(2009, 12, 31), "between 1 January 2008 and 31 December 2009"),
            (date(2006, 9, 24), date(2006, 11, 30), "between 24 September and 30 November 2006"),
            (date(2006, 9, 24), date.max, "on or after 24 September 2006"),
        ],
    )
    def test_are_told_as_closely_as_they_are_known(self, first: date, last: date, words: str) -> None:
        assert format_between(Between(first, last)) == words

    def test_stand_in_words_inside_a_sentence(self) -> None:
        assert spell_out_days("banned since 2007-02-28, see 12-34") == "banned since 28 February 2007, see 12-34"

    def test_that_no_calendar_has_stay_as_they_are(self) -> None:
        assert spell_out_days("there is no day 2006-02-30") == "there is no day 2006-02-30"
