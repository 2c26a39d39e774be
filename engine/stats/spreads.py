"""How a deck's cards are spread over types, teams and keywords."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.games import game_of
from engine.stats.parts import Tally, tally_characters, tally_main_deck, tally_own_cards


@dataclass(frozen=True, slots=True)
class Share:
    """The cards that have something in common, each with its copies."""

    name: str
    cards: Tally

    @property
    def copies(self) -> int:
        """How many copies they are together."""
        return sum(copies for _, copies in self.cards)


NOTHING = Share("", ())


@dataclass(frozen=True, slots=True)
class Spread:
    """Cards by what they have; one that has two things is in both shares.

    `without` are those recorded as having none, `unrecorded` those of which it isn't recorded.
    """

    shares: tuple[Share, ...]
    without: Share
    unrecorded: Share


def count_types(deck: Deck) -> Spread:
    """The main deck by type; every card with a recorded type is in one share."""
    return count_values(tally_main_deck(deck), lambda card: None if card.type is None else (card.type,))


def count_keywords(deck: Deck) -> Spread:
    """Its own cards by keyword. Keywords aren't recorded for every card: one without may have some."""
    return count_values(tally_own_cards(deck), lambda card: sorted(card.keyword_names))


def count_teams(deck: Deck) -> Spread:
    """By team or affiliation the characters, or all its own cards where all have teams."""
    cards = tally_own_cards(deck) if game_of(deck.game).stats.are_teams_of_all else tally_characters(deck)
    return count_values(cards, name_teams(cards))


def name_teams(cards: Tally) -> Callable[[Card], tuple[str, ...] | None]:
    """How the teams of each card are called: as the first card prints them, where spellings differ."""
    called: dict[str, str] = {}
    for card, _ in cards:
        for team in card.teams or ():
            called.setdefault(_key(card, team), team)

    def names(card: Card) -> tuple[str, ...] | None:
        if card.teams:
            return tuple(called[_key(card, team)] for team in card.teams)
        return () if game_of(card.game).stats.is_teamless(card) else None

    return names


def _key(card: Card, team: str) -> str:
    return game_of(card.game).stats.team_key(team)


def count_values(cards: Tally, values: Callable[[Card], Sequence[str] | None]) -> Spread:
    """Cards by their values, the value with the most copies first; `None` for a value that isn't recorded."""
    shares: dict[str, list[tuple[Card, int]]] = {}
    without: list[tuple[Card, int]] = []
    unrecorded: list[tuple[Card, int]] = []
    for card, copies in cards:
        names = values(card)
        if not names:
            (unrecorded if names is None else without).append((card, copies))
        for name in dict.fromkeys(names or ()):
            shares.setdefault(name, []).append((card, copies))
    ranked = sorted((Share(name, tuple(held)) for name, held in shares.items()), key=lambda s: (-s.copies, s.name))
    return Spread(tuple(ranked), Share("", tuple(without)), Share("", tuple(unrecorded)))
