"""Search of cards and rules in the API. Each page costs a constant number of queries."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, ClassVar, cast

import django_filters
from django.db.models import QuerySet
from django.http import HttpRequest
from rest_framework import generics
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.formats.names import find_game
from engine.model.cards import GAMES
from engine.model.cards import Card as EngineCard
from engine.model.errors import NotFound
from vsdb.api.base import StoredView, describe_answer, viewer_of_request
from vsdb.api.pagination import Pages
from vsdb.api.parameters import OF_GAME, build_game_filter, query_parameter, refuse_others
from vsdb.api.shapes import Choice, Number, Shape, Text
from vsdb.catalog.api.card_shapes import CardShape
from vsdb.catalog.api.rule_shapes import RuleShape, build_rule_row
from vsdb.catalog.api.views import WrittenListView
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.filters import CardFilter
from vsdb.catalog.cards.models import Card
from vsdb.catalog.rules import selectors as rule_selectors
from vsdb.catalog.rules.models import Rule
from vsdb.search.jump import KINDS, build_jump_answer, find_places
from vsdb.search.language.parser import MAX_CHARACTERS
from vsdb.search.language.syntax import QueryNote
from vsdb.search.rules import list_hits, search_rules
from vsdb.search.rules.everyday import WordsReading
from vsdb.search.services import FoundCards, list_hints, load_cards, note_to_dict, reading_to_dict, search_cards

_MOST_NOTES = 20  #: that a refusal tells
_NOTE = {
    "message": {"type": "string", "description": "The message."},
    "start": {"type": "integer", "description": "Start of the place in the query, in characters from 0."},
    "end": {"type": "integer", "description": "End of the place; equal to start if the note is about no single place."},
    "suggestions": {
        "type": "array",
        "items": {"type": "string"},
        "description": "Likely replacements for the place, nearest first.",
    },
    "without": {
        "type": "string",
        "description": "Unknown fields only: the query without them. An unknown field matches nothing.",
    },
}
_READING = {
    "words": {"type": "string", "description": "The words."},
    "term": {"type": "string", "description": "The meaning that was added, as a query."},
    "named": {"type": "string", "description": "The query with that meaning only."},
    "literal": {"type": "string", "description": "The query with the words only."},
}


class SearchedPages(Pages):
    """Pages of results, with notes on the query."""

    notes: Sequence[QueryNote] = ()
    beside_schema: ClassVar = {
        "notes": {
            "type": "array",
            "description": "Notes on the query: parts that were not understood, and facts that no card records.",
            "items": {"type": "object", "required": ["message", "start", "end", "suggestions"], "properties": _NOTE},
        }
    }

    def beside(self) -> dict[str, Any]:
        """The notes."""
        return {"notes": [note_to_dict(note) for note in self.notes]}


class CardPages(SearchedPages):
    """Pages of cards, with how the query was read."""

    found: FoundCards | None = None
    beside_schema: ClassVar = {
        **SearchedPages.beside_schema,
        "read_as": {
            "type": ["object", "null"],
            "description": "How the query was read; null without a query.",
            "required": ["words", "query", "names"],
            "properties": {
                "words": {"type": "string", "description": "The query in words."},
                "query": {"type": "string", "description": "An equivalent query."},
                "names": {
                    "type": "array",
                    "description": "Bare words that also name a team, keyword, set, type or format.",
                    "items": {"type": "object", "required": [*_READING], "properties": _READING},
                },
            },
        },
    }

    def beside(self) -> dict[str, Any]:
        """The notes, and how the query was read."""
        return {**super().beside(), "read_as": self.found and reading_to_dict(self.found)}


class RulePages(SearchedPages):
    """Pages of rules, with how the words were read."""

    reading: WordsReading | None = None
    beside_schema: ClassVar = {
        **SearchedPages.beside_schema,
        "read_as": {
            "type": ["object", "null"],
            "description": "How everyday words were read; null without a query.",
            "required": ["also", "ignored", "literal"],
            "properties": {
                "also": {
                    "type": "array",
                    "description": "Words for which rulebook terms were searched too.",
                    "items": {
                        "type": "object",
                        "required": ["words", "terms"],
                        "properties": {
                            "words": {"type": "string", "description": "The words."},
                            "terms": {"type": "array", "items": {"type": "string"}, "description": "The terms."},
                        },
                    },
                },
                "ignored": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Ignored words, such as “how”.",
                },
                "literal": {
                    "type": ["string", "null"],
                    "description": "The query with the words only; null if nothing else was searched.",
                },
            },
        },
    }

    def beside(self) -> dict[str, Any]:
        """The notes, and how the words were read."""
        return {**super().beside(), "read_as": self.reading and words_to_dict(self.reading)}


def words_to_dict(reading: WordsReading) -> dict[str, Any]:
    """Return how everyday words were read, as plain data."""
    return {
        "also": [{"words": words, "terms": terms} for words, terms in reading.also],
        "ignored": list(reading.left_out),
        "literal": reading.text_alone or None,
    }


class Searched:
    """A filter by query; the view runs it and sorts the results."""

    def searched(self, queryset: Any, name: str, value: str) -> Any:
        """All of them."""
        return queryset


class CardsFilter(Searched, CardFilter):
    """The filters of a card list, for one game or all games."""

    q = django_filters.CharFilter(
        method="searched",
        max_length=MAX_CHARACTERS,
        label="Search query, such as t:character cost<=3; fields are listed at /help/search/",
    )
    game = build_game_filter()

    def __init__(self, data: Mapping[str, str], queryset: QuerySet[Card], *, request: HttpRequest) -> None:
        # Each filter is copied for each request: those that aren't asked for needn't be.
        every: Mapping[str, Any] = cast(Any, type(self)).base_filters
        self.base_filters: dict[str, Any] = {name: each for name, each in every.items() if name in data}
        django_filters.FilterSet.__init__(self, data, queryset, request=request)


class RulesFilter(Searched, django_filters.FilterSet):  # type: ignore[misc]
    """Rules by document and number, and by a query."""

    q = django_filters.CharFilter(
        method="searched",
        max_length=MAX_CHARACTERS,
        label="Search query for rules, such as cr:505 or edition:2.7 loyalty",
    )
    game = build_game_filter("document__game_id")
    document = django_filters.CharFilter("document_id", max_length=80, label="Document slug")
    number = django_filters.CharFilter("number", max_length=80, label="Rule number or heading")


class Cards(WrittenListView):
    """List cards by game and name, or search them with a query."""

    queryset = Card.objects.all()
    serializer_class = CardShape
    filterset_class = CardsFilter
    pagination_class = CardPages

    def filter_queryset(self, queryset: Any) -> Any:
        """Filter the cards in the database; a list of a whole game doesn't need it."""
        asked = self.request.query_params
        is_plain = not self._is_narrowed and "q" not in asked and ("game" not in asked or asked["game"] in GAMES)
        return queryset if is_plain else super().filter_queryset(queryset)

    def paginate_queryset(self, queryset: Any) -> list[Any]:
        """Return a page of the engine's cards; the database selects them if the list is filtered."""
        text = self.request.query_params.get("q", "").strip()
        game = self.request.query_params.get("game") or None
        if not text and not self._is_narrowed:
            games = (game,) if game else sorted(each.game for each in selectors.list_references())
            every = chain.from_iterable(map(selectors.list_cards_in_order, games))
            return super().paginate_queryset(tuple(every)) or []
        if text:
            within = queryset if self._is_narrowed else None
            found = search_cards(text, game=game, within=within, viewer=viewer_of_request(self.request))
            if found.is_about_decks:
                self.headers["Cache-Control"] = "private, no-store"
            keys: list[int] = super().paginate_queryset(found.ids) or []
            place = 0
            if isinstance(self.paginator, CardPages):
                self.paginator.found = found
                self.paginator.notes = (*found.notes, *found.remarks, *list_hints(found))
                page_shown = self.paginator.page
                place = max(page_shown.start_index() - 1, 0) if page_shown else 0
            return load_cards(keys, found.printings[place : place + len(keys)])
        page = super().paginate_queryset(queryset.values_list("game", "slug")) or []
        held = {game: selectors.get_reference(game).catalog.by_slug for game in dict(page)}
        return [held[game][slug] for game, slug in page]

    @property
    def _is_narrowed(self) -> bool:
        """Whether the address has filters besides the query and the game."""
        return bool(set(self.request.query_params) - {"q", "game", "page", "page_size"})


