"""Many decks in arrays: which card stands on each line, how often and in which section, and what cards are asked.

What is asked of a card is looked up once, for all decks that are ever put into arrays.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.rules.decisions import CardFact, CardWord, CardWords

Integers = NDArray[np.int64]
Truths = NDArray[np.bool_]

WORD = 62  #: bits of a fact in each number of its column
ONES = (1 << WORD) - 1
_MAX_COUNT = (1 << 20) - 1  #: of copies on a line, beyond every limit
_MAX_CARDS = 1 << 15  #: that are remembered of a game


class LineArrays:
    """The lines of decks of one game in arrays: which card, how many, in which section; `starts` begin the decks.

    Every deck ends in a line of no cards, so that an empty list has a line too. Raises ValueError for decks of several
    games.
    """

    def __init__(self, decks: Iterable[Deck]) -> None:
        self.decks = tuple(decks)
        games = {deck.game for deck in self.decks}
        if len(games) > 1:
            raise ValueError(f"the decks are of several games: {', '.join(sorted(games))}")
        self.game = next(iter(games), "")
        self.table = _find_table(self.game)
        find_place = self.table.find_place
        sections: dict[str, int] = {"": 0}
        cards: list[int] = []
        counts: list[int] = []
        of_section: list[int] = []
        ends: list[int] = []
        for deck in self.decks:
            for entry in deck.entries:
                card = entry.card if entry.state == "read" else None
                cards.append(0 if card is None else find_place(card))
                counts.append(max(0, min(entry.count, _MAX_COUNT)))
                of_section.append(sections.setdefault(entry.section, len(sections)))
            ends.append(len(cards))
            cards.append(0)
            counts.append(0)
            of_section.append(0)
        self.sections = tuple(sections)  #: by place
        self.ends = np.array(ends, np.int64)
        self.of_card = np.array(cards, np.int64)
        self.of_section = np.array(of_section, np.int64)
        self.counts = np.array(counts, np.int64)
        self.unsettled = np.array([bool(deck.unsettled) for deck in self.decks], np.bool_)
        self.noted = np.array([bool(deck.noted) for deck in self.decks], np.bool_)

    def __len__(self) -> int:
        return len(self.decks)

    @cached_property
    def starts(self) -> Integers:
        """The first line of each deck."""
        return np.append(0, self.ends[:-1] + 1)

    @cached_property
    def of_deck(self) -> Integers:
        """The deck of each line."""
        return np.repeat(np.arange(len(self), dtype=np.int64), self.ends - self.starts + 1)


class CardTable:
    """The cards of a game by their places, from 1 on, and what was asked of them, kept as long as who asked it.

    A fact is a function; the place of no card has none of its bits.
    """

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self._places: dict[Card, int] = {}
        self._facts: WeakKeyDictionary[CardFact, _Answers] = WeakKeyDictionary()
        self._words: WeakKeyDictionary[CardWords, _Words] = WeakKeyDictionary()
        self._numbers: dict[Hashable, int] = {}
        self._numbered: dict[CardWord, CardFact] = {}

    def find_place(self, card: Card) -> int:
        """The place of a card, a new one if it wasn't met before."""
        place = self._places.get(card)
        if place is None:
            self.cards.append(card)
            place = self._places[card] = len(self.cards)
        return place

    def number(self, word: Hashable) -> int:
        """The number of a word, from 1 on."""
        return self._numbers.setdefault(word, len(self._numbers) + 1)

    @property
    def word_count(self) -> int:
        """How many words have a number."""
        return len(self._numbers)

    def number_words(self, word: CardWord) -> CardFact:
        """The fact that is the number of a word."""
        return self._numbered.setdefault(word, lambda card: self.number(word(card)))

    def read(self, fact: CardFact, of_card: Integers) -> Integers:
        """The fact of the cards at these places: a column a card, as many numbers as its bits take."""
        answers = self._facts.get(fact)
        if answers is None:
            answers = self._facts[fact] = _Answers()
        return answers.read(fact, self.cards, of_card)

    def spread(self, words: CardWords, of_card: Integers) -> tuple[Integers, Integers]:
        """The lines and numbers of all words of the cards at these places, one a line."""
        known = self._words.get(words)
        if known is None:
            known = self._words[words] = _Words()
        lengths, firsts, numbers = known.read(words, self, of_card)
        lines = np.repeat(np.arange(len(of_card)), lengths)
        within = np.arange(len(lines)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        return lines, numbers[np.repeat(firsts, lengths) + within]


class _Answers:
    """A fact of cards by their places, a column a card."""

    def __init__(self) -> None:
        self._columns = np.zeros((1, 1), np.int64)
        self._known = np.ones(1, np.bool_)
        self._answers: dict[int, int] = {0: 0}

    def read(self, fact: CardFact, cards: Sequence[Card], of_card: Integers) -> Integers:
        if len(self._known) <= len(cards) or not self._known.take(of_card).all():
            self._add(fact, cards, of_card)
        return self._columns.take(of_card, axis=1)

    def _add(self, fact: CardFact, cards: Sequence[Card], of_card: Integers) -> None:
        more = len(cards) + 1 - len(self._known)
        self._known = np.pad(self._known, (0, more))
        self._columns = np.pad(self._columns, ((0, 0), (0, more)))
        missing = np.unique(of_card[~self._known[of_card]])
        new = {place: fact(cards[place - 1]) for place in missing.tolist()}
        self._answers.update(new)
        rows = max((-(-answer.bit_length() // WORD) for answer in new.values()), default=0)
        if rows > len(self._columns):
            self._columns = np.zeros((rows, self._columns.shape[1]), np.int64)
            new = self._answers
        self._known[missing] = True
        places = list(new)
        for row, column in enumerate(self._columns):
            column[places] = [answer >> WORD * row & ONES for answer in new.values()]


class _Words:
    """The words of cards by their places: how many, and where their numbers begin."""

    def __init__(self) -> None:
        self._lengths = np.zeros(1, np.int64)
        self._firsts = np.zeros(1, np.int64)
        self._numbers = np.zeros(0, np.int64)

    def read(self, words: CardWords, table: CardTable, of_card: Integers) -> tuple[Integers, Integers, Integers]:
        met = len(self._lengths) - 1
        if met < len(table.cards):
            new = [[*map(table.number, dict.fromkeys(words(card)))] for card in table.cards[met:]]
            lengths = np.array([len(numbers) for numbers in new], np.int64)
            firsts = len(self._numbers) + np.cumsum(lengths) - lengths
            self._lengths, self._firsts = np.append(self._lengths, lengths), np.append(self._firsts, firsts)
            self._numbers = np.append(self._numbers, np.array([one for each in new for one in each], np.int64))
        return self._lengths.take(of_card), self._firsts.take(of_card), self._numbers


_TABLES: dict[str, CardTable] = {}


def _find_table(game: str) -> CardTable:
    """The cards of a game; a new table where they have become too many."""
    table = _TABLES.get(game)
    if table is None or len(table.cards) > _MAX_CARDS:
        table = _TABLES[game] = CardTable()
    return table
