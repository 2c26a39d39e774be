"""A deck as players lay it out: the places of its game with their cards, what is missing, and what to do next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain

from engine.decklists.sections import section_title
from engine.model.cards import Card
from engine.model.decks import READ, Deck, DeckEntry
from engine.model.formats import Format
from engine.model.game_site import PILED, UPRIGHT, SectionPlace
from engine.model.games import Step, game_of
from engine.repair.sizes import SectionSize, measure_sections
from vsdb.catalog.cards.faces import CardFace, build_face, name_card
from vsdb.core.words import quantity


@dataclass(frozen=True, slots=True)
class ListingRow:
    """A card of a section with its count, or a line that names no one card, as it was written."""

    count: int
    name: str
    code: str = ""
    is_read: bool = True
    card: Card | None = None

    @property
    def face(self) -> CardFace | None:
        """Its face without a text, for its colours and figures."""
        return build_face(self.card) if self.card else None


@dataclass(frozen=True, slots=True)
class CountedGroup:
    """Cards of a pile that share their domains, and how many there are; or its lines that weren't read."""

    rows: tuple[ListingRow, ...]

    @property
    def card(self) -> Card | None:
        """One of the cards; None where they are lines that weren't read."""
        return self.rows[0].card

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(row.count for row in self.rows)


@dataclass(frozen=True, slots=True)
class LaidPlace:
    """A section where players lay it. `step` is what to do next while cards are missing in it, None otherwise."""

    place: SectionPlace
    size: SectionSize
    rows: tuple[ListingRow, ...]
    step: Step | None = None

    @property
    def section(self) -> str:
        """The section's slug."""
        return self.place.section

    @property
    def title(self) -> str:
        """The section's title."""
        return section_title(self.section)

    @property
    def figures(self) -> str:
        """How many cards there are, of how many that belong there; empty where the one that belongs there is."""
        size = self.size
        return "" if size.held == size.least == size.most == 1 else describe_size(size)

    @property
    def is_piled(self) -> bool:
        """Whether its cards are one pile, of which the counts are told."""
        return self.place.lies == PILED

    @property
    def missing(self) -> str:
        """What an empty or half-empty place says: no legend, 2 of 3 battlefields; nothing where nothing is missing."""
        if self.step is None:
            return ""
        if not self.size.held:
            optional = " (optional)" if self.size.most and not self.size.least else ""
            return f"No {self.place.noun}{'' if self.place.lies == UPRIGHT else 's'}{optional}"
        return f"{self.size.held} of {quantity(self.size.least, self.place.noun)}"

    @property
    def groups(self) -> tuple[CountedGroup, ...]:
        """The cards of a pile by domain, those of most cards first, the lines that weren't read last."""
        found: dict[object, list[ListingRow]] = {}
        for row in self.rows:
            found.setdefault(row.card.domains if row.card else "", []).append(row)
        counted = (CountedGroup(tuple(rows)) for rows in found.values())
        return tuple(sorted(counted, key=lambda each: (each.card is None, -each.count, each.rows[0].name)))


@dataclass(frozen=True, slots=True)
class PlayArea:
    """The places of a deck, the sizes of all its sections that the format asks for, and what to do in the others."""

    game: str
    fmt: Format | None
    on: date
    places: tuple[LaidPlace, ...]
    sizes: Mapping[str, SectionSize]
    steps: Mapping[str, Step]
    is_empty: bool = False  #: the deck has no cards at all

    @property
    def sections(self) -> frozenset[str]:
        """The sections that have a place."""
        return frozenset(each.section for each in self.places)


def build_play_area(deck: Deck, fmt: Format | None, on: date) -> PlayArea | None:
    """A deck as players lay it out, with the numbers of its format on a day; None in a game whose decks are one pile.
    No query."""
    places = game_of(deck.game).site.play_area
    if not places:
        return None
    sizes = measure_deck(deck, fmt, on)
    asked = game_of(deck.game).sections.asked(deck)
    laid = (_lay(place, deck, fmt, sizes, is_asked=place.section in asked) for place in places)
    steps = _list_other_steps(deck, fmt, sizes)
    return PlayArea(deck.game, fmt, on, tuple(filter(None, laid)), sizes, steps, not deck.entries)


def _list_other_steps(deck: Deck, fmt: Format | None, sizes: Mapping[str, SectionSize]) -> dict[str, Step]:
    """What to do next in sections without a place in which cards are missing; without a format, in those of no card."""
    game = game_of(deck.game)
    if fmt:
        short = {section for section, size in sizes.items() if size.missing}
    else:
        short = set(game.sections.asked(deck)) - deck.sections.keys()
    short -= {place.section for place in game.site.play_area}
    steps = ((section, game.building.next_step(deck, section, fmt)) for section in sorted(short))
    return {section: step for section, step in steps if step}


def _lay(
    place: SectionPlace, deck: Deck, fmt: Format | None, sizes: Mapping[str, SectionSize], *, is_asked: bool
) -> LaidPlace | None:
    """A place with its cards; None where it has none and the format, or else the game, asks for none there."""
    section, entries = place.section, deck.sections.get(place.section, ())
    size = sizes.get(section) or SectionSize(deck.size(section))
    is_due = is_asked and (fmt is None or section in sizes or place.is_for_cards)
    if not entries and not is_due:
        return None
    is_short = size.missing or not entries
    step = find_step(place, deck, fmt, size) if is_short else None
    return LaidPlace(place, size, tuple(list_rows(deck, section)), step)


def measure_deck(deck: Deck, fmt: Format | None, on: date) -> Mapping[str, SectionSize]:
    """The sizes of the sections that a format asks for, and its cards; none in a game whose decks are one pile."""
    game = game_of(deck.game)
    if fmt is None or not game.site.play_area:
        return {}
    asked = {
        each: SectionSize(deck.size(each), count, count) for each, count in game.sections.asked_sizes(deck).items()
    }
    return {**measure_sections(deck.sizes, fmt, on), **asked}


def describe_size(size: SectionSize) -> str:
    """How many cards there are of how many, with the sections counted along: 40 of 40, champion included."""
    beside = " and ".join(section_title(each).lower() for each in sorted(size.beside))
    return f"{size.words}, {beside} included" if beside else size.words


def find_step(place: SectionPlace, deck: Deck, fmt: Format | None, size: SectionSize) -> Step | None:
    """What to do next in a place in which cards are missing, with their number where more than one belong there."""
    step = game_of(deck.game).building.next_step(deck, place.section, fmt)
    if step is None or size.least < 2:
        return step
    return replace(step, words=f"Add {quantity(size.missing, place.noun)}")


def list_rows(deck: Deck, section: str) -> list[ListingRow]:
    """The cards of a section with their counts, then its lines that name no one card, as they were written."""
    entries = deck.sections.get(section, ())
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
