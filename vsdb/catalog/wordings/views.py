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
from vsdb.catalog.cards.faces import worded_by_slug
from vsdb.catalog.formats.lookup import nearest_slugs
from vsdb.catalog.wordings import selectors
from vsdb.catalog.wordings.drawing import Line, drawn, glosses
from vsdb.catalog.wordings.history import days_of
from vsdb.catalog.wordings.models import Source, Wording
from vsdb.catalog.wordings.rulings import page_of, ruling_page
from vsdb.catalog.wordings.services import members
from vsdb.core.requests import lead_on

_VIEWS = ("rulings", "wordings")


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text of a source, drawn; `since` is None where its day isn't known."""

    wording: Wording
    lines: tuple[Line, ...]
    since: Between | None


@require_safe
def source_list(request: HttpRequest) -> HttpResponse:
    """Every source of every game."""
    return render(request, "wordings/sources.html", {"sources": selectors.sources()})


@require_safe
def source_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A source with its rulings or its texts, in its own order, page by page."""
    source = selectors.sources().filter(game=game, slug=slug.lower()).select_related("document").first()
    if source is None:
        slugs = Source.objects.filter(game=game).values_list("slug", flat=True)
        raise NotFound(f"{GAMES[game]} has no source {slug[:80]}", nearest=nearest_slugs(slug, slugs))
    if source.slug != slug:
        return lead_on(request, "wordings:source", game, source.slug)
    view = request.GET.get("view", "")
    if view not in _VIEWS:
        view = "rulings" if source.rulings.exists() else "wordings"
    context: dict[str, Any] = {"game": game, "source": source, "view": view, "groups": source.groups.all()}
    if view == "rulings":
        context["found"], context["rulings"] = ruling_page(
            request, source.rulings.select_related("source").order_by("position")
        )
    else:
        of_source = source.wordings.select_related("card").order_by("card__name", "card__title", "pk")
        context["found"] = found = page_of(request, of_source)
        words = glosses(game, cards.reference(game))
        context["texts"] = [
            ShownText(each, drawn(each.text, game, words, each.changed), days_of(each)) for each in found
        ]
    return render(request, "wordings/source.html", context)


@require_safe
def group_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A named group: its names, each with the cards that bear it."""
    held = {group.slug: group for group in selectors.groups(game)}
    group = held.get(slug.lower())
    if group is None:
        raise NotFound(f"{GAMES[game]} has no group {slug[:80]}", nearest=nearest_slugs(slug, held))
    if group.slug != slug:
        return lead_on(request, "wordings:group", game, group.slug)
    found = members(group, cards.reference(game))
    faces = worded_by_slug([card for _, bearers in found for card in bearers], timezone.localdate())
    named = [(name, [faces[card.slug] for card in bearers]) for name, bearers in found]
    return render(request, "wordings/group.html", {"game": game, "group": group, "members": named})
