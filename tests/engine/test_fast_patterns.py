"""Patterns that begin with the sign they look for find what plain ones find, which begin with what stands before it."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.card_text import sentences, symbols
from engine.card_text.paragraphs import normalize_text, to_printed_form
from engine.model import names
from tests.sizes import size


def draw_texts(name: str, letters: str, length: int = 12) -> list[str]:
    """Texts of few letters, so that signs stand in every order."""
    chance = Random(name)  # noqa: S311
    return ["".join(chance.choices(letters, k=chance.randrange(length))) for _ in range(size(20_000, short=2_000))]


def test_dots_after_a_word_are_found_alike() -> None:
    plain = re.compile(r"(?<=\w\w)\.+(?=\w)")
    for text in draw_texts("dots", "ab._ "):
        assert names._DOT_AS_SPACE.sub(" ", text) == plain.sub(" ", text), text


def test_ends_of_sentences_are_found_alike() -> None:
    fast = r"[.!?](?<![.!?][.!?])"
    assert sentences._END.pattern.startswith(fast)
    plain = re.compile(sentences._END.pattern.replace(fast, "(?<![.!?])[.!?]", 1))
    for text in draw_texts("sentences", 'Ab.!?") ('):
        assert [each.span() for each in sentences._END.finditer(text)] == [each.span() for each in plain.finditer(text)]


def test_symbols_that_stick_to_words_are_found_alike() -> None:
    plain = re.compile(r"(?<=[A-Za-z,;])(?=\[)|(?<=\])(?=[A-Za-z])")
    for text in draw_texts("symbols", "a,1[] "):
        found = symbols._STUCK_BEHIND.sub("] ", symbols._STUCK_BEFORE.sub(" [", text))
        assert found == plain.sub(" ", text), text


@pytest.mark.parametrize(
    ("written", "printed", "normal"),
    [
        ("Pay 1 -> draw.", "Pay 1 -> draw.", "Pay 1 >>> draw."),
        ("Pay 1→draw.", "Pay 1 → draw.", "Pay 1 >>> draw."),
        ("+1 / +1 and a-b", "+1/+1 and a-b", "+1/+1 and a-b"),
        ("no sign at all", "no sign at all", "no sign at all"),
    ],
)
def test_texts_with_signs_and_without_are_kept_and_compared(written: str, printed: str, normal: str) -> None:
    assert to_printed_form(written, "vs-2pcg") == printed
    assert normalize_text(written, "vs-2pcg") == normal
