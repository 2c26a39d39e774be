"""Questions about odds, asked as JSON has them, and the closed formula that answers the simplest."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

from engine.simulation.odds.answers import AskedDeck, OddsAnswer, answer, group_cards
from engine.simulation.odds.reading import find_opening, list_parts, read_grouped_deck, read_question


def read_asked(question: Mapping[str, Any], deck: Mapping[str, Any] | None = None) -> list[AskedDeck]:
    """A question as JSON has it; a part of one has a deck of its own."""
    asked = []
    for place, part in list_parts(question):
        own = part["deck"] if place and isinstance(part, Mapping) else deck
        grouped = read_grouped_deck(own, f"{place}.deck" if place else "deck")
        read = read_question(part, grouped.groups, place)
        asked.append(AskedDeck(read, group_cards(grouped), grouped.size, find_opening(read.game)))
    return asked


def ask(question: Mapping[str, Any], deck: Mapping[str, Any] | None = None) -> OddsAnswer:
    """The answer to a question as JSON has it."""
    return answer(read_asked(question, deck))


def one_group(game: str, size: int, copies: int, **question: Any) -> OddsAnswer:
    """How likely one of so many copies is seen by a turn."""
    by = question.pop("by", 0)
    return ask({"game": game, "want": [{"of": "A", "by": by}], **question}, {"size": size, "groups": {"A": copies}})


def miss(size: int, copies: int, seen: int) -> Fraction:
    """How likely none of so many copies is among the cards seen."""
    return Fraction(comb(size - copies, seen), comb(size, seen))
