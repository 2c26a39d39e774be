"""A card's page, and the same as JSON, as Markdown and as a picture."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.cards import GAMES, Card
from engine.errors import InputError, NotFound
from engine.reference import Reference
from vsdb.cards import selectors
from vsdb.cards.card_page import CardPage, card_page
from vsdb.cards.card_texts import as_json, as_markdown
from vsdb.cards.faces import face
from vsdb.cards.preview import SIZE, draw
from vsdb.formats.lookup import nearest_slugs
from vsdb.site.addresses import lead_on
from vsdb.site.days import AskedDay, asked_day

_A_DAY = 86_400


@require_safe
def page(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """A card: its face and facts, its printings, keywords and bans, what it goes with, and where it is legal."""
    reference = selectors.reference(game)
    if slug not in reference.catalog.by_slug and slug.lower() in reference.catalog.by_slug:
        return lead_on(request, "cards:card", game, slug.lower())
    asked = asked_day(request)
    context = {"game": game, "page": _page(reference, slug, asked), "asked": asked, "size": SIZE}
    return render(request, "cards/card.html", context, status=asked.status)


@require_safe
def json_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The page for programs."""
    return JsonResponse(as_json(_readable_page(request, game, slug)), json_dumps_params={"ensure_ascii": False})


@require_safe
def markdown_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The page for notebooks and forums."""
    written = as_markdown(_readable_page(request, game, slug), request.build_absolute_uri)
    return HttpResponse(written, content_type="text/markdown; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=_A_DAY)
def picture(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The picture that stands beside a link to the card elsewhere."""
    reference = selectors.reference(game)
    drawn = draw(face(_card(reference, slug)))
    return HttpResponse(drawn, content_type="image/png")


def _readable_page(request: HttpRequest, game: str, slug: str) -> CardPage:
    """The page of a day that can be read. Raises InputError for another."""
    asked = asked_day(request)
    if asked.problem:
        raise InputError(asked.problem, place="on")
    return _page(selectors.reference(game), slug, asked)


def _page(reference: Reference, slug: str, asked: AskedDay) -> CardPage:
    return card_page(reference, _card(reference, slug), today=timezone.localdate(), on=asked.on)


def _card(reference: Reference, slug: str) -> Card:
    by_slug = reference.catalog.by_slug
    if slug not in by_slug:
        raise NotFound(f"{GAMES[reference.game]} has no card {slug[:80]}", nearest=nearest_slugs(slug, by_slug))
    return by_slug[slug]
