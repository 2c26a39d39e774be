"""Figures and titles as they stand in a message."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.model.cards import Card
from engine.model.games import game_of

_TITLES_AT_MOST = 5


def quantity(number: int, one: str, many: str = "") -> str:
    """A number of things: `1 card`, `5 cards`."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def with_article(noun: str) -> str:
    """A noun after `a` or `an`."""
    return f"{'an' if noun[:1].lower() in tuple('aeiou') else 'a'} {noun}"


def join_or(names: Sequence[str], separator: str = ", ") -> str:
    """Names to choose from: `A`, `A or B`, `A, B or C`."""
    return " or ".join(filter(None, (separator.join(names[:-1]), *names[-1:])))


@lru_cache(maxsize=16_384)
def card_label(card: Card) -> str:
    """The card's title; in a game where many cards share one, with the printing that tells it from the others."""
    is_printing_said = card.printings and game_of(card.game).naming.is_printing_said
    return f"{card.title} [{card.printings[0].code}]" if is_printing_said else card.title


def card_titles(cards: tuple[Card, ...]) -> str:
    """The titles of some cards, each once and not more than fit a line."""
    different = list(dict.fromkeys(map(card_label, cards)))
    more = f" and {len(different) - _TITLES_AT_MOST} more" if len(different) > _TITLES_AT_MOST else ""
    return ", ".join(different[:_TITLES_AT_MOST]) + more
