"""How many copies have to go and to come at least, whatever else is chosen."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

T = TypeVar("T", bound=Hashable)
Group = tuple[frozenset[T], int]


def pack_disjoint_groups(asked: Iterable[Group[T]], capacity: Callable[[frozenset[T]], int]) -> list[Group[T]]:
    """Sets that share nothing, each with how many copies out of it are needed at least.

    `asked` are sets that may share something, each with how many of its copies are needed. What two of them ask for
    may be the same copies, as many as they share: only what is beyond that is added. `capacity` counts the copies of
    a set.
    """
    groups: list[Group[T]] = []
    for asks, least in sorted(asked, key=lambda each: (len(each[0]), -each[1])):
        touching = [group for group in groups if not group[0].isdisjoint(asks)]
        groups = [group for group in groups if group[0].isdisjoint(asks)]
        shared = sum(min(needed, capacity(held & asks)) for held, needed in touching)
        needed = sum(needed for _, needed in touching) + max(0, least - shared)
        groups.append((asks.union(*(held for held, _ in touching)), needed))
    return groups


def count_least_copies(groups: Iterable[Group[T]]) -> int:
    """How many copies are needed in all."""
    return sum(needed for _, needed in groups)
