"""Cards, decks and formats for tests, with only the facts that a test is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from engine.model.cards import RIFTBOUND, Between, Card, CardSet, Keyword, Printing
from engine.model.catalog import Catalog
from engine.model.decks import DECK, Deck, DeckEntry
from engine.model.formats import Construction, Format
from engine.model.verdicts import Breach, Measure
from engine.rules import Check

DAY = date(2026, 6, 1)


def card(game: str, name: str, **facts: Any) -> Card:
    """A card; keywords are given as names, printings as codes (`MOR-053`)."""
    printings = (_printing(code) for code in facts.pop("printings", ()))
    keywords = (Keyword(keyword) for keyword in facts.pop("keywords", ()))
    slug = re.sub(r"[^a-z0-9]+", "-", facts.get("title", name).casefold()).strip("-")
    return Card(
        **{
            "game": game,
            "slug": slug,
            "name": name,
            "title": name,
            "copy_key": slug,
            "keywords": tuple(keywords),
            "printings": tuple(printings),
            **facts,
        }
    )


def _printing(code: str) -> Printing:
    set_code, _, number = code.partition("-")
    return Printing(set_code, number or None)


def card_set(game: str, code: str, earliest: date, latest: date | None = None, **facts: Any) -> CardSet:
    """A set released on a day, or between two."""
    return CardSet(game, code, facts.pop("name", code), Between(earliest, latest or earliest), **facts)


def catalog(game: str, cards: Iterable[Card], *sets: CardSet) -> Catalog:
    """The catalog of some cards and sets."""
    return Catalog(game, cards, {each.code: each for each in sets})


def deck(game: str, *entries: DeckEntry, **sections: Mapping[Card, int]) -> Deck:
    """A deck of read lines, each section a mapping of cards to counts (`main_character` for `main-character`)."""
    read = [
        DeckEntry(section.replace("_", "-"), count, each)
        for section, cards in sections.items()
        for each, count in cards.items()
    ]
    numbered = [replace(entry, line=line) for line, entry in enumerate((*read, *entries), start=1)]
    return Deck(game, tuple(numbered))


def unknown(count: int, name: str = "Nobody", section: str = DECK, state: str = "unknown") -> DeckEntry:
    """A line that names no one card."""
    return DeckEntry(section, count, state=state, name=name, written=f"{count} {name}")


def fmt(game: str, *, construction: Mapping[str, int | None] | None = None, **facts: Any) -> Format:
    """A format with these figures."""
    return Format(game, facts.pop("slug", "test"), "Test", construction=Construction(**(construction or {})), **facts)


def breaches(check: Check, deck: Deck, fmt: Format, as_of: date = DAY) -> list[Breach]:
    """What a check finds wrong."""
    return [said for said in check(deck, fmt, as_of) if isinstance(said, Breach)]


def severities(check: Check, deck: Deck, fmt: Format, as_of: date = DAY) -> list[str]:
    """How grave each thing is that a check finds."""
    return [breach.severity for breach in breaches(check, deck, fmt, as_of)]


def measures(check: Check, deck: Deck, fmt: Format, as_of: date = DAY) -> list[Measure]:
    """The figures that a check saw."""
    return [said for said in check(deck, fmt, as_of) if isinstance(said, Measure)]


def riftbound(name: str, kind: str, **facts: Any) -> Card:
    """A Riftbound card of a type, of the domain Fury unless told otherwise."""
    return card(RIFTBOUND, name, **{"type": kind, "domains": ("Fury",), **facts})
