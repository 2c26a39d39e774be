"""Days are read as they are written everywhere, and nothing else is taken for one."""

from __future__ import annotations

from datetime import date

import pytest

from engine.model.days import parse_day
from engine.model.errors import InputError


@pytest.mark.parametrize("text", ["2004-02-29", " 2005-12-15 "])
def test_a_day_of_the_calendar_is_read(text: str) -> None:
    assert parse_day(text) == date.fromisoformat(text.strip())


@pytest.mark.parametrize("text", ["20060201", "2006-W05-1", "tomorrow", "", "２００６-02-01"])
def test_other_writings_are_refused_with_the_one_that_is_read(text: str) -> None:
    with pytest.raises(InputError, match="is not a date; write YYYY-MM-DD") as caught:
        parse_day(text)
    assert (caught.value.code, caught.value.place) == ("unreadable-date", "date")


@pytest.mark.parametrize("text", ["2006-02-30", "2005-02-29", "0000-01-01"])
def test_a_day_that_no_calendar_has_is_refused_at_its_place(text: str) -> None:
    with pytest.raises(InputError, match=f"{text} is not in the calendar") as caught:
        parse_day(text, place="as-of")
    assert (caught.value.code, caught.value.place) == ("unreadable-date", "as-of")