class RandomCard(APIView):
    """A card by chance."""

    @describe_answer(
        CardShape,
        400,
        404,
        parameters=[query_parameter("q", "A query for cards. Default: every card."), OF_GAME],
    )
    def get(self, request: Request) -> Response:
        """Return a random card, of a game or of those that a query finds.

        A query with a part that isn't understood is refused.
        """
        refuse_others(request, ("q", "game"))
        text, word = request.query_params.get("q", "").strip(), request.query_params.get("game")
        game = find_game(word) if word else None
        if text:
            _check_length(text)
            found = search_cards(text.replace("\0", ""), game=game, viewer=viewer_of_request(request))
            if found.notes:  # a card of another query than was meant is no answer, and a card has no room for notes
                raise ValidationError({"q": [note.message for note in found.notes[:_MOST_NOTES]]})
            cards = _draw(found)
        else:
            games = [game] if game else [each.game for each in selectors.list_references()]
            held = list(chain.from_iterable(map(selectors.list_cards_in_order, games)))
            cards = [secrets.choice(held)] if held else []
        if not cards:
            raise NotFound(f"No card fits “{text[:80]}”." if text else "No card is recorded.")
        return Response(CardShape(cards[0]).data, headers={"Cache-Control": "no-store"})


def _draw(found: FoundCards) -> Sequence[EngineCard]:
    """One of the cards that a query found; one query, or none where nothing was found."""
    return load_cards([secrets.choice(found.ids)], ()) if found.ids else ()


