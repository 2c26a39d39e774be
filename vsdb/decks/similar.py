"""Public decks that share most cards with a deck, among the newest of its game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from vsdb.decks import selectors
from vsdb.decks.browse import build_list
from vsdb.decks.models import Deck, DeckCard

MAX_SEEN = 2_000  #: newest public decks of every game that are looked at
MAX_COMPARED = 300  #: of them, those of the deck's game whose cards are read
MAX_SHOWN = 10
_LEAST = 4  #: a similar deck shares at least one of so many copies


def find_similar(deck: Deck) -> dict[int, int]:
    """How many copies the most similar public decks share with a deck, by key, most first; three queries.

    Bounded however many decks there are: the newest public ones alone are compared, and not the deck itself.
    """
    ours: Counter[str] = Counter()
    for slug, count in DeckCard.objects.filter(deck=deck).values_list("slug", "count"):
        ours[slug] += count
    newest = selectors.list_public_decks().filter(published__isnull=False).order_by("-published", "-pk")
    seen = newest.values_list("pk", "game")[:MAX_SEEN]
    among = [pk for pk, game in seen if game == deck.game_id and pk != deck.pk][:MAX_COMPARED]
    theirs: dict[int, Counter[str]] = {}
    rows = DeckCard.objects.filter(deck__in=among, slug__in=list(ours)).values_list("deck", "slug", "count")
    for pk, slug, count in rows if ours and among else ():
        theirs.setdefault(pk, Counter())[slug] += count
    shared = {pk: (ours & theirs[pk]).total() for pk in among if pk in theirs}
    kept = [pk for pk in shared if shared[pk] * _LEAST >= ours.total()]
    return {pk: shared[pk] for pk in sorted(kept, key=lambda pk: -shared[pk])[:MAX_SHOWN]}


def build_similar_page(deck: Deck) -> dict[str, Any]:
    """The most similar public decks as rows, each with the copies that it shares; nine queries."""
    shared = find_similar(deck)
    listed = build_list(tuple(shared), None)
    return {**listed, "rows": [replace(row, shared=shared[row.deck.pk]) for row in listed["rows"]]}
