"""By what the cards of a deck are grouped: type, cost or team, in every game by its own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.model.cards import Card
from engine.model.games import game_of

TYPE, COST, TEAM = "type", "cost", "team"
WAYS: Mapping[str, str] = {TYPE: "Type", COST: "Cost", TEAM: "Team"}


def list_ways(game: str) -> dict[str, str]:
    """The ways by their words in addresses, with their names in a game."""
    return {**WAYS, TEAM: game_of(game).site.words.groups}


def find_group(card: Card, by: str) -> tuple[object, str]:
    """The group of a card: what groups are ordered by, and its title."""
    return _KEYS[by](card)


def _by_type(card: Card) -> tuple[object, str]:
    kind = card.type or ""
    types = game_of(card.game).building.types
    place = types.index(kind) if kind in types else len(types)
    return place, kind or "Type not recorded"


def _by_cost(card: Card) -> tuple[object, str]:
    cost = find_cost(card)
    if cost is None:
        return (1, 0), "Cost not recorded"
    return rank_cost(cost), f"Cost {cost}"


def _by_team(card: Card) -> tuple[object, str]:
    site = game_of(card.game).site
    teams = getattr(card, site.face.groups)
    if teams is None and card.type in (None, *site.face.grouped_types):
        return (2, ""), f"{site.words.team.capitalize()} not recorded"
    return ((0, " / ".join(teams)), " / ".join(teams)) if teams else ((1, ""), f"No {site.words.team}")


_KEYS: Mapping[str, Callable[[Card], tuple[object, str]]] = {TYPE: _by_type, COST: _by_cost, TEAM: _by_team}


def find_cost(card: Card) -> int | str | None:
    """What a card costs, else its level; None where neither is recorded."""
    return next((figure for figure in (card.energy, card.cost, card.level) if figure is not None), None)


def rank_cost(cost: int | str | None) -> tuple[int, int]:
    """What costs are ordered by: numbers first, then those that are none."""
    return (0, cost) if isinstance(cost, int) else (1, 0)
