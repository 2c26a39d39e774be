"""The lists of cards with their search, completion while typing, and the help of the query language."""

from __future__ import annotations

from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.model.cards import GAMES
from vsdb.catalog.cards import selectors
from vsdb.catalog.rules import selectors as rule_selectors
from vsdb.search import guide
from vsdb.search.completion import list_completions
from vsdb.search.language.parser import MAX_CHARACTERS
from vsdb.search.links import SearchRequest, parse_search_request
from vsdb.search.page import ResultsPage, get_example
from vsdb.search.rules import FIELDS, list_hits, search_rules


@require_safe
def show_every_game(request: HttpRequest) -> HttpResponse:
    """The cards of every game that a query finds or, where nothing is asked, the games to choose from."""
    asked = parse_search_request(request, None)
    if not asked.text and not asked.filters.asked:
        box = {"path": asked.path, "placeholder": get_example(None)}
        games = [(held, get_example(held.game.slug)) for held in selectors.count_holdings()]
        return render(request, "catalog/cards/index.html", {"games": games, "page": box})
    return _results(request, asked)


@require_safe
def show_game(request: HttpRequest, game: str) -> HttpResponse:
    """The cards of a game that a query finds; without one all of them."""
    selectors.get_data_version(game)
    return _results(request, parse_search_request(request, game))


@require_safe
@cache_control(max_age=300)
def complete_query(request: HttpRequest) -> HttpResponse:
    """What the word at a place of a query may become: fields, values and names, each with the query that results."""
    text = request.GET.get("q", "").replace("\0", "")[:MAX_CHARACTERS]
    at = request.GET.get("at", "")
    place = min(int(at), len(text)) if at.isdecimal() and len(at) < 6 else len(text)
    game = request.GET.get("game")
    offers = list_completions(text, place, game if game in GAMES else None)
    return JsonResponse({"completions": [asdict(offer) for offer in offers]})


@require_safe
def show_query_help(request: HttpRequest) -> HttpResponse:
    """The query language, with examples that are links."""
    return render(request, "search/help.html", {"guide": guide.build_guide(timezone.localdate())})


def _results(request: HttpRequest, asked: SearchRequest) -> HttpResponse:
    problems = asked.problems
    status = HTTPStatus.BAD_REQUEST if problems else HTTPStatus.OK
    page = ResultsPage(asked, timezone.localdate())
    response = render(request, "search/results.html", {"page": page, "problems": problems}, status=status)
    if page.found.is_about_decks:
        response.headers["Cache-Control"] = "private, no-store"
    return response


A_PAGE = 50


@require_safe
def show_documents(request: HttpRequest) -> HttpResponse:
    """Every document, by game; with `?q=` the rules that a query finds."""
    if request.GET.get("q", "").strip():
        return render(request, "catalog/rules/found.html", search_page(request))
    return render(request, "catalog/rules/documents.html", {"documents": rule_selectors.list_documents()})


def search_page(request: HttpRequest) -> dict[str, Any]:
    """What `?q=` finds, a page of it by `?page=`, the best first; four queries, and six after a load or an import."""
    text = request.GET.get("q", "")[: MAX_CHARACTERS + 1]
    answer = search_rules(text)
    found = Paginator(answer.rows, A_PAGE).get_page(request.GET.get("page"))
    start = found.start_index() - 1 if answer.rows else 0
    return {
        "query": text,
        "answer": answer,
        "found": found,
        "hits": list_hits(answer, start, start + A_PAGE),
        "notes": [(note, answer.query.text[note.span.start : note.span.end]) for note in answer.notes],
        "fields": FIELDS,
    }
