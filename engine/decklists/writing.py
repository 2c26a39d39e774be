"""A deck into text that reads back as the same deck."""

from __future__ import annotations

from engine.decklists.metadata import is_title
from engine.decklists.sections import section_title
from engine.model.cards import Card
from engine.model.decks import READ, Deck, DeckEntry
from engine.model.games import game_of


def write_deck(deck: Deck) -> str:
    """The deck as text, in the layout that `read` gives back as an equal deck. Lines that were not read stay as they
    were pasted."""
    lines = []
    if deck.title:
        lines.append(f"# {deck.title}" if is_title(f"# {deck.title}") else f"# title: {deck.title}")
    lines.extend(f"# {key}: {value}" for key, value in deck.metadata.items())
    section = game_of(deck.game).sections.unheaded
    for entry in deck.entries:
        if entry.section != section:
            section = entry.section
            lines.append(section_title(section))
        lines.append(_line(entry))
    return "\n".join(lines) + "\n"


def _line(entry: DeckEntry) -> str:
    if entry.state != READ or entry.card is None:
        return entry.written.strip()
    code = entry.printing or _code(entry.card, is_settled=bool(entry.notes))
    return f"{entry.count} {entry.card.title}" + (f" [{code}]" if code else "")


def _code(card: Card, *, is_settled: bool) -> str:
    """The code that a line needs beside the title: a printing or, where a title may mean several cards, the slug."""
    numbered = next((printing.code for printing in card.printings if printing.set_code and printing.number), "")
    if not game_of(card.game).naming.is_title_enough:
        return numbered or card.slug
    return "" if card.versions_known or is_settled else card.slug
