"""A card's facts as a page lists them: what is recorded, what is recorded as none, and what isn't recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse

from engine.model.cards import COSTLESS, RIFTBOUND, VS_2PCG, VS_CLASSIC, Card, Figure
from vsdb.catalog.cards.queries import list_address, term


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
    rows = {VS_CLASSIC: _classic, VS_2PCG: _pcg, RIFTBOUND: _riftbound}[card.game](card, team_slugs)
    return [row for row in rows if row is not None]


def _classic(card: Card, team_slugs: Mapping[str, str]) -> Iterable[Fact | None]:
    yield _listed(card, "Type", "t", card.type)
    if card.identity:
        yield _listed(card, "Identity", "id", card.identity)
    yield _all_listed(card, "Versions", "v", card.versions if card.versions_known else None)
    yield _figure(_cost_name(card), card.cost)
    if card.type == "Character" or card.atk is not None:
        yield _figure("ATK", card.atk)
        yield _figure("DEF", card.defense)
    if card.type == "Character" or card.teams is not None:
        yield _teams("Affiliations", card, team_slugs)
    if card.traits:
        yield _all_listed(card, "Class and trait", "tr", card.traits)
    if card.type == "Character":
        yield from _icons(card)
        yield _yes_or_no("Concealed", card.is_concealed)
    yield from _limit(card)
    yield _listed(card, "Rarity", "r", card.rarity)
    yield _listed(card, "Brand", "b", card.brand)


def _pcg(card: Card, team_slugs: Mapping[str, str]) -> Iterable[Fact | None]:
    is_character = card.type in ("Main Character", "Supporting Character")
    yield _listed(card, "Type", "t", card.type)
    if card.aka:
        yield _all_listed(card, "Also known as", "aka", card.aka)
    if card.type == "Main Character":
        yield _listed(card, "Level", "lv", card.level)
    if card.type in ("Supporting Character", "Equipment") or card.cost is not None:
        yield _figure("Cost", card.cost)
    if is_character or card.atk is not None:
        yield _figure("ATK", card.atk)
        yield _figure("DEF", card.defense)
        yield _figure("Health", card.health)
    yield _teams("Teams", card, team_slugs)
    yield _all_listed(card, "Alignment", "side", card.alignments)
    yield _listed(card, "Universe", "u", card.universe)
    if is_character:
        yield from _icons(card)
    yield _all_listed(card, "Power symbols", "sym", card.power_symbols)
    if card.uses_piles:
        yield _all_listed(card, "Uses the pile", "pile", card.uses_piles)
    if card.member_of_piles:
        yield _all_listed(card, "Is in the pile", "uses", card.member_of_piles)
    yield from _limit(card)


def _riftbound(card: Card, team_slugs: Mapping[str, str]) -> Iterable[Fact | None]:
    yield _listed(card, "Type", "t", card.type)
    if card.supertype:
        yield _listed(card, "Supertype", "super", card.supertype)
    yield _all_listed(card, "Domains", "dom", card.domains)
    if card.type in ("Unit", "Spell", "Gear") or card.energy is not None:
        yield _figure("Energy", card.energy)
    if card.power is not None:
        yield _figure("Power", card.power)
    if card.type == "Unit" or card.might is not None:
        yield _figure("Might", card.might)
    if card.tags:
        yield _all_listed(card, "Tags", "tag", card.tags)
    yield from _limit(card)
    yield _listed(card, "Rarity", "r", card.rarity)


def _cost_name(card: Card) -> str:
    if card.type is None:
        return "Cost"
    return "Recruit cost" if card.type in ("Character", "Equipment") else "Threshold cost"


def _icons(card: Card) -> Iterable[Fact]:
    yield _yes_or_no("Flight", card.has_flight)
    yield _yes_or_no("Range", card.has_range)


def _limit(card: Card) -> Iterable[Fact]:
    if card.printed_limit is not None:
        yield _plain("Printed limit", str(card.printed_limit))


def _teams(label: str, card: Card, team_slugs: Mapping[str, str]) -> Fact:
    if card.teams is None:
        return Fact(label, None)
    return Fact(
        label,
        tuple(Value(name, reverse("cards:team", args=(card.game, team_slugs[name]))) for name in card.teams),
    )


def _plain(label: str, text: str | None) -> Fact:
    return Fact(label, (Value(text),) if text else None)


def _listed(card: Card, label: str, field: str, value: str | int | None) -> Fact:
    """A fact that leads to every card that shares it."""
    return _all_listed(card, label, field, None if value is None else (str(value),))


def _all_listed(card: Card, label: str, field: str, values: Iterable[str] | None) -> Fact:
    if values is None:
        return Fact(label, None)
    return Fact(label, tuple(Value(each, list_address(card.game, term(field, each))) for each in values))


def _figure(label: str, value: Figure) -> Fact:
    if value == COSTLESS:
        return Fact(label, ())
    return _plain(label, None if value is None else str(value))


def _yes_or_no(label: str, value: bool | None) -> Fact:
    return _plain(label, None if value is None else "yes" if value else "no")
