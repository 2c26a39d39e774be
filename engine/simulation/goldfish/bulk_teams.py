"""Cards that wait for a team, in many games at once: which still do, and which sets can't all come into play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.simulation.goldfish.cards import CHARACTER, GoldfishCard
from engine.simulation.goldfish.resource_row import ALL_TEAMS, SHARED_OR_SHOWN

MAX_TEAMS = 64  #: that cards wait for
Teams = NDArray[np.uint64]  #: a bit a team
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TeamTables:
    """The teams of a deck's cards by rank, as far as a card waits for them."""

    bits: dict[str, int]
    gives: Teams  #: of characters, which have their teams in play and may be shown
    asks: Teams  #: of the cards that wait
    waits: Flags
    wants_all: Flags
    shows: Flags  #: whether one that is revealed is enough

    def find_met(self, ranks: NDArray[np.int64], in_play: Teams) -> Flags:
        """Whether those in play have what cards wait for; one that waits for nothing has it."""
        asked = self.asks[ranks]
        met: Flags = np.where(self.wants_all[ranks], (asked & ~in_play) == 0, (asked & in_play) != 0)
        return met | ~self.waits[ranks]


@dataclass(frozen=True, slots=True)
class WaitingCards:
    """Cards to recruit together, some of which wait for a team: a row a card, the best rank first, a column a hand."""

    waits: Flags
    wants_all: Flags
    asks: Teams
    gives: Teams
    in_play: Teams  #: a number a hand


def build_team_tables(by_rank: Sequence[GoldfishCard]) -> TeamTables | None:
    """The tables of a deck; None where its cards wait for more teams than fit."""
    asked = sorted({team for card in by_rank if card.need for team in card.teams})
    if len(asked) > MAX_TEAMS:
        return None
    bits = {team: 1 << bit for bit, team in enumerate(asked)}
    teams = np.array([mask_teams(bits, card.teams) for card in by_rank], dtype=np.uint64)
    waits = np.array([bool(card.need) for card in by_rank])
    return TeamTables(
        bits,
        np.where([card.role == CHARACTER for card in by_rank], teams, np.uint64(0)),
        np.where(waits, teams, np.uint64(0)),
        waits,
        np.array([card.need == ALL_TEAMS for card in by_rank]),
        np.array([card.need == SHARED_OR_SHOWN for card in by_rank]),
    )


def mask_teams(bits: dict[str, int], teams: frozenset[str] | set[str]) -> int:
    """The bits of some teams; one that no card waits for has none."""
    return sum(bits.get(team, 0) for team in teams)


def find_twice(teams: Teams) -> Teams:
    """For each hand, a row, the teams that at least two of its cards have."""
    once, twice = np.zeros((2, len(teams)), dtype=np.uint64)
    for own in np.ascontiguousarray(teams.T):
        twice |= once & own
        once |= own
    return twice


def find_unmet_sets(found: WaitingCards) -> Flags:
    """A row a set, whose bits are its cards, the best rank the highest: whether a card in it never has its team.

    Those that wait for nothing come first, then again and again whoever has what it waits for.
    """
    cards, hands = found.waits.shape
    teams = np.empty((1 << cards, hands), dtype=np.uint64)
    teams[0] = found.in_play
    for bit in range(cards):
        row = cards - 1 - bit
        own = np.where(found.waits[row], np.uint64(0), found.gives[row])
        np.bitwise_or(teams[: 1 << bit], own, out=teams[1 << bit : 2 << bit])
    rows = np.flatnonzero(found.waits.any(axis=1)).tolist()
    for _ in rows[1:]:
        for row in rows:
            holding = _view_sets(teams, cards, row)
            holding |= np.where(_find_ready(found, row, holding), found.gives[row], np.uint64(0))
    unmet = np.zeros(teams.shape, dtype=np.bool_)
    for row in rows:
        missing = _view_sets(unmet, cards, row)
        missing |= found.waits[row] & ~_find_ready(found, row, _view_sets(teams, cards, row))
    return unmet


def _view_sets(table: NDArray[Any], cards: int, row: int) -> NDArray[Any]:
    """The rows of the sets that hold a card."""
    bit = cards - 1 - row
    return table.reshape(1 << row, 2, 1 << bit, -1)[:, 1]


def _find_ready(found: WaitingCards, row: int, teams: Teams) -> Flags:
    asked = found.asks[row]
    ready: Flags = np.where(found.wants_all[row], (asked & ~teams) == 0, (asked & teams) != 0)
    return ready
