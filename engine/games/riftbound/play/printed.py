"""What a recorded card brings to the facts of a position or an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.games.riftbound.play.action_facts import PlayedCard
from engine.games.riftbound.play.facts import ANY, DOMAINS, Permanent

if TYPE_CHECKING:
    from engine.model.cards import Card
    from engine.play.facts import Facts

#: Keywords that a permanent's text may give to an ability of it rather than to the card: then its keywords are asked.
_TIMING = {"Action", "Reaction"}
_TYPES = {"unit", "gear", "spell", "rune", "battlefield", "legend"}


def list_printed(card: Card, cls: type[Facts]) -> Mapping[str, Any]:
    """The card's name, type, might, keywords and cost, as far as they are recorded and the thing has them."""
    if cls is PlayedCard:
        return {**_shared(card, _TYPES), **_cost(card)}
    return _shared(card, {"unit", "gear"}) if cls is Permanent else {}


def _shared(card: Card, types: set[str]) -> dict[str, Any]:
    printed: dict[str, Any] = {"name": card.name}
    if card.type and card.type.lower() in types:
        printed["type"] = card.type.lower()
    if isinstance(card.might, int):
        printed["might"] = card.might
    if card.type == "Spell" or not card.keyword_names & _TIMING or card.has_keyword("Quick-Draw"):
        printed["keywords"] = [str(keyword) for keyword in card.keywords]
    return printed


def _cost(card: Card) -> dict[str, Any]:
    domains = [domain.lower() for domain in card.domains or () if domain.lower() in DOMAINS]
    cost: dict[str, Any] = {} if card.domains is None else {"domains": domains}
    if isinstance(card.energy, int):
        cost["energy"] = card.energy
    if isinstance(card.power, int) and card.power:
        # A card of several domains takes power of any of its own; a position knows no such power.
        cost["power"] = {domains[0] if len(domains) == 1 else ANY: card.power}
    return cost