def _check_length(text: str) -> None:
    """Raise ValidationError for a query that is too long."""
    if len(text) > MAX_CHARACTERS:
        raise ValidationError({"q": f"{len(text):,} characters; at most {MAX_CHARACTERS:,}."})


class Rules(generics.ListAPIView[Rule]):
    """List the rules that verdicts cite, by document, or search all rules with a query."""

    queryset = Rule.objects.order_by("document__position", "position")
    serializer_class = RuleShape
    filterset_class = RulesFilter
    pagination_class = RulePages

    def paginate_queryset(self, queryset: Any) -> list[Any]:
        """Return a page of rules, with their texts if loaded. A constant number of queries."""
        asked = self.request.query_params
        text = asked.get("q", "").strip()
        if not text:
            page: Sequence[Rule] = super().paginate_queryset(queryset) or []
            units = rule_selectors.map_units_of_rules(page)
            return [build_rule_row(rule, units.get(rule.pk)) for rule in page]
        found = search_rules(text, game=asked.get("game") or None, document=asked.get("document") or None)
        if number := asked.get("number"):
            found = found.named(number)
        rows = super().paginate_queryset(found.rows) or []
        if isinstance(self.paginator, RulePages):
            self.paginator.notes = found.notes
            self.paginator.reading = found.reading
        return [replace(hit, number=hit.number or hit.heading or hit.slug) for hit in list_hits(found.only(rows))]


class PlaceShape(Shape):
    """A page."""

    label = Text("Name of the page.")  # type: ignore[assignment]
    detail = Text("Game and kind of the page; for a search, the query.")
    url = Text("Path on this site.")


class JumpGroupShape(Shape):
    """The pages of one kind."""

    kind = Choice("Kind of the pages.", tuple(KINDS))
    title = Text("Heading of the group.")
    places = PlaceShape.several("Pages, best match first; at most 5.")


class JumpShape(Shape):
    """The pages that match a text."""

    groups = JumpGroupShape.several("Pages by kind; the kind with the best match comes first.")
    searches = PlaceShape.several("Links that search for the text.")
    read_as = Text("The text as a card query, in words; empty if a name contains the text.")
    card_count = Number("Number of cards that query finds; null if a name contains the text.", allow_null=True)


class Jump(StoredView):
    """Find anything by name."""

    permission_classes = (AllowAny,)
    parameters = ("q", "game")

    @describe_answer(
        JumpShape,
        400,
        404,
        parameters=[
            query_parameter("q", "A name, a rule number or words; misspelled names are found too.", required=True),
            OF_GAME,
        ],
    )
    def get(self, request: Request) -> Response:
        """Find cards, sets, formats, teams, keywords, rules, public decks, people and help by name.

        Words that name nothing are read as a query for cards, as in `avengers 3-drops`.
        """
        game = request.query_params.get("game") or None
        found = find_places(request.query_params.get("q", "")[:MAX_CHARACTERS], find_game(game) if game else None)
        return Response(JumpShape(build_jump_answer(found)).data)
