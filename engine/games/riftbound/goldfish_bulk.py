"""Many games of Riftbound at once by NumPy, game by game the same as `goldfish.RunePlayer` plays them.

A deck whose power is paid by runes of one domain each fits; more units and gear that may be played than can be tried at
once are left to plain Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.model.decks import CHAMPION
from engine.simulation.goldfish.bulk_sets import MAX_CARDS, MAX_POINTS
from engine.simulation.goldfish.bulk_words import generate_words, shuffle_partly
from engine.simulation.goldfish.cards import CHARACTER, EQUIPMENT, GoldfishCard
from engine.simulation.goldfish.running import GoldfishRun
from engine.simulation.opening_rules import OpeningRule

MAX_POWER = 12  #: of a card
MAX_DOMAINS = 6
Ranks = NDArray[np.int64]  #: a row a game, best first; `tables.gone` where no card is
Sums = NDArray[np.int64]
Flags = NDArray[np.bool_]
#: A set's value from the highest bits: total energy, how little power, its dearest card, how few cards, their ranks.
_COUNT = 1 << MAX_CARDS
_DEAREST = _COUNT << 4
_USED = _DEAREST << 5
_TOTAL = _USED << 7
_LEAST = 127 * _USED + 15 * _COUNT
_FIELD, _GUARD = 8, 0x80  #: bits of a domain where the power of all is one number, and the highest of them


@dataclass(frozen=True, slots=True)
class RuneTables:
    """The facts of a deck's cards by rank; `domain` numbers those of the runes in order, behind them is any other."""

    gone: int
    domains: int
    cost: Sums
    power: Sums  #: of those that may be played
    domain: Sums
    might: Sums
    unit: Flags
    gear: Flags
    champion: Flags


