"""Text in pictures: lines that fit, and what is cut where nothing fits."""

from __future__ import annotations

import pytest

from vsdb.catalog.cards.preview import HEAD, fit_text_to_width

SMALLEST = 18


def test_what_fits_keeps_its_size() -> None:
    lines, font = fit_text_to_width("Hulk, Exile", HEAD, 46, 600, 2)
    assert (lines, font.size) == (["Hulk, Exile"], 46)


def test_what_is_too_wide_is_set_in_more_lines_before_it_is_set_smaller() -> None:
    lines, font = fit_text_to_width("She-Hulk, Agent of S.H.I.E.L.D.", HEAD, 46, 330, 2)
    assert (" ".join(lines), len(lines), font.size) == ("She-Hulk, Agent of S.H.I.E.L.D.", 2, 46)


@pytest.mark.parametrize("text", ["W" * 300, "Many words that go on and on " * 20])
def test_what_fits_in_no_size_is_cut_and_says_so(text: str) -> None:
    lines, font = fit_text_to_width(text, HEAD, 46, 300, 2)
    assert font.size <= SMALLEST
    assert len(lines) <= 2
    assert lines[-1].endswith("…")
    assert all(font.getlength(line) <= 300 for line in lines)


def test_signs_that_the_fonts_lack_are_written_with_others() -> None:
    assert fit_text_to_width("Avengers ○ X-Men ◊", HEAD, 46, 900, 1)[0] == ["Avengers • X-Men ‹›"]
