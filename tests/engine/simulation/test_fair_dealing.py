"""A million opening hands: each card as often at each place, by the chi-square test, which biased shuffles fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import erfc, exp, gamma, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.simulation.goldfish import bulk_words
from engine.simulation.odds import bulk_sampling
from engine.simulation.odds.sampled_decks import GAMES

SIZE, HAND, HANDS, AT_ONCE = 60, 4, 1_000_000, 20_000
SEED = 4
#: A fair shuffle is called biased by one seed in so many; all places of a hand together.
RARE = 1_000

Words = NDArray[np.uint64]
Deal = Callable[[Words], NDArray[np.int16]]


def goldfish_words(start: int) -> Words:
    """The words of games that goldfish plays."""
    return bulk_words.generate_words(SEED, np.arange(start, start + AT_ONCE, dtype=np.uint64), 0, HAND)


def odds_words(start: int) -> Words:
    """The words of games of which odds are sampled."""
    return bulk_sampling.generate_words(SEED, GAMES, range(start, start + AT_ONCE), 1)


def deal_fairly(words: Words) -> NDArray[np.int16]:
    """As the engine does."""
    return bulk_words.shuffle_partly(words, np.arange(SIZE, dtype=np.int16))


def deal_from_all_places(words: Words) -> NDArray[np.int16]:
    """Each card changes places with any of the deck, dealt ones too: a well-known fault."""
    decks = np.tile(np.arange(SIZE, dtype=np.int16), (words.shape[1], 1))
    games = np.arange(len(decks))
    for place, row in enumerate(words):
        other = ((row >> np.uint64(32)) * np.uint64(SIZE) >> np.uint64(32)).astype(np.int64)
        decks[games, place], decks[games, other] = decks[games, other], decks[games, place]
    return decks[:, :HAND]


def deal_by_a_byte(words: Words) -> NDArray[np.int16]:
    """A byte modulo the cards left: the remainders of the last few bytes come more often."""
    decks = np.tile(np.arange(SIZE, dtype=np.int16), (words.shape[1], 1))
    games = np.arange(len(decks))
    for place, row in enumerate(words):
        other = place + ((row & np.uint64(255)) % np.uint64(SIZE - place)).astype(np.int64)
        found = decks[games, other]
        decks[games, other] = decks[:, place]
        decks[:, place] = found
    return decks[:, :HAND]


def list_chances(generate: Callable[[int], Words], deal: Deal) -> Iterator[float]:
    """For each place of the hand, how likely a fair shuffle is as uneven or more."""
    seen = np.zeros((HAND, SIZE), dtype=np.int64)
    for start in range(1, HANDS, AT_ONCE):
        hands = deal(generate(start))
        for place in range(HAND):
            seen[place] += np.bincount(hands[:, place], minlength=SIZE)
    expected = HANDS / SIZE
    for row in seen:
        yield find_tail(float(((row - expected) ** 2).sum() / expected), SIZE - 1)


def find_tail(chi_square: float, degrees: int) -> float:
    """The chance of as much or more, of an odd number of degrees: Q(k/2, x/2) by its recursion from Q(1/2, x/2)."""
    half, tail, at = chi_square / 2, erfc(sqrt(chi_square / 2)), 0.5
    while at < degrees / 2:
        tail += half**at * exp(-half) / gamma(at + 1)
        at += 1
    return tail


class TestFairDealing:
    @pytest.mark.parametrize("generate", [goldfish_words, odds_words])
    def test_brings_each_card_as_often_to_each_place(self, generate: Callable[[int], Words]) -> None:
        assert min(list_chances(generate, deal_fairly)) > 1 / RARE / HAND

    @pytest.mark.parametrize("deal", [deal_from_all_places, deal_by_a_byte])
    def test_would_show_a_biased_shuffle(self, deal: Deal) -> None:
        assert min(list_chances(odds_words, deal)) < 1 / RARE / HAND

    @pytest.mark.parametrize(
        ("chi_square", "degrees", "tail"), [(3.841, 1, 0.05), (11.345, 3, 0.01), (77.93, 59, 0.05)]
    )
    def test_measures_by_the_tables_of_chi_square(self, chi_square: float, degrees: int, tail: float) -> None:
        assert find_tail(chi_square, degrees) == pytest.approx(tail, rel=0.01)
