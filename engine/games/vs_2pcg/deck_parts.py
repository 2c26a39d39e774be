"""A 2PCG deck list by its parts: starters, level-up zone, the sixty cards and the out-of-game piles."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.model.cards import Card
from engine.model.decks import AMBIGUOUS, DECK, LEVEL_UP, MAIN_CHARACTER, PILE, Deck, DeckEntry, count_cards
from engine.model.names import fold

Tally = tuple[tuple[Card, int], ...]

#: The pile whose cards take the starting main character's place.
SINISTER_SIX = "sinister six"
#: The pile of whole decks, each under its number.
ADVENTURE = "multiverse adventure"

_BRACKETS = re.compile(r"\s*\(.*?\)")
_NOT_A_WORD = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=1024)
def pile_key(name: str) -> str:
    """A pile's name in the one spelling that counts: without case, brackets and the word pile."""
    plain = _NOT_A_WORD.sub(" ", _BRACKETS.sub("", fold(name))).strip()
    return plain.removesuffix(" pile").removesuffix(" piles").removeprefix("pile ")


def is_part_of_adventure(key: str) -> bool:
    """Whether the pile is the adventure, or one of its numbered parts."""
    return key == ADVENTURE or key.startswith(f"{ADVENTURE} ")


@lru_cache(maxsize=16_384)
def find_used_piles(card: Card) -> frozenset[str]:
    """The piles that the card uses, by key."""
    return frozenset(map(pile_key, card.uses_piles))


@dataclass(frozen=True, eq=False)
class DeckPile:
    """An out-of-game pile as listed: its cards, and how many of its cards no line settles."""

    key: str
    section: str
    entries: tuple[DeckEntry, ...]

    @cached_property
    def cards(self) -> Tally:
        """Its cards with their counts."""
        return count_cards(self.entries)

    @cached_property
    def size(self) -> int:
        """How many cards are in it, unsettled ones too."""
        return sum(entry.count for entry in self.entries)

    @cached_property
    def unsettled(self) -> int:
        """How many of its cards are unknown or ambiguous."""
        return sum(entry.count for entry in self.entries if entry.card is None)


class DeckParts:
    """The parts of one list, each added up once."""

    def __init__(self, deck: Deck) -> None:
        self.game = deck.game
        self.starters: Tally = deck.read(MAIN_CHARACTER)
        self.level_up: Tally = deck.read(LEVEL_UP)
        self.main: Tally = deck.read(DECK)
        self.sizes = deck.sizes
        self.unsettled = deck.unsettled
        self._sections = deck.sections
        self._tallies = {section: deck.read(section) for section in deck.sections}

    @cached_property
    def own(self) -> tuple[Card, ...]:
        """The different cards of main character, level-up zone and deck: those whose printed powers count."""
        return tuple(dict.fromkeys(card for part in (self.starters, self.level_up, self.main) for card, _ in part))

    @cached_property
    def copies(self) -> Mapping[Card, int]:
        """How many copies the deck has of each card, reprints counted with the first that is listed."""
        firsts: dict[str, Card] = {}
        counts: dict[Card, int] = {}
        for card, count in self.main:
            first = firsts.setdefault(card.copy_key, card)
            counts[first] = counts.get(first, 0) + count
        return counts

    @cached_property
    def in_deck(self) -> frozenset[Card]:
        """The different cards of the deck itself."""
        return frozenset(card for card, _ in self.main)

    @cached_property
    def users_of(self) -> Mapping[str, tuple[Card, ...]]:
        """By pile, those of its own cards that use it."""
        found: dict[str, list[Card]] = {}
        for card in self.own:
            for key in find_used_piles(card) if card.uses_piles else ():
                found.setdefault(key, []).append(card)
        return {key: tuple(cards) for key, cards in found.items()}

    @cached_property
    def piles(self) -> Mapping[str, DeckPile]:
        """The piles by key; two headings of one pile are one pile."""
        found: dict[str, list[DeckEntry]] = {}
        sections: dict[str, str] = {}
        for section, entries in self._sections.items():
            if section.startswith(PILE):
                key = pile_key(section.removeprefix(PILE))
                sections.setdefault(key, section)
                found.setdefault(key, []).extend(entries)
        return {key: DeckPile(key, sections[key], tuple(entries)) for key, entries in found.items()}

    @cached_property
    def everywhere(self) -> tuple[tuple[str, Card], ...]:
        """Every card of the list with its section, once each section."""
        return tuple((section, card) for section, cards in self._tallies.items() for card, _ in cards)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The different cards of the list."""
        return tuple(dict.fromkeys(card for cards in self._tallies.values() for card, _ in cards))

    @cached_property
    def cards_without_piles(self) -> tuple[Card, ...]:
        """The different cards of the list, those of its piles left out."""
        if not any(section.startswith(PILE) for section in self._tallies):
            return self.cards
        return tuple(dict.fromkeys(card for section, card in self.everywhere if not section.startswith(PILE)))

    @cached_property
    def ambiguous(self) -> tuple[DeckEntry, ...]:
        """The lines that may name one of several cards."""
        return tuple(entry for entry in self.unsettled if entry.state == AMBIGUOUS)

    def unsettled_in(self, *sections: str) -> int:
        """How many cards of these sections no line settles."""
        return sum(entry.count for entry in self.unsettled if entry.section in sections)

    def may_hide_a_card(self, *sections: str) -> bool:
        """Whether a line of these sections names no one card, so that what seems to be missing may be there."""
        return bool(self.unsettled) and self.unsettled_in(*sections) > 0


def split_deck_parts(deck: Deck) -> DeckParts:
    """The parts of a list, worked out once for each list."""
    return deck.once(DeckParts)


def list_cards(deck: Deck, *, piles: bool = True, without_piles: Collection[str] = ()) -> tuple[Card, ...]:
    """The different cards of a list, those of its piles too unless they are left out."""
    parts = split_deck_parts(deck)
    if not piles:
        return parts.cards_without_piles
    if not without_piles or not parts.piles:
        return parts.cards
    left_out = frozenset(map(pile_key, without_piles))
    return tuple(
        dict.fromkeys(
            card
            for section, card in parts.everywhere
            if not section.startswith(PILE) or pile_key(section.removeprefix(PILE)) not in left_out
        )
    )
