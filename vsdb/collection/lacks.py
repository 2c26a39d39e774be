"""What somebody lacks to build a deck."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.cards import Card
from engine.model.decks import Deck, DeckEntry
from vsdb.catalog.cards.faces import find_printing_code
from vsdb.collection import services
from vsdb.collection.reading import WANTED, CardKey
from vsdb.collection.selectors import (
    NO_COPIES,
    count_copies_of_cards,
    count_wanted_of_any,
    load_copies_of_cards,
)


@dataclass(frozen=True, slots=True)
class NeededCard:
    """A card of a deck: how many copies it needs in all sections, and how many somebody owns and wants."""

    card: Card
    needed: int
    owned: int
    wanted: int

    @property
    def lacking(self) -> int:
        """How many more copies it takes."""
        return max(0, self.needed - self.owned)


@dataclass(frozen=True, slots=True)
class DeckNeeds:
    """The cards of a deck, those that lack copies first; `unsettled` are lines that name no one card."""

    game: str
    cards: tuple[NeededCard, ...]
    unsettled: tuple[DeckEntry, ...]

    @property
    def lacking(self) -> list[NeededCard]:
        """The cards of which copies are missing."""
        return [each for each in self.cards if each.lacking]

    @property
    def total_needed(self) -> int:
        """All copies that the deck needs."""
        return sum(each.needed for each in self.cards)

    @property
    def total_lacking(self) -> int:
        """All copies that are missing."""
        return sum(each.lacking for each in self.cards)

    @property
    def total_owned(self) -> int:
        """The copies of the deck that somebody owns."""
        return self.total_needed - self.total_lacking

    @property
    def text(self) -> str:
        """The missing copies as a deck list."""
        return "".join(f"{each.lacking} {_name(each.card)}\n" for each in self.lacking)


def _name(card: Card) -> str:
    return f"{card.title} [{find_printing_code(card) or card.slug}]"


def compute_needs(user: int, deck: Deck) -> DeckNeeds:
    """What somebody has and lacks of a deck's cards, in any printing; one query. What counts as the same card counts
    together."""
    needed: dict[str, int] = {}
    first: dict[str, Card] = {}
    for card, count in deck.counts.items():
        needed[card.copy_key] = needed.get(card.copy_key, 0) + count
        first.setdefault(card.copy_key, card)
    held = count_copies_of_cards(user, deck.game, first.values()) if first else {}
    found = [NeededCard(card, needed[key], *held.get(key, NO_COPIES)) for key, card in first.items()]
    found.sort(key=lambda each: (not each.lacking, each.card.title.casefold(), each.card.slug))
    return DeckNeeds(deck.game, tuple(found), deck.unsettled)


def want_lacking(user: int, needs: DeckNeeds) -> int:
    """Put what is lacking on the wish list: from then on, as many copies are wanted in all as the deck needs. How many
    cards were changed."""
    short = [each for each in needs.lacking if each.wanted < each.needed]
    held = load_copies_of_cards(user, needs.game, [each.card for each in short]) if short else {}
    counts = {}
    for each in short:
        # What is wanted of the card's other slugs counts already.
        others = {key: copies for key, copies in held.get(each.card.copy_key, {}).items() if key.slug != each.card.slug}
        counts[CardKey.of(each.card)] = {WANTED: each.needed - count_wanted_of_any(others)}
    services.set_copies(user, counts)
    return len(short)
