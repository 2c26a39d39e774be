"""Cards found beside a card in the reference: by name, by link, by number. No queries."""

from __future__ import annotations

from functools import lru_cache

from engine.cards import Card
from engine.names import fold
from engine.reference import Reference


def cards_named(reference: Reference, text: str) -> list[Card]:
    """The cards whose title, other names and tags hold every word of a text; case, accents and dots don't matter."""
    words = fold(text).split()
    return [card for card, title in _folded_titles(reference) if all(word in title for word in words)]


@lru_cache(maxsize=8)
def _folded_titles(reference: Reference) -> tuple[tuple[Card, str], ...]:
    return tuple((card, fold(" ".join((card.title, *card.aka, *card.tags)))) for card in reference.catalog.cards)


def other_versions(reference: Reference, card: Card) -> list[Card]:
    """The other cards of its name, in the order of their titles."""
    return sorted(
        (other for other in reference.catalog.by_name(card.name) if other is not card), key=lambda other: other.slug
    )


def level_links(reference: Reference, card: Card) -> tuple[list[Card], list[Card]]:
    """The recorded cards that a main character levels into, and those that level into it."""
    by_slug = reference.catalog.by_slug
    above = [by_slug[slug] for slug in card.levels_into if slug in by_slug]
    below = [other for other in reference.catalog.cards if card.slug in other.levels_into]
    return above, below


def linked_cards(reference: Reference, card: Card) -> list[Card]:
    """The cards that its facts are recorded as linked with, in either direction, level-up links left out."""
    above, below = level_links(reference, card)
    linked = (other for code in card.linked for other in reference.catalog.by_printing(code))
    codes = {printing.code for printing in card.printings}
    backward = (other for other in reference.catalog.cards if codes.intersection(other.linked))
    return [other for other in dict.fromkeys((*linked, *backward)) if other not in (*above, *below, card)]


@lru_cache(maxsize=8)
def _by_set(reference: Reference) -> dict[str, list[tuple[str, Card]]]:
    found: dict[str, list[tuple[str, Card]]] = {}
    for card in reference.catalog.cards:
        for printing in card.printings:
            if printing.set_code:
                found.setdefault(printing.set_code, []).append((printing.number or "", card))
    for cards in found.values():
        cards.sort(key=lambda numbered: (not numbered[0], numbered[0], numbered[1].slug))
    return found


def neighbours(reference: Reference, card: Card) -> tuple[Card | None, Card | None, str]:
    """The cards before and after it in the first of its sets that numbers it, and the set's code."""
    code = next((printing.set_code for printing in card.printings if printing.set_code and printing.number), None)
    if code is None:
        return None, None, ""
    in_order = list(dict.fromkeys(other for number, other in _by_set(reference)[code] if number))
    place = in_order.index(card)
    before = in_order[place - 1] if place else None
    after = in_order[place + 1] if place + 1 < len(in_order) else None
    return before, after, code
