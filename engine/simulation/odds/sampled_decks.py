"""A deck of which games are sampled: the words of a game, the cards that they deal, and whether it comes true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.simulation.goldfish.dealing import shuffle_partly
from engine.simulation.goldfish.philox import MASK, encrypt_counter
from engine.simulation.odds.classes import ClassedDeck
from engine.simulation.odds.counting import Counts
from engine.simulation.opening_rules import ASIDE, RESHUFFLE

GAMES, TRIES = MASK, MASK - 1  #: the second halves of the keys, which no goldfish game has

A_BLOCK = 4  #: words

#: The copies of a hand that go, by class, those of none last; all 0: it is kept.
Policy = Callable[[Counts], Counts]


def generate_words(seed: int, stream: int, game: int, blocks: int) -> list[int]:
    """The words of a game that takes so many blocks: those of the next counters behind the game before."""
    first = game * blocks + 1
    return [
        word for block in range(first, first + blocks) for word in encrypt_counter((block, 0, 0, 0), (seed, stream))
    ]


@dataclass(frozen=True)
class SampledDeck:
    """A deck, asked the same by some turns, and what is done with its hands; None: they are kept."""

    turns: tuple[ClassedDeck, ...]
    policy: Policy | None = None

    @property
    def deck(self) -> ClassedDeck:
        """The deck; that of every turn has the same classes."""
        return self.turns[0]

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """The class of each card of the deck, those of none last."""
        return tuple(_list_copies((*self.deck.counts, self.deck.others)))

    @cached_property
    def seen(self) -> int:
        """The cards seen by the last turn."""
        return max(max(deck.drawn.values()) for deck in self.turns)

    @property
    def again(self) -> int:
        """The cards that a mulligan draws at most."""
        if self.policy is None:
            return 0
        rule = self.deck.rule
        return rule.most_aside if rule.mulligan == ASIDE else rule.hand_size

    @property
    def words(self) -> int:
        """The words that a game takes: one for each card that can be seen."""
        return self.seen + self.again

    @property
    def is_dealt_anew(self) -> bool:
        """Whether a mulligan shuffles the deck, so that the words behind those of the hand deal again."""
        return self.policy is not None and self.deck.rule.mulligan == RESHUFFLE

    def play(self, words: Sequence[int]) -> list[bool]:
        """By turn, whether what is wanted comes true of the cards that the words deal."""
        words = words[: self.words]
        order = self.deal(words[: self.seen] if self.is_dealt_anew else words)
        if self.policy is None:
            return self.hold(order)
        aside = self.policy(self.count_hand(order))
        if self.is_dealt_anew and any(aside):
            return self.hold(self.deal(words[self.deck.rule.hand_size :]))
        return self.hold(order, aside)

    def deal(self, words: Sequence[int]) -> tuple[int, ...]:
        """The classes of the first cards of the shuffled deck."""
        return tuple(self.copies[place] for place in shuffle_partly(words, self.deck.size))

    def count_hand(self, order: Sequence[int]) -> Counts:
        """The opening hand as copies by class."""
        hand = order[: self.deck.rule.hand_size]
        return tuple(hand.count(at) for at in range(len(self.deck.counts)))

    def hold(self, order: Sequence[int], aside: Counts = ()) -> list[bool]:
        """By turn, whether a clause is met by the cards that are seen in an order, but for those that go of its hand:
        as many more are seen behind them.
        """
        gone = sum(aside)
        told = []
        for deck in self.turns:
            met = 0
            for place, each in enumerate(deck.want.table):
                seen = order[: deck.drawn[each.by] + gone]
                count = sum(seen.count(at) for at in each.classes)
                if gone:
                    count -= sum(aside[at] for at in each.classes)
                if count >= each.least and (each.most is None or count <= each.most):
                    met |= 1 << place
            told.append(any(clause & met == clause for clause in deck.want.clauses))
        return told


def count_hits(seed: int, deck: SampledDeck, tries: range, hand: Counts, changes: Sequence[Counts]) -> list[int]:
    """How often what is wanted by the first turn comes true after a hand, for each change of it."""
    dealt, left = split_copies(deck, hand)
    blocks, hits = count_blocks(deck.words), [0] * len(changes)
    for number in tries:
        words = generate_words(seed, TRIES, number, blocks)[: deck.words - len(dealt)]
        order = (*dealt, *(left[place] for place in shuffle_partly(words, len(left))))
        for at, aside in enumerate(changes):
            hits[at] += deck.hold(order, aside)[0]
    return hits


def split_copies(deck: SampledDeck, hand: Counts) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The classes of the cards of a hand, and of those left in the deck."""
    counts = (*deck.deck.counts, deck.deck.others)
    left = (count - held for count, held in zip(counts, hand, strict=True))
    return tuple(_list_copies(hand)), tuple(_list_copies(left))


def count_blocks(words: int) -> int:
    """The blocks that so many words take."""
    return -(-words // A_BLOCK)


def _list_copies(counts: Iterable[int]) -> Iterator[int]:
    for at, count in enumerate(counts):
        yield from (at for _ in range(count))
