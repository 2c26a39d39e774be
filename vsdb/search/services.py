"""Searching cards: one door for the pages, the API and the command line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from engine.cards import GAMES
from vsdb.cards.models import Card
from vsdb.search.conditions import Context, condition
from vsdb.search.language.parser import parse
from vsdb.search.language.syntax import Display, Note, Query, Span
from vsdb.search.ordering import bare_terms, ordering
from vsdb.search.refining import Facet, corrected, facets_of
from vsdb.search.text.current import current

__all__ = ["Facet", "Found", "Suggestion", "did_you_mean", "facets", "note_as_dict", "search_cards"]


@dataclass(frozen=True, slots=True)
class Found:
    """What a query finds: the primary keys of the cards in their order, and what is to be said of the query.

    `notes` say what wasn't understood, or what no card records; `remarks` what the records leave open.
    """

    query: Query
    notes: tuple[Note, ...]
    remarks: tuple[Note, ...]
    ids: tuple[int, ...]
    total: int
    today: date
    games: tuple[str, ...]

    @property
    def display(self) -> Display:
        """How the answer is to be shown."""
        return self.query.display


def search_cards(
    text: str, *, game: str | None = None, today: date | None = None, within: QuerySet[Card] | None = None
) -> Found:
    """The cards that a query finds, of one game or of all, among those of `within` where it is given.

    The same few queries however many cards there are: the list itself, one for each game whose names or legality are
    asked, one for the text index, and those of the first look at a version of the data.
    """
    games = (game,) if game else tuple(GAMES)
    query = parse(text, games)
    context = Context(games, today or timezone.localdate(), query.as_of, list(query.notes))
    context.see_to_index()
    wanted = condition(query.tree, context)
    cards = Card.objects.filter(wanted)
    if game:
        cards = cards.filter(game=game)
    if within is not None:
        cards = cards.filter(pk__in=within.order_by().values("pk"))
    rows = cards.order_by(*ordering(query.display.sort, query.display.group, query.tree))
    ids = _each_once(rows, query, context)
    return Found(
        query,
        tuple(sorted(context.notes, key=lambda note: (note.span.start, note.span.end))),
        tuple(context.remarks),
        ids,
        len(ids),
        context.today,
        games,
    )


def _each_once(rows: QuerySet[Card], query: Query, context: Context) -> tuple[int, ...]:
    """The primary keys in order; of cards of one name, or of one identity, the first alone where that is asked."""
    match query.display.unique:
        case "name":
            return _firsts(rows.values_list("pk", "game_id", "search_text__name"))
        case "identity":
            pairs = rows.values_list("pk", "game_id", "identity", "search_text__name")
            return _firsts((pk, game, identity.casefold() or name) for pk, game, identity, name in pairs)
        case "prints":
            place = Span(0, len(query.text))
            context.note("Cards are listed, each once with all of its printings; printings apart are not.", place)
    return tuple(rows.values_list("pk", flat=True))


def _firsts(rows: Iterable[tuple[int, str, str]]) -> tuple[int, ...]:
    found: dict[tuple[str, str], int] = {}
    for pk, game, name in rows:
        found.setdefault((game, name), pk)
    return tuple(found.values())


def facets(found: Found) -> list[Facet]:
    """What the answer could be narrowed to, with how many cards each value leaves; a query each, however many cards."""
    return facets_of(found.query, found.ids, found.games, found.today)


def note_as_dict(note: Note) -> dict[str, Any]:
    """A note as the API and the command line give it: what is said, of which characters of the query, what is near."""
    return {
        "message": note.message,
        "start": note.span.start,
        "end": note.span.end,
        "suggestions": list(note.suggestions),
    }


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A name that may have been meant, and the query with it."""

    name: str
    query: str


def did_you_mean(text: str, *, game: str | None = None, limit: int = 5) -> tuple[Suggestion, ...]:
    """The names most like the bare words of a query, and the query with each in their place; two queries."""
    query = parse(text)
    terms = list(bare_terms(query.tree))
    words = " ".join(getattr(term.value, "text", "") for term in terms)
    if not words.strip():
        return ()
    names = current().suggest(words, limit if game is None else limit * 10)
    if game is not None:
        held = set(Card.objects.filter(game=game, name__in=names).values_list("name", flat=True))
        names = tuple(name for name in names if name in held)[:limit]
    spans = [term.span for term in terms]
    return tuple(Suggestion(name, corrected(query.text, spans, name)) for name in names)
