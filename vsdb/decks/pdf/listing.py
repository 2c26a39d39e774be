"""A deck in the order in which it is registered, and the judge's list: every card by name, to tick in a deck check."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import chain
from typing import Any

from engine.decklists.sections import section_title
from engine.model import decks
from engine.model.cards import Card
from engine.model.decks import READ, Deck, DeckEntry
from engine.model.games import game_of, games
from engine.model.names import fold
from vsdb.catalog.cards.faces import name_card
from vsdb.catalog.cards.reading.cards import CARD_TYPES
from vsdb.decks.grouping import TYPE, find_group

_FIXED = {decks.DECK: 1, decks.SIDEBOARD: 4}  #: places on the sheet that are the same in every game
_NO_TYPE = "Type not recorded"
NOT_READ = "Not read"
CHECKS = 3  #: boxes to tick beside each card of the judge's list


@dataclass(frozen=True, slots=True)
class ListingRow:
    """A card of a part with its count, or a line that names no one card, as it was written."""

    count: int
    name: str
    code: str = ""
    is_read: bool = True
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class ListingGroup:
    """The cards of one type in a part; `title` is empty where a part needs no groups."""

    title: str
    count: int
    rows: tuple[ListingRow, ...]


@dataclass(frozen=True, slots=True)
class ListingPart:
    """A section of the list, `count` with unknown and ambiguous cards."""

    title: str
    count: int
    groups: tuple[ListingGroup, ...]


def build_parts(deck: Deck, by: str = TYPE) -> tuple[ListingPart, ...]:
    """The sections that a deck has, in the order in which a judge looks at them, the main one in groups."""
    names = sort_sections(deck.sections, deck.game)
    groups = _groups if by == TYPE else partial(_other_groups, by=by)
    return tuple(ListingPart(section_title(name), deck.size(name), tuple(groups(deck, name))) for name in names)


def sort_sections(sections: Iterable[str], game: str) -> list[str]:
    """Sections by their slugs in the order of the sheet: what stands before the deck in the order of the game, or of
    the first that has it, the deck, piles by name, what stands behind it, the sideboard."""
    orders = [each.sections.order for each in (game_of(game), *games())]

    def place(name: str) -> tuple[int, int, int, str]:
        if name in _FIXED:
            return _FIXED[name], 0, 0, name
        if name.startswith(decks.PILE):
            return 2, 0, 0, fold(name)
        for rank, order in enumerate(orders):
            if name in order:
                is_behind = decks.DECK in order[: order.index(name)]
                return 3 if is_behind else 0, rank, order.index(name), name
        return 1, 1, 0, name

    return sorted(sections, key=place)


def list_rows(deck: Deck, section: str) -> list[ListingRow]:
    """The cards of a section with their counts, then its lines that name no one card, as they were written."""
    entries = deck.sections[section]
    cards = [
        ListingRow(count, name_card(card), _printing(card, entries), card=card) for card, count in deck.read(section)
    ]
    return cards + [
        ListingRow(entry.count, entry.written.strip() or entry.name, f"line {entry.line}" if entry.line else "", False)
        for entry in entries
        if entry.state != READ
    ]


def _printing(card: Card, entries: Iterable[DeckEntry]) -> str:
    """The printing that the list names, else the first that is recorded with its number."""
    named = (entry.printing for entry in entries if entry.card is card and entry.printing)
    recorded = (printing.code for printing in card.printings if printing.set_code and printing.number)
    return next(chain(named, recorded), "")


def _groups(deck: Deck, section: str) -> Iterable[ListingGroup]:
    """The cards by type, the lines that weren't read last."""
    kinds = (*CARD_TYPES.get(deck.game, ()), _NO_TYPE)
    groups: dict[tuple[int, str], list[ListingRow]] = {}
    for row in sorted(list_rows(deck, section), key=_place):
        kind = (row.card.type or _NO_TYPE) if row.card else NOT_READ
        rank = kinds.index(kind) if kind in kinds else len(kinds) + (row.card is None)
        groups.setdefault((rank, kind), []).append(row)
    for (_, kind), rows in sorted(groups.items()):
        title = kind if section == decks.DECK or kind == NOT_READ else ""
        yield ListingGroup(title, sum(row.count for row in rows), tuple(rows))


def _other_groups(deck: Deck, section: str, by: str) -> Iterable[ListingGroup]:
    """The cards by cost or team, the lines that weren't read last."""
    groups: dict[tuple[int, Any, str], list[ListingRow]] = {}
    for row in sorted(list_rows(deck, section), key=_place):
        rank, title = find_group(row.card, by) if row.card and section == decks.DECK else (0, "")
        key = (0, rank, title) if row.card else (1, 0, NOT_READ)
        groups.setdefault(key, []).append(row)
    for (_, _, title), rows in sorted(groups.items(), key=lambda each: each[0]):
        yield ListingGroup(title, sum(row.count for row in rows), tuple(rows))


def _place(row: ListingRow) -> tuple[tuple[int, int, str], int, str, str]:
    """Cards by cost, by level, by title; a cost that isn't recorded comes last. Lines stay in their order."""
    card = row.card
    if card is None:
        return (3, 0, ""), 0, "", ""
    cost = card.cost if card.cost is not None else card.energy
    rank = (1, cost, "") if isinstance(cost, int) else (0, 0, cost) if cost else (2, 0, "")
    return rank, card.level or 0, fold(card.title), card.slug


def count_sections(deck: Deck) -> Mapping[str, int]:
    """How many cards stand in each section, by its title, in the order of the sheet."""
    return {section_title(name): deck.size(name) for name in sort_sections(deck.sections, deck.game)}


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


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A row of the judge's list, and the section that it stands in."""

    row: ListingRow
    where: str


def build_check_rows(deck: Deck) -> tuple[CheckRow, ...]:
    """The cards by name, a row for each section that a card stands in; lines that weren't read come last."""
    sections = sort_sections(deck.sections, deck.game)
    found = (CheckRow(row, section_title(section)) for section in sections for row in list_rows(deck, section))
    return tuple(sorted(found, key=lambda each: (not each.row.is_read, fold(each.row.name), each.row.code)))


def build_judge_list_page(sheet: SheetRequest, back: str = "") -> dict[str, Any]:
    """What templates/decks/pdf/judge_list.html shows, as `page`; `back` is the address of the deck."""
    totals = count_sections(sheet.deck)
    return {
        "sheet": sheet,
        "back": back,
        "rows": build_check_rows(sheet.deck),
        "totals": totals.items(),
        "cards": sum(totals.values()),
        "unread": len(sheet.deck.unsettled),
        "checks": range(1, CHECKS + 1),
    }
