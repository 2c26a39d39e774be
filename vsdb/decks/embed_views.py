"""A deck's verdict as other sites show it: a picture, a small page for a frame, and the answer to oEmbed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.cache import get_conditional_response
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from engine.decklists.addresses import read_address
from engine.model.errors import InputError, NotFound
from vsdb.check.badges import draw_badge, draw_missing_badge
from vsdb.core.requests import read_number
from vsdb.decks import embedding
from vsdb.decks.access import get_site_root
from vsdb.decks.embedding import EmbeddedVerdict

#: Any site may show it. It has no script, no form and no cookie.
_FRAME_POLICY = (
    "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
)
_KEPT = "max-age=300"  #: seconds for which a page elsewhere may show what has changed since
_MAX_ADDRESS = 400
_NO_LIMIT = 10_000  #: pixels, more than a frame has

#: The answer for a shared deck, else for None: not shared, or nothing that the address names.
Answer = Callable[[EmbeddedVerdict | None], HttpResponse]


def _serve(policy: str = "") -> Callable[[Answer], Callable[..., HttpResponseBase]]:
    """What anybody is answered about a shared deck, without looking at who asks; 304 to whoever has it.

    What isn't there is shown in the same form with status 404, so that a page elsewhere has no broken part.
    """

    def wrap(answer: Answer) -> Callable[..., HttpResponseBase]:
        @require_safe
        @xframe_options_exempt
        @wraps(answer)
        def view(request: HttpRequest, pk: int = 0, secret: str = "") -> HttpResponseBase:
            try:
                asked = embedding.read_embed_request(request.GET, pk, secret)
            except NotFound:
                response: HttpResponseBase = answer(None)
                response.status_code = HTTPStatus.NOT_FOUND
                response.headers["Cache-Control"] = "no-store"
            else:
                known: HttpResponseBase | None = get_conditional_response(request, etag=asked.etag)
                response = answer(asked.judge()) if known is None else known
                response.headers["ETag"] = asked.etag
                response.headers["Cache-Control"] = f"{'private' if secret else 'public'}, {_KEPT}"
            if policy:
                response.headers["Content-Security-Policy"] = policy
            response.headers["X-Robots-Tag"] = "noindex"
            return response

        return view

    return wrap


@_serve()
def show_badge(verdict: EmbeddedVerdict | None) -> HttpResponse:
    """The verdict as a small picture."""
    return draw_badge(verdict.outcome, verdict.fmt, verdict.on) if verdict else draw_missing_badge()


@_serve(_FRAME_POLICY)
def show_frame(verdict: EmbeddedVerdict | None) -> HttpResponse:
    """The verdict with the deck's title and size, for a frame."""
    context = {"verdict": verdict, "deck": verdict and verdict.deck}
    return HttpResponse(render_to_string("decks/frame.html", context))


@require_safe
def show_oembed(request: HttpRequest) -> HttpResponseBase:
    """What a site that asks for an address of a shared deck may show of it. Raises NotFound and InputError."""
    if request.GET.get("format", "json") != "json":
        # oEmbed's 501 would be logged as a fault of the site.
        raise InputError("only format=json is available", place="format")
    address = read_address(request.GET.get("url", "")[:_MAX_ADDRESS])
    if address is None or address.netloc.casefold() != request.get_host().casefold():
        raise NotFound("this address isn't on this site")
    try:
        found = resolve(address.path)
    except Resolver404 as error:
        raise NotFound("this address isn't a deck's address") from error
    if found.view_name not in ("stored:deck", "stored:short", "stored:shared"):
        raise NotFound("this address isn't a deck's address")
    secret = found.kwargs.get("secret", "")
    asked = embedding.read_embed_request({}, found.kwargs.get("pk", 0), secret)
    limits = _read_limit(request.GET, "maxwidth"), _read_limit(request.GET, "maxheight")
    told = JsonResponse(embedding.build_oembed(asked, get_site_root(request), limits))
    # Of its own: whether the deck is still shared was looked at before whoever has the answer is told so.
    etag = f'"{hashlib.sha256(told.content).hexdigest()[:32]}"'
    response: HttpResponseBase = get_conditional_response(request, etag=etag) or told
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = f"{'private' if secret else 'public'}, {_KEPT}"
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


def _read_limit(words: Mapping[str, str], name: str) -> int:
    """The most pixels that are asked for; no limit where none is named. Raises InputError."""
    limit = read_number(words, name)
    if limit == 0:
        raise InputError("0 pixels; at least 1", place=name)
    return _NO_LIMIT if limit is None else limit
