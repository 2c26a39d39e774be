"""Which lists are alike: twice the copies that two share, by their sizes together. Nothing is stored.

Two lists that are alike share one of their rarest copies: of 60 that match in 54 each has only a few that the other
lacks. So lists are looked up by their rarest copies alone, and only those found are compared.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from engine import Deck
from engine.model.identities import count_by_section

Name = tuple[str, str]  #: a card's section and identity
Copies = Mapping[Name, int]  #: how many copies there are of each
LEAST = (9, 10)  #: of the copies, from which on two lists are similar
MAX_PAIRS = 1_000  #: that are kept, the most alike first
MAX_COMPARED = 300_000  #: pairs that are compared, some seconds


@dataclass(frozen=True, slots=True, order=True)
class SimilarPair:
    """Two lists by their keys, and how alike they are: from 0.9 to just below 1."""

    share: float
    first: str
    second: str


def count_copies(deck: Deck) -> Copies:
    """How many copies of each card a deck has, by section and identity."""
    return {key: each.count for key, each in count_by_section(deck).items()}


def compare(first: Copies, second: Copies) -> float:
    """How alike two lists are, from 0 to 1: Dice's coefficient over their copies."""
    return 2 * _count_shared(first, second) / ((sum(first.values()) + sum(second.values())) or 1)


def find_similar(lists: Mapping[str, Copies]) -> list[SimilarPair]:
    """The pairs of lists that are similar, the most alike first; lists that are the same are no pair of them."""
    above, below = LEAST
    sizes = {key: sum(copies.values()) for key, copies in lists.items()}
    frequency = Counter(name for copies in lists.values() for name in copies)
    held: defaultdict[tuple[Name, int], list[str]] = defaultdict(list)
    found: list[SimilarPair] = []
    compared = 0
    for key in sorted(lists, key=lambda each: (sizes[each], each)):
        size, copies = sizes[key], lists[key]
        rarest = _list_rarest(copies, size, frequency)
        for other in sorted({other for copy in rarest for other in held[copy]}):
            both, compared = size + sizes[other], compared + 1
            shared = _count_shared(copies, lists[other])
            if 2 * below * shared >= above * both and 2 * shared < both:
                found.append(SimilarPair(2 * shared / both, other, key))
        for copy in rarest:
            held[copy].append(key)
        if compared > MAX_COMPARED:
            break
    found.sort(key=lambda pair: (-pair.share, pair.first, pair.second))
    return found[:MAX_PAIRS]


def _list_rarest(copies: Copies, size: int, frequency: Mapping[Name, int]) -> list[tuple[Name, int]]:
    """The rarest copies of a list, so many that it shares one of them with every list that is similar, whatever the
    other's size."""
    above, below = LEAST
    smallest = -(-above * size // (2 * below - above))
    least_shared = -(-above * (size + smallest) // (2 * below))
    wanted = size - least_shared + 1
    rarest: list[tuple[Name, int]] = []
    for name in sorted(copies, key=lambda each: (frequency[each], each)):
        rarest += ((name, number) for number in range(copies[name]))
        if len(rarest) >= wanted:
            break
    return rarest[:wanted]


def _count_shared(first: Copies, second: Copies) -> int:
    fewer, more = (first, second) if len(first) < len(second) else (second, first)
    return sum(min(count, more.get(name, 0)) for name, count in fewer.items())
