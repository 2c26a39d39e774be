"""Completion while a search for decks is typed."""

from __future__ import annotations

from dataclasses import asdict

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.model.cards import GAMES
from vsdb.decks.search.completion import deck_completions
from vsdb.search.language.parser import MOST_CHARACTERS


@require_safe
@cache_control(max_age=300)
def complete(request: HttpRequest) -> JsonResponse:
    """What the word at a place of a query may become; it tells nothing of any deck."""
    text = request.GET.get("q", "").replace("\0", "")[:MOST_CHARACTERS]
    at = request.GET.get("at", "")
    place = min(int(at), len(text)) if at.isdecimal() and len(at) < 6 else len(text)
    game = request.GET.get("game")
    offers = deck_completions(text, place, game if game in GAMES else None)
    return JsonResponse({"completions": [asdict(offer) for offer in offers]})
