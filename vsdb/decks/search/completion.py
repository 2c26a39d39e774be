"""What may be meant by the word that is being typed in a search for decks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import islice

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.model.cards import GAMES
from vsdb.decks.search.verdicts import known_codes
from vsdb.search.choices import values_of
from vsdb.search.completion import AT_MOST, Meant, Offer, completions, offered, values_meant
from vsdb.search.language.completion import complete as complete_fields
from vsdb.search.language.completion import unfinished_value
from vsdb.search.language.deck_fields import DECK_FIELDS, deck_field
from vsdb.search.language.field_types import Choice, Field, Kind
from vsdb.search.language.parser import MOST_CHARACTERS

_CARDS_BEGIN = re.compile(r"\bcontains[:=]\(", re.IGNORECASE)


def deck_completions(text: str, at: int, game: str | None) -> list[Offer]:
    """What stands at a place of a query for decks may become this; among cards what a query for cards offers."""
    if is_among_cards(text[:at]):
        return completions(text, at, game)
    return [offered(meant, text) for meant in islice(_meant(text, at, game), AT_MOST)]


def is_among_cards(before: str) -> bool:
    """Whether what comes behind this stands in the brackets of a `contains:(…)`."""
    for begun in _CARDS_BEGIN.finditer(before):
        depth = 1
        for sign in before[begun.end() :]:
            depth += {"(": 1, ")": -1}.get(sign, 0)
            if not depth:
                break
        if depth:
            return True
    return False


def _meant(text: str, at: int, game: str | None) -> Iterator[Meant]:
    unfinished = unfinished_value(text, at, deck_field)
    if unfinished is not None:
        yield from values_meant(unfinished, _values(unfinished.field, game))
        return
    for each in complete_fields(text, at, DECK_FIELDS):
        if not each.field.unanswerable:
            written = f"{each.field.name}:(" if each.field.kind is Kind.SUBQUERY else each.text
            yield Meant(each.text, each.field.help.partition(". ")[0].rstrip("."), each.span, written)


def _values(known: Field, game: str | None) -> Iterable[Choice]:
    if known.choices:
        return known.choices
    if known.kind is Kind.LEGALITY or known.name == "format":
        return values_of("legal", game)
    if known.name == "team":
        return values_of("team", game)
    return map(Choice, known_codes()) if known.name == "why" else ()


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
