"""A collection laid out for its pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.urls import reverse

from engine.model.cards import GAMES, Card
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.models import Card as CardRow
from vsdb.collection import selectors
from vsdb.collection.reading import CardKey
from vsdb.collection.selectors import NO_COPIES, Copies
from vsdb.search.conditions.context import build_slugs_condition
from vsdb.search.links import CountedLink, build_remarks
from vsdb.search.services import FoundCards, load_cards, search_cards

CARDS_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class CopiesRow:
    """A printing of a card with the copies of it; `code` is empty for any printing."""

    key: CardKey
    copies: Copies
    set_name: str = ""


@dataclass(frozen=True, slots=True)
class CardRows:
    """A card with the printings that somebody owns or wants, or all of its printings."""

    card: Card
    rows: tuple[CopiesRow, ...]

    @property
    def owned(self) -> int:
        """All copies that they own."""
        return sum(row.copies.owned for row in self.rows)

    @property
    def lacking(self) -> int:
        """How many wanted copies they don't own."""
        return selectors.count_lacking({row.key: row.copies for row in self.rows})


@dataclass(frozen=True)
class CollectionList:
    """The cards of a collection that a query finds, a page of them."""

    query: str
    game: str
    page: Page[int]
    rows: list[CardRows]
    remarks: list[Any]

    @property
    def text(self) -> str:
        """The query."""
        return self.query

    def address(self, **changes: Any) -> str:
        """The address of the list with another query."""
        return build_address(changes.get("q", self.query), self.game)


def build_address(query: str, game: str) -> str:
    """The address of a collection's list."""
    words = {name: value for name, value in (("q", query), ("game", game)) if value}
    return reverse("collection:index") + (f"?{urlencode(words)}" if words else "")


def list_cards(viewer: Viewer, copies: Mapping[CardKey, Copies], query: str, game: str, page: str) -> CollectionList:
    """The cards of the viewer's collection that a query finds, a page of them."""
    slugs = selectors.list_collected_slugs(copies)
    found = find_collected_ids(viewer, slugs, query if query.strip() else "sort:name", game)
    # A card stands once, however many of its printings a query lists.
    shown: Page[int] = Paginator(tuple(dict.fromkeys(found.ids)), CARDS_A_PAGE).get_page(page)
    cards = load_cards(list(shown.object_list))
    grouped = selectors.group_by_card(copies, cards)
    rows = [
        CardRows(card, tuple(CopiesRow(key, each) for key, each in held))
        for card, held in zip(cards, grouped, strict=True)
    ]
    listed = CollectionList(query, game, shown, rows, [])
    listed.remarks.extend(build_remarks(listed, found.notes) if query.strip() else ())
    return listed


def find_collected_ids(viewer: Viewer, slugs: Mapping[str, frozenset[str]], query: str, game: str) -> FoundCards:
    """The cards of a collection, by game and slug, that a query finds, in one game or in all."""
    within = CardRow.objects.filter(
        build_slugs_condition({name: held for name, held in slugs.items() if game in ("", name)})
    )
    return search_cards(query, game=game or None, within=within, viewer=viewer)


def build_card_rows(user: int, card: Card, set_names: dict[str, str]) -> CardRows:
    """All printings of a card with somebody's copies, and a row for any printing; one query."""
    copies = selectors.load_copies_of_card(user, card.game, card.slug)
    keys = dict.fromkeys((*(CardKey.of(card, each) for each in card.printings), CardKey.of(card), *copies))
    rows = (CopiesRow(key, copies.get(key, NO_COPIES), set_names.get(key.set_code, "")) for key in keys)
    return CardRows(card, tuple(rows))


def list_game_links(chosen: str, query: str) -> list[CountedLink]:
    """The list in each game, and in all."""
    names = {"": "All games", **GAMES}
    return [CountedLink(name, build_address(query, slug), is_chosen=slug == chosen) for slug, name in names.items()]
