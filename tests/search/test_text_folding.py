"""Text as tokens, for cards and queries alike, and regular expressions on it."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vsdb.core.folding import join_spaced, tokenize
from vsdb.search.conditions import vocabulary


class TestTokens:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Dr. Doom", ("dr", "doom")),
            ("M.O.D.O.K.", ("modok",)),
            ("*Spider-Man*", ("spider", "man")),
            ("Devil’s Due", ("devil", "s", "due")),
            ("Nathaniel Richards ◊ Kang, Master of Time", ("nathaniel", "richards", "kang", "master", "of", "time")),
            ("ÉLÉKTRA", ("elektra",)),
            ("2 + 2", ("2", "2")),
            ("a_b", ("a", "b")),
            ("!?* —", ()),
            ("", ()),
        ],
    )
    def test_are_the_folded_runs_of_letters_and_digits(self, text: str, expected: tuple[str, ...]) -> None:
        assert tokenize(text) == expected

    @given(st.text())
    def test_hold_letters_and_digits_alone(self, text: str) -> None:
        assert all(token.isalnum() for token in tokenize(text))

    @given(st.text())
    def test_of_tokens_are_those_tokens(self, text: str) -> None:
        found = tokenize(text)
        assert tokenize(" ".join(found)) == found


class TestSpaced:
    def test_has_a_space_at_both_ends(self) -> None:
        assert join_spaced(("dr", "doom")) == " dr doom "

    def test_of_nothing_is_one_space(self) -> None:
        assert join_spaced(()) == " "


class TestExpressions:
    @example(pattern="i", text="İ")
    @example(pattern="^K", text="k")
    @given(
        pattern=st.from_regex(r"\^?[aksxi0 '-]{1,4}", fullmatch=True),
        text=st.text(alphabet="aAkKsS\u212a\u017fxXiIı\u0130 -'0é\n", max_size=8),
    )
    def test_plain_ones_mean_the_same_to_both_engines(self, pattern: str, text: str) -> None:
        assert vocabulary._PLAIN.fullmatch(pattern)
        holds = vocabulary._compile_safely(pattern)
        assert vocabulary._prefer_plain(pattern, holds)(text) == holds(text)

    @pytest.mark.parametrize("pattern", ["x.men", "a|b", "x$", "(a)", "[a]", r"a\b", "a*", "é", "a^"])
    def test_others_are_left_to_the_safe_engine(self, pattern: str) -> None:
        assert not vocabulary._PLAIN.fullmatch(pattern)
