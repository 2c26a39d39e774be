"""The bulk path: portions of thousands of games by NumPy, game by game the same as in plain Python.

Only who asks for it imports this module. A game, or a deck, that the tables don't hold is played in plain Python.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.simulation.goldfish.bulk_row import Ranks, RowGames, play_games
from engine.simulation.goldfish.bulk_sets import MAX_POINTS
from engine.simulation.goldfish.bulk_tables import RowTables, build_tables, number_names
from engine.simulation.goldfish.bulk_teams import mask_teams
from engine.simulation.goldfish.bulk_words import generate_words, shuffle_partly
from engine.simulation.goldfish.dealing import Deal
from engine.simulation.goldfish.policy import BulkGames, TurnFigures
from engine.simulation.goldfish.resource_row import RowPlayer
from engine.simulation.goldfish.running import GoldfishRun
from engine.simulation.goldfish.tallies import Histogram, Tally, add_tallies
from engine.simulation.opening_rules import BOTTOM, RESHUFFLE

GAMES_AT_ONCE = 4_096
MAX_CELLS = 1 << 21  #: cards of all decks that are shuffled at once
PROBED, MAX_SPOILT = 256, 2  #: games that are probed, and how many of them plain Python may have to play
MAX_TRIED = 1_000  #: sets of cards in a game, which take 0.1 ms at most
_FIELDS = len(TurnFigures._fields) - 1  #: before a game's own

Figures = NDArray[np.int64]  #: a table a turn: a row a figure, a column a game


def play_portion(run: GoldfishRun, start: int, stop: int) -> Tally:
    """The tally of the games from one number up to another that isn't played."""
    bulk = prepare(run)
    if bulk is None:
        return run.play_portion(start, stop)
    first = max(start, 1)
    step = max(1, min(GAMES_AT_ONCE, MAX_CELLS // max(1, len(run.cards.copies))))
    tallies = [run.play_portion(start, min(first, stop))]
    tallies += [_tally(run, bulk, at, min(at + step, stop)) for at in range(first, stop, step)]
    return add_tallies(tallies)


def is_suited(run: GoldfishRun) -> bool:
    """Whether the games of a run fit the tables, all but a few, and try few sets, as far as the first games tell."""
    bulk = prepare(run)
    if bulk is None:
        return False
    _, spoilt, tried = bulk.play_rows(1, PROBED + 1)
    return int(spoilt.sum()) <= MAX_SPOILT and tried <= MAX_TRIED * PROBED


def play_each(run: GoldfishRun, start: int, stop: int) -> list[list[TurnFigures]]:
    """The turns of each game, for who compares them; the portion that is played at once must be small."""
    bulk = prepare(run)
    if bulk is None or not start:
        return [run.play(game) for game in range(start, stop)]
    figures = _play(run, bulk, start, stop)
    return [
        [TurnFigures._make((*turn[:_FIELDS, game].tolist(), tuple(turn[_FIELDS:, game].tolist()))) for turn in figures]
        for game in range(stop - start)
    ]


@dataclass(frozen=True, slots=True)
class _RowBulk:
    run: GoldfishRun
    tables: RowTables
    copies: NDArray[np.int16]  #: by rank, in canonical order
    keeps: NDArray[np.bool_]  #: by rank: a hand with one of these is kept
    player: RowPlayer  #: before the opening hand
    names_in_play: int
    teams_in_play: int

    def play_rows(self, start: int, stop: int) -> tuple[Figures, NDArray[np.bool_], int]:
        """The figures of games, those that are wrong because their games didn't fit, and how many sets were tried."""
        numbers = np.arange(start, stop, dtype=np.uint64)
        hand, draws = self._deal(numbers)
        count = len(numbers)
        in_play = self.player.characters
        games = RowGames(
            self.tables,
            hand,
            draws,
            np.full(count, self.names_in_play, dtype=np.uint64),
            np.full(count, self.teams_in_play, dtype=np.uint64),
            np.full(count, len(in_play), dtype=np.int64),
            np.full(count, sum(card.atk for card in in_play), dtype=np.int64),
            np.full(count, sum(card.defense for card in in_play), dtype=np.int64),
            self.player.rules.counts_thresholds,
        )
        return np.stack(list(play_games(games, self.run.draws))), games.spoilt, games.tried

    def _deal(self, numbers: NDArray[np.uint64]) -> tuple[Ranks, Ranks]:
        """The hands after the mulligan and the cards that come, in the order of `Dealer.deal`."""
        size, drawn = self.run.rule.hand_size, sum(self.run.draws)
        is_reshuffled = self.run.rule.mulligan == RESHUFFLE
        seen = size + drawn if is_reshuffled else 2 * size + drawn
        cards = shuffle_partly(generate_words(self.run.seed, numbers, 0, seen), self.copies)
        gone = np.nonzero(~self.keeps[cards[:, :size]].any(axis=1))[0]
        if is_reshuffled:
            words = generate_words(self.run.seed, numbers[gone], size, size + seen)
            cards[gone] = shuffle_partly(words, self.copies)
        else:
            cards[gone, :-size] = cards[gone, size:]
        return cards[:, :size].astype(np.int64), cards[:, size : size + drawn].astype(np.int64)


def _tally(run: GoldfishRun, bulk: BulkGames, start: int, stop: int) -> Tally:
    return _tally_figures(_play(run, bulk, start, stop), stop - start, distribution=run.distribution)


def _play(run: GoldfishRun, bulk: BulkGames, start: int, stop: int) -> Figures:
    """The figures of games; those that didn't fit are played in plain Python."""
    figures: Figures
    figures, spoilt, _ = bulk.play_rows(start, stop)
    for game in np.nonzero(spoilt)[0].tolist():
        figures[:, :, game] = [(*turn[:_FIELDS], *turn.own) for turn in run.play(start + game)]
    return figures


def prepare(run: GoldfishRun) -> BulkGames | None:
    """The run as tables; None where its game or its deck doesn't fit them."""
    if run.policy.prepare_bulk:
        return run.policy.prepare_bulk(run)
    return _prepare_row(run)


def _prepare_row(run: GoldfishRun) -> _RowBulk | None:
    size, drawn = run.rule.hand_size, sum(run.draws)
    player = run.policy.begin(run.cards, Deal((), (), (), ()), first=run.first)
    is_small = len(run.cards.copies) < 2 * size + drawn
    if not isinstance(player, RowPlayer) or run.rule.mulligan not in (BOTTOM, RESHUFFLE) or is_small:
        return None
    tables = build_tables(run.cards.cards, player.names)
    if tables is None or run.turns > MAX_POINTS:
        return None
    keeps = np.zeros(tables.gone + 1, dtype=np.bool_)
    for card in run.cards.cards:
        keeps[card.rank] = not run.policy.mulligan((card,))
    bits = number_names(sorted(player.names))
    copies = np.array([run.cards.cards[place].rank for place in run.cards.copies], dtype=np.int16)
    teams = mask_teams(tables.teams.bits, player.teams) if tables.teams else 0
    return _RowBulk(run, tables, copies, keeps, player, sum(bits.values()), teams)


def _tally_figures(figures: Figures, games: int, *, distribution: bool) -> Tally:
    """The tally of games; the metrics are those of `tallies.list_rows`."""
    sums, squares, histograms = [], [], []
    on_curve = np.ones(games, dtype=np.int64)
    spent, recruited, missed = (np.zeros(games, dtype=np.int64) for _ in range(3))
    for turn in figures:
        on_curve &= turn[2]
        spent, recruited, missed = spent + turn[1], recruited + turn[3], missed + turn[4]
        own = turn[_FIELDS:]
        rows = (*turn[:2], turn[0] - turn[1], turn[2], on_curve, *turn[5:_FIELDS], spent, recruited == 0, missed, *own)
        table = np.array(rows, dtype=np.int64)
        sums.append(tuple(table.sum(axis=1).tolist()))
        squares.append(tuple((table * table).sum(axis=1).tolist()))
        if distribution:
            histograms.append(tuple(map(_count_values, table)))
    return Tally(games, tuple(sums), tuple(squares), tuple(histograms))


def _count_values(row: NDArray[np.int64]) -> Histogram:
    values, games = np.unique(row, return_counts=True)
    return tuple(zip(values.tolist(), games.tolist(), strict=True))
