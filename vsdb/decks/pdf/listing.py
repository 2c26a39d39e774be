"""A deck in the order in which it is registered: parts, groups by type, cards by cost and name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain

from engine.decklists.sections import title_of
from engine.model import decks
from engine.model.cards import Card, Figure
from engine.model.decks import READ, Deck, Entry
from engine.model.games import game_of
from engine.model.names import fold
from vsdb.catalog.cards.reading.cards import CARD_TYPES

_NO_TYPE = "Type not recorded"
NOT_READ = "Not read"


@dataclass(frozen=True, slots=True)
class Row:
    """A card of a part with its count, or a line that names no one card, as it was written."""

    count: int
    name: str
    code: str = ""
    is_read: bool = True
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The cards of one type in a part; `title` is empty where a part needs no groups."""

    title: str
    count: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the list, `count` with unknown and ambiguous cards."""

    title: str
    count: int
    groups: tuple[Group, ...]


def parts(deck: Deck) -> tuple[Part, ...]:
    """The sections that a deck has, in the order in which a judge looks at them."""
    names = ordered(deck.sections, deck.game)
    return tuple(Part(title_of(name), deck.size(name), tuple(_groups(deck, name))) for name in names)


def ordered(sections: Iterable[str], game: str) -> list[str]:
    """Sections by their slugs in the order of the sheet: those of the game, piles by name, the sideboard."""
    order = game_of(game).sections.order

    def place(name: str) -> tuple[int, int, str]:
        if name.startswith(decks.PILE):
            return 1, 0, fold(name)
        return (2, 0, "") if name == decks.SIDEBOARD else (0, order.index(name) if name in order else len(order), name)

    return sorted(sections, key=place)


def row_of(card: Card, count: int, entries: Sequence[Entry]) -> Row:
    """A card with its count; its printing is the one that the list names, else the first recorded with its number."""
    named = (entry.printing for entry in entries if entry.card is card and entry.printing)
    recorded = (printing.code for printing in card.printings if printing.set_code and printing.number)
    return Row(count, card.title, next(chain(named, recorded), ""), card=card)


def unread_row(entry: Entry) -> Row:
    """A line that names no one card, as it was written, with its number."""
    return Row(entry.count, entry.written.strip() or entry.name, f"line {entry.line}" if entry.line else "", False)


def _groups(deck: Deck, section: str) -> Iterable[Group]:
    entries = deck.sections[section]
    by_type: dict[str, list[tuple[Card, int]]] = {}
    for card, count in deck.read(section):
        by_type.setdefault(card.type or _NO_TYPE, []).append((card, count))
    kinds = (*CARD_TYPES.get(deck.game, ()), _NO_TYPE)
    for kind in sorted(by_type, key=lambda each: (kinds.index(each) if each in kinds else len(kinds), each)):
        held = sorted(by_type[kind], key=lambda each: _place(each[0]))
        rows = tuple(row_of(card, count, entries) for card, count in held)
        yield Group(kind if section == decks.DECK else "", sum(row.count for row in rows), rows)
    unread = tuple(unread_row(entry) for entry in entries if entry.state != READ)
    if unread:
        yield Group(NOT_READ, sum(row.count for row in unread), unread)


def _place(card: Card) -> tuple[tuple[int, int, str], int, str, str]:
    """Cards by cost, by level, by title; a cost that isn't recorded comes last."""
    cost = card.cost if card.cost is not None else card.energy
    return _of_figure(cost), card.level or 0, fold(card.title), card.slug


def _of_figure(figure: Figure) -> tuple[int, int, str]:
    if isinstance(figure, int):
        return 1, figure, ""
    return (0, 0, figure) if figure else (2, 0, "")


def totals(deck: Deck) -> Mapping[str, int]:
    """How many cards stand in each section, by its title, in the order of the sheet."""
    return {title_of(name): deck.size(name) for name in ordered(deck.sections, deck.game)}


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """What stands on a sheet. What is empty is left as a line to write on.

    `verdict` is one line about the deck's legality; `check_url` the address at which the fingerprint is verified,
    to which the QR code leads. Without one it holds the fingerprint.
    """

    deck: Deck
    title: str = ""
    player: str = ""
    event: str = ""
    date: date | None = None
    format: str = ""
    fingerprint: str = ""
    verdict: str = ""
    check_url: str = ""
