"""The common greedy step for many hands at once: every set of a hand's cards is tried, in one row of numbers each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.simulation.goldfish.bulk_teams import WaitingCards, find_unmet_sets

Numbers = NDArray[np.int32]
Masks = NDArray[np.uint64]

MAX_POINTS = 31
MAX_CARDS = 10  #: that may be played, of a hand that is tried whole; a larger one is played in plain Python
#: A set's value from the highest bits: its total cost, its dearest card, how few cards it has, their ranks.
_SET_BITS = MAX_CARDS
_COUNT_BITS = 4
_COST_BITS = 5
_COUNT = 1 << _SET_BITS
_DEAREST = _COUNT << _COUNT_BITS
_TOTAL = _DEAREST << _COST_BITS
_FEWEST = (1 << _COUNT_BITS) - 1


@dataclass(frozen=True, slots=True)
class Candidates:
    """The cards that may be played in some hands, a row a card, the best rank first, a column a hand.

    `names` are None where no two different cards share one, `equipment` where the deck has none, `waiting` where no
    card of these hands waits for a team; `free` are the characters in play without equipment.
    """

    costs: Numbers
    names: Masks | None = None
    equipment: NDArray[np.bool_] | None = None
    free: Numbers | None = None
    waiting: WaitingCards | None = None


def choose_cards(found: Candidates, points: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of the cards are played in each hand."""
    values = _value_sets(found, points)
    best = values.argmax(axis=0)
    cards = len(found.costs)
    places = np.arange(cards - 1, -1, -1)
    chosen: NDArray[np.bool_] = (best >> places[:, None] & 1).astype(np.bool_)
    return chosen


def _value_sets(found: Candidates, points: NDArray[np.int64]) -> Numbers:
    """A row a set, whose bits are its cards, the best rank the highest; negative where it can't be played."""
    cards, hands = found.costs.shape
    sums = np.empty((1 << cards, hands), dtype=np.int32)
    values = np.empty_like(sums)
    sums[0] = values[0] = _FEWEST * _COUNT
    for bit in range(cards):
        cost = found.costs[cards - 1 - bit]
        new = slice(1 << bit, 2 << bit)
        np.add(sums[: 1 << bit], cost * _TOTAL + ((1 << bit) - _COUNT), out=sums[new])
        np.add(sums[new], cost * _DEAREST, out=values[new])
    np.copyto(values, -1, where=sums >= ((points + 1) * _TOTAL).astype(np.int32))
    if found.names is not None:
        np.copyto(values, -1, where=_find_namesakes(found.names))
    if found.equipment is not None and found.free is not None:
        free = np.minimum(found.free, MAX_CARDS).astype(np.int8)
        np.copyto(values, -1, where=_count_surplus(found.equipment) > free)
    if found.waiting is not None:
        np.copyto(values, -1, where=find_unmet_sets(found.waiting))
    return values


def _find_namesakes(names: Masks) -> NDArray[np.bool_]:
    """Which sets hold a name twice."""
    cards, hands = names.shape
    held = np.zeros((1 << cards, hands), dtype=np.uint64)
    twice = np.zeros((1 << cards, hands), dtype=np.bool_)
    for bit in range(cards):
        own = names[cards - 1 - bit]
        old, new = slice(0, 1 << bit), slice(1 << bit, 2 << bit)
        np.bitwise_or(held[old], own, out=held[new])
        np.bitwise_or(twice[old], (held[old] & own) != 0, out=twice[new])
    return twice


def _count_surplus(equipment: NDArray[np.bool_]) -> NDArray[np.int8]:
    """How many pieces of equipment each set has more than characters."""
    cards, hands = equipment.shape
    surplus = np.zeros((1 << cards, hands), dtype=np.int8)
    for bit in range(cards):
        own = np.where(equipment[cards - 1 - bit], 1, -1).astype(np.int8)
        np.add(surplus[: 1 << bit], own, out=surplus[1 << bit : 2 << bit])
    return surplus
