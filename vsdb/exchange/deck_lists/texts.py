"""Deck text in three layouts: ours with printings, sorted by type and cost, and the plainest that reads back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

from engine import decklists
from engine.decklists.encoding import lines_of
from engine.decklists.items import needed_code
from engine.decklists.sections import heading, title_of
from engine.model import decks
from engine.model.cards import Card
from engine.model.decks import READ, Deck, Entry
from engine.model.games import game_of
from vsdb.exchange.deck_lists.drafts import Draft, Export, Outgoing, head_of, headed, line_of

_SPREAD = frozenset((decks.DECK, decks.SIDEBOARD))  #: and piles: sections in which cards of several types stand
_UNCOUNTABLE = frozenset(("Equipment", "Gear", "Terrain"))
_NOT_RECORDED, _NOT_READ = "Type not recorded", "Not read"
_ORDER = (
    *("Main Character", "Character", "Supporting Character", "Unit", "Spell", "Gear", "Equipment", "Plot Twist"),
    *("Location", "Basic Location", "Special Location"),
)


def write_text(out: Outgoing) -> Export:
    """The list in our own layout: every line leads back to its card, those that weren't read stay as they are."""
    return Export(decklists.write(headed(out.deck, game=out.deck.game)))


def write_plain(out: Outgoing) -> Export:
    """Count and full title; the code beside it only where the title alone could mean another card."""
    deck = out.deck
    lines = decklists.write(replace(headed(deck), entries=(), metadata={})).splitlines()
    section = game_of(deck.game).sections.unheaded
    for entry in deck.entries:
        if entry.section != section:
            section = entry.section
            lines.append(title_of(section))
        is_plain = entry.state == READ and entry.card and not needed_code(entry.card, out.catalog)
        lines.append(f"{entry.count} {entry.card.title}" if is_plain and entry.card else line_of(entry, deck.game))
    return _joined(lines)


def write_by_type(out: Outgoing) -> Export:
    """Sections with their sizes, in them the types with theirs, the cheapest cards first."""
    deck = out.deck
    lines = head_of(deck)
    for place, (section, entries) in enumerate(deck.sections.items()):
        if place or section != game_of(deck.game).sections.unheaded:
            lines += [*([""] if place else []), f"{title_of(section)} ({_size(entries)})"]
        lines += _sorted_section(deck, section, entries)
    return _joined(lines)


def read_text(text: str) -> Draft:
    """A list in any of these layouts, which are one to the reader, or as people write it."""
    return Draft(tuple(lines_of(text)), game=decklists.metadata(text).get("game", ""))


def _sorted_section(deck: Deck, section: str, entries: Sequence[Entry]) -> Iterator[str]:
    read = sorted((entry for entry in entries if entry.state == READ), key=_by_cost)
    if section in _SPREAD or section.startswith(decks.PILE):
        for kind in sorted({_type(entry) for entry in read}, key=_by_kind):
            of_kind = [entry for entry in read if _type(entry) == kind]
            yield _subheading(kind, _size(of_kind), deck.game)
            yield from (line_of(entry, deck.game) for entry in of_kind)
    else:
        yield from (line_of(entry, deck.game) for entry in read)
    unread = [entry for entry in entries if entry.state != READ]
    if unread:
        yield f"## {_NOT_READ} ({len(unread)})"
        yield from (line_of(entry, deck.game) for entry in unread)


def _subheading(kind: str, size: int, game: str) -> str:
    """A heading that opens no section: bare where the reader knows it for one that sorts, else a comment."""
    plural = kind if kind in _UNCOUNTABLE or kind == _NOT_RECORDED else f"{kind}s"
    found = heading(plural, game)
    if found and found.section:
        return f"## Of type {kind} ({size})"
    return f"{plural} ({size})" if found else f"## {plural} ({size})"


def _type(entry: Entry) -> str:
    return (entry.card.type if entry.card else None) or _NOT_RECORDED


def _by_kind(kind: str) -> tuple[int, str]:
    return (_ORDER.index(kind) if kind in _ORDER else len(_ORDER) + (kind == _NOT_RECORDED), kind)


def _by_cost(entry: Entry) -> tuple[float, str]:
    card = entry.card
    return (_cost(card), card.title) if card else (inf, "")


def _cost(card: Card) -> float:
    """What it costs, the first of the game's curves; a sign or nothing recorded comes last."""
    cost = getattr(card, game_of(card.game).stats.axes[0].fact)
    return cost if isinstance(cost, int) else inf


def _size(entries: Iterable[Entry]) -> int:
    return sum(entry.count for entry in entries)


def _joined(lines: Iterable[str]) -> Export:
    return Export("\n".join(lines) + "\n")
