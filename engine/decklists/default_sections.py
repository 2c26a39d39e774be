"""Where a card of a deck under construction belongs, and which sections a deck has that its cards ask for."""

from __future__ import annotations

from engine.model import decks
from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.games import game_of


def find_default_section(card: Card, deck: Deck) -> str:
    """The section where a card that is added to a deck belongs, as far as its facts tell; the deck where they don't."""
    return game_of(card.game).sections.home(card, deck)


def list_shown_sections(deck: Deck) -> tuple[str, ...]:
    """The sections to show: those that every deck of the game has, those in use, and those that a card asks for."""
    sections = game_of(deck.game).sections
    shown = dict.fromkeys((decks.DECK, *deck.sections, *sections.asked(deck)))
    known = (section for section in sections.order if section in shown)
    others = (section for section in shown if section not in sections.order and not is_pile(section))
    return (*known, *others, *sorted(filter(is_pile, shown), key=str.casefold))


def section_sort_key(section: str, game: str) -> tuple[int, str]:
    """By what sections of a game are ordered."""
    order = game_of(game).sections.order
    return (order.index(section), "") if section in order else (len(order), section)


def is_pile(section: str) -> bool:
    """Whether a section is an out-of-game pile."""
    return section.startswith(decks.PILE)
