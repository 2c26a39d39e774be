"""A deck in the order in which it is registered, and the judge's list: every card by name, to tick in a deck check."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from engine.decklists.sections import section_title
from engine.model import decks
from engine.model.decks import Deck
from engine.model.game_site import PILED
from engine.model.games import Step, game_of, games
from engine.model.names import fold
from engine.repair.sizes import SectionSize
from vsdb.catalog.cards.reading.cards import CARD_TYPES
from vsdb.check.play_area import ListingRow, PlayArea, describe_size, list_rows
from vsdb.core.words import quantity
from vsdb.decks.grouping import TYPE, find_group

_FIXED = {decks.DECK: 1, decks.SIDEBOARD: 4}  #: places on the sheet that are the same in every game
_NO_TYPE = "Type not recorded"
NOT_READ = "Not read"
MAX_OPEN_ROWS = 16  #: to write on in a section
CHECKS = 3  #: boxes to tick beside each card of the judge's list


@dataclass(frozen=True, slots=True)
class ListingGroup:
    """The cards of one type in a part; `title` is empty where a part needs no groups."""

    title: str
    count: int
    rows: tuple[ListingRow, ...]


@dataclass(frozen=True, slots=True)
class ListingPart:
    """A section of the list, `count` with unknown and ambiguous cards; `size` is what a format asks for there, `step`
    what to do next while cards are missing."""

    section: str
    title: str
    count: int
    groups: tuple[ListingGroup, ...]
    size: SectionSize | None = None
    step: Step | None = None

    @property
    def figures(self) -> str:
        """How many cards there are, of how many that the format asks for."""
        return describe_size(self.size) if self.size else str(self.count)

    @property
    def missing(self) -> str:
        """What a section says in which cards are missing, or none are: 39 of 40 cards, no cards of up to 10."""
        if self.size is None:
            return "No cards" if self.step else ""
        if self.groups and not self.size.missing:
            return ""
        if not self.size.least:
            return f"No cards. Up to {self.size.most} allowed"
        return f"{self.size.held} of {quantity(self.size.least, 'card')}"


def build_parts(deck: Deck, by: str = TYPE, area: PlayArea | None = None) -> tuple[ListingPart, ...]:
    """The sections that a deck has, in the order in which a judge looks at them, the main one in groups.

    With a play area: those that have no place there, though empty where the format says how many cards they have.
    """
    groups = _groups if by == TYPE else partial(_other_groups, by=by)
    if area is None:
        names = sort_sections(deck.sections, deck.game)
        return tuple(
            ListingPart(name, section_title(name), deck.size(name), tuple(groups(deck, name))) for name in names
        )
    shown = deck.sections.keys() | (area.sizes.keys() & _FIXED) | area.steps.keys()
    names = sort_sections(shown - area.sections, deck.game)
    return tuple(
        ListingPart(
            *(name, section_title(name), deck.size(name), tuple(groups(deck, name))),
            *(area.sizes.get(name), area.steps.get(name)),
        )
        for name in names
    )


def build_sheet_parts(deck: Deck, area: PlayArea | None) -> tuple[ListingPart, ...]:
    """The sections in the order in which a judge looks at them; with an area those too in which a format asks for
    cards and none are, each with its number."""
    if area is None:
        return build_parts(deck)
    names = sort_sections(deck.sections.keys() | area.sizes.keys(), deck.game)
    parts = (
        (name, section_title(name), deck.size(name), tuple(_groups(deck, name)), area.sizes.get(name)) for name in names
    )
    return tuple(ListingPart(*part) for part in parts)


def list_open_rows(deck: Deck, part: ListingPart) -> tuple[str, ...]:
    """The rows to write on in a section, each with what belongs there, where that is known: one for each card that is
    missing or may still come; of runes one for each domain."""
    place = next((each for each in game_of(deck.game).site.play_area if each.section == part.section), None)
    if part.size is None:
        return ()
    if place and place.lies == PILED:
        return _list_open_domains(deck, part) if part.size.missing else ()
    return ("",) * min(part.size.missing or part.size.room, MAX_OPEN_ROWS)


def _list_open_domains(deck: Deck, part: ListingPart) -> tuple[str, ...]:
    """The domains of the legend of which no card is in the pile; without a legend two rows, else one at least."""
    leads = [card for section in game_of(deck.game).stats.leads for card, _ in deck.read(section)]
    wanted = [domain for card in leads for domain in card.domains or ()]
    held = {domain for card, _ in deck.read(part.section) for domain in card.domains or ()}
    open_domains = tuple(domain for domain in wanted if domain not in held)
    return open_domains or ("",) * (1 if wanted or part.count else 2)


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

    `about` is a line about who gave it in and when, `verdict` one about the deck's legality; `check_url` the address to
    which the QR code leads, where the fingerprint is verified or the deck checked, and `check_code` what a judge types
    instead. Without an address it holds the fingerprint. With `area` sections have the numbers of the format, and rows
    to write on where cards are missing.
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
    area: PlayArea | None = None
    about: str = ""
    check_code: str = ""


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
    totals, sizes = count_sections(sheet.deck), sheet.area.sizes if sheet.area else {}
    return {
        "sheet": sheet,
        "back": back,
        "rows": build_check_rows(sheet.deck),
        "totals": list(_total_sections(sheet.deck, sizes)),
        "cards": sum(totals.values()),
        "unread": len(sheet.deck.unsettled),
        "checks": range(1, CHECKS + 1),
    }


def _total_sections(deck: Deck, sizes: Mapping[str, SectionSize]) -> Iterable[tuple[str, str]]:
    """The sections by title, each with how many cards there are of how many that a format asks for."""
    for name in sort_sections(deck.sections, deck.game):
        size = sizes.get(name)
        beside = [section_title(each).lower() for each in sorted(size.beside)] if size else []
        title = " with ".join(filter(None, (section_title(name), " and ".join(beside))))
        yield title, size.words if size else str(deck.size(name))
