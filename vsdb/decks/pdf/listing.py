"""A deck in the order in which it is registered, and blocks of it set into columns and pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain

from engine.decklists.sections import section_title
from engine.model import decks
from engine.model.cards import Card, Figure
from engine.model.decks import READ, Deck, DeckEntry
from engine.model.games import game_of, games
from engine.model.names import fold
from vsdb.catalog.cards.reading.cards import CARD_TYPES

_FIXED = {decks.DECK: 1, decks.SIDEBOARD: 4}  #: places on the sheet that are the same in every game
_NO_TYPE = "Type not recorded"
NOT_READ = "Not read"
PART, GROUP, ROW, UNREAD = "part", "group", "row", "unread"
COLUMNS = 2
_STEP = 6.0  #: points by which columns grow until they hold what is left


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


def build_parts(deck: Deck) -> tuple[ListingPart, ...]:
    """The sections that a deck has, in the order in which a judge looks at them."""
    names = sort_sections(deck.sections, deck.game)
    return tuple(ListingPart(section_title(name), deck.size(name), tuple(_groups(deck, name))) for name in names)


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


def build_row(card: Card, count: int, entries: Sequence[DeckEntry]) -> ListingRow:
    """A card with its count; its printing is the one that the list names, else the first recorded with its number."""
    named = (entry.printing for entry in entries if entry.card is card and entry.printing)
    recorded = (printing.code for printing in card.printings if printing.set_code and printing.number)
    return ListingRow(count, card.title, next(chain(named, recorded), ""), card=card)


def build_unread_row(entry: DeckEntry) -> ListingRow:
    """A line that names no one card, as it was written, with its number."""
    return ListingRow(
        entry.count, entry.written.strip() or entry.name, f"line {entry.line}" if entry.line else "", False
    )


def _groups(deck: Deck, section: str) -> Iterable[ListingGroup]:
    entries = deck.sections[section]
    by_type: dict[str, list[tuple[Card, int]]] = {}
    for card, count in deck.read(section):
        by_type.setdefault(card.type or _NO_TYPE, []).append((card, count))
    kinds = (*CARD_TYPES.get(deck.game, ()), _NO_TYPE)
    for kind in sorted(by_type, key=lambda each: (kinds.index(each) if each in kinds else len(kinds), each)):
        held = sorted(by_type[kind], key=lambda each: _place(each[0]))
        rows = tuple(build_row(card, count, entries) for card, count in held)
        yield ListingGroup(kind if section == decks.DECK else "", sum(row.count for row in rows), rows)
    unread = tuple(build_unread_row(entry) for entry in entries if entry.state != READ)
    if unread:
        yield ListingGroup(NOT_READ, sum(row.count for row in unread), unread)


def _place(card: Card) -> tuple[tuple[int, int, str], int, str, str]:
    """Cards by cost, by level, by title; a cost that isn't recorded comes last."""
    cost = card.cost if card.cost is not None else card.energy
    return _of_figure(cost), card.level or 0, fold(card.title), card.slug


def _of_figure(figure: Figure) -> tuple[int, int, str]:
    if isinstance(figure, int):
        return 1, figure, ""
    return (0, 0, figure) if figure else (2, 0, "")


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
class ColumnBlock:
    """What can't be divided; `part` is the part of the list that it belongs to."""

    kind: str
    height: float
    part: str
    lines: tuple[str, ...] = ()
    count: str = ""
    beside: str = ""

    @property
    def is_heading(self) -> bool:
        """Whether something has to stand below it."""
        return self.kind in (PART, GROUP)


Column = tuple[ColumnBlock, ...]
#: The heading that a part has where it goes on.
GoesOn = Callable[[ColumnBlock], ColumnBlock]


@dataclass(frozen=True, slots=True)
class ColumnPage:
    """The columns of a page; the last page has the closing."""

    columns: tuple[Column, ...]
    has_closing: bool


def fill_pages(
    blocks: Sequence[ColumnBlock], *, first: float, other: float, closing: float, goes_on: GoesOn
) -> list[ColumnPage]:
    """The pages that blocks fill: the first has columns of one height, the others of another.

    What closes the last page takes `closing` from its columns; these are made equally long there.
    """
    found: list[ColumnPage] = []
    start = 0
    while True:
        room = other if found else first
        columns, end = _balance_columns(blocks, start, room - closing, goes_on)
        if end == len(blocks):
            return [*found, ColumnPage(columns, has_closing=True)]
        columns, start = _fill_columns(blocks, start, room, goes_on)
        found.append(ColumnPage(columns, has_closing=False))


def _balance_columns(
    blocks: Sequence[ColumnBlock], start: int, room: float, goes_on: GoesOn
) -> tuple[tuple[Column, ...], int]:
    """Columns as short as hold all that is left, as long as there is room."""
    height = min(room, sum(block.height for block in blocks[start:]) / COLUMNS)
    while True:
        columns, end = _fill_columns(blocks, start, height, goes_on)
        if end == len(blocks) or height >= room:
            return columns, end
        height = min(room, height + _STEP)


def _fill_columns(
    blocks: Sequence[ColumnBlock], start: int, room: float, goes_on: GoesOn
) -> tuple[tuple[Column, ...], int]:
    """The columns of one page from a block on, and the block that comes after them."""
    columns = []
    for _ in range(COLUMNS):
        column, start = _column(blocks, start, room, goes_on)
        columns.append(column)
    return tuple(columns), start


def _column(blocks: Sequence[ColumnBlock], start: int, room: float, goes_on: GoesOn) -> tuple[Column, int]:
    """One column from a block on, and the block that comes after it."""
    if start == len(blocks):
        return (), start
    head = () if blocks[start].kind == PART else (goes_on(blocks[start]),)
    left = room - sum(block.height for block in head)
    end = start
    while end < len(blocks) and blocks[end].height <= left:
        left -= blocks[end].height
        end += 1
    while end > start and end < len(blocks) and blocks[end - 1].is_heading:
        end -= 1
    if end == start:  # however short the column is, something stands in it
        end = next(place for place in range(start, len(blocks)) if not blocks[place].is_heading) + 1
    return (*head, *blocks[start:end]), end
