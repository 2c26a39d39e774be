"""Figures and titles as they stand in a message."""

from __future__ import annotations

from engine.cards import Card

_TITLES_AT_MOST = 5


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things: `1 card`, `5 cards`."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def titles(cards: tuple[Card, ...]) -> str:
    """The titles of some cards, each once and not more than fit a line."""
    different = list(dict.fromkeys(card.title for card in cards))
    more = f" and {len(different) - _TITLES_AT_MOST} more" if len(different) > _TITLES_AT_MOST else ""
    return ", ".join(different[:_TITLES_AT_MOST]) + more
