"""A card's facts as a page lists them: what is recorded, what is recorded as none, and what isn't recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse

from engine.model.cards import COSTLESS, Card
from engine.model.games import FactPlace, game_of
from vsdb.catalog.cards.queries import list_address, term
from vsdb.catalog.cards.row_columns import MAY_BE_NONE


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a fact, with the page of everything that shares it, where there is one."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact with its values; None where it isn't recorded, empty where it is recorded as none."""

    label: str
    values: tuple[Value, ...] | None


def facts(card: Card, team_slugs: Mapping[str, str]) -> list[Fact]:
    """The facts that a card of its game has, in the order of its face."""
    found: dict[str, Fact] = {}
    for place in game_of(card.game).site.facts:
        if place.fact not in found and _is_listed(card, place):
            found[place.fact] = Fact(place.label, _values(card, place, team_slugs))
    return [*found.values()]


def _is_listed(card: Card, place: FactPlace) -> bool:
    if place.types is None or card.type in place.types:
        return True
    return place.is_on_others and _is_recorded(card, place.beside or place.fact)


def _is_recorded(card: Card, fact: str) -> bool:
    value = getattr(card, fact)
    return value is not None and (value != () or fact in MAY_BE_NONE)


def _values(card: Card, place: FactPlace, team_slugs: Mapping[str, str]) -> tuple[Value, ...] | None:
    """What is recorded of a fact; with a query each value leads to every card that shares it."""
    value = getattr(card, place.fact)
    if value is None or (place.fact == "versions" and not card.versions_known):
        return None
    if value == COSTLESS:
        return ()
    if place.fact == "teams":
        return tuple(Value(name, reverse("cards:team", args=(card.game, team_slugs[name]))) for name in value)
    if isinstance(value, bool):
        return (Value("yes" if value else "no"),)
    each = map(str, value) if isinstance(value, tuple) else (str(value),)
    return tuple(Value(text, list_address(card.game, term(place.query, text)) if place.query else "") for text in each)
