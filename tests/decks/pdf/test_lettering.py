"""Letters on paper: lines that fit, characters in fonts that have them, nothing unseen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vsdb.core.pdf.lettering import (
    BOLD,
    CODE,
    HEAD,
    ITALIC,
    LABEL,
    LACKING,
    MAX_LENGTH,
    TEXT,
    cut,
    fit_text,
    measure_width,
    shorten_text,
    split_runs,
    to_drawable_text,
    to_visible_text,
    wrap_text,
)

FONTS = (HEAD, LABEL, TEXT, BOLD, ITALIC, CODE)


@given(st.text(max_size=200), st.sampled_from(FONTS), st.floats(20, 300))
def test_wrapped_lines_fit_and_lose_nothing(text: str, font: str, room: float) -> None:
    plain = to_visible_text(text)
    lines = wrap_text(plain, font, 9, room)
    assert "".join(lines).replace(" ", "") == plain.replace(" ", "")
    assert all(measure_width(line, font, 9) <= room or len(line) == 1 for line in lines)


@given(st.text(max_size=200), st.sampled_from(FONTS))
def test_runs_keep_every_character_or_stand_in_for_it(text: str, font: str) -> None:
    drawn = "".join(part for _, part in split_runs(text, font))
    assert len(drawn) == len(text)
    assert all(mark in (sign, LACKING) for mark, sign in zip(drawn, text, strict=True))


@pytest.mark.parametrize("font", FONTS)
def test_every_font_draws_the_signs_of_card_names(font: str) -> None:
    assert LACKING not in "".join(part for _, part in split_runs("◊○éöüÉ’‘“”…–—×•→", font))


def test_a_sign_that_a_font_lacks_is_drawn_in_another() -> None:
    assert [part for _, part in split_runs("A ○ B", HEAD)] == ["A ", "○", " B"]


@given(st.text(max_size=400))
def test_what_is_seen_is_one_line_without_marks_of_direction(text: str) -> None:
    plain = to_visible_text(text)
    assert plain == " ".join(plain.split())
    assert not set(plain) & {chr(code) for code in (*range(0x20), *range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def test_accents_are_composed() -> None:
    assert to_visible_text("e\u0301") == "é"


@pytest.mark.parametrize(("length", "ends"), [(MAX_LENGTH, "x"), (MAX_LENGTH + 1, "…")])
def test_a_text_is_cut_past_its_longest(length: int, ends: str) -> None:
    assert len(cut("x" * length)) == MAX_LENGTH
    assert cut("x" * length).endswith(ends)


def test_a_text_whose_letters_are_lacking_is_left_to_be_written() -> None:
    assert to_drawable_text("張偉") == ""
    assert to_drawable_text("Ana 🙂") == "Ana 🙂"


def test_a_shortened_line_ends_in_an_ellipsis_and_fits() -> None:
    short = shorten_text("one two three four", TEXT, 10, 40)
    assert short.endswith("…")
    assert measure_width(short, TEXT, 10) <= 40
    assert shorten_text("one", TEXT, 10, 40) == "one"


def test_the_largest_size_that_breaks_no_word_is_taken() -> None:
    room = measure_width("Wolverine", HEAD, 10) + 0.1
    assert fit_text("Wolverine", HEAD, (12, 10, 8), room, 1) == (["Wolverine"], 10)
    lines, size = fit_text("Wolverine " * 9, HEAD, (12, 10, 8), room, 2)
    assert (len(lines), size) == (2, 8)
    assert lines[1].endswith("…")
