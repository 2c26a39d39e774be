"""The page of what if."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from http import HTTPStatus
from itertools import islice, takewhile
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from engine.model.cards import GAMES
from engine.model.errors import InputError, NotFound
from engine.model.names import fold
from engine.model.reference import Reference
from vsdb.accounts.viewers import get_viewer
from vsdb.catalog.cards import selectors
from vsdb.check.verdict_page import MAX_LINK_LENGTH
from vsdb.core.requests import drain, is_too_large
from vsdb.core.words import to_sentence
from vsdb.what_if.page import build_form, build_page
from vsdb.what_if.questions import WhatIfQuestion, parse_question
from vsdb.what_if.services import run_what_if

AT_MOST = 8
_MIN = 2  #: letters before anything is offered
#: Words of an address that propose nothing: with these alone the form is shown, filled.
_NO_PROPOSAL = frozenset(
    ("game", "format", "from", "on", "all-in", "pool", "page", "lists", "fact", "value", "moved-to")
)


# Nothing is stored, so asking needs no token.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_what_if(request: HttpRequest) -> HttpResponse:
    """The form and, where something is proposed, what it would do; what can't be read is 400.

    A form that was sent leads to its address, unless the lists in it are too long for one.
    """
    if request.method == "POST" and is_too_large(request):
        drain(request)
        return _form(request, QueryDict(), "What was sent is too large; at most 1 MiB.", "decks")
    data = request.POST if request.method == "POST" else request.GET
    words = {name: [each.replace("\x00", "") for each in said] for name, said in data.lists()}
    if not any(word.strip() for name, said in words.items() if name not in _NO_PROPOSAL for word in said):
        if request.method == "POST":
            return _form(request, data, "Nothing is proposed yet: name a card, a set or a number.", "")
        return _page(request, build_form(words), None)
    try:
        question = parse_question(words)
        if request.method == "POST" and len(query := question.query()) <= MAX_LINK_LENGTH:
            return HttpResponseRedirect(f"{reverse('whatif:page')}?{query}", status=HTTPStatus.SEE_OTHER)
        return _render_answer(request, question, words)
    except (InputError, NotFound) as refused:
        place = refused.place if isinstance(refused, InputError) else ""
        return _form(request, data, to_sentence(str(refused)), place)


def _render_answer(request: HttpRequest, question: WhatIfQuestion, words: dict[str, list[str]]) -> HttpResponse:
    cursor = words.get("so-far", [""])[0]
    answer = run_what_if(question, get_viewer(request), cursor=cursor)
    page = build_page(answer, pool=request.GET.get("pool", ""), number=request.GET.get("page", ""))
    if request.headers.get("HX-Request") and cursor:
        return render(request, "what_if/more.html", {"page": page})
    shown: dict[str, list[str]] = {}
    for name, word in question.words():
        shown.setdefault(name, []).append(word)
    return _page(request, build_form(shown), page)


def _form(request: HttpRequest, data: QueryDict, problem: str, place: str) -> HttpResponse:
    form = build_form({name: list(said) for name, said in data.lists()}, problem=problem, place=place)
    return _page(request, form, None, status=HTTPStatus.BAD_REQUEST)


def _page(
    request: HttpRequest, form: dict[str, Any], page: dict[str, Any] | None, status: int = HTTPStatus.OK
) -> HttpResponse:
    return render(request, "what_if/page.html", {"form": form, "page": page}, status=status)


@require_safe
def complete_cards(request: HttpRequest) -> JsonResponse:
    """Titles of a game's cards that begin as what is being typed, as the search boxes take completions."""
    titles = complete_titles(request.GET.get("q", ""), request.GET.get("game", ""))
    offers = [{"label": title, "detail": "a card", "query": title, "at": len(title)} for title in titles]
    return JsonResponse({"completions": offers})


def complete_titles(typed: str, game: str) -> list[str]:
    """Up to eight titles of a game's cards, in their order; costs the query of a reference in memory."""
    wanted = fold(typed[:100]).strip()
    if len(wanted) < _MIN or game not in GAMES:
        return []
    titles = _titles(selectors.get_reference(game))
    begin = islice(titles, bisect_left(titles, (wanted, "")), None)
    return [title for _, title in islice(takewhile(lambda each: each[0].startswith(wanted), begin), AT_MOST)]


@lru_cache(maxsize=8)
def _titles(reference: Reference) -> Sequence[tuple[str, str]]:
    return sorted({(fold(card.title), card.title) for card in reference.catalog.cards})
