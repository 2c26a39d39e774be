"""The rulesets: for each game and edition a table that binds code, citation and check."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.formats import Construction, Format
from engine.model.verdicts import Breach, Citation, Measure

#: A check looks at a deck in a format on a day and says what is wrong with it and which figures it saw.
Check = Callable[[Deck, Format, date], Iterable[Breach | Measure]]


@dataclass(frozen=True, slots=True)
class ListCheck:
    """A check that looks at the list alone: it says the same in every format on every day, so it runs once a deck."""

    look_at: Callable[[Deck], Iterable[Breach | Measure]]

    def __call__(self, deck: Deck, fmt: Format, as_of: date) -> Iterable[Breach | Measure]:
        return self.look_at(deck)


@dataclass(frozen=True, slots=True)
class FigureCheck:
    """A check that looks at the list and the figures of deck building: once a deck for all formats with the same."""

    look_at: Callable[[Deck, Construction], Iterable[Breach | Measure]]

    def __call__(self, deck: Deck, fmt: Format, as_of: date) -> Iterable[Breach | Measure]:
        return self.look_at(deck, fmt.construction_on(as_of))


@dataclass(frozen=True, slots=True)
class DayCheck:
    """A check that looks at the format and the day alone: it says the same of every deck."""

    look_at: Callable[[Format, date], Iterable[Breach | Measure]]

    def __call__(self, deck: Deck, fmt: Format, as_of: date) -> Iterable[Breach | Measure]:
        return self.look_at(fmt, as_of)


@dataclass(frozen=True, slots=True)
class SeldomCheck:
    """A check that says of most decks what it says of an empty one; `may_say_more` tells cheaply of which not.

    `is_of_cards`: it says more only of a deck with a card that isn't plainly in the pool, or that may be banned.
    `look_at_card`: what it finds in every deck with a card, whatever else is in it; it says more of a deck with a card
    in which it finds something.
    `is_told_by_card`: whether a check of cards finds against a card the same whatever else is in the deck, but for how
    many copies there are and on which lines.
    """

    look_at: Check
    may_say_more: Callable[[Deck, Format, date], bool]
    is_of_cards: bool = False
    look_at_card: Callable[[Card, Format, date], list[Breach]] = lambda card, fmt, as_of: []
    is_told_by_card: Callable[[Card, Format, date], bool] = lambda card, fmt, as_of: False

    def __call__(self, deck: Deck, fmt: Format, as_of: date) -> Iterable[Breach | Measure]:
        return self.look_at(deck, fmt, as_of)


@dataclass(frozen=True, slots=True)
class MarkCheck:
    """A check that looks at nothing but marks, which each card has or hasn't whatever else is in the deck.

    `is_in_effect` tells the formats and days on which no card has any; the marks of a deck are in its cards' order.
    """

    look_at: Callable[[tuple[str, ...], Format, date], Iterable[Breach | Measure]]
    list_marks: Callable[[Card, Format, date], tuple[str, ...]]
    is_in_effect: Callable[[Format, date], bool] = lambda fmt, as_of: True

    def __call__(self, deck: Deck, fmt: Format, as_of: date) -> Iterable[Breach | Measure]:
        marks = (mark for card in deck.cards for mark in self.list_marks(card, fmt, as_of))
        return self.look_at(tuple(dict.fromkeys(marks)) if self.is_in_effect(fmt, as_of) else (), fmt, as_of)


@dataclass(frozen=True, eq=False, slots=True)
class Rule:
    """A row of a ruleset: the finding's code, where the rule stands, and the check."""

    code: str
    citation: Citation
    check: Check


@dataclass(frozen=True, eq=False, slots=True)
class Ruleset:
    """The deck rules of one edition of a game's rules, in the order in which they are looked at."""

    game: str
    edition: str
    in_force_from: date
    rules: tuple[Rule, ...]


def build_rules(edition: str, *rows: tuple[str, str, Check] | tuple[str, str, Check, str]) -> tuple[Rule, ...]:
    """Rules out of rows of code, rule number and check; a fourth column cites another document than the edition."""
    return tuple(Rule(row[0], Citation(row[3] if len(row) > 3 else edition, row[1]), row[2]) for row in rows)
