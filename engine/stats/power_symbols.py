"""The power symbols of a 2PCG deck: which cards give them, and whose super powers ask for them (pcg-5.0, Locations)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.vs_2pcg.card_facts import is_character, is_location
from engine.model.cards import VS_2PCG, Card
from engine.model.decks import Deck
from engine.stats.parts import own_cards
from engine.stats.spreads import NOTHING, Share, spread

SYMBOLS = ("Energy", "Intellect", "Might", "Skill", "Alien", "Humanity")


@dataclass(frozen=True, slots=True)
class Symbol:
    """A power symbol: the locations that give it, those that give it or another, and the characters that ask for it."""

    name: str
    gives: Share
    may_give: Share
    asks: Share

    @property
    def is_missing(self) -> bool:
        """Whether it is asked for and no recorded location gives it."""
        return bool(self.asks.cards) and not (self.gives.cards or self.may_give.cards)


@dataclass(frozen=True, slots=True)
class SymbolFigures:
    """The symbols that a deck's cards give or ask for; `unrecorded` are locations and characters without recorded ones.

    A character without recorded symbols may have no super power; a location without has an unknown one.
    """

    symbols: tuple[Symbol, ...] = ()
    unrecorded_locations: Share = NOTHING
    unrecorded_characters: Share = NOTHING


def power_symbols(deck: Deck) -> SymbolFigures:
    """The power symbols of a 2PCG deck, in the rulebook's order; none in the other games."""
    if deck.game != VS_2PCG:
        return SymbolFigures()
    sources: dict[str, list[tuple[Card, int]]] = {"one": [], "several": [], "asking": []}
    for card, copies in own_cards(deck):
        sources[_part(card)].append((card, copies))
    giving, choosing, asking = (spread(tuple(cards), _symbols) for cards in sources.values())
    by_name = [{share.name: share for share in each.shares} for each in (giving, choosing, asking)]
    found = dict.fromkeys((*SYMBOLS, *sorted({name for each in by_name for name in each})))
    return SymbolFigures(
        tuple(
            Symbol(name, *(each.get(name, Share(name, ())) for each in by_name))
            for name in found
            if any(name in each for each in by_name)
        ),
        giving.unrecorded,
        Share("", tuple(each for each in asking.unrecorded.cards if is_character(each[0]))),
    )


def _part(card: Card) -> str:
    """Whether a card gives one symbol, gives one of several, or asks for what it has."""
    if not is_location(card):
        return "asking"
    return "several" if len(card.power_symbols or ()) > 1 else "one"


def _symbols(card: Card) -> tuple[str, ...] | None:
    return card.power_symbols
