"""Many decks in numbers, each an array with one place a deck, as guards and decisions ask for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from typing import TypeVar, cast

import numpy as np

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.fast_path import OTHERS, Relation
from engine.model.games import game_of
from engine.rules.decisions import CardFact, CardWord, CardWords, Cover, DeckLines, copy_key, folded_name
from engine.rules.line_arrays import ONES, Integers, LineArrays, Truths

T = TypeVar("T")


def _bits(card: Card) -> int:
    return card.bits


class CopySums:
    """The copies of each card of each deck, added up by a word of the card.

    `order` are the lines, those of a card of a deck beside each other from `starts` on; `first` is the first of each,
    `keys` tells deck and word.
    """

    def __init__(self, decks: DeckArrays, order: Integers, keys: Integers) -> None:
        self._decks, self._order = decks, order
        self._starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1])[: len(keys)])
        self.keys, self.first = keys.take(self._starts), order.take(self._starts)
        lines = decks.counts.take(order)
        self.counts: Integers = np.add.reduceat(lines, self._starts) if len(order) else lines

    def have_any(self, lines: Truths) -> Truths:
        """For each whether any of its lines is so."""
        found: Truths = lines.take(self._order)
        return np.logical_or.reduceat(found, self._starts) if len(found) else found

    def read(self, fact: CardFact) -> Integers:
        """What the first card of each is."""
        return self._decks.read(fact)[self.first]

    def of_deck(self, numbers: Integers) -> Integers:
        """For each the number of its deck."""
        return numbers[self._decks.of_deck[self.first]]

    def any(self, truths: Truths) -> Truths:
        """By deck, whether any of them is so."""
        found = np.zeros(len(self._decks), np.bool_)
        found[self._decks.of_deck[self.first[truths]]] = True
        return found

    def count(self, truths: Truths) -> Integers:
        """By deck, how many of them are so."""
        decks = self._decks
        return np.bincount(decks.of_deck[self.first[truths]], minlength=len(decks))

    @cached_property
    def most(self) -> Integers:
        """By deck, the largest of them."""
        return self.most_where(np.True_)

    def most_where(self, truths: Truths | np.bool_) -> Integers:
        """By deck, the largest of those that are so."""
        decks = self._decks
        found = np.zeros(len(decks), np.int64)
        np.maximum.at(found, decks.of_deck[self.first], np.where(truths, self.counts, 0))
        return found


class DeckArrays(LineArrays):
    """Decks of one game in arrays, with their totals: those that guards ask most are added up at once, as of one list.

    Raises ValueError for decks of several games.
    """

    def __init__(self, decks: Iterable[Deck]) -> None:
        super().__init__(decks)
        self._groups = game_of(self.game).fast_path.groups if self.decks else {}
        self._known: dict[object, object] = {}
        if self.decks:
            self._add_up()

    def _add_up(self) -> None:
        """The totals that `DeckTotals` adds up of one list."""
        for section in self.sections[1:]:
            self.size(section)
            self.bits_of(section)
        for group in set(self._groups.values()):
            self.most(group)
        self._once(("order", folded_name), lambda: self._sort(folded_name))

    # What guards ask

    @cached_property
    def bits(self) -> Integers:
        """The bits of all cards of each deck put together."""
        return self._put_together(self.read(_bits))

    def size(self, section: str) -> Integers:
        """How many cards stand in a section."""
        return self._once(("size", section), lambda: self.add(np.where(self._is_in(section), self.counts, 0)))

    def is_beyond(self, sections: Collection[str]) -> Truths:
        """Whether there are other sections than these."""
        if all(section in sections for section in self.sections[1:]):
            return np.zeros(len(self), np.bool_)
        return self.any(self.within(lambda section: section not in sections))

    def bits_of(self, section: str) -> Integers:
        """The bits of all cards of a section put together."""
        return self._once(
            ("bits", section), lambda: self._put_together(np.where(self._is_in(section), self.read(_bits), 0))
        )

    def most(self, group: str) -> Integers:
        """The most copies of any one card in a group of sections."""
        return self._sums_of_group(group).most

    def exceeds(self, group: str, most: int, without: int = 0) -> Truths:
        """Whether there are more copies of any one card in a group of sections, of a card with none of some bits."""
        return self._once(("without", group, without), lambda: self._find_most_without(group, without)) > most

    def _find_most_without(self, group: str, bits: int) -> Integers:
        sums = self._sums_of_group(group)
        has_any = (self.bits & bits).any()
        return sums.most_where(sums.have_any(self.read(_bits) & bits == 0)) if has_any else sums.most

    def count(self, bit: int, beside: str = "") -> Integers:
        """How many cards have a bit, those of a section left out."""
        return self._once(("count", bit, beside), lambda: self._count(self.read(_bits) & bit != 0, beside))

    def _count(self, lines: Truths, beside: str) -> Integers:
        return self.add(np.where(lines & ~self._is_in(beside), self.counts, 0))

    def most_of(self, bit: int) -> Integers:
        """The most copies of any one card among those of which a printing has a bit."""
        return self._once(("most of", bit), lambda: self._find_most_of(bit))

    def _find_most_of(self, bit: int) -> Integers:
        lines = self.read(_bits) & bit != 0
        if not lines.any():
            return np.zeros(len(self), np.int64)
        sums = self.sums(copy_key)
        return sums.most_where(sums.have_any(lines))

    def exceeds_by_name(self, bit: int, most: int) -> Truths:
        """Whether there are more than so many cards of one name, among the names of cards with a bit."""
        return self._once(("by name", bit), lambda: self._find_most_of_names(bit)) > most

    def _find_most_of_names(self, bit: int) -> Integers:
        sums = self.sums(folded_name)
        return sums.most_where(sums.have_any(self.read(_bits) & bit != 0))

    def repeats(self, bits: int) -> Truths:
        """Whether two lines have cards with the same of these bits."""
        return self._once(("repeats", bits), lambda: self._find_repeats(self.read(_bits) & bits))

    def _find_repeats(self, chosen: Integers) -> Truths:
        found: Truths = self.add(chosen) != self._put_together(chosen)
        return found

    def lacks(self, one: str, other: str, relation: Relation) -> Truths:
        """Whether it isn't so that two sections have one line each and the first card is related so to the second."""
        return self._once(("lacks", one, other, relation), lambda: self._find_lacking(one, other, relation))

    def _find_lacking(self, one: str, other: str, relation: Relation) -> Truths:
        first, second = self._find_single(one), self._find_single(other)
        found: Truths = (first == 0) | (second == 0) | ~self._are_related(first, second, relation)
        return found

    def differs(self, bit: int, section: str, relation: Relation) -> Truths:
        """Whether there are cards with a bit, and it isn't so that each is related so to the one card of a section."""
        return self._once(("differs", bit, section, relation), lambda: self._find_differing(bit, section, relation))

    def _find_differing(self, bit: int, section: str, relation: Relation) -> Truths:
        lines = np.flatnonzero(self.read(_bits) & bit)
        of_deck = self.of_deck[lines]
        single = self._find_single(section)[of_deck]
        is_wrong = (single == 0) | ~self._are_related(self.of_card[lines], single, relation)
        found = np.zeros(len(self), np.bool_)
        found[of_deck[is_wrong]] = True
        return found

    # What decisions ask beside

    def once(self, work_out: Callable[[DeckLines], T]) -> T:
        """What a function makes of the decks, worked out once."""
        return self._once(work_out, lambda: work_out(self))

    def read(self, fact: CardFact) -> Integers:
        """By line a fact of its card that is a small number."""
        return self._once(("fact", fact), lambda: self._masks(fact)[0])

    def within(self, is_meant: Callable[[str], bool]) -> Truths:
        """By line, whether its section is one of those meant."""
        meant = np.array([bool(section) and is_meant(section) for section in self.sections], np.bool_)
        return meant.take(self.of_section)

    def outside(self, is_left_out: Callable[[str], bool]) -> Truths | None:
        """By line, whether its section isn't one of those left out; None where no deck has any of these."""
        if not any(map(is_left_out, self.sections[1:])):
            return None
        return self.within(lambda section: not is_left_out(section))

    def any(self, lines: Truths) -> Truths:
        """By deck, whether any of its lines is so."""
        found: Truths = np.logical_or.reduceat(lines, self.starts)
        return found

    def add(self, lines: Integers) -> Integers:
        """By deck, the numbers of its lines added up."""
        found: Integers = np.add.reduceat(lines, self.starts)
        return found

    def union(self, fact: CardFact, lines: Truths | None = None) -> Integers:
        """The masks of its cards put together, of some of its lines if these are given: a column a deck."""
        masks = self._masks(fact)
        found: Integers = np.bitwise_or.reduceat(
            masks if lines is None else np.where(lines, masks, 0), self.starts, axis=1
        )
        return found

    def common(self, fact: CardFact, lines: Truths | None = None) -> Integers:
        """What the masks of its cards have in common, or those of some lines: a column a deck; all bits of no lines."""
        masks = self._masks(fact)
        if lines is not None:
            masks = np.where(lines, masks, ONES)
        masks[:, self.ends] = ONES
        found: Integers = np.bitwise_and.reduceat(masks, self.starts, axis=1)
        return found

    def is_unmet(self, fact: CardFact, masks: Integers) -> Truths:
        """By line, whether the mask of its card has none of the bits in the column of its deck."""
        return self._find_unmet(self._masks(fact), masks)

    def _find_unmet(self, own: Integers, masks: Integers) -> Truths:
        has_all, of_deck = (own == ONES).all(axis=0), masks.take(self.of_deck, axis=1)
        found: Truths = ~(has_all | (own[: len(masks)] & of_deck).any(axis=0))
        found[self.ends] = False
        return found

    def count_bits(self, masks: Integers) -> Integers:
        """How many bits are set, by column."""
        counts = np.bitwise_count(masks)
        found: Integers = (counts[0] if len(counts) == 1 else counts.sum(axis=0)).astype(np.int64)
        return found

    def cover(self, fact: CardFact, most: int) -> Cover:
        """Whether so many bits are enough that the mask of each card has one of them."""
        if most < 2:
            common = self.common(fact)
            is_enough = (common != 0).any(axis=0) if most else (common == ONES).all(axis=0)
            return Cover(is_enough, ~is_enough)
        masks, starts = self._masks(fact), self.starts
        sizes = self.count_bits(masks)
        forced = np.bitwise_or.reduceat(np.where(sizes == 1, masks, 0), starts, axis=1)
        found, is_unmet = self.count_bits(forced), self._find_unmet(masks, forced)
        unmet, has_none = self.add(is_unmet.astype(np.int64)), self.any(is_unmet & (sizes == 0))
        rest = np.bitwise_and.reduceat(np.where(is_unmet, masks, ONES), starts, axis=1)
        # One more does for all that is left if it has something in common; else one for each is enough.
        further = np.where((rest != 0).any(axis=0), np.minimum(unmet, 1), unmet)
        is_enough = (found + further <= most) & ~has_none
        return Cover(is_enough, has_none | (found > most) | ((found == most) & (unmet > 0)))

    def sums(self, word: CardWord, lines: Truths | None = None) -> CopySums:
        """The copies of each card by a word of it, of some lines if these are given."""
        order, keys = self._once(("order", word), lambda: self._sort(word))
        if lines is not None:
            is_meant = lines.take(order)
            order, keys = order[is_meant], keys[is_meant]
        return CopySums(self, order, keys)

    def share_a_word(self, borne: CardWords, wanted: CardWords, least: int, among: Truths) -> Truths:
        """Whether so many cards bear one word that is a wanted word of a card; False but for some of the decks."""
        lines, numbers = self._spread(borne, among)
        wanted_lines, wanted_numbers = self._spread(wanted, among)
        is_wanted = np.zeros(self.table.word_count + 1, np.bool_)
        is_wanted[wanted_numbers] = True
        may_count = is_wanted.take(numbers)
        sums = self._sum_words(lines[may_count], numbers[may_count])
        is_enough = sums.counts >= least
        # What is a wanted word in another deck may not be one in theirs.
        own = set(self._pack(self.of_deck[wanted_lines], wanted_numbers).tolist())
        is_enough[is_enough] = [key in own for key in sums.keys[is_enough].tolist()]
        return sums.any(is_enough)

    def sums_of_words(self, words: CardWords, among: Truths) -> CopySums:
        """The copies that have each of several words, in some of the decks."""
        return self._sum_words(*self._spread(words, among))

    def _sum_words(self, lines: Integers, numbers: Integers) -> CopySums:
        order, keys = _sort_keys(self._pack(self.of_deck[lines], numbers))
        return CopySums(self, lines[order], keys)

    def _spread(self, words: CardWords, among: Truths) -> tuple[Integers, Integers]:
        """All words of the cards of some decks by their numbers, each with its line."""
        lines = np.flatnonzero(among.take(self.of_deck))
        places, numbers = self.table.spread(words, self.of_card[lines])
        return lines[places], numbers

    def _pack(self, of_deck: Integers, numbers: Integers) -> Integers:
        """A key for each deck and word."""
        return of_deck * (self.table.word_count + 1) + numbers

    def _masks(self, fact: CardFact) -> Integers:
        """By line the mask of its card: a column a line."""
        return self.table.read(fact, self.of_card)

    def _number(self, word: CardWord) -> Integers:
        """By line the number of a word of its card."""
        return self.read(self.table.number_words(word))

    def _is_in(self, section: str) -> Truths:
        return self._once(("in", section), lambda: self.within(lambda name: name == section))

    def _once(self, key: object, work_out: Callable[[], T]) -> T:
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = work_out()
        return cast(T, found)

    def _put_together(self, lines: Integers) -> Integers:
        found: Integers = np.bitwise_or.reduceat(lines, self.starts)
        return found

    def _sums_of_group(self, group: str) -> CopySums:
        return self._once(("group", group), lambda: self.sums(copy_key, self._are_of_group(group)))

    def _are_of_group(self, group: str) -> Truths | None:
        groups = self._groups
        return self.outside(lambda section: (groups.get(section) or groups.get(OTHERS)) != group)

    def _sort(self, word: CardWord) -> tuple[Integers, Integers]:
        """The lines of each deck with the same word beside each other, and a key for each deck and word."""
        numbers = self._number(word)
        order, keys = _sort_keys(self._pack(self.of_deck, numbers))
        is_card = numbers.take(order) != 0
        return order[is_card], keys[is_card]

    def _find_single(self, section: str) -> Integers:
        """By deck, the place of the one card of a section; 0 where it hasn't exactly one line."""
        return self._once(("single", section), lambda: self._work_out_single(section))

    def _work_out_single(self, section: str) -> Integers:
        lines = self._is_in(section)
        number = self.add(lines.astype(np.int64))
        return np.where(number == 1, self.add(np.where(lines, self.of_card, 0)), 0)

    def _are_related(self, first: Integers, second: Integers, relation: Relation) -> Truths:
        """Of pairs of cards by their places, whether they are related; each pair is asked about once."""
        cards = self.table.cards
        width = len(cards) + 1
        pairs = (first * width + second).tolist()
        answers = {
            pair: bool(pair // width and pair % width and relation(cards[pair // width - 1], cards[pair % width - 1]))
            for pair in set(pairs)
        }
        return np.array([answers[pair] for pair in pairs], np.bool_)


def _sort_keys(keys: Integers) -> tuple[Integers, Integers]:
    """The places of keys in their order, those of equal ones in theirs, and the keys in order.

    Sorted as one number each, which is several times as fast as sorting places by their keys.
    """
    bits = len(keys).bit_length()
    packed = np.sort(keys << bits | np.arange(len(keys)))
    return packed & ((1 << bits) - 1), packed >> bits
