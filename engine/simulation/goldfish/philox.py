"""Philox4x64-10, the counter-based generator of Salmon, Moraes, Dror and Shaw (2011), in plain Python.

Any word of any game can be worked out by itself, on any machine, so that games need no order.
"""

from __future__ import annotations

from collections.abc import Iterator

Block = tuple[int, int, int, int]

GENERATOR = "Philox4x64-10"
WORD_BITS = 64
MASK = (1 << WORD_BITS) - 1
ROUNDS = 10
MULTIPLIERS = (0xD2E7470EE14C6C93, 0xCA5A826395121157)
KEY_STEPS = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)


def encrypt_counter(counter: Block, key: tuple[int, int]) -> Block:
    """The four words of a counter under a key."""
    (c0, c1, c2, c3), (k0, k1) = counter, key
    for _ in range(ROUNDS):
        even, odd = c0 * MULTIPLIERS[0], c2 * MULTIPLIERS[1]
        c0, c1, c2, c3 = (odd >> WORD_BITS) ^ c1 ^ k0, odd & MASK, (even >> WORD_BITS) ^ c3 ^ k1, even & MASK
        k0, k1 = (k0 + KEY_STEPS[0]) & MASK, (k1 + KEY_STEPS[1]) & MASK
    return c0, c1, c2, c3


def generate_words(seed: int, game: int) -> Iterator[int]:
    """The words of a game: the blocks of the counters 1, 2, 3 … under the key (seed, game).

    They are those of `numpy.random.Philox(key=[seed, game])`, which counts before its first block too.
    """
    block = 1
    while True:
        yield from encrypt_counter((block, 0, 0, 0), (seed, game))
        block += 1
