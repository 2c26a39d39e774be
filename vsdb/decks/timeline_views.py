"""The page of the timeline of a stored deck."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from engine.model.errors import InputError
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.check.forms import sentence
from vsdb.core.parameters import number_in
from vsdb.decks import selectors
from vsdb.decks.access import Place, reading
from vsdb.timelines.page import page_of_deck
from vsdb.timelines.services import life_of_deck


@reading
def of_stored(request: HttpRequest, place: Place) -> HttpResponseBase:
    """The life of a stored deck, of its newest version or of the one that `?version=` names."""
    number = number_in(request.GET, "version")
    revision = selectors.revision_of(place.deck, number)
    page, problem = None, ""
    try:
        page = page_of_deck(life_of_deck(revision.text, game=place.deck.game_id, own=_own(place, revision.format)))
    except InputError as error:
        problem = sentence(error.message)
    context = {"place": place, "revision": revision, "page": page, "problem": problem}
    return render(request, "lives/stored.html", context)


def _own(place: Place, slug: str) -> str:
    """The format of a version, where it is still one."""
    return slug if format_named(cards.reference(place.deck.game_id), slug) else ""
