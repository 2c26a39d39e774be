"""A shuffle: the same in every process and program, and fair."""

from __future__ import annotations

import subprocess
import sys
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.simulation.shuffling import _draw_below, shuffle_items
from tests.conftest import ROOT

LETTERS = "ABCDEFGHIJ"


class TestShuffled:
    KNOWN = ((7, 0), (7, 1), (8, 0), (0, 0), (-1, 0), (2**70, 3))

    @pytest.mark.parametrize(("seed", "shuffle"), KNOWN)
    def test_is_what_the_description_says(self, seed: int, shuffle: int) -> None:
        assert "".join(shuffle_items(LETTERS, seed, shuffle)) == _by_hand(LETTERS, seed, shuffle)

    def test_never_changes(self) -> None:
        assert "".join(shuffle_items(LETTERS, 7)) == "DJEGIFBAHC"

    def test_is_the_same_in_another_process(self) -> None:
        code = (
            "from engine.simulation.shuffling import _draw_below, shuffle_items; "
            "print(*shuffle_items(range(60), 5), sep=',')"
        )
        ran = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={"PYTHONHASHSEED": "12345"},
        )
        assert ran.stdout.strip() == ",".join(map(str, shuffle_items(range(60), 5)))

    @given(st.lists(st.integers(), max_size=80), st.integers())
    def test_keeps_every_item(self, items: list[int], seed: int) -> None:
        assert sorted(shuffle_items(items, seed)) == sorted(items)

    def test_gives_every_order_equally_often(self) -> None:
        """24 orders in 12,000 shuffles: 500 each; chi-square stays below 44.2, its 99.5th percentile at 23 degrees."""
        seen = dict.fromkeys(permutations("ABCD"), 0)
        for seed in range(12_000):
            seen[shuffle_items("ABCD", seed)] += 1
        expected = 12_000 / factorial(4)
        assert sum((count - expected) ** 2 / expected for count in seen.values()) < 44.2

    def test_passes_over_words_that_would_be_unfair(self) -> None:
        """Of 3 the one unfair word is 2^32 - 1; a limit just above half of all words passes over half of them."""
        assert _draw_below(3, iter([2**32 - 1, 4])) == 1
        assert _draw_below(2**31 + 1, iter([2**31 + 1, 2**32 - 1, 5])) == 5


def _by_hand(items: str, seed: int, shuffle: int) -> str:
    """The same in other words: the hash by coreutils, words as hexadecimal digits, places counted from the front."""
    words: list[int] = []
    for block in range(4):
        text = f"vsdb shuffle 1|{seed}|{shuffle}|{block}"
        digest = subprocess.run(["sha256sum"], input=text.encode(), capture_output=True, check=True).stdout.decode()
        words += [int(digest[at : at + 8], 16) for at in range(0, 64, 8)]
    order = list(items)
    for left in range(len(order), 1, -1):
        while words[0] >= 2**32 // left * left:
            words.pop(0)
        other = words.pop(0) % left
        order[other], order[left - 1] = order[left - 1], order[other]
    return "".join(order)
