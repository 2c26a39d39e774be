"""Many games of the Vs. System at once: a hand is a row of ranks, best first, and a turn a few steps over all hands.

What is rare is left to plain Python: more cards that may be played than can be tried at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.simulation.goldfish.bulk_sets import MAX_CARDS, Candidates, Masks, Numbers, choose_cards
from engine.simulation.goldfish.bulk_tables import OTHERS, RowTables
from engine.simulation.goldfish.bulk_teams import Teams, TeamTables, WaitingCards, find_twice
from engine.simulation.goldfish.choosing import MAX_FREE

LARGE_HAND = 5  #: cards that may be played
_WAITING = 8  #: times as long as others takes a set in which a card waits for a team
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
    teams: Teams  #: of those in play, as far as a card waits for them
    characters: Sums
    atk: Sums
    defense: Sums
    counts_thresholds: bool
    equipped: Sums = field(init=False)
    left: Sums = field(init=False)  #: cards in hand
    resources: Sums = field(init=False)
    thresholds: Numbers = field(init=False)  #: the highest that was seen with each card that is drawn, and before
    row_teams: Teams = field(init=False)  #: of the characters among the resources
    spoilt: Flags = field(init=False)
    tried: int = 0  #: sets of cards, those with a card that waits for a team as often as they take longer

    def __post_init__(self) -> None:
        games = len(self.hand)
        self.equipped = np.zeros(games, dtype=np.int64)
        self.left = np.full(games, self.hand.shape[1], dtype=np.int64)
        self.resources = np.zeros(games, dtype=np.int64)
        self.row_teams = np.zeros(games, dtype=np.uint64)
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
        figures = [points, spent, hit, recruited, missed, *board, self.left, self._find_blocked(points)]
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

    def _find_waiting(self, found: Chosen, teams: TeamTables) -> Flags:
        """Which of some cards in hands wait for a team that those in play don't have, and can't show it either."""
        waits = ~teams.find_met(found.ranks, self.teams[found.games])
        shows = np.flatnonzero(waits & teams.shows[found.ranks])
        if len(shows):
            games = found.games[shows]
            shown = find_twice(teams.gives[self.hand[games]]) | self.row_teams[games]
            waits[shows] = (teams.asks[found.ranks[shows]] & shown) == 0
        return waits

    def _find_blocked(self, points: Sums) -> Flags:
        """Whether a card of some cost waits in hand that the points would have paid for."""
        blocked = np.zeros(len(self.hand), dtype=np.bool_)
        tables = self.tables
        if tables.teams is not None:
            cells = np.flatnonzero((tables.playable & tables.teams.waits & (tables.cost > 0))[self.hand])
            games, places = np.divmod(cells, self.hand.shape[1])
            ranks = self.hand.reshape(-1)[cells]
            may = ((tables.names[ranks] & self.names[games]) == 0) & (tables.cost[ranks] <= points[games])
            found = Chosen(games, places, ranks).keep(may)
            blocked[found.games[self._find_waiting(found, tables.teams)]] = True
        return blocked

    def _leave_out_hopeless(self, found: Chosen) -> Chosen:
        """Without those that wait for a team that none of the others can bring into play, in whatever order."""
        tables = self.tables.teams
        if tables is None:
            return found
        waits = self._find_waiting(found, tables)
        teams = self.teams.copy()
        came = ~waits
        while came.any():
            np.bitwise_or.at(teams, found.games[came], tables.gives[found.ranks[came]])
            came = waits & tables.find_met(found.ranks, teams[found.games])
            waits &= ~came
        return found.keep(~waits)

    def _leave_out_surplus(self, found: Chosen, points: Sums) -> Chosen:
        """Without what can't be in the best set of a large hand: better cards of its type and cost use up the points.

        A card that shares a name with another stays; where a card waits for a team, that one and those that have it.
        """
        for plain in (self.tables.character, self.tables.equipment):
            is_large = np.bincount(found.games, minlength=len(self.hand)) > LARGE_HAND
            may_go = (plain & self.tables.loose)[found.ranks] & is_large[found.games]
            if self.tables.teams is not None:
                waits = self._find_waiting(found, self.tables.teams)
                has_waiting = self._add(found.games, waits) > 0
                may_go &= ~waits & ~(has_waiting[found.games] & (self.tables.teams.gives[found.ranks] != 0))
            which = np.nonzero(may_go)[0]
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
        found = self._leave_out_hopeless(self._find_playable(points, which))
        found = self._leave_out_surplus(found, points)
        counts = np.bincount(found.games, minlength=len(self.hand))
        self.spoilt |= (counts > MAX_CARDS) | (self._add(found.games, self.tables.cost[found.ranks] == 0) > MAX_FREE)
        starts = np.cumsum(counts) - counts
        chosen = np.zeros(len(found.games), dtype=np.bool_)
        waits = None if self.tables.teams is None else self._find_waiting(found, self.tables.teams)
        has_waiting = np.zeros_like(self.spoilt) if waits is None else self._add(found.games, waits) > 0
        for count in range(1, min(int(counts.max(initial=0)), MAX_CARDS) + 1):
            of_count = counts == count
            if waits is not None:
                games = np.nonzero(of_count & has_waiting)[0]
                places = starts[games] + np.arange(count)[:, None]
                self.tried += _WAITING * len(games) << count
                candidates = self._read(found.ranks[places], games, waits[places])
                chosen[places] = choose_cards(candidates, points[games])
            games = np.nonzero(of_count & ~has_waiting)[0]
            if len(games):
                places = starts[games] + np.arange(count)[:, None]
                self.tried += len(games) << count
                chosen[places] = choose_cards(self._read(found.ranks[places], games), points[games])
        return found.keep(chosen)

    def _read(self, ranks: Ranks, games: NDArray[np.int64], waits: Flags | None = None) -> Candidates:
        tables, teams = self.tables, self.tables.teams
        names = tables.names[ranks] if tables.shares_names else None
        equipment, free, waiting = None, None, None
        if tables.has_equipment:
            equipment, free = tables.equipment[ranks], (self.characters - self.equipped)[games]
        if waits is not None and teams is not None:
            waiting = WaitingCards(
                waits, teams.wants_all[ranks], teams.asks[ranks], teams.gives[ranks], self.teams[games]
            )
        return Candidates(tables.cost[ranks], names, equipment, free, waiting)

    def _recruit(self, chosen: Chosen, turn: int) -> tuple[Sums, Sums, Sums]:
        """Put the cards into play; the points that they cost, whether they hit the curve, how many they are."""
        tables, games = self.tables, chosen.games
        cost, is_character = tables.cost[chosen.ranks], tables.character[chosen.ranks]
        np.bitwise_or.at(self.names, games, tables.names[chosen.ranks])
        if tables.teams is not None:
            np.bitwise_or.at(self.teams, games, tables.teams.gives[chosen.ranks])
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
        if self.tables.teams is not None:
            self.row_teams |= np.where(which, self.tables.teams.gives[self.hand[games, places]], np.uint64(0))
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
