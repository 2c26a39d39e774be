"""The pages of the smallest repair of a stored deck, which its owner may apply, and of its timeline."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render

from engine.model.errors import InputError, NotFound
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import choices, format_named
from vsdb.check.forms import sentence
from vsdb.check.repair import Repaired, RepairPage, picks_in, repair_list, repair_page
from vsdb.core.dates import day
from vsdb.core.errors import ApplicationError
from vsdb.core.parameters import number_in
from vsdb.core.words import counted
from vsdb.decks import selectors, store, to_engine
from vsdb.decks.access import Place, acting, reading
from vsdb.timelines.page import page_of_deck
from vsdb.timelines.services import life_of_deck


@reading
def repair(request: HttpRequest, place: Place) -> HttpResponseBase:
    """The repair of a stored deck's newest version in its format on its day, or in those that the address names."""
    page, problem, status = None, "", 200
    try:
        page = _page_of_stored(place, request.GET)
    except (InputError, NotFound) as error:
        problem, status = sentence(str(error)), 400
    deck, words = place.deck, request.GET
    context = {
        "place": place,
        "page": page,
        "problem": problem,
        "formats": choices(cards.reference(deck.game_id), words.get("format", "") or deck.format),
        "chosen": page.found.fmt.slug if page else words.get("format", ""),
        "on": words.get("on", ""),
    }
    return render(request, "decks/repair/stored.html", context, status=status)


@acting
def apply(request: HttpRequest, place: Place) -> HttpResponse:
    """The repair with what was picked, as the next version of one's own deck."""
    if not place.is_own:
        raise NotFound(f"there is no deck {place.deck.pk} of yours")
    found = _of_stored(place, request.POST)
    if found is None or not found.works or found.deck is None:
        raise ApplicationError("There is no repair to apply in this format.", code="no-repair")
    newest = selectors.revision_of(place.deck)
    store.save(
        place.deck.pk,
        place.asker,
        number_in(request.POST, "edition") or place.deck.edition,
        replace(store.snapshot_of(newest), text=to_engine.list_text(found.deck)),
        comment=f"Repaired for {found.fmt.name}: {counted(found.repair.size, 'change')}",
    )
    messages.success(request, f"The repair is version {selectors.deck_for(place.deck.pk, place.asker).edition}.")
    return redirect(place.address())


def _page_of_stored(place: Place, words: QueryDict) -> RepairPage | None:
    found = _of_stored(place, words)
    return repair_page(found) if found else None


def _of_stored(place: Place, words: QueryDict) -> Repaired | None:
    """The repair of the newest version; None where neither it nor the address names a format."""
    revision = selectors.revision_of(place.deck)
    fmt = words.get("format", "") or revision.format
    if not fmt:
        return None
    on = day(str(words["on"]), place="on") if words.get("on") else revision.as_of
    return repair_list(revision.text, game=place.deck.game_id, fmt=fmt, on=on, picks=picks_in(words.dict()))


@reading
def timeline(request: HttpRequest, place: Place) -> HttpResponseBase:
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
