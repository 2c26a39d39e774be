"""What a deck's page shows of what is in it, as the API gives it. Cards stand by their slugs. No queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.stats import (
    Curve,
    Share,
    Spread,
    curves,
    domain_figures,
    keywords,
    loyalty_order,
    main_deck,
    power_symbols,
    shared_affiliations,
    teams,
    types,
)


def look_data(deck: Deck, as_of: date) -> dict[str, Any]:
    """A deck as it was read for a day, in figures: `null` and empty lists where the game has no such thing."""
    return {
        "game": deck.game,
        "as_of": as_of.isoformat(),
        "cards": sum(copies for _, copies in main_deck(deck)),
        "unsettled": sum(entry.count for entry in deck.unsettled),
        "curves": [_curve(each) for each in curves(deck)],
        "types": _spread(types(deck)),
        "teams": _spread(teams(deck)),
        "keywords": _spread(keywords(deck)),
        "power_symbols": _power_symbols(deck),
        "domains": _domains(deck),
        "affiliations": _affiliations(deck),
        "loyalty": _loyalty(deck),
    }


def _curve(found: Curve) -> dict[str, Any]:
    return {
        "kind": found.kind,
        "columns": [{"figure": figure, "copies": copies} for figure, copies in found.columns],
        "signs": [{"sign": sign, "copies": copies} for sign, copies in found.signs],
        "unrecorded": found.unrecorded,
    }


def _spread(found: Spread) -> dict[str, Any]:
    return {
        "shares": [_share(each) for each in found.shares],
        "without": _cards(found.without),
        "unrecorded": _cards(found.unrecorded),
    }


def _share(share: Share) -> dict[str, Any]:
    return {"name": share.name, "copies": share.copies, "cards": _cards(share)}


def _cards(share: Share) -> list[dict[str, Any]]:
    return [{"card": card.slug, "copies": copies} for card, copies in share.cards]


def _power_symbols(deck: Deck) -> list[dict[str, Any]]:
    return [
        {"name": each.name, "gives": _cards(each.gives), "may_give": _cards(each.may_give), "asks": _cards(each.asks)}
        for each in power_symbols(deck).symbols
    ]


def _domains(deck: Deck) -> list[dict[str, Any]]:
    return [
        {"name": each.name, "cards": _cards(each.cards), "power": each.power, "runes": _cards(each.runes)}
        for each in domain_figures(deck).domains
    ]


def _affiliations(deck: Deck) -> dict[str, Any]:
    found = shared_affiliations(deck)
    return {
        "bands": [_share(each) for each in found.bands],
        "partners": _sides(found.partners),
        "perhaps": _sides(found.perhaps),
        "apart": _slugs(found.apart),
    }


def _loyalty(deck: Deck) -> dict[str, Any] | None:
    found = loyalty_order(deck)
    if found is None:
        return None
    return {
        "layers": [_slugs(layer) for layer in found.layers],
        "uncertain": _slugs(found.uncertain),
        "unreachable": _slugs(found.unreachable),
        "lets_in": _sides(found.lets_in),
    }


def _sides(sides: Mapping[Card, Iterable[Card]]) -> dict[str, list[str]]:
    return {card.slug: _slugs(others) for card, others in sides.items()}


def _slugs(cards: Iterable[Card]) -> list[str]:
    return [card.slug for card in cards]
