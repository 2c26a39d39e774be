"""What the tests of searching share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import engine.model.cards
from engine.model.cards import GAMES
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.models import Card
from vsdb.search.services import FoundCards, search_cards

TODAY = date(2026, 11, 20)
Fits = Callable[[engine.model.cards.Card], object]


def ask(query: str, game: str | None = None, viewer: Viewer = STRANGER) -> FoundCards:
    """What a query finds, on a fixed day."""
    return search_cards(query, game=game, today=TODAY, viewer=viewer)


def slugs(query: str, game: str | None = None) -> set[tuple[str, str]]:
    """The cards that a query finds, each by game and slug."""
    return slugs_of(ask(query, game))


def slugs_of(found: FoundCards) -> set[tuple[str, str]]:
    """The cards of an answer, each by game and slug."""
    return set(Card.objects.filter(pk__among=found.ids).values_list("game_id", "slug"))


def titles(query: str, game: str | None = None) -> list[str]:
    """The titles of the cards that a query finds, in their order."""
    found = ask(query, game)
    held = dict(Card.objects.filter(pk__among=found.ids).values_list("pk", "title"))
    return [held[pk] for pk in found.ids]


def expected(fits: Fits) -> set[tuple[str, str]]:
    """The cards of every game that fit."""
    return {(game, card.slug) for game in GAMES for card in selectors.get_reference(game).catalog.cards if fits(card)}