@dataclass(slots=True)
class RuneGames:
    """Games that are being played. The rune deck is a ring of domains between `top` and `bottom`."""

    tables: RuneTables
    rule: OpeningRule
    first: bool
    most_runes: int  #: that count for being on curve
    hand: Ranks  #: with the champions
    queue: NDArray[np.int64]
    bottom: Sums
    runes: Sums = field(init=False)  #: on board, a column a domain
    top: Sums = field(init=False)
    units: Sums = field(init=False)
    might: Sums = field(init=False)
    left: Sums = field(init=False)  #: cards in hand
    champion: Flags = field(init=False)
    spoilt: Flags = field(init=False)
    tried: int = 0  #: sets of cards

    def __post_init__(self) -> None:
        games = len(self.hand)
        self.runes = np.zeros((games, self.tables.domains + 1), dtype=np.int64)
        self.top, self.units, self.might = (np.zeros(games, dtype=np.int64) for _ in range(3))
        self.left = (self._is_card(self.hand) & ~self.tables.champion[self.hand]).sum(axis=1)
        self.champion, self.spoilt = (np.zeros(games, dtype=np.bool_) for _ in range(2))

    def play_turn(self, turn: int, drawn: Ranks) -> Sums:
        """A row for each figure of a turn, in the order of `TurnFigures`."""
        for _ in range(self.rule.count_drawn(turn, first=self.first)):
            self._channel()
        self.hand = np.sort(np.concatenate((self.hand, drawn), axis=1), axis=1)
        self.hand = self.hand[:, : max(1, int(self._is_card(self.hand).sum(axis=1).max(initial=0)))]
        self.left = self.left + drawn.shape[1]
        before, points = self.runes.copy(), self.runes.sum(axis=1)
        recruited, spent = self._play(points)
        blocked = self._find_blocked(points, before)
        hit = spent >= min(self.rule.draws_per_turn * turn, self.most_runes) - 1
        nothing = np.zeros_like(points)
        board = (self.units, self.might, self.might, self.left)
        own = (blocked, self.runes.sum(axis=1), self.champion)
        return np.array([points, spent, hit, recruited, nothing, *board, *own], dtype=np.int64)

    def _is_card(self, hand: Ranks) -> Flags:
        is_card: Flags = hand != self.tables.gone
        return is_card

    def _channel(self) -> None:
        games = np.flatnonzero(self.top < self.bottom)
        kinds = self.queue[games, self.top[games] % self.queue.shape[1]]
        self.runes[games, kinds] += 1
        self.top[games] += 1

    def _play(self, energy: Sums) -> tuple[Sums, Sums]:
        """Play the best set of units and gear: how many cards it has, and what they cost."""
        tables, games = self.tables, len(self.hand)
        cells = np.flatnonzero(((tables.unit | tables.gear) & (tables.cost <= energy.max(initial=0)))[self.hand])
        owners, places = np.divmod(cells, self.hand.shape[1])
        ranks = self.hand.reshape(-1)[cells]
        may = tables.cost[ranks] <= energy[owners]
        may &= tables.power[ranks] <= self.runes[owners, tables.domain[ranks]]
        owners, places, ranks = owners[may], places[may], ranks[may]
        counts = np.bincount(owners, minlength=games)
        self.spoilt |= counts > MAX_CARDS
        starts, chosen = np.cumsum(counts) - counts, np.zeros(len(owners), dtype=np.bool_)
        for count in range(1, min(int(counts.max(initial=0)), MAX_CARDS) + 1):
            hands = np.nonzero(counts == count)[0]
            if len(hands):
                rows = starts[hands] + np.arange(count)[:, None]
                self.tried += len(hands) << count
                chosen[rows] = self._choose(ranks[rows], energy[hands], self.runes[hands])
        owners, places, ranks = owners[chosen], places[chosen], ranks[chosen]
        self.hand[owners, places] = tables.gone
        is_unit, is_champion = tables.unit[ranks], tables.champion[ranks]
        self.units = self.units + self._add(owners, is_unit)
        self.might = self.might + self._add(owners, np.where(is_unit, tables.might[ranks], 0))
        self.left = self.left - self._add(owners, ~is_champion)
        self.champion[owners[is_champion]] = True
        self._recycle(owners, ranks)
        return self._add(owners), self._add(owners, tables.cost[ranks])

    def _choose(self, ranks: Ranks, energy: Sums, runes: Sums) -> Flags:
        """Which of the cards are played: a row a card, the best rank first, a column a hand."""
        cost, power = self.tables.cost[ranks], self.tables.power[ranks]
        packed = power << (_FIELD * self.tables.domain[ranks])
        cards, hands = ranks.shape
        sums, values, asked = (np.zeros((1 << cards, hands), dtype=np.int64) for _ in range(3))
        sums[0] = values[0] = _LEAST
        for bit in range(cards):
            row, old, new = cards - 1 - bit, slice(0, 1 << bit), slice(1 << bit, 2 << bit)
            np.add(sums[old], cost[row] * _TOTAL - power[row] * _USED - _COUNT + (1 << bit), out=sums[new])
            np.add(sums[new], cost[row] * _DEAREST, out=values[new])
            np.add(asked[old], packed[row], out=asked[new])
        fields = np.arange(runes.shape[1]) * _FIELD
        guard = int(sum(_GUARD << int(at) for at in fields))
        limit = (runes << fields).sum(axis=1) + guard
        is_paid = (limit - asked) & guard == guard
        np.copyto(values, -1, where=(sums >= (energy + 1) * _TOTAL) | ~is_paid)
        best = values.argmax(axis=0)
        chosen: Flags = (best >> np.arange(cards - 1, -1, -1)[:, None] & 1).astype(np.bool_)
        return chosen

    def _recycle(self, games: NDArray[np.int64], ranks: Ranks) -> None:
        """Put the runes that paid power below their deck, in the order of their domains."""
        tables, width = self.tables, self.runes.shape[1]
        at = games * width + tables.domain[ranks]
        paid = np.bincount(at, tables.power[ranks], minlength=self.runes.size).astype(np.int64).reshape(-1, width)
        self.runes = self.runes - paid
        for domain in range(tables.domains):
            for number in range(int(paid[:, domain].max(initial=0))):
                those = np.flatnonzero(paid[:, domain] > number)
                self.queue[those, self.bottom[those] % self.queue.shape[1]] = domain
                self.bottom[those] += 1

    def _find_blocked(self, points: Sums, runes: Sums) -> Flags:
        """Whether a card waits that the energy would have paid for and the domains of the runes couldn't."""
        tables, blocked = self.tables, np.zeros(len(self.hand), dtype=np.bool_)
        cells = np.flatnonzero(((tables.power > 0) & (tables.cost > 0))[self.hand])
        games, ranks = cells // self.hand.shape[1], self.hand.reshape(-1)[cells]
        waits = (tables.cost[ranks] <= points[games]) & (tables.power[ranks] > runes[games, tables.domain[ranks]])
        blocked[games[waits]] = True
        return blocked

    def _add(self, games: NDArray[np.int64], numbers: NDArray[Any] | None = None) -> Sums:
        return np.bincount(games, numbers, minlength=len(self.hand)).astype(np.int64)


