"""What makes two copies the same card, as a text that any program can make from the card's facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.model.cards import Card
from engine.model.decks import PILE, UNREADABLE, Deck, DeckEntry
from engine.model.games import game_of
from engine.model.names import fold

_UNREADABLE = "? "  #: before the text of a line that can't be read


@dataclass(frozen=True, slots=True)
class SectionCount:
    """How many copies of a card stand in a section; `card` is None for a line that names no one card.

    `name` is the card's title or what the line says. A line that can't be read counts one and isn't `is_readable`.
    """

    section: str
    name: str
    count: int
    card: Card | None = None
    is_readable: bool = True


def get_identity(card: Card) -> str:
    """What all copies of a card share, by its game."""
    return game_of(card.game).copies.identity(card)


def count_by_section(deck: Deck) -> Mapping[tuple[str, str], SectionCount]:
    """How many of each card stand where, by section and identity, in the order of the list.

    Neither spelling, printing nor how the copies are spread over lines makes a difference.
    """
    return deck.once(_count_by_section)


def _count_by_section(deck: Deck) -> Mapping[tuple[str, str], SectionCount]:
    found: dict[tuple[str, str], SectionCount] = {}
    for entry in deck.entries:
        key = (section_key(entry.section), _identity_of(entry))
        before = found.get(key)
        count = (entry.count or 1) + (before.count if before else 0)
        name = entry.card.title if entry.card else entry.name or entry.written.strip()
        is_readable = entry.state != UNREADABLE
        first = SectionCount(entry.section, name, count, entry.card, is_readable)
        found[key] = replace(before, count=count) if before else first
    return found


def section_key(section: str) -> str:
    """A section's slug; a pile's name in it in the spelling that counts."""
    return PILE + fold(section.removeprefix(PILE)) if section.startswith(PILE) else section


def _identity_of(entry: DeckEntry) -> str:
    """The card's identity, or the folded text of a line that names no one card."""
    if entry.card:
        return get_identity(entry.card)
    return f"{_UNREADABLE}{fold(entry.written)}" if entry.state == UNREADABLE else fold(entry.name)
