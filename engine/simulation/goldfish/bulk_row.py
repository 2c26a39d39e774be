"""Many games of the Vs. System at once: a hand is a row of ranks, best first, and a turn a few steps over all hands.

What is rare is left to plain Python: a card that waits for a team, more cards that may be played than can be tried at
once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.simulation.goldfish.bulk_sets import MAX_CARDS, Candidates, Masks, Numbers, choose_cards
from engine.simulation.goldfish.bulk_tables import OTHERS, RowTables
from engine.simulation.goldfish.choosing import MAX_FREE

LARGE_HAND = 5  #: cards that may be played
Ranks = NDArray[np.int64]  #: a row a game, best first; `tables.gone` where no card is
Sums = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(slots=True)
class Chosen:
    """Cards in hands, each by its game, its place in the hand and its rank, game by game and best first."""

    games: NDArray[np.int64]
    places: NDArray[np.int64]
    ranks: Ranks

    def keep(self, which: Flags) -> Chosen:
        """Those of them that are flagged."""
        kept = np.flatnonzero(which)
        return Chosen(self.games[kept], self.places[kept], self.ranks[kept])

    def join(self, other: Chosen) -> Chosen:
        """These and others."""
        return Chosen(
            np.concatenate((self.games, other.games)),
            np.concatenate((self.places, other.places)),
            np.concatenate((self.ranks, other.ranks)),
        )


@dataclass(slots=True)
class RowGames:
    """Games that are being played. `draws` are the cards that come, a row a game, `spoilt` those for plain Python."""

    tables: RowTables
    hand: Ranks
    draws: Ranks
    names: Masks  #: of those in play
    characters: Sums
    atk: Sums
    defense: Sums
    counts_thresholds: bool
    equipped: Sums = field(init=False)
    left: Sums = field(init=False)  #: cards in hand
    resources: Sums = field(init=False)
    thresholds: Numbers = field(init=False)  #: the highest that was seen with each card that is drawn, and before
    spoilt: Flags = field(init=False)

    def __post_init__(self) -> None:
        games = len(self.hand)
        self.equipped = np.zeros(games, dtype=np.int64)
        self.left = np.full(games, self.hand.shape[1], dtype=np.int64)
        self.resources = np.zeros(games, dtype=np.int64)
        self.spoilt = np.zeros(games, dtype=np.bool_)
        seen = np.concatenate((self.hand, self.draws), axis=1) if self.counts_thresholds else self.hand[:, :0]
        self.thresholds = np.maximum.accumulate(self.tables.threshold[seen], axis=1)

    def play_turn(self, turn: int, drawn: Ranks, seen: int) -> NDArray[np.int64]:
        """A row for each figure of a turn, in the order of `TurnFigures`; `seen` counts all cards up to those drawn."""
        self._draw(drawn)
        chosen, missed = self._choose_and_leave_one()
        self.hand[chosen.games, chosen.places] = self.tables.gone
        spent, hit, recruited = self._recruit(chosen, turn)
        self._build(~missed)
        self.left = self.left - recruited - ~missed
        points = self.resources = self.resources + ~missed
        board = (self.characters, self.atk, self.defense)
        figures = [points, spent, hit, recruited, missed, *board, self.left, np.zeros_like(points)]
        if self.counts_thresholds:
            figures.append(self.thresholds[:, seen - 1] > points)
        return np.array(figures, dtype=np.int64)

    def _draw(self, drawn: Ranks) -> None:
        hand = np.concatenate((self.hand, drawn), axis=1)
        hand.sort(axis=1)
        self.left = self.left + drawn.shape[1]
        self.hand = np.ascontiguousarray(hand[:, : max(1, self.left.max(initial=1))])

    def _choose_and_leave_one(self) -> tuple[Chosen, Flags]:
        """The cards that are played with a resource more, where none is left to become one with a point less."""
        points = self.resources + 1
        chosen = self._choose(points)
        missed = self._add(chosen.games) == self.left
        if not missed.any():
            return chosen, missed
        return chosen.keep(~missed[chosen.games]).join(self._choose(self.resources, missed)), missed

    def _find_playable(self, points: Sums, which: Flags | None) -> Chosen:
        """The cards that may be played in some or all of the games, of copies of a unique card one."""
        tables = self.tables
        most = points.max(initial=0)
        may_be = (tables.playable & (tables.cost <= most))[self.hand]
        cells = np.flatnonzero(may_be if which is None else may_be & which[:, None])
        games, places = np.divmod(cells, self.hand.shape[1])
        ranks = self.hand.reshape(-1)[cells]
        may = ((tables.names[ranks] & self.names[games]) == 0) & (tables.cost[ranks] <= points[games])
        twin = (ranks[1:] == ranks[:-1]) & (games[1:] == games[:-1])
        may[1:] &= ~(twin & tables.unique[ranks[1:]])
        return Chosen(games, places, ranks).keep(may)

    def _leave_out_surplus(self, found: Chosen, points: Sums) -> Chosen:
        """Without what can't be in the best set of a large hand: better cards of its type and cost use up the points.

        A card that shares a name with another stays.
        """
        for plain in (self.tables.character, self.tables.equipment):
            is_large = np.bincount(found.games, minlength=len(self.hand)) > LARGE_HAND
            may_go = plain & self.tables.loose
            which = np.nonzero(is_large[found.games] & may_go[found.ranks])[0]
            found = self._keep_best(found, which, points) if len(which) else found
        return found

    def _keep_best(self, found: Chosen, plain: NDArray[np.int64], points: Sums) -> Chosen:
        """Of some of the cards as many of a cost as the points pay for, in each hand."""
        games, costs = found.games[plain], self.tables.cost[found.ranks[plain]]
        is_first = np.ones(len(plain), dtype=np.bool_)
        is_first[1:] = (games[1:] != games[:-1]) | (costs[1:] != costs[:-1])
        begun = np.nonzero(is_first)[0]
        before = np.arange(len(plain)) - begun[np.cumsum(is_first) - 1]
        keeps = np.ones(len(found.games), dtype=np.bool_)
        keeps[plain] = before < points[games] // costs
        return found.keep(keeps)

    def _choose(self, points: Sums, which: Flags | None = None) -> Chosen:
        found = self._leave_out_surplus(self._find_playable(points, which), points)
        self.spoilt[found.games[self.tables.waits[found.ranks]]] = True
        counts = np.bincount(found.games, minlength=len(self.hand))
        self.spoilt |= (counts > MAX_CARDS) | (self._add(found.games, self.tables.cost[found.ranks] == 0) > MAX_FREE)
        starts = np.cumsum(counts) - counts
        chosen = np.zeros(len(found.games), dtype=np.bool_)
        for count in range(1, min(int(counts.max(initial=0)), MAX_CARDS) + 1):
            games = np.nonzero(counts == count)[0]
            if len(games):
                places = starts[games] + np.arange(count)[:, None]
                chosen[places] = choose_cards(self._read(found.ranks[places], games), points[games])
        return found.keep(chosen)

    def _read(self, ranks: Ranks, games: NDArray[np.int64]) -> Candidates:
        tables = self.tables
        if not tables.has_equipment:
            return Candidates(tables.cost[ranks], tables.names[ranks] if tables.shares_names else None)
        return Candidates(
            tables.cost[ranks],
            tables.names[ranks] if tables.shares_names else None,
            tables.equipment[ranks],
            (self.characters - self.equipped)[games],
        )

    def _recruit(self, chosen: Chosen, turn: int) -> tuple[Sums, Sums, Sums]:
        """Put the cards into play; the points that they cost, whether they hit the curve, how many they are."""
        tables, games = self.tables, chosen.games
        cost, is_character = tables.cost[chosen.ranks], tables.character[chosen.ranks]
        np.bitwise_or.at(self.names, games, tables.names[chosen.ranks])
        recruited, spent = self._add(games), self._add(games, cost)
        came = self._add(games, is_character)
        self.characters = self.characters + came
        self.equipped = self.equipped + recruited - came
        self.atk = self.atk + self._add(games, tables.atk[chosen.ranks])
        self.defense = self.defense + self._add(games, tables.defense[chosen.ranks])
        hit = self._add(games, is_character & (cost == turn)) > 0
        return spent, hit.astype(np.int64), recruited

    def _add(self, games: NDArray[np.int64], numbers: NDArray[np.generic] | None = None) -> Sums:
        """A sum for each game, exact: whole numbers far below 2^53."""
        return np.bincount(games, numbers, minlength=len(self.hand)).astype(np.int64)

    def _build(self, which: Flags) -> None:
        """Take the card from each hand that becomes a resource, where one is left."""
        order = self.tables.build[self.hand]
        games, places = np.arange(len(self.hand)), order.argmin(axis=1)
        others = np.nonzero((order[games, places] >= OTHERS) & which)[0]
        if len(others):
            second = self._find_second_copies(others)
            places[others] = np.where(second >= 0, second, places[others])
        self.hand[games[which], places[which]] = self.tables.gone

    def _find_second_copies(self, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """The place of the dearest card whose name is taken, by one in play or by a cheaper one in hand, else -1."""
        names = np.ascontiguousarray(self.tables.names[self.hand[games]].T)
        taken = self.names[games]
        found = np.full(len(games), -1, dtype=np.int64)
        for place in range(len(names) - 1, -1, -1):
            own = names[place]
            found[(own & taken) != 0] = place
            taken |= own
        return found


def play_games(games: RowGames, draws: tuple[int, ...]) -> Iterator[NDArray[np.int64]]:
    """The figures of each turn."""
    at, size = 0, games.hand.shape[1]
    for turn, count in enumerate(draws, start=1):
        yield games.play_turn(turn, games.draws[:, at : at + count], size + at + count)
        at += count
