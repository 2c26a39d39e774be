"""A deck given as a list of items, as the API takes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from engine.decklists.encoding import MAX_LINES
from engine.decklists.lines import MAX_COPIES, ParsedLine, find_line_problem
from engine.decklists.reading import ListReader
from engine.decklists.sections import find_section
from engine.model import decks
from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import READ, UNKNOWN, Deck, DeckEntry
from engine.model.errors import InputError

FIELDS = ("section", "count", "name", "printing", "slug")


def read_items(
    items: Iterable[Mapping[str, Any]],
    catalog: Catalog,
    as_of: date,
    *,
    title: str = "",
    metadata: Mapping[str, str] | None = None,
) -> Deck:
    """The deck that a list of `{"section", "count", "name" | "printing" | "slug"}` says, as if it had been pasted.

    The section is the deck where none is given, and in Riftbound, where no item gives one, that of the card's type; the
    count is one where none is given. An item's `line` is its place in the list, from 1. Raises InputError naming the
    item and the field that can't be used.
    """
    reader = ListReader(catalog, as_of)
    opened: set[str] = set()
    for number, item in enumerate(items, start=1):
        if number > MAX_LINES:
            raise InputError(f"the list has more than {MAX_LINES:,} items", place="deck", code="too-long")
        if not isinstance(item, Mapping):
            raise InputError(f"{type(item).__name__}; each item must be an object", place=f"deck[{number - 1}]")
        reader.add(_entry(number, item, reader))
        opened |= {reader.entries[-1].section} if item.get("section") else set()
    return Deck(catalog.game, reader.sort_into_sections(opened), title, dict(metadata or {}))


def _entry(number: int, item: Mapping[str, Any], reader: ListReader) -> DeckEntry:
    place = f"deck[{number - 1}]"
    surplus = sorted(str(field) for field in item if field not in FIELDS)
    if surplus:
        raise InputError(f"unknown field; the fields are {', '.join(FIELDS)}", place=f"{place}.{surplus[0][:60]}")
    name, printing, slug = (_text(item, field, place) for field in ("name", "printing", "slug"))
    if not (name or printing or slug):
        raise InputError("give a name, a printing or a slug", place=place)
    section = _section(_text(item, "section", place), place, reader.catalog.game)
    count = _count(item.get("count", 1), place)
    written = f"{count} {name or slug}" + (f" [{printing}]" if printing else "")
    if slug:
        card = reader.catalog.by_slug.get(slug)
        state = READ if card else UNKNOWN
        code = disambiguating_code(card, reader.catalog)
        return DeckEntry(section, count, card, state, number, written, name or slug, printing=code)
    found = reader.resolve(ParsedLine(count, name, printing), section)
    return DeckEntry(
        section,
        count,
        found.card,
        found.state,
        number,
        written if name else f"{count} {printing}",
        name or printing,
        found.candidates,
        found.notes,
        printing=found.printing,
    )


def disambiguating_code(card: Card | None, catalog: Catalog) -> str:
    """The slug, where the card's title alone wouldn't lead back to it."""
    return card.slug if card and catalog.by_title(card.title) != (card,) else ""


def _text(item: Mapping[str, Any], field: str, place: str) -> str:
    value = item.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"{type(value).__name__}; must be text", place=f"{place}.{field}")
    problem = find_line_problem(value) or ("line break; must be one line" if len(value.splitlines()) > 1 else "")
    if problem:
        raise InputError(problem, place=f"{place}.{field}")
    return " ".join(value.split())


def _count(value: Any, place: str) -> int:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if not is_number or not 1 <= value <= MAX_COPIES:
        found = value if is_number and abs(value) < 10**12 else type(value).__name__
        raise InputError(f"{found}; must be a whole number from 1 to {MAX_COPIES:,}", place=f"{place}.count")
    return int(value)


def _section(text: str, place: str, game: str) -> str:
    if not text:
        return decks.DECK
    found = find_section(text, game)
    if found is None:
        raise InputError(f"“{text[:60]}” is not a section of this game", place=f"{place}.section")
    return found
