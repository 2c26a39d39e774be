"""The outcomes of many decks at once: their totals in arrays, and the same guards that decide one deck.

A deck of which no guard speaks, whose cards are all plainly in the pool and whose format's restrictions are decided, is
settled without a look at its list. Every other is judged as `check_deck` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from engine.model.cards import Card
from engine.model.fast_path import Guard
from engine.model.formats import Format
from engine.model.games import game_of
from engine.model.verdicts import ERROR, ILLEGAL, INFO, LEGAL, UNCERTAIN, UNKNOWN, Breach, Measure
from engine.rules import SeldomCheck
from engine.rules.deck_arrays import DeckArrays
from engine.rules.format_rules import EachCard, FormatRestriction, RestrictionCheck
from engine.rules.line_arrays import WORD, Truths
from engine.rules.plans import ListRules, Plan, find_plan

__all__ = ["OUTCOMES", "DeckArrays", "check_many"]

Numbers8 = NDArray[np.int8]

#: The outcomes by their numbers in an array.
OUTCOMES = (LEGAL, UNCERTAIN, ILLEGAL)
_NUMBERS = {outcome: number for number, outcome in enumerate(OUTCOMES)}
_UNSEEN = len(OUTCOMES)  #: where an outcome isn't known before the deck is looked at
_ILLEGAL = _NUMBERS[ILLEGAL]
_BITS = 3  #: of a format in the mask of a card
_FORMATS = WORD // _BITS  #: in each number of a mask


def check_many(decks: DeckArrays, formats: Sequence[Format], as_of: date) -> Numbers8:
    """The outcome of each deck in each format on a day, as numbers of `OUTCOMES`: a row a deck, a column a format.

    They are those of `check_deck`. Raises ValueError for a format of another game.
    """
    for fmt in formats:
        if len(decks) and fmt.game != decks.game:
            raise ValueError(f"the decks are for {decks.game}, but the format {fmt.slug} is for {fmt.game}")
    if not len(decks) or not formats:
        return np.zeros((len(decks), len(formats)), np.int8)
    return _find_table(tuple(formats), as_of).check(decks)


@lru_cache(maxsize=64)
def _find_table(formats: tuple[Format, ...], as_of: date) -> FormatTable:
    return FormatTable(formats, as_of)


class FormatTable:
    """What some formats on a day make of decks before any list is looked at."""

    def __init__(self, formats: Sequence[Format], as_of: date) -> None:
        self._plans = [find_plan(fmt, as_of) for fmt in formats]
        self._outcomes = np.array([_NUMBERS[plan.judge_plain()] for plan in self._plans], np.int8)
        self._restrictions = [list(_list_restrictions(plan)) for plan in self._plans]
        self._in_card = self._find_in_card  # what it says of cards is kept as long as this very object
        self._list_rules: dict[ListRules, list[int]] = {}
        for column, plan in enumerate(self._plans):
            self._list_rules.setdefault(plan.list_rules, []).append(column)

    def check(self, decks: DeckArrays) -> Numbers8:
        """The outcomes of decks, by row, in the formats, by column."""
        found, unseen = self._ask_cards(decks)
        unseen |= decks.unsettled[:, None]
        for rules, columns in self._list_rules.items():
            _add_list_outcomes(decks, self._plans[columns[0]], rules, found, columns)
        for column, restrictions in enumerate(self._restrictions):
            for each in restrictions:
                each.add_answers(decks, found[:, column])
        for row, column in np.argwhere(unseen & (found != _ILLEGAL)).tolist():
            outcome, _ = self._plans[column].judge(decks.decks[row])
            found[row, column] = _NUMBERS[outcome]
        return found

    def _ask_cards(self, decks: DeckArrays) -> tuple[Numbers8, Truths]:
        """What the cards alone make of decks, and where more has to be looked at."""
        masks = decks.union(self._in_card)
        places = np.arange(len(self._plans))
        rows = masks.shape[0]
        masks = masks.take(np.minimum(places // _FORMATS, rows - 1), axis=0) * (places // _FORMATS < rows)[:, None]
        answers = (masks >> (places % _FORMATS * _BITS)[:, None]).T
        found: Numbers8 = np.maximum(self._outcomes, answers & 1).astype(np.int8)
        found[(answers & 2) != 0] = _ILLEGAL
        return found, (answers & 4) != 0

    def _find_in_card(self, card: Card) -> int:
        """A mask of what a card makes of a deck in each format: uncertain, illegal, or unseen."""
        mask = 0
        for place, plan in enumerate(self._plans):
            outcome = plan.cards.find_outcome(card, plan.fmt)
            number = _UNSEEN if outcome is None else _NUMBERS[outcome]
            mask |= (1 << number >> 1) << (place // _FORMATS * WORD + place % _FORMATS * _BITS)
        return mask


class _AskedOfLists:
    """A restriction that a format puts on whole lists."""

    def __init__(self, kind: RestrictionCheck, plan: Plan, terms: Mapping[str, object]) -> None:
        decision = game_of(plan.fmt.game).formats.decisions.get(kind)
        self._decide = decision(plan.fmt, plan.as_of, terms) if decision else None
        self._kind, self._plan, self._terms = kind, plan, terms

    def add_answers(self, decks: DeckArrays, found: Numbers8) -> None:
        """Add what it makes of decks whose every line names a card to their outcomes."""
        is_open = ~decks.unsettled & (found != _ILLEGAL)
        if self._decide and is_open.any():
            broken, unknown, is_left = self._decide(decks, is_open)
            found[is_open & unknown] = _NUMBERS[UNCERTAIN]
            found[is_open & broken] = _ILLEGAL
            is_open = is_open & is_left & (found != _ILLEGAL)
        for row in np.flatnonzero(is_open).tolist():
            said = self._kind(decks.decks[row], self._plan.fmt, self._plan.as_of, self._terms)
            found[row] = max(found[row], _find_number(said))


def _list_restrictions(plan: Plan) -> Iterator[_AskedOfLists]:
    for rule in plan.always:
        asked = cast(FormatRestriction, cast(SeldomCheck, rule.check).look_at)
        for restriction in plan.fmt.restrictions:
            kind = asked.kinds[restriction.kind]
            # What others find in each card is known of the cards.
            if not (isinstance(kind, EachCard) and kind.applies(restriction.terms)):
                yield _AskedOfLists(kind, plan, restriction.terms)


def _find_number(said: Iterable[Breach | Measure]) -> int:
    """The number of the outcome of what is said; nothing is read beyond an error."""
    found = _NUMBERS[LEGAL]
    for each in said:
        severity = each.severity if isinstance(each, Breach) else INFO
        if severity == ERROR:
            return _ILLEGAL
        if severity == UNKNOWN:
            found = _NUMBERS[UNCERTAIN]
    return found


def _add_list_outcomes(decks: DeckArrays, plan: Plan, rules: ListRules, found: Numbers8, columns: list[int]) -> None:
    """Add what the rules of the list alone make of the decks, in the formats that share these rules."""
    is_open = ~decks.unsettled & (found[:, columns] != _ILLEGAL).any(axis=1)
    fired: list[tuple[Guard, Truths]] = []
    broken = np.zeros(len(decks), np.bool_)
    for each in rules.guards:
        if each.breaks:
            broken |= each.breaks(decks)
        if not each.only_notes and each.breaks is not each.may_find:
            fired.append((each, is_open & each.may_find(decks)))
    found[np.flatnonzero(broken & is_open)[:, None], columns] = _ILLEGAL
    looked_at = is_open & ~broken
    if not rules.unguarded:
        looked_at &= np.logical_or.reduce([truths for _, truths in fired])
    for row in np.flatnonzero(looked_at).tolist():
        suspects = rules.unguarded.union(*(rules.list_rules(each) for each, truths in fired if truths[row]))
        said = (each for rule in suspects for each in rule.check(decks.decks[row], plan.fmt, plan.as_of))
        least = _find_number(said)
        found[row, columns] = np.maximum(found[row, columns], least)
