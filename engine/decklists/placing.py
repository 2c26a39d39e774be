"""Where the cards of a Riftbound list without headings belong: by their types, each said in a note."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.decklists.sections import NAMES
from engine.model import decks
from engine.model.cards import RIFTBOUND, Card
from engine.model.decks import Entry, Note

_BY_TYPE = {"Legend": decks.LEGEND, "Rune": decks.RUNES, "Battlefield": decks.BATTLEFIELDS}
_TOKEN = "Token"  # noqa: S105 - a kind of card
_CHAMPION_UNIT = ("Unit", "Champion")


def placed(entries: Iterable[Entry], game: str, opened: Iterable[str]) -> tuple[Entry, ...]:
    """The entries, those of a list that opens no section, but for a sideboard, placed by type.

    The first champion unit with a tag of the legend is the chosen champion, one copy of it: whichever it is of several
    that fit, the rules ask the same of the deck.
    """
    entries = tuple(entries)
    if game != RIFTBOUND or not {decks.SIDEBOARD}.issuperset(opened):
        return entries
    at_home = [by_type(entry) for entry in entries]
    tags = {tag for entry in at_home if entry.section == decks.LEGEND and entry.card for tag in entry.card.tags}
    deck = ((place, each.card) for place, each in enumerate(at_home) if each.card and each.section == decks.DECK)
    chosen = next(((place, card) for place, card in deck if _may_be_chosen(card, tags)), None)
    if chosen is None:
        return tuple(at_home)
    at, card = chosen
    return (*at_home[:at], *_one_chosen(at_home[at], card), *at_home[at + 1 :])


def by_type(entry: Entry) -> Entry:
    """A line of a list without headings in the section that its card's type tells."""
    card = entry.card
    if card is None or card.supertype == _TOKEN or entry.section != decks.DECK:
        return entry
    section = _BY_TYPE.get(card.type or "")
    return _moved(entry, card, section) if section else entry


def _may_be_chosen(card: Card, tags: set[str]) -> bool:
    """Whether it is a champion unit with a tag of the legend."""
    return (card.type, card.supertype) == _CHAMPION_UNIT and not tags.isdisjoint(card.tags)


def _one_chosen(entry: Entry, card: Card) -> tuple[Entry, ...]:
    """One copy as the chosen champion, what is left where it stood."""
    champion = _moved(replace(entry, count=1), card, decks.CHAMPION)
    return (champion, replace(entry, count=entry.count - 1)) if entry.count > 1 else (champion,)


def _moved(entry: Entry, card: Card, section: str) -> Entry:
    note = Note("section-inferred", f"The list has no headings; {card.title} is read as under {NAMES[section]}")
    return replace(entry, section=section, notes=(*entry.notes, note))
