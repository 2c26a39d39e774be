"""Two texts word for word."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vsdb.core.diffing import GONE, NEW, SAME, diff_words

WORDS = st.lists(st.sampled_from(["may", "draw", "two", "cards", "+2", "[Might]", "\n"]), max_size=20).map(" ".join)


def told(before: str, after: str) -> list[tuple[str, str]]:
    return [(change.kind, change.text) for change in diff_words(before, after)]


@given(before=WORDS, after=WORDS)
def test_nothing_of_either_text_is_lost(before: str, after: str) -> None:
    changes = diff_words(before, after)
    assert "".join(each.text for each in changes if each.kind != NEW) == before
    assert "".join(each.text for each in changes if each.kind != GONE) == after


@given(before=WORDS, after=WORDS)
def test_no_two_neighbours_are_of_a_kind(before: str, after: str) -> None:
    kinds = [each.kind for each in diff_words(before, after)]
    assert all(one != other for one, other in pairwise(kinds))


@given(text=WORDS)
def test_a_text_is_the_same_as_itself(text: str) -> None:
    assert {each.kind for each in diff_words(text, text)} <= {SAME}


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ("Draw a card.", "Draw two cards.", [(SAME, "Draw "), (GONE, "a card"), (NEW, "two cards"), (SAME, ".")]),
        ("It gets +2 ATK.", "It gets +3 ATK.", [(SAME, "It gets "), (GONE, "+2"), (NEW, "+3"), (SAME, " ATK.")]),
        ("Pay [Might].", "Pay [Skill].", [(SAME, "Pay "), (GONE, "[Might]"), (NEW, "[Skill]"), (SAME, ".")]),
        ("Hop over a card.", "Leap past a deck.", [(GONE, "Hop over a card"), (NEW, "Leap past a deck"), (SAME, ".")]),
        (
            "Hop.\nA.\nRun.",
            "Leap.\nA.\nGo.",
            [*[(GONE, "Hop"), (NEW, "Leap"), (SAME, ".\nA.\n"), (GONE, "Run"), (NEW, "Go"), (SAME, ".")]],
        ),
        ("Hop.", "Hop.\nSkip.", [(SAME, "Hop."), (NEW, "\nSkip.")]),
        ("", "Hop.", [(NEW, "Hop.")]),
        ("", "", []),
    ],
)
def test_whole_words_figures_and_symbols_change(before: str, after: str, changes: list[tuple[str, str]]) -> None:
    assert told(before, after) == changes


def test_long_texts_without_a_word_in_common_are_taken_as_a_whole() -> None:
    before, after = " ".join(["hop"] * 2_500), " ".join(["skip"] * 2_500)
    assert told(f"A {before} B", f"A {after} B") == [(SAME, "A "), (GONE, before), (NEW, after), (SAME, " B")]