@dataclass(frozen=True, slots=True)
class RuneBulk:
    """The games of a run as tables."""

    run: GoldfishRun
    tables: RuneTables
    most_runes: int
    copies: NDArray[np.int16]  #: by rank, in canonical order
    runes: NDArray[np.int16]  #: by domain, in canonical order
    aside: Flags  #: by rank: a card that the mulligan would set aside
    champions: tuple[int, ...]

    def play_rows(self, start: int, stop: int) -> tuple[Sums, Flags, int]:
        """The figures of games, those that are wrong because their games didn't fit, and how many sets were tried."""
        numbers = np.arange(start, stop, dtype=np.uint64)
        hand, draws, queue = self._deal(numbers)
        champions = np.tile(np.array(self.champions, dtype=np.int64), (len(numbers), 1))
        ring = np.zeros((len(numbers), max(1, len(self.runes))), dtype=np.int64)
        ring[:, : queue.shape[1]] = queue
        rule = self.run.policy.rune_rule
        assert rule is not None  # noqa: S101 - Riftbound has one
        bottom = np.full(len(numbers), queue.shape[1], dtype=np.int64)
        hand = np.concatenate((hand, champions), axis=1)
        games = RuneGames(self.tables, rule, self.run.first, self.most_runes, hand, ring, bottom)
        figures, at = [], 0
        for turn, count in enumerate(self.run.draws, start=1):
            figures.append(games.play_turn(turn, draws[:, at : at + count]))
            at += count
        return np.stack(figures), games.spoilt, games.tried

    def _deal(self, numbers: NDArray[np.uint64]) -> tuple[Ranks, Ranks, NDArray[np.int16]]:
        """The hands after the mulligan, the cards that come and the runes, in the order of `Dealer.deal`."""
        rule, drawn = self.run.rule, sum(self.run.draws)
        size, most = rule.hand_size, rule.most_aside
        seen, of_runes = size + most + drawn, min(self.run.dealer.runes_seen, len(self.runes))
        words = generate_words(self.run.seed, numbers, 0, seen + of_runes)
        cards = shuffle_partly(words[:seen], self.copies).astype(np.int64)
        goes = self.aside[cards[:, :size]]
        order = np.where(goes, cards[:, :size], self.tables.gone).argsort(axis=1, kind="stable")
        cards[:, :size] = np.take_along_axis(cards[:, :size], order, axis=1)
        gone = np.minimum(goes.sum(axis=1), most)[:, None]
        hand = np.take_along_axis(cards, gone + np.arange(size), axis=1)
        draws = np.take_along_axis(cards, gone + np.arange(size, size + drawn), axis=1)
        return hand, draws, shuffle_partly(words[seen:], self.runes)


def prepare(run: GoldfishRun, most_runes: int) -> RuneBulk | None:
    """The run as tables; None where its deck doesn't fit them."""
    rule, champions = run.rule, tuple(dict.fromkeys(run.cards.apart[CHAMPION]))
    runes = run.dealer.runes
    if len(run.cards.copies) < rule.hand_size + rule.most_aside + sum(run.draws):
        return None
    domains = sorted({domain for rune in runes for domain in rune.domains})
    cards = (*run.cards.cards, *champions)
    playable = [card for card in cards if card.is_playable]
    is_simple = all(len(rune.domains) == 1 for rune in runes) and len(domains) <= MAX_DOMAINS
    pays_simply = all(not card.power or (len(card.domains) == 1 and card.power <= MAX_POWER) for card in playable)
    if not (is_simple and pays_simply) or len(runes) > MAX_POINTS:
        return None
    tables = _build_tables(cards, champions, domains)
    aside = np.zeros(tables.gone + 1, dtype=np.bool_)
    for card in run.cards.cards:
        aside[card.rank] = bool(run.policy.mulligan((card,)))
    copies = np.array([run.cards.cards[place].rank for place in run.cards.copies], dtype=np.int16)
    kinds = np.array([domains.index(min(rune.domains)) for rune in runes], dtype=np.int16)
    return RuneBulk(run, tables, most_runes, copies, kinds, aside, tuple(card.rank for card in champions))


def _build_tables(cards: Sequence[GoldfishCard], champions: Sequence[GoldfishCard], domains: list[str]) -> RuneTables:
    gone = 1 + max(card.rank for card in cards)
    by_rank = [GoldfishCard("")] * (gone + 1)
    for card in cards:
        by_rank[card.rank] = card
    paid = [
        domains.index(min(card.domains)) if {*card.domains} <= {*domains} and card.domains else -1 for card in by_rank
    ]
    return RuneTables(
        gone,
        len(domains),
        np.array([card.cost or 0 for card in by_rank]),
        np.array([card.power if card.is_playable else 0 for card in by_rank]),
        np.array([len(domains) if at < 0 else at for at in paid]),
        np.array([card.atk for card in by_rank]),
        np.array([card.is_playable and bool(card.cost) and card.role == CHARACTER for card in by_rank]),
        np.array([card.is_playable and bool(card.cost) and card.role == EQUIPMENT for card in by_rank]),
        np.array([card in champions for card in by_rank]),
    )
