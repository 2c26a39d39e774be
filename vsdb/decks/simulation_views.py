"""The pages about what chance makes of a stored deck: odds, sample hands, goldfish games."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.timezone import localdate

from vsdb.accounts.viewers import Viewer
from vsdb.core.words import format_day
from vsdb.decks.access import View, ViewedDeck, with_form_about_deck, with_readable_deck
from vsdb.decks.deck_page import ReadVersion, read_version
from vsdb.decks.versions import find_named_version, title_version
from vsdb.simulations.sources import PAGES, ListVersion, OtherLists, SimulatedList
from vsdb.simulations.views import SHOW_PAGE, TAKES_FORM

_MAX_VERSIONS = 100  #: that are offered, the newest


def build_source(place: ViewedDeck, number: int | None = None) -> SimulatedList:
    """A version of a deck, the newest where no number is given. Raises NotFound."""
    return _build_source(place, read_version(place.deck, number))


def _build_source(place: ViewedDeck, read: ReadVersion, title: str = "") -> SimulatedList:
    return SimulatedList(
        title=title or place.deck.title,
        deck=read.value,
        text=read.revision.text,
        on=read.on,
        addresses={page: place.address(page) for page in PAGES},
        crumbs=((reverse("stored:index"), "Decks"), (place.address(), place.deck.title)),
        others=OtherLists(partial(_list_versions, place), partial(open_named_list, place.viewer)),
        version=ListVersion(place.deck.pk, read.revision.number, place.deck.edition),
        edit_address=f"{reverse('stored:edit', args=(place.deck.pk,))}?as=text" if place.is_own else "",
    )


def _list_versions(place: ViewedDeck) -> list[tuple[int, str, str]]:
    """The newest versions with the words that name them; one query."""
    found = place.deck.revisions.order_by("-number").values_list("number", "saved", "comment")[:_MAX_VERSIONS]
    word = place.secret or place.deck.pk
    return [
        (number, f"{word}@{number}", ", ".join(filter(None, (f"Version {number}", format_day(localdate(saved)), said))))
        for number, saved, said in found
    ]


def open_named_list(viewer: Viewer, word: str) -> SimulatedList:
    """The list that a word names: a version of this deck, or another deck. Raises InputError and NotFound."""
    place, read, _ = find_named_version(word, viewer)
    return _build_source(place, read, title_version(place.deck, read.revision))


def show_page(page: str) -> View:
    """The view of a page about a deck's newest version."""

    def show(request: HttpRequest, place: ViewedDeck) -> HttpResponseBase:
        return SHOW_PAGE[page](request, build_source(place))

    return with_form_about_deck(show) if page in TAKES_FORM else with_readable_deck(show)
