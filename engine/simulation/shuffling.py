"""A shuffle that any program in any language can repeat.

Chance is SHA-256 of a counter and not `random.Random`: of that only `random()` is promised to stay as it is, what
`shuffle` makes of it isn't, and other languages have neither its generator nor its way from a seed to a state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

_WORD = 4  #: bytes
_WORDS = 1 << 8 * _WORD


def shuffle_items(items: Iterable[T], seed: int, shuffle: int = 0) -> tuple[T, ...]:
    """The items in the order that a seed gives them, each order as likely as any other; `shuffle` counts from 0.

    From the last place to the second each item changes places with one that isn't behind it (Fisher and Yates).
    """
    found = list(items)
    words = _generate_words(seed, shuffle)
    for place in range(len(found) - 1, 0, -1):
        other = _draw_below(place + 1, words)
        found[place], found[other] = found[other], found[place]
    return tuple(found)


def _generate_words(seed: int, shuffle: int) -> Iterator[int]:
    """Numbers of 32 bits: eight, the highest byte first, of each `SHA-256("vsdb shuffle 1|seed|shuffle|block")`."""
    block = 0
    while True:
        hashed = hashlib.sha256(f"vsdb shuffle 1|{seed}|{shuffle}|{block}".encode()).digest()
        for at in range(0, len(hashed), _WORD):
            yield int.from_bytes(hashed[at : at + _WORD], "big")
        block += 1


def _draw_below(limit: int, words: Iterator[int]) -> int:
    """The next word modulo the limit, those passed over that would make some remainders likelier than others."""
    even = _WORDS - _WORDS % limit
    return next(word for word in words if word < even) % limit
