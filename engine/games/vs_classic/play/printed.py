"""The facts that a card of the reference brings to a position or an action; what isn't recorded stays out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.vs_classic.loyalty import DUAL_LOYALTY, LOYALTY, LOYALTY_REVEAL
from engine.games.vs_classic.play.facts import Character, Location
from engine.games.vs_classic.play.saying import Card as PlayedCard
from engine.games.vs_classic.play.saying import CardBase, CharacterCard
from engine.model.cards import COSTLESS, Card
from engine.play.facts import Facts, specs_of

_LOYALTIES = {LOYALTY_REVEAL: "reveal", DUAL_LOYALTY: "dual", LOYALTY: "loyalty"}
_FLAGS = {
    "Army": "army",
    "Non-Unique": "non_unique",
    "Unique": "unique",
    "Reservist": "reservist",
    "Ongoing": "ongoing",
    "Press": "press",
    "Cosmic": "cosmic",
    "Invulnerability": "invulnerability",
}


def printed_facts(card: Card, cls: type[Facts]) -> Mapping[str, Any]:
    """What a card brings to a thing of this class, as JSON. A character in play brings no type: it is a character."""
    if cls not in {Character, Location, PlayedCard, CharacterCard}:
        return {}
    known = specs_of(cls)
    return {key: value for key, value in _facts(card, cls) if key in known}


def _facts(card: Card, cls: type[Facts]) -> Iterator[tuple[str, Any]]:
    yield "name", card.name
    if issubclass(cls, CardBase) and card.type is not None:
        yield "type", card.type.lower()
    if card.versions_known and len(card.versions) == 1:
        yield "version", card.versions[0]
    if card.teams is not None:
        yield "affiliations", list(card.teams)
    yield from _costs(card)
    for key, figure in (("atk", card.atk), ("def", card.defense)):
        if isinstance(figure, int):
            yield key, figure
    for key, said in (("flight", card.has_flight), ("range", card.has_range), ("concealed", card.is_concealed)):
        if said is not None:
            yield key, said
    yield from _keywords(card)


def _costs(card: Card) -> Iterator[tuple[str, Any]]:
    if card.cost == COSTLESS:
        yield "costless", True
    elif isinstance(card.cost, int):
        yield ("threshold" if card.type in {"Plot Twist", "Location"} else "cost"), card.cost


def _keywords(card: Card) -> Iterator[tuple[str, Any]]:
    names = {keyword.name for keyword in card.keywords}
    loyalty = next((value for name, value in _LOYALTIES.items() if name in names), None)
    if loyalty is not None:
        yield "loyalty", loyalty
    for name, key in _FLAGS.items():
        if name in names or (key == "army" and name in card.versions):
            yield key, True
    for keyword in card.keywords:
        if keyword.name == "Boost" and (keyword.parameter or "").isdigit():
            yield "boost", int(str(keyword.parameter))
