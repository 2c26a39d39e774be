"""A deck in figures, as the API gives it: those of the engine, from which the deck's page draws its charts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine import stats
from engine.model.cards import Card
from engine.model.decks import Deck
from engine.stats import Curve, Spread


def figures(deck: Deck) -> dict[str, Any]:
    """Everything that is reckoned of a deck."""
    order = stats.loyalty_order(deck)
    return {
        "cards": sum(copies for _, copies in stats.main_deck(deck)),
        "curves": list(map(_curve, stats.curves(deck))),
        "types": _spread(stats.types(deck)),
        "teams": _spread(stats.teams(deck)),
        "keywords": _spread(stats.keywords(deck)),
        "affiliations": [
            {"name": band.name, "copies": band.copies, "cards": _slugs(card for card, _ in band.cards)}
            for band in stats.shared_affiliations(deck).bands
        ],
        "loyalty": order
        and {
            "layers": list(map(_slugs, order.layers)),
            "uncertain": _slugs(order.uncertain),
            "unreachable": _slugs(order.unreachable),
        },
        "symbols": [
            {
                "name": each.name,
                "gives": each.gives.copies,
                "may_give": each.may_give.copies,
                "asks": each.asks.copies,
            }
            for each in stats.power_symbols(deck).symbols
        ],
        "domains": [
            {"name": each.name, "cards": each.cards.copies, "runes": each.runes.copies, "power": each.power}
            for each in stats.domain_figures(deck).domains
        ],
    }


def _curve(found: Curve) -> dict[str, Any]:
    return {
        "kind": found.kind,
        "columns": [{"figure": str(figure), "copies": copies} for figure, copies in (*found.columns, *found.signs)],
        "unrecorded": found.unrecorded,
    }


def _spread(found: Spread) -> dict[str, Any]:
    return {
        "parts": [{"name": share.name, "copies": share.copies} for share in found.shares],
        "without": found.without.copies,
        "unrecorded": found.unrecorded.copies,
    }


def _slugs(cards: Iterable[Card]) -> list[str]:
    return [card.slug for card in cards]
