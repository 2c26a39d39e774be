"""What is known, as bars beside words."""

from __future__ import annotations

from typing import Any

from django import template

from engine.model.games import game_of
from vsdb.catalog.cards.coverage import CardsCoverage, FieldCoverage, GameCoverage, get_coverage
from vsdb.catalog.cards.filters import list_address
from vsdb.core.addresses import get_address

register = template.Library()


@register.simple_tag
def coverage(game: str) -> GameCoverage:
    """What is recorded of a game; counted once a version of the data."""
    return get_coverage(game)


@register.inclusion_tag("parts/known_cards.html")
def known_cards(game: str, code: str = "") -> dict[str, Any]:
    """How many cards of a game, or of one of its sets, are recorded, as a bar with words and a link to the gaps."""
    held = get_coverage(game)
    of_set = held.of_set(code) if code else None
    cards = of_set.cards if of_set else held.cards
    return {"cards": cards, "game": game, "gaps": gaps_address(game, code)}


@register.inclusion_tag("parts/known_line.html")
def known_line(game: str) -> dict[str, Any]:
    """How many cards of a game are recorded, and for how many its cost is known, in one line with a bar."""
    held = get_coverage(game)
    return {"cards": held.cards, "field": held.of_field(game_of(game).site.cost_curve.fact), "gaps": gaps_address(game)}


@register.inclusion_tag("parts/known_field_line.html")
def known_field_line(game: str, field: str) -> dict[str, Any]:
    """For how many cards a field is known, in one line with a bar; nothing where the game's cards don't have it."""
    return {"known": get_coverage(game).of_field(field), "gaps": gaps_address(game)}


@register.inclusion_tag("parts/known_bar.html")
def known_bar(known: CardsCoverage | FieldCoverage) -> dict[str, Any]:
    """A share as a bar; without a whole to be a share of, an open one. The words stand beside it."""
    is_any = known.counted if isinstance(known, CardsCoverage) else known.known
    # One card in a thousand is to be seen, too.
    return {"percent": known.percent, "width": max(known.percent or 0, 1 if is_any else 0)}


@register.simple_tag
def gaps_address(game: str, code: str = "") -> str:
    """The page of a game's gaps, at one of its sets."""
    address = get_address("cards:gaps-of-game", game)
    return f"{address}#set-{code}" if code else address


@register.simple_tag
def cards_without(game: str, field: FieldCoverage, code: str = "") -> str:
    """The list of the cards for which a field isn't recorded; empty where no query finds them."""
    if not (field.query and field.missing):
        return ""
    return list_address(game, *((f"s:{code}",) if code else ()), field.query)
