"""The exact chance of a question over the groups of a deck: its hands, its mulligan, and the draws after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from engine.model.errors import InputError
from engine.simulation.odds.classes import ClassedDeck, list_changes, require_enough_cards
from engine.simulation.odds.counting import TOO_MUCH, Counts, Walk, Work, count_hands
from engine.simulation.odds.formulas import find_by_formula
from engine.simulation.odds.questions import ALWAYS, BEST, KEEP_IF, NEVER, SET_ASIDE, GroupedDeck, Question
from engine.simulation.opening_rules import ASIDE, BOTTOM, RESHUFFLE, OpeningRule

FORMULA_WORK = 100  #: products of a closed formula
HAND_WORK, CLASS_WORK = 50, 5  #: products of a hand, and of each class in it
MAX_HANDS = 20_000  #: different ones that an answer says what is best for

#: What may be done with a hand, by the game's mulligan; the empty one is that of a pile without hands.
POLICIES = {
    BOTTOM: (NEVER, ALWAYS, KEEP_IF, BEST),
    RESHUFFLE: (NEVER, ALWAYS, KEEP_IF, BEST),
    ASIDE: (NEVER, SET_ASIDE, BEST),
    "": (NEVER,),
}


@dataclass(frozen=True, slots=True)
class HandChoice:
    """A hand as copies by class, those in none last, and what of it goes."""

    hand: Counts
    aside: Counts


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of a question; under the best policy the hands that it keeps whole, and those that it changes.

    Hands are copies by class, those in none last; `classes` has the sets of groups that the copies of each are in.
    """

    value: Fraction
    classes: tuple[tuple[frozenset[str], ...], ...] = ()
    kept: tuple[Counts, ...] = ()
    changed: tuple[HandChoice, ...] = ()


def find_chance(deck: GroupedDeck, question: Question, rule: OpeningRule, work: Work | None = None) -> Chance:
    """The chance that a clause of the question comes true. `work` is what may still be done for the answer.

    Raises InputError for what can't be counted.
    """
    require_enough_cards(deck.size, question, rule)
    spent = work or Work()
    if (chance := find_by_formula(deck, question, rule)) is not None:
        spent.spend(FORMULA_WORK)
        return Chance(chance)
    return count_chance(deck, question, rule, spent)


def count_chance(deck: GroupedDeck, question: Question, rule: OpeningRule, work: Work) -> Chance:
    """The same counted hand by hand and turn by turn, whatever is asked."""
    return _Counting(ClassedDeck(deck, question, rule), work).find_chance()


class _Counting:
    """The count of a question over the classes of a deck."""

    def __init__(self, deck: ClassedDeck, work: Work) -> None:
        self._deck, self._work = deck, work
        self._walks: dict[tuple[Counts, int], Walk] = {}

    def find_chance(self) -> Chance:
        """The chance under the question's policy."""
        deck, do = self._deck, self._deck.question.mulligan.do
        # The cards of a mulligan are as random as those of the hand.
        if do in (NEVER, ALWAYS):
            return Chance(self._walk(deck.counts, deck.size).find_chance())
        if do == BEST:
            return self._find_best()
        return Chance(sum((share * self._find_after(hand) for hand, share in self._list_hands()), Fraction(0)))

    def _find_after(self, hand: Counts) -> Fraction:
        """The chance after a hand that is kept as the policy says."""
        if self._deck.keeps(hand):
            return self._find_kept(hand)
        if self._deck.question.mulligan.do == SET_ASIDE:
            return self._find_with_aside(hand, self._deck.choose_aside(hand))
        return self._find_with_new_hand(hand)

    def _find_best(self) -> Chance:
        """The chance if of every hand is made what is likeliest; of two as likely the one that changes less.

        Raises InputError for more hands than an answer can list.
        """
        value, kept, changed = Fraction(0), [], []
        hand_size = self._deck.rule.hand_size
        if (many := comb(hand_size + len(self._deck.counts), hand_size)) > MAX_HANDS:
            raise InputError(
                f"{many} different hands to tell apart; at most {MAX_HANDS}", place="mulligan", code=TOO_MUCH
            )
        for hand, share in self._list_hands():
            best, going = self._find_kept(hand), None
            for chance, aside in self._list_changes(hand):
                if chance > best:
                    best, going = chance, aside
            value += share * best
            whole = self._deck.with_others(hand)
            if going is None:
                kept.append(whole)
            else:
                changed.append(HandChoice(whole, going))
        return Chance(value, self._deck.names, tuple(kept), tuple(changed))

    def _list_changes(self, hand: Counts) -> Iterator[tuple[Fraction, Counts]]:
        """The chance after each change of a hand, with the copies that go."""
        for aside in list_changes(self._deck, hand):
            if self._deck.rule.mulligan == ASIDE:
                yield self._find_with_aside(hand, aside), aside
            else:
                yield self._find_with_new_hand(hand), aside

    def _list_hands(self) -> Iterator[tuple[Counts, Fraction]]:
        """Each hand with its share of all."""
        deck, hand_size = self._deck, self._deck.rule.hand_size
        total, products = comb(deck.size, hand_size), HAND_WORK + CLASS_WORK * len(deck.counts)
        for hand, ways in count_hands(deck.counts, deck.others, hand_size):
            self._work.spend(products)
            yield hand, Fraction(ways, total)

    def _find_kept(self, hand: Counts) -> Fraction:
        deck = self._deck
        return self._walk(deck.counts, deck.size).find_chance(hand, deck.rule.hand_size)

    def _find_with_new_hand(self, hand: Counts) -> Fraction:
        """The chance after all of a hand went: shuffled into the deck, or below it, where it isn't seen again."""
        deck = self._deck
        if deck.rule.mulligan == RESHUFFLE:
            return self._walk(deck.counts, deck.size).find_chance()
        return self._walk(_subtract(deck.counts, hand), deck.size - deck.rule.hand_size).find_chance()

    def _find_with_aside(self, hand: Counts, aside: Counts) -> Fraction:
        """The chance after some cards of a hand went below."""
        deck, gone = self._deck, sum(aside)
        walk = self._walk(_subtract(deck.counts, aside[:-1]), deck.size - gone)
        return walk.find_chance(_subtract(hand, aside[:-1]), deck.rule.hand_size - gone)

    def _walk(self, counts: Counts, size: int) -> Walk:
        if (known := self._walks.get((counts, size))) is None:
            known = self._walks[counts, size] = Walk(self._deck.want, counts, size, self._deck.drawn, self._work)
        return known


def _subtract(counts: Counts, gone: Counts) -> Counts:
    return tuple(had - went for had, went in zip(counts, gone, strict=True))
