"""The pages of sources, with the rulings and texts that came from each, and of named groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from engine.model.cards import GAMES, Between
from engine.model.errors import NotFound
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.faces import build_faces_by_slug
from vsdb.catalog.formats.lookup import find_nearest_slugs
from vsdb.catalog.wordings import selectors
from vsdb.catalog.wordings.drawing import Line, draw_text, load_glosses
from vsdb.catalog.wordings.history import get_wording_days
from vsdb.catalog.wordings.models import Source, Wording
from vsdb.catalog.wordings.rulings import paginate, paginate_rulings
from vsdb.catalog.wordings.services import list_members
from vsdb.core.requests import redirect_to_own_address

_VIEWS = ("rulings", "wordings")


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text of a source, drawn; `since` is None where its day isn't known."""

    wording: Wording
    lines: tuple[Line, ...]
    since: Between | None


@require_safe
def show_sources(request: HttpRequest) -> HttpResponse:
    """Every source of every game."""
    return render(request, "catalog/wordings/sources.html", {"sources": selectors.list_sources()})


@require_safe
def show_source(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A source with its rulings or its texts, in its own order, page by page."""
    source = selectors.list_sources().filter(game=game, slug=slug.lower()).select_related("document").first()
    if source is None:
        slugs = Source.objects.filter(game=game).values_list("slug", flat=True)
        raise NotFound(f"{GAMES[game]} has no source {slug[:80]}", nearest=find_nearest_slugs(slug, slugs))
    if source.slug != slug:
        return redirect_to_own_address(request, "wordings:source", game, source.slug)
    view = request.GET.get("view", "")
    if view not in _VIEWS:
        view = "rulings" if source.rulings.exists() else "wordings"
    context: dict[str, Any] = {"game": game, "source": source, "view": view, "groups": source.groups.all()}
    if view == "rulings":
        context["found"], context["rulings"] = paginate_rulings(
            request, source.rulings.select_related("source").order_by("position")
        )
    else:
        of_source = source.wordings.select_related("card").order_by("card__name", "card__title", "pk")
        context["found"] = found = paginate(request, of_source)
        words = load_glosses(game, cards.get_reference(game))
        context["texts"] = [
            ShownText(each, draw_text(each.text, game, words, each.changed), get_wording_days(each)) for each in found
        ]
    return render(request, "catalog/wordings/source.html", context)


@require_safe
def group_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A named group: its names, each with the cards that bear it."""
    held = {group.slug: group for group in selectors.list_groups(game)}
    group = held.get(slug.lower())
    if group is None:
        raise NotFound(f"{GAMES[game]} has no group {slug[:80]}", nearest=find_nearest_slugs(slug, held))
    if group.slug != slug:
        return redirect_to_own_address(request, "wordings:group", game, group.slug)
    found = list_members(group, cards.get_reference(game))
    faces = build_faces_by_slug([card for _, bearers in found for card in bearers], timezone.localdate())
    named = [(name, [faces[card.slug] for card in bearers]) for name, bearers in found]
    return render(request, "catalog/wordings/group.html", {"game": game, "group": group, "members": named})
