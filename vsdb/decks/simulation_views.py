"""The pages about what chance makes of a stored deck: odds, sample hands, goldfish games."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from vsdb.decks import deck_page
from vsdb.decks.access import View, ViewedDeck, with_readable_deck
from vsdb.simulations.sources import PAGES, SimulatedList
from vsdb.simulations.views import SHOW_PAGE


def build_source(place: ViewedDeck, number: int | None = None) -> SimulatedList:
    """A version of a deck, the newest where no number is given. Raises NotFound."""
    read = deck_page.read_version(place.deck, number)
    return SimulatedList(
        title=place.deck.title,
        deck=read.value,
        text=read.revision.text,
        on=read.on,
        addresses={page: place.address(page) for page in PAGES},
        crumbs=((reverse("stored:index"), "Decks"), (place.address(), place.deck.title)),
    )


def show_page(page: str) -> View:
    """The view of a page about a deck's newest version."""

    @with_readable_deck
    def show(request: HttpRequest, place: ViewedDeck) -> HttpResponseBase:
        return SHOW_PAGE[page](request, build_source(place))

    return show
