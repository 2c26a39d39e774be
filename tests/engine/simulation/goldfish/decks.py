"""Small decks for the goldfish's tests, with nothing recorded but what decides."""

from __future__ import annotations

from typing import Any

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from engine.model.decks import DECK, Deck, DeckEntry
from engine.model.games import game_of
from engine.simulation.goldfish.cards import GoldfishCard, read_goldfish_deck
from engine.simulation.goldfish.dealing import Deal
from engine.simulation.goldfish.policy import Player, PlayStep, TurnFigures
from tests.engine.builders import card, deck

TYPES = {VS_CLASSIC: "Character", VS_2PCG: "Supporting Character", RIFTBOUND: "Unit"}


def hero(name: str, cost: Any, game: str = VS_CLASSIC, **facts: Any) -> Card:
    """A character of a cost, with ATK and DEF of the same number."""
    figure = cost if isinstance(cost, int) else 0
    if game == RIFTBOUND:
        known = {"energy": cost, "might": figure, "domains": ("Fury",)}
    else:
        known = {"cost": cost, "atk": figure, "defense": figure, "teams": ()}
    return card(game, name, **{"type": TYPES[game], **known, **facts})


def curve(game: str = VS_CLASSIC, size: int = 60, copies: int = 4, dearest: int = 7) -> Deck:
    """Characters of every cost up to the dearest, four of each, and plot twists."""
    names = {hero(f"Cost {cost}", cost, game): copies for cost in range(1, dearest + 1)}
    other = card(game, "Twist", type="Spell" if game == RIFTBOUND else "Plot Twist", cost=3, energy=3)
    sections: dict[str, Any] = {"deck": {**names, other: size - copies * dearest}}
    if game == RIFTBOUND:
        sections["runes"] = {rune("Fury"): 6, rune("Calm"): 6}
    return deck(game, **sections)


def rune(domain: str) -> Card:
    """A basic rune of a domain."""
    return card(RIFTBOUND, f"{domain} Rune", type="Rune", domains=(domain,))


class Table:
    """A game with a stacked deck: the cards come in the order in which they are given."""

    def __init__(self, game: str, order: list[Card], *, hand: int, first: bool = False, **apart: Any) -> None:
        self.policy = game_of(game).goldfish
        assert self.policy
        runes = apart.pop("runes", [])
        counted = {each: order.count(each) for each in order}
        rows = {"deck": counted, **apart, **({"runes": {each: runes.count(each) for each in runes}} if runes else {})}
        sections = (*self.policy.sections, *((self.policy.runes,) if self.policy.runes else ()))
        self.deck = read_goldfish_deck(deck(game, **rows), self.policy.read, sections)
        by_slug = {each.slug: each for each in self.deck.cards}
        cards = tuple(by_slug[each.slug] for each in order)
        of_runes = {each.slug: each for each in self.deck.apart.get("runes", ())}
        dealt = Deal(cards[:hand], (), cards[:hand], cards[hand:], tuple(of_runes[each.slug] for each in runes))
        self.library = list(dealt.library)
        self.player: Player = self.policy.begin(self.deck, dealt, first=first)
        self.steps: list[PlayStep] = []

    def turn(self, number: int, draws: int = 0) -> TurnFigures:
        """Play a turn; `words` and `steps` hold what happened on it."""
        drawn = tuple(self.library[:draws])
        del self.library[:draws]
        self.steps.clear()
        return self.player.play_turn(number, drawn, self.steps)

    @property
    def words(self) -> list[str]:
        """What happened on the turn that was played last."""
        return [step.message for step in self.steps]

    def did(self, code: str) -> list[str]:
        """The titles of the cards to which something happened on that turn."""
        return [each.title for step in self.steps if step.code == code for each in step.cards]


def places(cards: tuple[GoldfishCard, ...]) -> list[int]:
    """The places of some cards."""
    return [each.place for each in cards]


def unknown_line(count: int, name: str = "Nobody") -> DeckEntry:
    """A line that names no card."""
    return DeckEntry(DECK, count, state="unknown", name=name, written=f"{count} {name}")
