"""The facts that a card of the reference brings to a position or an action; what isn't recorded stays out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.vs_2pcg.card_facts import GOOD, has_recorded_text
from engine.games.vs_2pcg.play.facts import Card as PlayedCard
from engine.games.vs_2pcg.play.facts import Character, Resource
from engine.model.cards import Card
from engine.play.facts import Facts, specs_of

_TYPES = {
    "Supporting Character": "supporting",
    "Main Character": "main",
    "Equipment": "equipment",
    "Plot Twist": "plot-twist",
    "Basic Location": "location",
    "Special Location": "location",
}


def printed_facts(card: Card, cls: type[Facts]) -> Mapping[str, Any]:
    """What a card brings to a thing of this class, as JSON."""
    if not issubclass(cls, (Character, Resource, PlayedCard)):
        return {}
    known = specs_of(cls)
    return {key: value for key, value in _facts(card, cls) if key in known}


def _facts(card: Card, cls: type[Facts]) -> Iterator[tuple[str, Any]]:
    yield "name", card.name
    kind = _TYPES.get(card.type or "")
    if issubclass(cls, PlayedCard) and kind is not None:
        yield "type", kind
    if kind in {"main", "supporting"}:
        yield "main", kind == "main"
    figures = (("cost", card.cost), ("level", card.level), ("health", card.health))
    prefix = "base_" if cls is Character else ""  # what stands on the card isn't what a character in play has
    printed = ((f"{prefix}atk", card.atk), (f"{prefix}def", card.defense))
    for key, figure in (*figures, *printed):
        if isinstance(figure, int):
            yield key, figure
    if card.teams is not None and cls is not Resource:
        yield "teams", list(card.teams)
    if kind == "location" and card.teams is not None and len(card.teams) == 1:
        yield "team", card.teams[0]
    if card.aka:
        yield "aka", list(card.aka)
    if card.power_symbols is not None and kind == "location":
        yield "symbols", list(card.power_symbols)
    for key, said in (("flight", card.has_flight), ("range", card.has_range)):
        if said is not None:
            yield key, said
    if cls is Character and card.alignments is not None:
        yield "good", GOOD in card.alignments
    if cls is not Resource and has_recorded_text(card):
        yield "keywords", [keyword.name for keyword in card.keywords if keyword.name not in {"Flight", "Range"}]
    bonds = [keyword.parameter for keyword in card.keywords if keyword.name == "Bond" and keyword.parameter]
    if bonds:
        yield "bond", bonds[0]
