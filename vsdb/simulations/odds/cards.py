"""The cards that a row of the odds form asks for: names of the list, a cost in words, or a search."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from engine import Deck
from engine.model.decks import DeckEntry
from engine.model.games import game_of
from engine.model.names import fold
from vsdb.simulations.odds.questions import Places

SEPARATOR = ";"  #: between names
MAX_UNFOLDED = 4  #: different cards that are named without unfolding
_MOST_NEAR = 3
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_DROP = re.compile(rf"(?:an? )?(\d{{1,2}}|{'|'.join(_NUMBERS)})[ -]?drops?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CountedCards:
    """What a text of the form counts: the copies for certain, those that may count, and each card with its copies."""

    text: str
    name: str  #: the same in the words of a sentence
    copies: int
    open_copies: int
    cards: tuple[tuple[int, str], ...]
    open_cards: tuple[tuple[int, str], ...]

    @property
    def is_folded(self) -> bool:
        """Whether the cards are too many to be named at once."""
        return len(self.cards) > MAX_UNFOLDED

    @property
    def count(self) -> str:
        """How many cards it counts."""
        most = self.copies + self.open_copies
        said = f"{self.copies} to {most}" if self.open_copies else f"{self.copies}"
        return f"{said} card{'' if most == 1 else 's'}"

    @property
    def listed(self) -> str:
        """The cards with their copies."""
        return ", ".join(f"{count} {name}" for count, name in self.cards)

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON."""
        told = {"asked": self.text, "copies": self.copies, "cards": [_card_to_dict(each) for each in self.cards]}
        return {**told, "undecided": [_card_to_dict(each) for each in self.open_cards]} if self.open_cards else told


def read_group(text: str, deck: Deck) -> dict[str, Any]:
    """What a row asks for: names of the list's cards, a cost in words such as “four-drop”, else a search."""
    parts = [part.strip() for part in text.split(SEPARATOR) if part.strip()]
    entries = [entry for of_section in deck.sections.values() for entry in of_section]
    known = {fold(entry.name) for entry in entries}
    for entry in entries:
        known.update(fold(name) for card in _list_cards(entry) for name in (card.name, card.title, card.slug))
    if len(parts) > 1 or (parts and fold(parts[0]) in known):
        return {"names": parts}
    cost = _read_cost(text, deck.game)
    return {"q": text if cost is None else ask_cost(deck.game, cost)}


def ask_cost(game: str, cost: int) -> str:
    """The search for the characters of a cost, or what they are called in the game; empty where it has none."""
    rule = game_of(game).on_curve
    return rule.ask_costs(cost, cost) if rule else ""


def name_cost(game: str, cost: int) -> str:
    """The same in words: character of cost 4."""
    rule = game_of(game).on_curve
    return f"{rule.noun} of {rule.term} {cost}" if rule else ""


def name_group(text: str, game: str) -> str:
    """What a row asks for in a sentence: a cost in words, else quoted."""
    cost = _read_cost(text, game)
    return f"“{text}”" if cost is None else name_cost(game, cost)


def list_costs(deck: Deck, entries: Sequence[DeckEntry]) -> list[tuple[str, str]]:
    """The searches for each cost that the lines have, with their words."""
    rule = game_of(deck.game).on_curve
    if rule is None:
        return []
    costs = {rule.find_cost(entry.card) for entry in entries if entry.card}
    return [
        (rule.ask_costs(cost, cost), f"{rule.noun}s of {rule.term} {cost}")
        for cost in sorted(each for each in costs if each is not None)
    ]


def count_cards(text: str, game: str, places: Places, entries: Sequence[DeckEntry]) -> CountedCards:
    """What a text counts, given the places of its lines."""
    inside, undecided = places
    cards = _gather(entries, inside)
    open_cards = _gather(entries, undecided)
    return CountedCards(
        text, name_group(text, game), sum(cards.values()), sum(open_cards.values()), _turn(cards), _turn(open_cards)
    )


def say_none_fits(text: str, deck: Deck, entries: Sequence[DeckEntry]) -> str:
    """Why a row is refused that no card fits: names that are near, or what to search for."""
    names = {name for entry in entries for card in _list_cards(entry) for name in (card.title, card.name)}
    word = fold(text)
    near = sorted(name for name in names if word and word in fold(name))[:_MOST_NEAR]
    near = near or get_close_matches(text, sorted(names), _MOST_NEAR)
    tries = [f"“{name}”" for name in near]
    if not tries and (costs := list_costs(deck, entries)):
        tries = [f"a card’s name, or {costs[0][0]}"]
    return f"No card of the list fits “{text[:60]}”. Try {' or '.join(tries) or 'a card’s name'}."


def _read_cost(text: str, game: str) -> int | None:
    """The cost that a text asks for: four-drop, 4 drop, or the game's own search for it; None for other texts."""
    rule = game_of(game).on_curve
    if rule is None:
        return None
    written = " ".join(text.split())
    if found := _DROP.fullmatch(written):
        number = found[1].lower()
        return _NUMBERS.index(number) if number in _NUMBERS else int(number)
    search, words = rf"{re.escape(rule.among)} {re.escape(rule.term)}=", rf"(?:an? )?{rule.noun}s? of {rule.term} "
    own = re.fullmatch(rf"(?:{search}|{words})(\d{{1,2}})", written, re.IGNORECASE)
    return int(own[1]) if own else None


def _gather(entries: Sequence[DeckEntry], places: Collection[int]) -> dict[str, int]:
    """The copies by card, in the order of the list."""
    found: dict[str, int] = {}
    for at, entry in enumerate(entries):
        if at in places:
            name = entry.card.title if entry.card else entry.name
            found[name] = found.get(name, 0) + entry.count
    return found


def _turn(cards: Mapping[str, int]) -> tuple[tuple[int, str], ...]:
    return tuple((count, name) for name, count in cards.items())


def _list_cards(entry: DeckEntry) -> Sequence[Any]:
    return (entry.card,) if entry.card else entry.candidates


def _card_to_dict(card: tuple[int, str]) -> dict[str, Any]:
    return {"count": card[0], "name": card[1]}
