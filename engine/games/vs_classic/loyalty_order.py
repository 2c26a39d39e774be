"""In which order loyalty lets the characters of a classic deck be recruited, by printed affiliations alone (706.3)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.vs_classic.loyalty import DUAL_LOYALTY, LOYAL, LOYALTY, find_recruit_layers
from engine.model.cards import Card
from engine.model.decks import READ, UNREADABLE, Deck
from engine.stats.loyalty import LoyaltyOrder
from engine.stats.parts import tally_characters

_WAITING = frozenset((LOYALTY, DUAL_LOYALTY))


def find_loyalty_order(deck: Deck) -> LoyaltyOrder:
    """Who can be recruited before whom."""
    cards = tuple(card for card, _ in tally_characters(deck))
    free = tuple(card for card in cards if LOYAL.isdisjoint(card.keyword_names))
    certain = find_recruit_layers(_keep_recorded(deck))
    layers = _join_layers(free, certain, cards)
    come = frozenset(card for layer in layers for card in layer)
    possible = frozenset(card for layer in find_recruit_layers(deck) for card in layer)
    may_hide_anyone = any(entry.state != UNREADABLE for entry in deck.unsettled)
    left = tuple(card for card in cards if card not in come)
    return LoyaltyOrder(
        tuple(card for card in cards if card not in free),
        layers,
        tuple(card for card in left if may_hide_anyone or card in possible),
        tuple(card for card in left if not may_hide_anyone and card not in possible),
        {card: _list_helpers(card, layers[:at]) for at, layer in enumerate(layers) for card in layer if _waits(card)},
    )


def _keep_recorded(deck: Deck) -> Deck:
    """The deck with nobody whose affiliations aren't recorded, or who may be no character: they let nobody in."""
    lines = (entry for entry in deck.entries if entry.state == READ and entry.card)
    return Deck(deck.game, tuple(entry for entry in lines if _is_recorded(entry.card)))


def _is_recorded(card: Card | None) -> bool:
    return card is not None and card.type == "Character" and card.teams is not None


def _join_layers(
    free: tuple[Card, ...], certain: tuple[tuple[Card, ...], ...], cards: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """The layers with all who need nobody in the first, in the order of the list; without any, none."""
    first = {*free, *(certain[0] if certain else ())}
    return tuple(filter(None, (tuple(card for card in cards if card in first), *certain[1:])))


def _waits(card: Card) -> bool:
    return not _WAITING.isdisjoint(card.keyword_names)


def _list_helpers(card: Card, before: Iterable[tuple[Card, ...]]) -> tuple[Card, ...]:
    return tuple(
        other
        for layer in before
        for other in layer
        if _is_recorded(other) and not set(card.teams or ()).isdisjoint(other.teams or ())
    )
