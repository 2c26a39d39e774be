"""Philox4x64-10 and the partial shuffle for many games at once; the same words and places as in plain Python."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.simulation.goldfish.philox import KEY_STEPS, MASK, MULTIPLIERS, ROUNDS

Words = NDArray[np.uint64]  #: a row a word, a column a game
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_A_BLOCK = 4  #: words


def generate_words(seed: int, games: NDArray[np.uint64], first: int, stop: int) -> Words:
    """The words from one number up to another, counted from 0, of each of some games."""
    blocks = np.arange(first // _A_BLOCK, -(-stop // _A_BLOCK), dtype=np.uint64) + np.uint64(1)
    shape = (len(blocks), len(games))
    c0 = np.repeat(blocks[:, None], len(games), axis=1)
    c1, c2, c3 = (np.zeros(shape, dtype=np.uint64) for _ in range(3))
    k0, k1 = seed, games.copy()
    for _ in range(ROUNDS):
        high0, low0 = _multiply(c0, MULTIPLIERS[0])
        high1, low1 = _multiply(c2, MULTIPLIERS[1])
        high1 ^= c1
        high1 ^= np.uint64(k0)
        high0 ^= c3
        high0 ^= k1
        c0, c1, c2, c3 = high1, low1, high0, low0
        k0 = (k0 + KEY_STEPS[0]) & MASK
        k1 += np.uint64(KEY_STEPS[1])
    words = np.stack((c0, c1, c2, c3), axis=1).reshape(_A_BLOCK * len(blocks), len(games))
    offset = first % _A_BLOCK
    return words[offset : offset + stop - first]


def _multiply(factors: Words, multiplier: int) -> tuple[Words, Words]:
    """The high and the low words of the products, of four products of halves."""
    high, low = np.uint64(multiplier >> 32), np.uint64(multiplier & 0xFFFFFFFF)
    upper, lower = factors >> _HALF, factors & _LOW
    middle = upper * low
    carry = lower * low
    carry >>= _HALF
    middle += carry
    lower *= high
    lower += middle & _LOW
    lower >>= _HALF
    middle >>= _HALF
    upper *= high
    upper += middle
    upper += lower
    return upper, factors * np.uint64(multiplier)


def shuffle_partly(words: Words, copies: NDArray[np.int16]) -> NDArray[np.int16]:
    """The first cards of each game's shuffled deck, a row a game, one a word. The deck has at least as many."""
    count, games = words.shape
    size = len(copies)
    decks = np.tile(copies, (games, 1))
    flat, starts = decks.reshape(-1), np.arange(games, dtype=np.int64) * size
    found = np.empty((count, games), dtype=copies.dtype)
    for place in range(count):
        left = np.uint64(size - place)
        drawn = (words[place] & _LOW) * left
        drawn >>= _HALF
        drawn += (words[place] >> _HALF) * left
        drawn >>= _HALF
        there = drawn.view(np.int64)
        there += starts
        there += place
        found[place] = flat[there]
        # What lies at a place that is dealt isn't looked at again.
        flat[there] = decks[:, place]
    return found.T
