"""A deck of which some copies may or may not be in a group: the least and the most that a chance can be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from engine.model.errors import InputError
from engine.simulation.odds.counting import Work
from engine.simulation.odds.exact import Chance, find_chance
from engine.simulation.odds.questions import KEEP_IF, SET_ASIDE, GroupedDeck, Question, group_cells
from engine.simulation.opening_rules import OpeningRule

MAX_UNDECIDED = 6  #: places of cards in groups whose every combination is counted


@dataclass(frozen=True, slots=True)
class GroupedCard:
    """The copies of a card: the groups that they are in, and those that nobody can say of."""

    count: int
    groups: frozenset[str] = frozenset()
    undecided: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ChanceRange:
    """The least and the most that a chance can be; the same where nothing is undecided."""

    least: Chance
    most: Chance


def find_range(
    cards: Sequence[GroupedCard], size: int, question: Question, rule: OpeningRule, work: Work | None = None
) -> ChanceRange:
    """The chance of a question, from the least to the most. Raises InputError for what can't be counted."""
    spent = work or Work()
    chances = [find_chance(deck, question, rule, spent) for deck in list_decks(cards, size, question)]
    if len(chances) == 1:
        return ChanceRange(chances[0], chances[0])
    return ChanceRange(min(chances, key=lambda each: each.value), max(chances, key=lambda each: each.value))


def list_decks(cards: Sequence[GroupedCard], size: int, question: Question) -> Iterator[GroupedDeck]:
    """The decks that there may be, each in which the undecided copies of a card are in a group or aren't.

    Of many that are undecided those in which all or none are in: what is wanted at least is likelier with more.
    """
    undecided = [(at, group) for at, card in enumerate(cards) if card.undecided for group in sorted(card.undecided)]
    if not undecided:
        yield _group_cards(cards, size)
        return
    if len(undecided) <= MAX_UNDECIDED:
        choices: Iterator[Sequence[bool]] = product((False, True), repeat=len(undecided))
    elif _gains_with_more(question):
        choices = iter([[False] * len(undecided), [True] * len(undecided)])
    else:
        raise InputError(
            f"it can’t be said of {len(undecided)} cards whether they are in a group; with at_most, keep or aside at "
            f"most {MAX_UNDECIDED}",
            place="deck.groups",
        )
    for choice in choices:
        chosen = {place for place, is_in in zip(undecided, choice, strict=True) if is_in}
        yield _group_cards(cards, size, chosen)


def _group_cards(cards: Sequence[GroupedCard], size: int, chosen: Collection[tuple[int, str]] = ()) -> GroupedDeck:
    """The deck in which of the undecided cards, by place and group, those chosen are in."""
    cells: dict[frozenset[str], int] = {}
    for at, card in enumerate(cards):
        groups = card.groups | {group for place, group in chosen if place == at} if chosen else card.groups
        cells[groups] = cells.get(groups, 0) + card.count
    return group_cells(cells, size)


def _gains_with_more(question: Question) -> bool:
    """Whether more copies in a group never make what is wanted less likely."""
    is_bounded = any(want.at_most is not None for clause in question.want for want in clause)
    return not is_bounded and question.mulligan.do not in (KEEP_IF, SET_ASIDE)
