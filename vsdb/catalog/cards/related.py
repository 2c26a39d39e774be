"""Cards found beside a card in the reference: by name, by link, by number. No queries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from engine.model.cards import Card
from engine.model.games import game_of
from engine.model.reference import Reference

_NOBODY: frozenset[str] = frozenset()


def other_versions(reference: Reference, card: Card) -> list[Card]:
    """The other cards of its name, in the order of their slugs."""
    return sorted(
        (other for other in reference.catalog.by_name(card.name) if other is not card), key=lambda other: other.slug
    )


def level_chain(reference: Reference, card: Card) -> list[tuple[int | None, list[Card]]]:
    """Everything that levels up into a card and that it levels up into, step by step, with the card itself.

    Each step is a level with its cards; empty where nothing is recorded.
    """
    below, above = _followed(card, partial(_below, reference)), _followed(card, partial(_above, reference))
    if not below and not above:
        return []
    steps: dict[int | None, list[Card]] = {}
    for each in (*below, card, *above):
        steps.setdefault(each.level, []).append(each)
    return sorted(steps.items(), key=lambda step: step[0] or 0)


def _above(reference: Reference, card: Card) -> list[Card]:
    """The recorded cards that it levels into."""
    by_slug = reference.catalog.by_slug
    return [by_slug[slug] for slug in card.levels_into if slug in by_slug]


def _below(reference: Reference, card: Card) -> list[Card]:
    """The cards that level into it."""
    return [other for other in reference.catalog.cards if card.slug in other.levels_into]


def _followed(card: Card, follow: Callable[[Card], list[Card]]) -> list[Card]:
    """The cards that are reached from one, once each, without itself."""
    seen = {card: None}
    ahead = [card]
    while ahead:
        found = [each for each in follow(ahead.pop()) if each not in seen]
        seen.update(dict.fromkeys(found))
        ahead += found
    return list(seen)[1:]


def same_character(reference: Reference, card: Card) -> list[Card]:
    """The cards of other names that show the same character, by name."""
    characters = _characters(reference)
    own = characters.get(card, _NOBODY)
    return sorted(
        (other for other, names in characters.items() if names & own and other.name != card.name),
        key=lambda other: (other.name, other.slug),
    )


@lru_cache(maxsize=8)
def _characters(reference: Reference) -> Mapping[Card, frozenset[str]]:
    return game_of(reference.game).naming.characters(reference.catalog.cards)


@dataclass(frozen=True, slots=True)
class PileLinks:
    """An out-of-game pile of a card: whether the card uses it or is in it, and the cards on the other side."""

    name: str
    is_used: bool
    cards: tuple[Card, ...]


def piles(reference: Reference, card: Card) -> list[PileLinks]:
    """The piles that a card uses, with the cards in each; then those it is in, with the cards that use each."""
    cards = reference.catalog.cards
    used = (PileLinks(name, True, tuple(o for o in cards if name in o.member_of_piles)) for name in card.uses_piles)
    held = (PileLinks(name, False, tuple(o for o in cards if name in o.uses_piles)) for name in card.member_of_piles)
    return [*used, *held]


def linked_cards(reference: Reference, card: Card) -> list[Card]:
    """The cards that its facts are recorded as linked with, in either direction, level-up links left out."""
    levels = (card, *_above(reference, card), *_below(reference, card))
    linked = (other for code in card.linked for other in reference.catalog.by_printing(code))
    codes = {printing.code for printing in card.printings}
    backward = (other for other in reference.catalog.cards if codes.intersection(other.linked))
    return [other for other in dict.fromkeys((*linked, *backward)) if other not in levels]


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


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A card beside another in a set, with its number there."""

    card: Card
    number: str


def neighbours(reference: Reference, card: Card) -> tuple[Neighbour | None, Neighbour | None, str]:
    """The cards before and after it in the first of its sets that numbers it, and the set's code."""
    code = next((printing.set_code for printing in card.printings if printing.set_code and printing.number), None)
    if code is None:
        return None, None, ""
    numbers: dict[Card, str] = {}
    for number, other in _by_set(reference)[code]:
        if number:
            numbers.setdefault(other, number)
    in_order = [Neighbour(other, number) for other, number in numbers.items()]
    place = list(numbers).index(card)
    before = in_order[place - 1] if place else None
    after = in_order[place + 1] if place + 1 < len(in_order) else None
    return before, after, code
