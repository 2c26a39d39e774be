"""Sampled games by the thousand with NumPy, game by game the same as in plain Python.

Only who asks for it imports this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.simulation.goldfish.bulk_words import shuffle_partly
from engine.simulation.odds.counting import Counts
from engine.simulation.odds.sampled_decks import A_BLOCK, GAMES, TRIES, SampledDeck, count_blocks, split_copies
from engine.simulation.odds.sampling import OddsRun, OddsTally

GAMES_AT_ONCE = 4_096
MAX_CELLS = 1 << 21  #: cards of all decks that are shuffled at once

Words = NDArray[np.uint64]  #: a row a word, a column a game
Orders = NDArray[np.int16]  #: the classes of the cards seen: a row a game
Flags = NDArray[np.bool_]  #: one a game


def generate_words(seed: int, stream: int, games: range, blocks: int) -> Words:
    """The words of consecutive games that take so many blocks each, by NumPy's own Philox."""
    key = np.array([seed, stream], dtype=np.uint64)
    philox = np.random.Philox(counter=np.array([games.start * blocks, 0, 0, 0], dtype=np.uint64), key=key)
    words = philox.random_raw(len(games) * blocks * A_BLOCK)
    return np.ascontiguousarray(words.reshape(len(games), blocks * A_BLOCK).T)


def play_portion(run: OddsRun, start: int, stop: int) -> OddsTally:
    """The tally of the games from one number up to another that isn't played."""
    hits = np.zeros((len(run.turns), len(run.combinations)), dtype=np.int64)
    for games in _split_games(range(start, stop), max(deck.size for deck in run.decks)):
        words = generate_words(run.seed, GAMES, games, run.blocks)
        told = [
            [[one for each in sampled for one in _play(each, words[at:])] for sampled in possible]
            for at, possible in zip(run.starts[:-1], run.parts, strict=True)
        ]
        for turn, of_turn in enumerate(hits):
            for at, chosen in enumerate(run.combinations):
                parts = [part[place][turn] for part, place in zip(told, chosen, strict=True)]
                of_turn[at] += np.count_nonzero(np.logical_and.reduce(parts))
    return OddsTally(stop - start, tuple(map(tuple, hits.tolist())))


def count_hits(seed: int, deck: SampledDeck, tries: range, hand: Counts, changes: Sequence[Counts]) -> list[int]:
    """How often what is wanted by the first turn comes true after a hand, for each change of it."""
    dealt, left = split_copies(deck, hand)
    hits = [0] * len(changes)
    for games in _split_games(tries, deck.deck.size):
        words = generate_words(seed, TRIES, games, count_blocks(deck.words))[: deck.words - len(dealt)]
        held = np.tile(np.array(dealt, dtype=np.int16), (len(games), 1))
        orders = np.concatenate((held, shuffle_partly(words[: len(left)], np.array(left, dtype=np.int16))), axis=1)
        for at, aside in enumerate(changes):
            asides = np.tile(np.array(aside, dtype=np.int16), (len(games), 1))
            hits[at] += int(np.count_nonzero(_hold(deck, orders, asides)[0]))
    return hits


def _split_games(games: range, size: int) -> Iterator[range]:
    step = max(1, min(GAMES_AT_ONCE, MAX_CELLS // max(1, size)))
    for at in range(games.start, games.stop, step):
        yield range(at, min(at + step, games.stop))


def _play(deck: SampledDeck, words: Words) -> list[Flags]:
    """By turn, whether what is wanted comes true in each game."""
    words = words[: deck.words]
    orders = _deal(deck, words[: deck.seen] if deck.is_dealt_anew else words)
    if deck.policy is None:
        return _hold(deck, orders)
    asides = _choose(deck, orders)
    if deck.is_dealt_anew:
        is_changed = asides.sum(axis=1) > 0
        anew = _deal(deck, words[deck.deck.rule.hand_size :])
        return _hold(deck, np.where(is_changed[:, None], anew, orders))
    return _hold(deck, orders, asides)


def _deal(deck: SampledDeck, words: Words) -> Orders:
    return shuffle_partly(words[: deck.deck.size], np.array(deck.copies, dtype=np.int16))


def _choose(deck: SampledDeck, orders: Orders) -> NDArray[np.int16]:
    """What the policy lets go of each hand; each kind of hand is asked about once."""
    assert deck.policy  # noqa: S101 - seen to by the caller
    hands = np.sort(orders[:, : deck.deck.rule.hand_size], axis=1).astype(np.int64)
    classes = len(deck.deck.counts) + 1
    keys = np.zeros(len(hands), dtype=np.int64)
    for column in hands.T:
        keys *= classes
        keys += column
    _, first, kinds = np.unique(keys, return_index=True, return_inverse=True)
    asides = [deck.policy(deck.count_hand(hands[at].tolist())) for at in first]
    return np.array(asides, dtype=np.int16).reshape(len(asides), classes)[kinds]


def _hold(deck: SampledDeck, orders: Orders, asides: NDArray[np.int16] | None = None) -> list[Flags]:
    """By turn, whether a clause is met by the cards that are seen, but for those that go: as many more are seen."""
    games = np.arange(len(orders))
    gone = asides.sum(axis=1, dtype=np.int64) if asides is not None else None
    sums: dict[tuple[int, ...], NDArray[np.int16]] = {}
    told = []
    for asked in deck.turns:
        met = []
        for each in asked.want.table:
            if (seen := sums.get(each.classes)) is None:
                seen = sums[each.classes] = _sum_up(orders, each.classes)
            if asides is None or gone is None:
                count = seen[asked.drawn[each.by]]
            else:
                count = seen[asked.drawn[each.by] + gone, games]
                count -= asides[:, list(each.classes)].sum(axis=1, dtype=np.int16)
            met.append((count >= each.least) & (each.most is None or count <= each.most))
        told.append(_join(met, asked.want.clauses))
    return told


def _sum_up(orders: Orders, classes: tuple[int, ...]) -> NDArray[np.int16]:
    """How many of the first cards are of some classes, a column a game: of none of its cards, of one, of two …"""
    cards = orders.T
    is_of = np.zeros(cards.shape, dtype=np.bool_)
    for at in classes:
        is_of |= cards == at
    sums = np.zeros((orders.shape[1] + 1, orders.shape[0]), dtype=np.int16)
    for place, found in enumerate(is_of):
        np.add(sums[place], found, out=sums[place + 1])
    return sums


def _join(met: Sequence[Flags], clauses: Sequence[int]) -> Flags:
    """Whether all conditions of a clause are met, of any clause."""
    joined: Flags = np.logical_or.reduce(
        [np.logical_and.reduce([each for place, each in enumerate(met) if clause >> place & 1]) for clause in clauses]
    )
    return joined
