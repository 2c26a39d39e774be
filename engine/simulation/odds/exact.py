"""The exact chance of a question over the groups of a deck: its hands, its mulligan, and the draws after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from engine.model.errors import InputError
from engine.simulation.odds.counting import Condition, Conditions, Counts, Walk, Work, count_hands
from engine.simulation.odds.questions import (
    ALWAYS,
    BEST,
    KEEP_IF,
    NEVER,
    REST,
    SET_ASIDE,
    Clause,
    Clauses,
    GroupedDeck,
    Question,
    Want,
)
from engine.simulation.opening_rules import ASIDE, BOTTOM, RESHUFFLE, OpeningRule

MAX_HANDS = 20_000  #: different ones that a question tells apart

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
    return _Table(deck, question, rule, work or Work()).find_chance()


def require_enough_cards(size: int, question: Question, rule: OpeningRule) -> None:
    """Raise InputError where the question looks at more cards than can be seen before those below come up."""
    seen = rule.count_seen(question.last_turn, first=question.first)
    if rule.may_run_out:
        return
    if seen > size:
        raise InputError(f"{seen} cards are seen by turn {question.last_turn}; the deck has {size}", place="deck.size")
    below = {BOTTOM: rule.hand_size, ASIDE: rule.most_aside}.get(rule.mulligan, 0)
    if question.mulligan.do != NEVER and seen + below > size:
        raise InputError(
            f"after a mulligan the cards put below come up by turn {question.last_turn}: {seen + below} cards are "
            f"needed, the deck has {size}",
            place="deck.size",
        )


class _Table:
    """A question over the classes of a deck: the copies that the same parts of it ask for."""

    def __init__(self, deck: GroupedDeck, question: Question, rule: OpeningRule, work: Work) -> None:
        self._question, self._rule, self._size, self._work = question, rule, deck.size, work
        policy = question.mulligan
        wanted = _spread(question.want) if question.distinct else question.want
        asked = [want.of for clause in (*wanted, *policy.keep) for want in clause]
        # Beside the rest every group is told apart from it, also one that nothing else asks for.
        every = tuple(sorted(deck.groups))
        asked += [(each.of,) if each.of != REST else every for each in policy.aside]
        parts = list(dict.fromkeys(asked))
        classes: dict[tuple[bool, ...], dict[frozenset[str], int]] = {}
        for groups, count in deck.cells:
            signature = tuple(not groups.isdisjoint(of) for of in parts)
            if any(signature):
                classes.setdefault(signature, {})[groups] = count
        # Those that fewer parts ask for stand before others: of two that may go, the first goes.
        signatures = sorted(classes, key=lambda each: (sum(each), [not one for one in each]))
        self._names = tuple(tuple(classes[each]) for each in signatures)
        self._counts = tuple(sum(classes[each].values()) for each in signatures)
        self._others = deck.size - sum(self._counts)
        self._of = {of: tuple(at for at, each in enumerate(signatures) if each[n]) for n, of in enumerate(parts)}
        self._want, self._keep = self._build_conditions(wanted), self._build_conditions(policy.keep)
        turns = sorted({want.by for clause in wanted for want in clause})
        self._walks: dict[tuple[Counts, int], Walk] = {}
        self._drawn = {turn: min(rule.count_seen(turn, first=question.first), deck.size) for turn in turns}

    def find_chance(self) -> Chance:
        """The chance under the question's policy."""
        do = self._question.mulligan.do
        # The cards of a mulligan are as random as those of the hand.
        if do in (NEVER, ALWAYS):
            return Chance(self._walk(self._counts, self._size).find_chance())
        if do == BEST:
            return self._find_best()
        return Chance(sum((share * self._find_after(hand) for hand, share in self._list_hands()), Fraction(0)))

    def _find_after(self, hand: Counts) -> Fraction:
        """The chance after a hand that is kept as the policy says."""
        if self._keep.clauses and self._keep.hold(hand):
            return self._find_kept(hand)
        if self._question.mulligan.do == SET_ASIDE:
            return self._find_with_aside(hand, self._choose_aside(hand))
        return self._find_with_new_hand(hand)

    def _find_best(self) -> Chance:
        """The chance if of every hand is made what is likeliest; of two as likely the one that changes less."""
        value, kept, changed = Fraction(0), [], []
        for hand, share in self._list_hands():
            best, going = self._find_kept(hand), None
            for chance, aside in self._list_changes(hand):
                if chance > best:
                    best, going = chance, aside
            value += share * best
            whole = self._with_others(hand)
            if going is None:
                kept.append(whole)
            else:
                changed.append(HandChoice(whole, going))
        return Chance(value, self._names, tuple(kept), tuple(changed))

    def _list_changes(self, hand: Counts) -> Iterator[tuple[Fraction, Counts]]:
        """The chance after each change of a hand, with the copies that go."""
        whole = self._with_others(hand)
        if self._rule.mulligan != ASIDE:
            yield self._find_with_new_hand(hand), whole
            return
        for number in range(1, self._rule.most_aside + 1):
            for aside, _ in count_hands(whole, 0, number):
                yield self._find_with_aside(hand, aside), aside

    def _with_others(self, hand: Counts) -> Counts:
        return (*hand, self._rule.hand_size - sum(hand))

    def _list_hands(self) -> Iterator[tuple[Counts, Fraction]]:
        """Each hand with its share of all. Raises InputError for too many."""
        hand_size = self._rule.hand_size
        if (many := comb(hand_size + len(self._counts), hand_size)) > MAX_HANDS:
            raise InputError(f"{many} different hands to tell apart; at most {MAX_HANDS}", place="mulligan")
        total = comb(self._size, hand_size)
        for hand, ways in count_hands(self._counts, self._others, hand_size):
            yield hand, Fraction(ways, total)

    def _find_kept(self, hand: Counts) -> Fraction:
        return self._walk(self._counts, self._size).find_chance(hand, self._rule.hand_size)

    def _find_with_new_hand(self, hand: Counts) -> Fraction:
        """The chance after all of a hand went: shuffled into the deck, or below it, where it isn't seen again."""
        if self._rule.mulligan == RESHUFFLE:
            return self._walk(self._counts, self._size).find_chance()
        return self._walk(_subtract(self._counts, hand), self._size - self._rule.hand_size).find_chance()

    def _find_with_aside(self, hand: Counts, aside: Counts) -> Fraction:
        """The chance after some cards of a hand went below."""
        gone = sum(aside)
        walk = self._walk(_subtract(self._counts, aside[:-1]), self._size - gone)
        return walk.find_chance(_subtract(hand, aside[:-1]), self._rule.hand_size - gone)

    def _choose_aside(self, hand: Counts) -> Counts:
        """What the policy sets aside of a hand: group by group in its order, of each the copies beyond those kept."""
        left, aside = list(self._with_others(hand)), [0] * (len(hand) + 1)
        for each in self._question.mulligan.aside:
            places = (len(hand),) if each.of == REST else self._of[(each.of,)]
            for at in places:
                beyond = sum(left[place] for place in places) - each.beyond
                going = max(0, min(left[at], beyond, self._rule.most_aside - sum(aside)))
                left[at] -= going
                aside[at] += going
        return tuple(aside)

    def _walk(self, counts: Counts, size: int) -> Walk:
        if (known := self._walks.get((counts, size))) is None:
            known = self._walks[counts, size] = Walk(self._want, counts, size, self._drawn, self._work)
        return known

    def _build_conditions(self, clauses: Clauses) -> Conditions:
        table: dict[Condition, int] = {}
        bits = []
        for clause in clauses:
            places = (
                table.setdefault(Condition(self._of[want.of], want.at_least, want.at_most, want.by), len(table))
                for want in clause
            )
            bits.append(sum({1 << place for place in places}))
        return Conditions(tuple(table), tuple(bits))


def _spread(clauses: Clauses) -> Clauses:
    """The same wants, a copy counted for one of each clause alone: any of them together have copies enough (Hall)."""
    return tuple(tuple(_spread_clause(clause)) for clause in clauses)


def _spread_clause(clause: Clause) -> Iterator[Want]:
    yield from (want for want in clause if want.at_most is not None or want.at_least == 0)
    counted = [want for want in clause if want.at_least]
    for number in range(1, len(counted) + 1):
        for some in combinations(counted, number):
            of = tuple(sorted({group for want in some for group in want.of}))
            yield Want(of, sum(want.at_least for want in some), None, some[0].by)


def _subtract(counts: Counts, gone: Counts) -> Counts:
    return tuple(had - went for had, went in zip(counts, gone, strict=True))
