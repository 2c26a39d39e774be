"""Pages of card lists and search, completion, and search help."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from engine.model.cards import GAMES
from engine.model.games import game_of
from vsdb.catalog.cards import selectors
from vsdb.catalog.rules import selectors as rule_selectors
from vsdb.search import guide
from vsdb.search.completion import CompletionOffer, list_completions
from vsdb.search.filter_panel import SHOWN, FilterPanel, is_submitted
from vsdb.search.jump import build_jump_answer, find_places
from vsdb.search.language.parser import MAX_CHARACTERS
from vsdb.search.links import SearchRequest, parse_search_request
from vsdb.search.page import ResultsPage, get_example
from vsdb.search.rules import FIELDS, list_hits, search_rules

_MAX_SUGGESTIONS = 10


@require_safe
def show_every_game(request: HttpRequest) -> HttpResponse:
    """Show the results in all games or, without a query, the games."""
    asked = parse_search_request(request, None)
    if not asked.text and not asked.filters.asked and not is_submitted(request.GET):
        panel = FilterPanel(None, "", timezone.localdate())
        box = {"path": asked.path, "placeholder": get_example(None), "panel": panel}
        games = [(held, get_example(held.game.slug)) for held in selectors.count_holdings()]
        return render(request, "catalog/cards/index.html", {"games": games, "page": box})
    return _results(request, asked)


@require_safe
def show_game(request: HttpRequest, game: str) -> HttpResponse:
    """Show the results in one game; without a query all its cards."""
    selectors.get_data_version(game)
    return _results(request, parse_search_request(request, game))


@require_safe
@cache_control(max_age=300)
def complete_query(request: HttpRequest) -> HttpResponse:
    """Return completions of the word at the cursor: fields, values and names, each with the new query."""
    offers = list_completions(*_read_typed(request))
    return JsonResponse({"completions": [_offer(each) for each in offers]})


def _read_typed(request: HttpRequest) -> tuple[str, int, str | None]:
    """Return the text of a search box, the cursor position and the game; None for all games."""
    text = request.GET.get("q", "").replace("\0", "")[:MAX_CHARACTERS]
    at = request.GET.get("at", "")
    place = min(int(at), len(text)) if at.isdecimal() and len(at) < 6 else len(text)
    game = request.GET.get("game")
    return text, place, game if game in GAMES else None


def _offer(offer: CompletionOffer) -> dict[str, Any]:
    return {"label": offer.label, "detail": offer.detail, "query": offer.query, "at": offer.at}


@require_safe
@never_cache
def jump_to_place(request: HttpRequest) -> HttpResponse:
    """Return the pages that match a text, by kind, and completions of the word at the cursor."""
    text, at, game = _read_typed(request)
    found = find_places(text, game)
    # A card's name leads to its page here.
    offers = [each for each in list_completions(text, at, game) if not each.is_name]
    return JsonResponse({**build_jump_answer(found), "completions": [_offer(each) for each in offers]})


@require_safe
@never_cache
def suggest_for_browsers(request: HttpRequest) -> HttpResponse:
    """Return suggestions in the format of OpenSearch, for the browser's search field."""
    text, _, _ = _read_typed(request)
    named = {place.label: place for group in reversed(find_places(text).groups) for place in reversed(group.places)}
    places = list(reversed(named.values()))[:_MAX_SUGGESTIONS]
    url = request.build_absolute_uri
    answer = [
        text,
        [each.label for each in places],
        [each.said for each in places],
        [url(each.url) for each in places],
    ]
    return JsonResponse(answer, safe=False, content_type="application/x-suggestions+json")


@require_safe
@cache_control(max_age=86_400)
def describe_search(request: HttpRequest) -> HttpResponse:
    """Return the OpenSearch description, which lets browsers offer this search."""
    origin = {"origin": request.build_absolute_uri("/").rstrip("/")}
    return render(request, "search/opensearch.xml", origin, content_type="application/opensearchdescription+xml")


@require_safe
def show_query_help(request: HttpRequest) -> HttpResponse:
    """Show the search help, with examples as links."""
    return render(request, "search/help.html", {"guide": guide.build_guide(timezone.localdate())})


def _results(request: HttpRequest, asked: SearchRequest) -> HttpResponse:
    today = timezone.localdate()
    panel = None
    if is_submitted(request.GET):
        shown = request.GET.get(SHOWN, "").replace("\0", "")[:MAX_CHARACTERS]
        panel = FilterPanel(asked.game, shown, today, request.GET)
        if panel.is_valid():
            return redirect(asked.address(q=panel.write_query(asked.text)))
    problems = asked.problems
    status = HTTPStatus.BAD_REQUEST if problems or panel else HTTPStatus.OK
    page = ResultsPage(asked, today, panel)
    response = render(request, "search/results.html", {"page": page, "problems": problems}, status=status)
    if page.found.is_about_decks:
        response.headers["Cache-Control"] = "private, no-store"
    return response


A_PAGE = 50


@require_safe
def show_documents(request: HttpRequest) -> HttpResponse:
    """Show the rules documents by game; with `?q=` the rules that match."""
    if request.GET.get("q", "").strip():
        return render(request, "catalog/rules/found.html", search_page(request))
    context = {"documents": rule_selectors.list_documents(), "games": list_rule_games()}
    return render(request, "catalog/rules/documents.html", context)


def search_page(request: HttpRequest) -> dict[str, Any]:
    """Return a page of rules that match `?q=`, best first, in `?game=` or in all games.

    Four queries; six after a load or an import.
    """
    text = request.GET.get("q", "")[: MAX_CHARACTERS + 1]
    game = request.GET.get("game", "")
    game = game if game in GAMES else ""
    answer = search_rules(text, game=game or None)
    found = Paginator(answer.rows, A_PAGE).get_page(request.GET.get("page"))
    start = found.start_index() - 1 if answer.rows else 0
    return {
        "query": text,
        "game": game,
        "game_name": dict(list_rule_games()).get(game, ""),
        "games": list_rule_games(),
        "answer": answer,
        "found": found,
        "hits": list_hits(answer, start, start + A_PAGE),
        "notes": [(note, answer.query.text[note.span.start : note.span.end]) for note in answer.notes],
        "fields": FIELDS,
    }


def list_rule_games() -> list[tuple[str, str]]:
    """Return the games with searchable rules, by slug and name."""
    return [(slug, game_of(slug).name) for slug in GAMES]
