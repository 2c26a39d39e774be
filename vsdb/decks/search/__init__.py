"""Searching decks: one door for the pages and the API; the grammar is that of the card search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, DateField, F, OrderBy, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Expression
from django.db.models.functions import Coalesce, Lower, TruncDate
from django.utils import timezone

from engine.model.cards import GAMES
from vsdb.accounts.viewers import Viewer
from vsdb.decks import selectors, verdict_cache
from vsdb.decks.models import Deck, Like
from vsdb.decks.search.conditions import build_condition
from vsdb.decks.search.context import DeckSearchContext
from vsdb.decks.search.query import parse
from vsdb.search.conditions.context import SearchContext
from vsdb.search.language.syntax import DisplayOptions, QueryNote, sort_notes

_Decks = QuerySet[Deck]
__all__ = ["FoundDecks", "load_decks", "search_decks"]


def build_ordering(display: DisplayOptions) -> list[OrderBy]:
    """By the keys of the query, and last by the last edit, the newest first, so that no two rows are tied."""
    keys = ((_KEYS[key.removeprefix("-")], key.startswith("-")) for key in display.sort)
    found = [OrderBy(by, descending=descending, nulls_last=True) for by, descending in keys]
    return [*found, OrderBy(F("edited"), descending=True), OrderBy(F("pk"), descending=True)]


_LIKES = Like.objects.filter(deck=OuterRef("pk")).order_by().values("deck").annotate(found=Count("pk")).values("found")
_KEYS: Mapping[str, Expression | F] = {
    "edited": F("edited"),
    "date": Coalesce(F("played_on"), TruncDate("edited"), output_field=DateField()),
    "published": F("published"),
    "name": Lower("title"),
    "author": Lower("owner__username"),
    "likes": Coalesce(Subquery(_LIKES), 0),
    "size": F("size"),
    "game": F("game__position"),
}


@dataclass(frozen=True, slots=True)
class FoundDecks:
    """What a query finds among the decks that the viewer may find: their keys in order, and what is to be said of it.

    `notes` say what wasn't understood or isn't known yet, `remarks` what the records leave open.
    """

    notes: tuple[QueryNote, ...]
    remarks: tuple[QueryNote, ...]
    ids: tuple[int, ...]

    @property
    def total(self) -> int:
        """How many decks are found."""
        return len(self.ids)


def search_decks(
    text: str, viewer: Viewer, *, game: str | None = None, today: date | None = None, within: _Decks | None = None
) -> FoundDecks:
    """The public decks and the viewer's own that a query finds, of one game or of all, among those of `within`.

    The same few queries however many decks there are, and what judging costs where verdicts are asked that aren't kept.
    """
    games = (game,) if game else tuple(GAMES)
    query = parse(text, games)
    cards = SearchContext(games, today or timezone.localdate(), query.as_of, list(query.notes), viewer=viewer)
    among = selectors.list_findable_decks(viewer).filter(game__in=games)
    if within is not None:
        among = among.filter(pk__in=within.order_by().values("pk"))
    asking = DeckSearchContext(viewer, among, cards)
    found = among.filter(build_condition(query.tree, asking)).order_by(*build_ordering(query.display))
    ids = tuple(found.values_list("pk", flat=True))
    if asking.judged:
        verdict_cache.delete_past_verdicts(cards.today)
    return FoundDecks(sort_notes(cards.notes), tuple(cards.remarks), ids)


def load_decks(ids: tuple[int, ...]) -> list[Deck]:
    """The decks of these keys in their order, each with its owner and tags; two queries."""
    held = Deck.objects.filter(pk__in=ids).select_related("owner").prefetch_related("tags").in_bulk()
    return [held[pk] for pk in ids if pk in held]
