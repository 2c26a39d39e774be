"""Questions about odds, asked as JSON has them, and the closed formula that answers the simplest."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from engine.simulation.odds.answers import AskedDeck, OddsAnswer, answer, group_cards
from engine.simulation.odds.counting import Work
from engine.simulation.odds.reading import find_opening, list_parts, read_grouped_deck, read_question

#: Seven groups of which each copy is in all, and 400 conditions.
HOSTILE_DECK = {"size": 60, "cells": {"A&B&C&D&E&F&G": 9, "A&B": 5, "G": 7}}
HOSTILE: dict[str, Any] = {
    "game": "vs-classic",
    "want": [[{"of": list("ABCDEFG"), "at_least": 1 + at % 7, "by": at % 9} for at in range(40)] for _ in range(10)],
    "mulligan": {"do": "best"},
}


def forbid_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where anything is counted."""

    def refuse(work: Work, products: int) -> None:
        raise AssertionError(f"{products} products counted, {work.left} left")

    monkeypatch.setattr(Work, "spend", refuse)


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
