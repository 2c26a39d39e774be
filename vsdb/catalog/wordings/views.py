"""The pages of sources, with the rulings and texts that came from each, and of named groups."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from engine.model.cards import GAMES
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.faces import build_faces_by_slug
from vsdb.catalog.formats.lookup import find_row
from vsdb.catalog.wordings import selectors
from vsdb.catalog.wordings.drawing import draw_wording, load_glosses
from vsdb.catalog.wordings.rulings import paginate, paginate_rulings
from vsdb.core.requests import redirect_to_own_address


@require_safe
def show_sources(request: HttpRequest) -> HttpResponse:
    """Every source of every game."""
    return render(request, "catalog/wordings/sources.html", {"sources": selectors.list_sources()})


@require_safe
def show_source(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A source with its rulings or its texts, in its own order, page by page."""
    sources = selectors.list_sources().filter(game=game).select_related("document")
    source = find_row(sources, slug, f"{GAMES[game]} has no source")
    if source.slug != slug:
        return redirect_to_own_address(request, "wordings:source", game, source.slug)
    view = request.GET.get("view", "")
    if view not in {"rulings", "wordings"}:
        view = "rulings" if source.rulings.exists() else "wordings"
    context: dict[str, Any] = {"game": game, "source": source, "view": view, "groups": source.groups.all()}
    if view == "rulings":
        of_source = source.rulings.select_related("source").order_by("position")
        context["found"], context["rulings"] = paginate_rulings(request, of_source)
    else:
        texts = source.wordings.select_related("card", "source").order_by("card__name", "card__title", "pk")
        context["found"] = found = paginate(request, texts)
        words = load_glosses(game, cards.get_reference(game))
        context["texts"] = [(each, draw_wording(each, words)) for each in found]
    return render(request, "catalog/wordings/source.html", context)


@require_safe
def group_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A named group: its names, each with the cards that bear it."""
    group = find_row(selectors.list_groups(game), slug, f"{GAMES[game]} has no group")
    if group.slug != slug:
        return redirect_to_own_address(request, "wordings:group", game, group.slug)
    catalog = cards.get_reference(game).catalog
    found = [(name, catalog.by_name(name)) for name in group.members]
    faces = build_faces_by_slug([card for _, bearers in found for card in bearers], timezone.localdate())
    named = [(name, [faces[card.slug] for card in bearers]) for name, bearers in found]
    return render(request, "catalog/wordings/group.html", {"game": game, "group": group, "members": named})
