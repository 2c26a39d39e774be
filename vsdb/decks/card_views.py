"""From a card to decks: how many public decks have it, and one more copy for a deck of one's own.

A card's page is kept by browsers and the same for everybody; this part of it is asked for apart, and never kept.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from engine.model.cards import Card
from engine.model.decks import Deck as DeckValue
from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import STRANGER, Viewer, get_viewer, remember_built
from vsdb.catalog.cards import selectors as cards
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import parse_whole_number, read_number
from vsdb.core.responses import serve_uncached
from vsdb.decks import selectors, services, to_engine
from vsdb.decks.access import refuse_too_often
from vsdb.decks.builder import saving
from vsdb.decks.builder.changes import ADD, BuilderChange, apply_change
from vsdb.decks.models import Deck
from vsdb.decks.services import MAX_TITLE, Snapshot, StaleSave

_MAX_DECKS = 8  #: of one's own that are offered, the last edited


@require_http_methods(["GET", "HEAD", "POST"])
@serve_uncached
def show_decks_of_card(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The part of a card's page about decks, or a page of its own; a form adds the card to a deck, or takes it back."""
    card = cards.get_reference(game).catalog.by_slug.get(slug)
    if card is None:
        raise NotFound(f"no card {slug[:80]!r}")
    viewer = get_viewer(request)
    if request.method != "POST":
        added = _find_added(request, viewer)
        return _render(request, card, viewer, added=added)
    form = request.POST
    if form.get("new"):
        return _start(request, card, viewer)
    if not (form.get("deck") or form.get("undo")):
        raise InputError("choose a deck", place="deck")
    try:
        if form.get("undo"):
            return _undo(request, card, viewer)
        return _add(request, card, viewer)
    except (InputError, NotFound, ApplicationError) as problem:
        said = (
            "This card has changed since. Open the deck to undo it."
            if isinstance(problem, StaleSave)
            else problem.message
        )
        return _render(request, card, viewer, problem=said, status=_choose_status(request, problem))


def _choose_status(request: HttpRequest, problem: InputError | NotFound | ApplicationError) -> int:
    """The status of a refusal. A part of a page is swapped in with 400 alone (`responseHandling` in `base.html`)."""
    if isinstance(problem, InputError) or request.headers.get("HX-Request"):
        return 400
    return 404 if isinstance(problem, NotFound) else 409


def _add(request: HttpRequest, card: Card, viewer: Viewer) -> HttpResponse:
    deck = selectors.get_own_deck(parse_whole_number(request.POST["deck"], "deck"), viewer)
    if deck.game_id != card.game:
        raise InputError("the deck is of another game", place="deck")
    saved = saving.change_list(deck, viewer, deck.edition, BuilderChange(ADD, card.slug))
    deck.refresh_from_db()
    if request.headers.get("HX-Request"):
        return _render(request, card, viewer, added=(deck, saved.revision.number))
    return HttpResponseRedirect(f"{_address(card)}?added={deck.pk}&version={saved.revision.number}")


def _undo(request: HttpRequest, card: Card, viewer: Viewer) -> HttpResponse:
    deck = selectors.get_own_deck(parse_whole_number(request.POST["undo"], "undo"), viewer)
    number = parse_whole_number(request.POST.get("version", ""), "version")
    saving.take_back(deck, viewer, number - 1, number)
    if request.headers.get("HX-Request"):
        return _render(request, card, viewer, undone=deck)
    return HttpResponseRedirect(_address(card))


def _start(request: HttpRequest, card: Card, viewer: Viewer) -> HttpResponse:
    """A new deck with one copy of the card, in the builder."""
    refuse_too_often(request, viewer)
    catalog = cards.get_reference(card.game).catalog
    value = apply_change(DeckValue(card.game), BuilderChange(ADD, card.slug), catalog)
    snapshot = Snapshot(title=card.title[:MAX_TITLE], text=to_engine.list_text(value))
    made = services.create(viewer, card.game, snapshot)
    remember_built(request, made)
    return redirect("stored:edit", made.pk)


def _find_added(request: HttpRequest, viewer: Viewer) -> tuple[Deck, int] | None:
    """The deck of the viewer's to which the address says that a copy was added, and the version that it made."""
    pk, number = read_number(request.GET, "added"), read_number(request.GET, "version")
    if not pk or not number:
        return None
    found = Deck.objects.filter(selectors.is_own(viewer), pk=pk, edition__gte=number).first()
    return (found, number) if found else None


def _render(request: HttpRequest, card: Card, viewer: Viewer, *, status: int = 200, **more: Any) -> HttpResponse:
    """The part or the page; two queries: the public decks with the card, and the viewer's own of its game."""
    with_it = Deck.objects.filter(selectors.is_public(), game=card.game)
    own: list[Deck] = []
    if viewer != STRANGER:
        mine = selectors.list_own_decks(viewer).filter(game=card.game).select_related(None)
        own = list(mine.only("pk", "title", "edition", "size", "game")[:_MAX_DECKS])
    context = {
        "card": card,
        "count": with_it.filter(cards__slug=card.slug).values("pk").distinct().count(),
        "own": own,
        "viewer": viewer,
        "is_page": not request.headers.get("HX-Request"),
        **more,
    }
    template = "decks/of_card.html" if context["is_page"] else "decks/of_card_part.html"
    return render(request, template, context, status=status)


def _address(card: Card) -> str:
    return reverse("stored:of-card", args=(card.game, card.slug))
