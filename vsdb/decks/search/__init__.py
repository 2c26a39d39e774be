"""Searching decks: one door for the pages and the API; the grammar is that of the card search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property

from django.db.models import Count, DateField, F, OrderBy, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Expression
from django.db.models.functions import Coalesce, Lower, TruncDate
from django.utils import timezone

from engine.model.cards import GAMES
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.selectors import pin_data_versions
from vsdb.decks import selectors, verdict_cache
from vsdb.decks.models import Deck, Like
from vsdb.decks.search.conditions import build_condition
from vsdb.decks.search.context import DeckSearchContext, load_current
from vsdb.decks.search.query import parse
from vsdb.search.conditions.context import SearchContext
from vsdb.search.language.syntax import And, DisplayOptions, QueryNote, QuerySpan, Term, Tree, Word, sort_notes

_Decks = QuerySet[Deck]
__all__ = ["FoundDecks", "build_ordering", "load_decks", "search_decks"]


def build_ordering(display: DisplayOptions) -> list[OrderBy]:
    """By the keys of the query, and last by the last edit, the newest first, so that no two rows are tied."""
    keys = ((_build_key(key.removeprefix("-")), key.startswith("-")) for key in display.sort)
    # Where nothing can be missing its place isn't said either: PostgreSQL would make no use of the index.
    found = [OrderBy(by, descending=descending, nulls_last=by in _MAY_BE_MISSING or None) for by, descending in keys]
    return [*found, OrderBy(F("edited"), descending=True), OrderBy(F("pk"), descending=True)]


def _build_key(name: str) -> Expression | F:
    """What a key orders by; `lately`, which no query can say, by the likes of the last 30 days."""
    if name != "lately":
        return _KEYS[name]
    new = _LIKES.filter(at__gte=timezone.now() - timedelta(days=LATELY_DAYS))
    return Coalesce(Subquery(new), 0)


LATELY_DAYS = 30
_LIKES = Like.objects.filter(deck=OuterRef("pk")).order_by().values("deck").annotate(found=Count("*")).values("found")
_KEYS: Mapping[str, Expression | F] = {
    "edited": F("edited"),
    "date": Coalesce(F("played_on"), TruncDate("edited"), output_field=DateField()),
    "published": F("published"),
    "name": Lower("title"),
    "author": Lower("owner__username"),
    "likes": F("liked"),
    "size": F("size"),
    "game": F("game__position"),
}
_MAY_BE_MISSING = (_KEYS["published"], _KEYS["author"])


@dataclass(frozen=True)
class FoundDecks:
    """What a query finds among the decks that the viewer may find: their keys in order, and what is to be said of it.

    `keys` are read when somebody looks, and no more of them than they look at; `ids` are all of them. `notes` say what
    wasn't understood or isn't known yet, `remarks` what the records leave open. A query `is_about_viewer` if it asks
    for one's own or liked decks, one's collection or a deck that not everybody may see; one that `is_costly` is better
    asked once for keys and total.
    """

    notes: tuple[QueryNote, ...]
    remarks: tuple[QueryNote, ...]
    keys: QuerySet[Deck, int]
    is_about_viewer: bool = False
    is_costly: bool = False

    @cached_property
    def ids(self) -> tuple[int, ...]:
        """The keys of all decks that are found."""
        return tuple(self.keys)

    @cached_property
    def total(self) -> int:
        """How many decks are found."""
        return self.keys.count()


@pin_data_versions()
def search_decks(
    text: str,
    viewer: Viewer,
    *,
    game: str | None = None,
    today: date | None = None,
    within: _Decks | None = None,
    sort: tuple[str, ...] = (),
    outcome: str = "",
) -> FoundDecks:
    """The public decks and the viewer's own that a query finds, of one game or of all, among those of `within`.

    `sort` are the keys of the order where the query names none; `outcome` is that in a deck's own format, whatever the
    query says.

    The same few queries however many decks there are, and what judging costs where verdicts are asked that aren't kept.
    """
    games = (game,) if game else tuple(GAMES)
    query = parse(text, games)
    cards = SearchContext(games, today or timezone.localdate(), query.as_of, list(query.notes), viewer=viewer)
    among = (Deck.objects.all() if within is None else within).order_by().filter(selectors.is_findable(viewer))
    if game:
        among = among.filter(game=game)
    asking = DeckSearchContext(viewer, among, cards)
    display = query.display if query.display.sort else replace(query.display, sort=sort)
    tree = _add_outcome(query.tree, outcome) if outcome else query.tree
    found = among.filter(build_condition(tree, asking)).order_by(*build_ordering(display))
    is_about_viewer = cards.is_personal or bool(cards.decks)
    keys = found.values_list("pk", flat=True)
    answer = FoundDecks(sort_notes(cards.notes), tuple(cards.remarks), keys, is_about_viewer, asking.is_costly)
    if asking.judged:
        verdict_cache.delete_oldest_verdicts()
    return answer


def _add_outcome(tree: Tree, outcome: str) -> Tree:
    """The tree with `is:` an outcome beside it, which stands nowhere in the text."""
    parts = tree.parts if isinstance(tree, And) else (tree,)
    return And((*parts, Term("is", ":", Word(outcome), QuerySpan(0, 0))))


def load_decks(ids: tuple[int, ...]) -> list[Deck]:
    """The decks of these keys in their order, each with its owner and tags; two queries, more where facts changed."""
    held = load_current(Deck.objects.select_related("owner").prefetch_related("tags"), ids)
    return [held[pk] for pk in ids if pk in held]
