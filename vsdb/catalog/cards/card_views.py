"""A card's page, and the same as JSON, as Markdown and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.model.errors import InputError
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.card_page import CardPage, card_page
from vsdb.catalog.cards.card_texts import as_json, as_markdown
from vsdb.catalog.cards.faces import face
from vsdb.catalog.cards.preview import SIZE, draw
from vsdb.catalog.formats.lookup import find_card
from vsdb.catalog.rules.related import NamedIn, around_card
from vsdb.catalog.wordings.services import Choice, texts_of
from vsdb.core.redirects import lead_on
from vsdb.core.requested_day import AskedDay, asked_day

_A_DAY = 86_400


@require_safe
def page(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """A card: its face and facts, its printings, keywords and bans, what it goes with, and where it is legal."""
    reference = selectors.reference(game)
    if slug not in reference.catalog.by_slug and slug.lower() in reference.catalog.by_slug:
        return lead_on(request, "cards:card", game, slug.lower())
    asked = asked_day(request)
    found = _page(request, reference, slug, asked)
    status = HTTPStatus.BAD_REQUEST if found.wording.problem else asked.status
    around = around_card(reference, found.card.slug)
    context = {
        "game": game,
        "page": found,
        "asked": asked,
        "size": SIZE,
        "named_in": around.named_in,
        "lines": around.with_terms(found.wording.lines),
    }
    return render(request, "cards/card.html", context, status=status)


@require_safe
def json_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The page for programs."""
    found = _readable_page(request, game, slug)
    return JsonResponse(as_json(found, _named_in(found)), json_dumps_params={"ensure_ascii": False})


@require_safe
def markdown_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The page for notebooks and forums."""
    found = _readable_page(request, game, slug)
    written = as_markdown(found, _named_in(found), request.build_absolute_uri)
    return HttpResponse(written, content_type="text/markdown; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=_A_DAY)
def picture(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The picture that stands beside a link to the card elsewhere."""
    card = find_card(selectors.reference(game), slug)
    said = texts_of([card], timezone.localdate()).get(card, "")
    drawn = draw(face(card, said=said))
    return HttpResponse(drawn, content_type="image/png")


def _readable_page(request: HttpRequest, game: str, slug: str) -> CardPage:
    """The page of a day that can be read. Raises InputError for another."""
    asked = asked_day(request)
    if asked.problem:
        raise InputError(asked.problem, place="on")
    page = _page(request, selectors.reference(game), slug, asked)
    if page.wording.problem:
        raise InputError(page.wording.problem, place="from, to, printing")
    return page


def _named_in(page: CardPage) -> Sequence[NamedIn]:
    """The rules that name the card; one query where their texts have been read."""
    return around_card(selectors.reference(page.card.game), page.card.slug).named_in


def _page(request: HttpRequest, reference: Reference, slug: str, asked: AskedDay) -> CardPage:
    card = find_card(reference, slug)
    choice = Choice(*(request.GET.get(name, "").strip() for name in ("printing", "from", "to")))
    return card_page(reference, card, today=timezone.localdate(), on=asked.on, choice=choice)
