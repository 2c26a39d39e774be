"""The search of the builder: what a query finds among the cards of the deck's game, to be added with a press."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django.urls import reverse

from engine.model.decks import Deck as DeckValue
from engine.model.formats import Format
from vsdb.accounts.viewers import Visitor
from vsdb.catalog.cards.faces import face
from vsdb.catalog.cards.filters import CardFilter
from vsdb.catalog.cards.models import Card
from vsdb.decks.builder.additions import addable_slugs, is_too_long
from vsdb.decks.builder.zones import Pick
from vsdb.decks.models import Deck
from vsdb.search import services
from vsdb.search.conditions.context import of_slugs
from vsdb.search.page import QueryResults, example_of
from vsdb.search.request import Asked, asked_of

A_PAGE = 40


@dataclass(frozen=True)
class BuilderAsked(Asked):
    """What the address of the builder asks of the cards; its links lead to the builder again."""

    deck: int = 0
    by: str = ""
    only: bool = False

    @property
    def path(self) -> str:
        """The address of the builder."""
        return reverse("stored:edit", args=(self.deck,))

    def words(self, **changes: Any) -> list[tuple[str, str]]:
        """The words of the address with these changed or left out."""
        kept = {"q": self.text, "only": "1" if self.only else "", "by": self.by}
        return [(name, value) for name, value in {**kept, **changes}.items() if value]


def builder_asked(request: HttpRequest, deck: Deck) -> BuilderAsked:
    """What a request to the builder asks."""
    plain = asked_of(request, deck.game_id)
    return BuilderAsked(
        game=deck.game_id,
        written=plain.written,
        text=plain.text,
        view="",
        columns=(),
        page=plain.page,
        filters=CardFilter({}, deck.game_id),
        deck=deck.pk,
        by=request.GET.get("by", ""),
        only=bool(request.GET.get("only")),
    )


class Results(QueryResults):
    """What is found for an address of the builder; nothing is looked for where nothing is asked."""

    def __init__(
        self, asked: BuilderAsked, deck: Deck, value: DeckValue, fmt: Format | None, *, asker: Visitor, today: date
    ) -> None:
        self.value = value
        self.copies = fmt.construction.copies if fmt else None
        self.placeholder = example_of(deck.game_id)
        self.is_too_long = is_too_long(deck)
        self.is_limited = asked.only and fmt is not None and not self.is_too_long
        within = None
        if self.is_limited:
            within = Card.objects.filter(of_slugs({deck.game_id: addable_slugs(deck)}))
        super().__init__(
            asked, services.search_cards(asked.written, game=deck.game_id, today=today, within=within, asker=asker)
        )

    @cached_property
    def shown(self) -> Page[int]:
        """The page of the list, as primary keys."""
        return Paginator(self.found.ids, A_PAGE).get_page(self.asked.page)

    @cached_property
    def picks(self) -> list[Pick]:
        """The cards of the page; one query for all of them."""
        cards = services.cards_of(list(self.shown.object_list))
        return [Pick(face(card), self.value.counts.get(card, 0), self.copies) for card in cards]

    @property
    def next_address(self) -> str:
        """The address of the next page."""
        return f"{self.asked.path}?{urlencode(self.asked.words(page=str(self.shown.number + 1)))}"
