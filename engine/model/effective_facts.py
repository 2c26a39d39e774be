"""A card as it reads on a day: what is recorded of it, and what the text that counts that day adds.

A recorded fact wins over what a text states; a text fills what isn't recorded. Where two texts of a card state
different things, each has its own from its day on: an errata that adds a keyword or a limit counts from then and not
before. A text whose day is uncertain counts from the last day that it can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from engine.model.cards import Card, Keyword, StatedFacts


def get_effective_card(card: Card, day: date) -> Card:
    """The card with the facts of that day; the same object where they are those recorded."""
    facts = find_effective_facts(card, day)
    return replace(card, **facts) if facts else card


def list_fact_change_days(card: Card) -> Iterator[date]:
    """The days from which the card's facts are others than before; `date.min` where they never are those recorded."""
    before: dict[str, Any] = {}
    for day in (date.min, *sorted({reading.since.latest for reading in card.readings if reading.since})):
        facts = find_effective_facts(card, day)
        if facts != before:
            yield day
        before = facts


def find_effective_facts(card: Card, day: date) -> dict[str, Any]:
    """The fields of the card that are other than recorded on a day."""
    counts = [reading for reading in card.readings if reading.since is None or reading.since.latest <= day]
    if not counts:
        return {}
    text = counts[-1]
    names = dict.fromkeys(name for reading in card.readings for name in reading.facts)
    facts = {
        name: _keywords(card, text) if name == "keywords" else _get_stated_fact(card, text, name) for name in names
    }
    return {name: value for name, value in facts.items() if value != getattr(card, name)}


def _get_stated_fact(card: Card, text: StatedFacts, name: str) -> object:
    recorded = getattr(card, name)
    nothing = () if isinstance(recorded, tuple) else None
    stated = text.facts.get(name, nothing)
    is_disputed = any(reading.facts.get(name, nothing) != stated for reading in card.readings)
    return stated if is_disputed or recorded in (None, ()) else recorded


def _keywords(card: Card, text: StatedFacts) -> tuple[Keyword, ...]:
    """Those recorded but the ones that only another text has, and those of the text; a recorded parameter wins."""
    stated: dict[str, list[Keyword]] = {}
    for keyword in _list_stated_keywords(text):
        stated.setdefault(keyword.name, []).append(keyword)
    elsewhere = {
        keyword.name for reading in card.readings for keyword in _list_stated_keywords(reading)
    } - stated.keys()
    kept = [keyword for keyword in card.keywords if keyword.name not in elsewhere]
    filled = (
        each for keyword in kept for each in ([keyword] if keyword.parameter else stated.get(keyword.name, [keyword]))
    )
    recorded = {keyword.name for keyword in kept}
    return (
        *dict.fromkeys(filled),
        *(keyword for keyword in _list_stated_keywords(text) if keyword.name not in recorded),
    )


def _list_stated_keywords(reading: StatedFacts) -> tuple[Keyword, ...]:
    found = reading.facts.get("keywords", ())
    return found if isinstance(found, tuple) else ()
