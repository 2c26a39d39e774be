"""Deck text in three layouts: ours with printings, sorted by type and cost, and the plainest that reads back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

from engine import decklists
from engine.decklists.encoding import split_lines
from engine.decklists.items import disambiguating_code
from engine.decklists.sections import parse_heading, section_title
from engine.model import decks
from engine.model.cards import Card
from engine.model.decks import READ, Deck, DeckEntry
from engine.model.games import game_of
from vsdb.exchange.deck_lists.drafts import (
    ExportedText,
    ListDraft,
    OutgoingDeck,
    move_metadata_to_lines,
    write_head_lines,
    write_line,
)

_SPREAD = frozenset((decks.DECK, decks.SIDEBOARD))  #: and piles: sections in which cards of several types stand
_UNCOUNTABLE = frozenset(("Equipment", "Gear", "Terrain"))
_NOT_RECORDED, _NOT_READ = "Type not recorded", "Not read"
_ORDER = (
    *("Main Character", "Character", "Supporting Character", "Unit", "Spell", "Gear", "Equipment", "Plot Twist"),
    *("Location", "Basic Location", "Special Location"),
)


def write_text(out: OutgoingDeck) -> ExportedText:
    """The list in our own layout: every line leads back to its card, those that weren't read stay as they are."""
    return ExportedText(decklists.write_deck(move_metadata_to_lines(out.deck, game=out.deck.game)))


def write_plain(out: OutgoingDeck) -> ExportedText:
    """Count and full title; the code beside it only where the title alone could mean another card."""
    deck = out.deck
    lines = decklists.write_deck(replace(move_metadata_to_lines(deck), entries=(), metadata={})).splitlines()
    section = game_of(deck.game).sections.unheaded
    for entry in deck.entries:
        if entry.section != section:
            section = entry.section
            lines.append(section_title(section))
        is_plain = entry.state == READ and entry.card and not disambiguating_code(entry.card, out.catalog)
        lines.append(f"{entry.count} {entry.card.title}" if is_plain and entry.card else write_line(entry, deck.game))
    return _build_export(lines)


def write_by_type(out: OutgoingDeck) -> ExportedText:
    """Sections with their sizes, in them the types with theirs, the cheapest cards first."""
    deck = out.deck
    lines = write_head_lines(deck)
    for place, (section, entries) in enumerate(deck.sections.items()):
        if place or section != game_of(deck.game).sections.unheaded:
            lines += [*([""] if place else []), f"{section_title(section)} ({_size(entries)})"]
        lines += _write_sorted_section(deck, section, entries)
    return _build_export(lines)


def read_text(text: str) -> ListDraft:
    """A list in any of these layouts, which are one to the reader, or as people write it."""
    return ListDraft(tuple(split_lines(text)), game=decklists.read_metadata(text).get("game", ""))


def _write_sorted_section(deck: Deck, section: str, entries: Sequence[DeckEntry]) -> Iterator[str]:
    read = sorted((entry for entry in entries if entry.state == READ), key=_by_cost)
    if section in _SPREAD or section.startswith(decks.PILE):
        for kind in sorted({_type(entry) for entry in read}, key=_by_kind):
            of_kind = [entry for entry in read if _type(entry) == kind]
            yield _write_subheading(kind, _size(of_kind), deck.game)
            yield from (write_line(entry, deck.game) for entry in of_kind)
    else:
        yield from (write_line(entry, deck.game) for entry in read)
    unread = [entry for entry in entries if entry.state != READ]
    if unread:
        yield f"## {_NOT_READ} ({len(unread)})"
        yield from (write_line(entry, deck.game) for entry in unread)


def _write_subheading(kind: str, size: int, game: str) -> str:
    """A heading that opens no section: bare where the reader knows it for one that sorts, else a comment."""
    plural = kind if kind in _UNCOUNTABLE or kind == _NOT_RECORDED else f"{kind}s"
    found = parse_heading(plural, game)
    if found and found.section:
        return f"## Of type {kind} ({size})"
    return f"{plural} ({size})" if found else f"## {plural} ({size})"


def _type(entry: DeckEntry) -> str:
    return (entry.card.type if entry.card else None) or _NOT_RECORDED


def _by_kind(kind: str) -> tuple[int, str]:
    return (_ORDER.index(kind) if kind in _ORDER else len(_ORDER) + (kind == _NOT_RECORDED), kind)


def _by_cost(entry: DeckEntry) -> tuple[float, str]:
    card = entry.card
    return (_cost(card), card.title) if card else (inf, "")


def _cost(card: Card) -> float:
    """What it costs, the first of the game's curves; a sign or nothing recorded comes last."""
    cost = getattr(card, game_of(card.game).stats.axes[0].fact)
    return cost if isinstance(cost, int) else inf


def _size(entries: Iterable[DeckEntry]) -> int:
    return sum(entry.count for entry in entries)


def _build_export(lines: Iterable[str]) -> ExportedText:
    return ExportedText("\n".join(lines) + "\n")
