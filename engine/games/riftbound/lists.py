"""The sections of a Riftbound list, where its cards belong, and how they are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.games.riftbound.deck_terms import read_deck_terms
from engine.games.riftbound.identity import CHAMPION_UNIT
from engine.model import decks
from engine.model.cards import Card
from engine.model.catalog import LEGEND
from engine.model.decks import Deck, DeckEntry, ReadingNote
from engine.model.games import DeckSection, NamingRules, SectionRules

BY_TYPE = {LEGEND: decks.LEGEND, "Rune": decks.RUNES, "Battlefield": decks.BATTLEFIELDS}
_TOKEN = "Token"  # noqa: S105 - a kind of card
_CHAMPION = ("champion", "champions", "chosen champion", "chosenchampion", "champion unit")
_ADDITIONAL = ("additional legend", "additional legends", "additionallegend", "additionallegends")
_OWN = (
    DeckSection(decks.LEGEND, "Legend", ("legend", "legends", "champion legend", "championlegend")),
    DeckSection(decks.ADDITIONAL_LEGENDS, "Additional Legends", _ADDITIONAL),
    DeckSection(decks.CHAMPION, "Champion", _CHAMPION),
    DeckSection(decks.RUNES, "Runes", ("rune", "runes", "rune deck", "runedeck", "rune pool", "runepool")),
    DeckSection(decks.BATTLEFIELDS, "Battlefields", ("battlefield", "battlefields", "battlefield deck")),
)
_EVERY_DECK = (decks.LEGEND, decks.CHAMPION, decks.DECK, decks.RUNES, decks.BATTLEFIELDS, decks.SIDEBOARD)
_ORDER = (decks.LEGEND, decks.ADDITIONAL_LEGENDS, *_EVERY_DECK[1:])
TITLES = {decks.DECK: "Deck", **{section.slug: section.title for section in _OWN}}


def find_default_section(card: Card, deck: Deck) -> str:
    """The section of its type; the first champion unit with the legend's tag is the chosen one."""
    section = BY_TYPE.get(card.type or "", decks.DECK)
    tags = {tag for legend, _ in deck.read(decks.LEGEND) for tag in legend.tags}
    if section == decks.DECK and not deck.size(decks.CHAMPION) and _may_be_chosen(card, tags):
        return decks.CHAMPION
    return section


def sort_into_sections(entries: Iterable[DeckEntry]) -> tuple[DeckEntry, ...]:
    """The entries of a list that opens no section, but for a sideboard, placed by type, each said in a note.

    The first champion unit with a tag of the legend is the chosen champion, one copy of it: whichever it is of several
    that fit, the rules ask the same of the deck.
    """
    at_home = [move_to_section_of_type(entry) for entry in entries]
    tags = {tag for entry in at_home if entry.section == decks.LEGEND and entry.card for tag in entry.card.tags}
    deck = ((place, each.card) for place, each in enumerate(at_home) if each.card and each.section == decks.DECK)
    chosen = next(((place, card) for place, card in deck if _may_be_chosen(card, tags)), None)
    if chosen is None:
        return tuple(at_home)
    at, card = chosen
    return (*at_home[:at], *_choose_one(at_home[at], card), *at_home[at + 1 :])


def move_to_section_of_type(entry: DeckEntry) -> DeckEntry:
    """A line of a list without headings in the section that its card's type tells."""
    card = entry.card
    if card is None or card.supertype == _TOKEN or entry.section != decks.DECK:
        return entry
    section = BY_TYPE.get(card.type or "")
    return _move_entry(entry, card, section) if section else entry


def _may_be_chosen(card: Card, tags: set[str]) -> bool:
    """Whether it is a champion unit with a tag of the legend."""
    return (card.type, card.supertype) == ("Unit", CHAMPION_UNIT) and not tags.isdisjoint(card.tags)


def _choose_one(entry: DeckEntry, card: Card) -> tuple[DeckEntry, ...]:
    """One copy as the chosen champion, what is left where it stood."""
    champion = _move_entry(replace(entry, count=1), card, decks.CHAMPION)
    return (champion, replace(entry, count=entry.count - 1)) if entry.count > 1 else (champion,)


def _move_entry(entry: DeckEntry, card: Card, section: str) -> DeckEntry:
    note = ReadingNote("section-inferred", f"The list has no headings; {card.title} read as {TITLES[section]}")
    return replace(entry, section=section, notes=(*entry.notes, note))


def list_asked_sections(deck: Deck) -> tuple[str, ...]:
    """The sections that every deck has, and that of additional legends where a card asks for some."""
    return _ORDER if read_deck_terms(deck).legends else _EVERY_DECK


def map_asked_sizes(deck: Deck) -> dict[str, int]:
    """How many additional legends its cards ask for."""
    count = read_deck_terms(deck).legend_count
    return {} if count is None else {decks.ADDITIONAL_LEGENDS: count}


def list_titles(card: Card) -> tuple[str, ...]:
    """The name; a legend's also behind its champion's."""
    return _legend_titles(card, card.name) if card.type == LEGEND else (card.name,)


def list_short_titles(card: Card) -> Iterator[str]:
    """The titles of a legend whose name goes on after a comma, up to there."""
    if card.type == LEGEND and "," in card.name:
        yield from _legend_titles(card, card.name.split(",", maxsplit=1)[0])


def _legend_titles(legend: Card, name: str) -> tuple[str, ...]:
    """A legend's name alone and behind its champion's."""
    return (name, *(f"{champion}, {name}" for champion in legend.tags))


def characters(cards: Iterable[Card]) -> dict[Card, frozenset[str]]:
    """The champions that cards show, by those of their tags that legends have."""
    held = tuple(cards)
    champions = frozenset(tag for card in held if card.type == LEGEND for tag in card.tags)
    return {card: champions.intersection(card.tags) for card in held}


SECTIONS = SectionRules(
    own=_OWN,
    order=_ORDER,
    asked=list_asked_sections,
    asked_sizes=map_asked_sizes,
    home=find_default_section,
    place=sort_into_sections,
)


def title_on_pages(card: Card) -> str:
    """A legend's title behind the champion whom it shows, where the title doesn't name them."""
    champion = card.tags[0] if card.type == LEGEND and card.tags else ""
    return card.title if not champion or champion in card.title else f"{champion}, {card.title}"


NAMING = NamingRules(
    has_rarity_letters=False,
    titles=list_titles,
    short_titles=list_short_titles,
    page_title=title_on_pages,
    characters=characters,
)
