"""A question over the classes of a deck: the copies that the same parts of it ask for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations

from engine.model.errors import InputError
from engine.simulation.odds.counting import Condition, Conditions, Counts, count_hands
from engine.simulation.odds.questions import NEVER, REST, Clause, Clauses, GroupedDeck, Question, Want
from engine.simulation.opening_rules import ASIDE, BOTTOM, OpeningRule


class ClassedDeck:
    """A deck as a question sees it: so many copies of each class, and others that nothing asks for."""

    def __init__(self, deck: GroupedDeck, question: Question, rule: OpeningRule) -> None:
        self.question, self.rule, self.size = question, rule, deck.size
        policy = question.mulligan
        self._wanted = _spread(question.want) if question.distinct else question.want
        asked = [want.of for clause in (*self._wanted, *policy.keep) for want in clause]
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
        self.names = tuple(tuple(classes[each]) for each in signatures)  #: the sets of groups of each class
        self.counts: Counts = tuple(sum(classes[each].values()) for each in signatures)
        self.others = deck.size - sum(self.counts)
        self._of = {of: tuple(at for at, each in enumerate(signatures) if each[n]) for n, of in enumerate(parts)}

    @cached_property
    def want(self) -> Conditions:
        """What is wanted."""
        return self._build_conditions(self._wanted)

    @cached_property
    def keep(self) -> Conditions:
        """Which hands are kept as they are."""
        return self._build_conditions(self.question.mulligan.keep)

    @cached_property
    def drawn(self) -> dict[int, int]:
        """The cards seen by each turn that something is due on, in order."""
        turns = sorted({want.by for clause in self._wanted for want in clause})
        return {turn: min(self.rule.count_seen(turn, first=self.question.first), self.size) for turn in turns}

    def keeps(self, hand: Counts) -> bool:
        """Whether the policy keeps a hand as it is."""
        return bool(self.keep.clauses) and self.keep.hold(hand)

    def with_others(self, hand: Counts) -> Counts:
        """A hand with the copies of no class behind."""
        return (*hand, self.rule.hand_size - sum(hand))

    def choose_aside(self, hand: Counts) -> Counts:
        """What the policy sets aside of a hand: group by group in its order, of each the copies beyond those kept."""
        left, aside = list(self.with_others(hand)), [0] * (len(hand) + 1)
        for each in self.question.mulligan.aside:
            places = (len(hand),) if each.of == REST else self._of[(each.of,)]
            for at in places:
                beyond = sum(left[place] for place in places) - each.beyond
                going = max(0, min(left[at], beyond, self.rule.most_aside - sum(aside)))
                left[at] -= going
                aside[at] += going
        return tuple(aside)

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


def list_changes(deck: ClassedDeck, hand: Counts) -> Iterator[Counts]:
    """The ways to change a hand, each as the copies of it that go, those of no class last."""
    whole = deck.with_others(hand)
    if deck.rule.mulligan != ASIDE:
        yield whole
        return
    for number in range(1, deck.rule.most_aside + 1):
        for aside, _ in count_hands(whole, 0, number):
            yield aside


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
