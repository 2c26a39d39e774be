"""Search cards: for the pages, the API and the command line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

import engine.model.cards
from engine.model.cards import GAMES
from engine.model.names import fold
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.models import Card, Printing
from vsdb.search.conditions import build_condition, keep_understood_terms
from vsdb.search.conditions.context import SearchContext
from vsdb.search.conditions.names import build_codes_condition, build_respelled_condition
from vsdb.search.language.parser import parse
from vsdb.search.language.syntax import DisplayOptions, Query, QueryNote
from vsdb.search.ordering import PRINTS, BestMatch, build_ordering, list_bare_terms, list_sought_words
from vsdb.search.refining import SearchFacet, correct_query, count_facets
from vsdb.search.text.current import get_text_index

_MAX_LENGTH = 100  #: characters of a misspelt name that are compared, however wide its signs are spelt out
_KEPT = 4_096  #: cards with one of their printings that are kept, so that what is made of each can be too


@dataclass(frozen=True, slots=True)
class FoundCards:
    """What a query finds: the primary keys of the cards in their order, and what is to be said of the query.

    Where each printing is listed (`unique:prints`) a card stands in `ids` once for each, and beside it in `printings`
    the printing's key, None for a card of which no printing is recorded; else `printings` is empty.

    `notes` say what wasn't understood, or what no card records; `remarks` what the records leave open; `understood` is
    the query without what was left out. An answer that `is_about_decks` is for whoever asked, and for now.
    """

    query: Query
    notes: tuple[QueryNote, ...]
    remarks: tuple[QueryNote, ...]
    ids: tuple[int, ...]
    total: int
    today: date
    games: tuple[str, ...]
    understood: Query
    printings: tuple[int | None, ...] = ()
    is_about_decks: bool = False

    @property
    def card_count(self) -> int:
        """How many cards they are, however often each is listed."""
        return len(set(self.ids)) if self.printings else self.total

    @property
    def counted(self) -> str:
        """How many are found, in words: of printings also of how many cards they are."""
        counts = {"printing": self.total, "card": self.card_count} if self.printings else {"card": self.total}
        return " of ".join(f"{count} {noun}{'' if count == 1 else 's'}" for noun, count in counts.items())

    @property
    def display(self) -> DisplayOptions:
        """How the answer is to be shown."""
        return self.query.display


def search_cards(
    text: str,
    *,
    game: str | None = None,
    today: date | None = None,
    within: QuerySet[Card] | None = None,
    viewer: Viewer = STRANGER,
) -> FoundCards:
    """The cards that a query finds, of one game or of all, among those of `within` where it is given.

    `viewer` is who asks, for what is asked of stored decks.

    The same few queries however many cards there are: the list itself, one for each game whose names or legality are
    asked, one for the text index, and those of the first look at a version of the data.
    """
    games = (game,) if game else tuple(GAMES)
    query = parse(text, games)
    context = SearchContext(games, today or timezone.localdate(), query.as_of, list(query.notes), viewer=viewer)
    context.see_to_index()
    wanted = build_condition(query.tree, context)
    cards = Card.objects.filter(wanted)
    if game:
        cards = cards.filter(game=game)
    if within is not None:
        cards = cards.filter(pk__in=within.order_by().values("pk"))
    words = list_sought_words(query.tree)
    likeness = BestMatch(
        build_codes_condition(query.tree, context), build_respelled_condition(words, context) if words else None
    )
    rows = cards.order_by(*build_ordering(query.display, query.tree, likeness))
    ids, printings = _each_printing(rows) if query.display.unique == PRINTS else (_each_once(rows, query), ())
    return FoundCards(
        query,
        tuple(sorted(context.notes, key=lambda note: (note.span.start, note.span.end))),
        tuple(context.remarks),
        ids,
        len(ids),
        context.today,
        games,
        replace(query, tree=keep_understood_terms(query.tree, context)),
        printings,
        bool(context.decks),
    )


def _each_printing(rows: QuerySet[Card]) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    """The primary keys of the cards and of their printings, a row for each printing; one query."""
    pairs = tuple(rows.values_list("pk", "printings"))
    return tuple(card for card, _ in pairs), tuple(printing for _, printing in pairs)


def _each_once(rows: QuerySet[Card], query: Query) -> tuple[int, ...]:
    """The primary keys in order; of cards of one name, or of one identity, the first alone where that is asked."""
    match query.display.unique:
        case "name":
            return _firsts(rows.values_list("pk", "game_id", "search_text__name"))
        case "identity":
            pairs = rows.values_list("pk", "game_id", "identity", "search_text__name")
            return _firsts((pk, game, identity.casefold() or name) for pk, game, identity, name in pairs)
    return tuple(rows.values_list("pk", flat=True))


def _firsts(rows: Iterable[tuple[int, str, str]]) -> tuple[int, ...]:
    found: dict[tuple[str, str], int] = {}
    for pk, game, name in rows:
        found.setdefault((game, name), pk)
    return tuple(found.values())


def load_cards(ids: Sequence[int], printings: Sequence[int | None] = ()) -> list[engine.model.cards.Card]:
    """The cards of these primary keys, in their order; a query, and what the reference of each of their games costs.

    With printings beside them, each card is given with that printing alone; a query more.
    """
    rows = Card.objects.filter(pk__among=ids).order_by().values_list("pk", "game", "slug")
    places = {pk: (game, slug) for pk, game, slug in rows}
    held = {game: selectors.get_reference(game).catalog.by_slug for game in {game for game, _ in places.values()}}
    cards = [held[game][slug] for game, slug in (places[pk] for pk in ids)]
    return build_printed_cards(cards, printings) if printings else cards


def build_printed_cards(
    cards: Sequence[engine.model.cards.Card], printings: Sequence[int | None]
) -> list[engine.model.cards.Card]:
    """Each card with the printing beside it and no other, as it is where None stands there; one query."""
    wanted = [pk for pk in printings if pk is not None]
    rows = Printing.objects.filter(pk__among=wanted).order_by().values_list("pk", "card_set__code", "number", "rarity")
    held = {pk: engine.model.cards.Printing(code, number or None, rarity or None) for pk, code, number, rarity in rows}
    return [
        card if pk is None else _keep_one_printing(card, held[pk]) for card, pk in zip(cards, printings, strict=True)
    ]


@lru_cache(maxsize=_KEPT)
def _keep_one_printing(card: engine.model.cards.Card, printing: engine.model.cards.Printing) -> engine.model.cards.Card:
    return replace(card, printings=(printing,))


def list_facets(found: FoundCards) -> list[SearchFacet]:
    """What the answer could be narrowed to, with how many cards each value leaves; a query each, however many cards."""
    return count_facets(found.query, found.ids, found.games, found.today)


def note_to_dict(note: QueryNote) -> dict[str, Any]:
    """A note as the API and the command line give it: what is said, of which characters of the query, what is near."""
    return {
        "message": note.message,
        "start": note.span.start,
        "end": note.span.end,
        "suggestions": list(note.suggestions),
    }


@dataclass(frozen=True, slots=True)
class QuerySuggestion:
    """A name that may have been meant, and the query with it."""

    name: str
    query: str


def suggest_queries(text: str, *, game: str | None = None, limit: int = 5) -> tuple[QuerySuggestion, ...]:
    """The names most like the bare words of a query, and the query with each in their place; two queries."""
    query = parse(text)
    terms = list_bare_terms(query.tree)
    words = " ".join(getattr(term.value, "text", "") for term in terms)
    if not words.strip():
        return ()
    names = get_text_index().suggest(fold(words)[:_MAX_LENGTH], limit if game is None else limit * 10)
    if game is not None:
        held = set(Card.objects.filter(game=game, name__in=names).values_list("name", flat=True))
        names = tuple(name for name in names if name in held)[:limit]
    spans = [term.span for term in terms]
    return tuple(QuerySuggestion(name, correct_query(query.text, spans, name)) for name in names)
