"""The pairs of similar lists are those that a comparison of each with each finds."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from vsdb.events.verdicts.likeness import Copies, compare, find_similar


def _make_lists(seed: int) -> dict[str, Copies]:
    """Lists of some archetypes, each with a few copies more, fewer or exchanged."""
    chance = random.Random(seed)  # noqa: S311
    cards = [("deck", f"card {number}") for number in range(60)]
    found: dict[str, Copies] = {}
    for kind in range(6):
        base = {card: chance.randint(1, 4) for card in chance.sample(cards, 18)}
        for number in range(8):
            copies = dict(base)
            for _ in range(number):
                copies[chance.choice(list(copies))] += chance.choice((-1, 1))
                copies[chance.choice(cards)] = chance.randint(1, 2)
            found[f"{kind}.{number}"] = {card: count for card, count in copies.items() if count > 0}
    return found


@pytest.mark.parametrize("seed", range(5))
def test_no_pair_is_missed_and_none_is_too_many(seed: int) -> None:
    lists = _make_lists(seed)
    expected = {
        frozenset(pair): share
        for pair in combinations(lists, 2)
        if 0.9 <= (share := compare(lists[pair[0]], lists[pair[1]])) < 1
    }
    found = find_similar(lists)
    assert expected
    assert {frozenset((pair.first, pair.second)): pair.share for pair in found} == expected
    assert [pair.share for pair in found] == sorted((pair.share for pair in found), reverse=True)


def test_nine_tenths_are_enough_and_less_is_not() -> None:
    """18 of 20 copies shared are 0.9; 17 are 0.85."""
    whole = {("deck", "a"): 20}
    near, far = {("deck", "a"): 18, ("deck", "b"): 2}, {("deck", "a"): 17, ("deck", "c"): 3}
    found = find_similar({"whole": whole, "near": near, "far": far})
    assert {(pair.first, pair.second) for pair in found} <= {("near", "whole"), ("whole", "near")}
    assert [pair.share for pair in found] == [0.9]


def test_the_same_cards_in_another_section_are_others() -> None:
    assert compare({("deck", "a"): 4}, {("side", "a"): 4}) == 0
