"""Cards by name over HTTP: one card, completions, and many cards at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from engine.formats.names import find_game
from engine.model.cards import Card
from engine.model.errors import NotFound
from engine.model.reference import Reference
from vsdb.api import examples
from vsdb.api.base import QuestionView, describe_answer, read
from vsdb.api.errors import ErrorShape, build_error_body
from vsdb.api.limits import PerCaller
from vsdb.api.parameters import OF_GAME, query_parameter, refuse_others
from vsdb.api.shapes import Choice, Link, Number, Shape, StrictShape, Text, Texts
from vsdb.catalog.api.card_shapes import API_PATH, PAGE_PATH, CardShape
from vsdb.catalog.cards import lookup, selectors
from vsdb.catalog.cards.faces import find_printing_code
from vsdb.catalog.cards.lookup import FoundCard

MAX_NAME = 200  #: characters
MAX_IDENTIFIERS = 75
_KINDS = ("slug", "name", "printing")
_NOT_FOUND, _AMBIGUOUS = "not-found", "ambiguous"


def _find_code(card: Card) -> str | None:
    return find_printing_code(card) or None


class CandidateShape(Shape):
    """A card that may be meant."""

    game = Text("The game's slug.")
    slug = Text("Its slug.")
    title = Text("Name, identity and versions in one line. Several cards can have one title.")
    type = Text("Its type; null: not recorded.", allow_null=True)
    level = Number("Its level; null: it has none, or none is recorded.", allow_null=True)
    printing = Text("The code of its first printing with one; null: none is recorded.", of=_find_code, allow_null=True)
    page = Link(PAGE_PATH, "cards:card", "game", "slug")
    api = Link(API_PATH, "api:card", "game", "slug")


class NoCardShape(ErrorShape):
    """No single card has this name."""

    candidates = CandidateShape.several("The cards it may mean: all that fit, or those with the nearest names.")


class TitlesShape(Shape):
    """Completions of a name."""

    titles = Texts("Titles of cards, at most 20. Each can be sent as `exact`.")


class IdentifierShape(StrictShape):
    """A card by exactly one of slug, name and printing."""

    slug = Text("The card's slug.", required=False, max_length=MAX_NAME)
    name = Text("The name, or the full title with versions.", required=False, max_length=MAX_NAME)
    printing = Text("A printing, such as OGN-202.", required=False, max_length=40)
    game = Text("The slug of the game. Default: every game.", required=False, max_length=80)

    default_error_messages: ClassVar = {"invalid": "Send an object with slug, name or printing."}
    there_is = "An identifier takes"

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of the three says which card."""
        if sum(name in attrs for name in _KINDS) != 1:
            raise serializers.ValidationError("Send exactly one of slug, name and printing.")
        return attrs


class IdentifiersShape(StrictShape):
    """Cards to look up."""

    identifiers = IdentifierShape.several(f"The cards, at most {MAX_IDENTIFIERS}.", allow_empty=False)

    default_error_messages: ClassVar = {"invalid": "Send a JSON object with identifiers."}

    def validate_identifiers(self, value: list[Any]) -> list[Any]:
        """No more than one request answers."""
        if len(value) > MAX_IDENTIFIERS:
            raise serializers.ValidationError(f"{len(value)} identifiers; at most {MAX_IDENTIFIERS}.")
        return value


class NotFoundShape(Shape):
    """An identifier that names no single card."""

    place = Number("The place of the identifier in the request, from 0.")
    code = Choice("not-found: no card; ambiguous: several cards fit.", (_NOT_FOUND, _AMBIGUOUS))
    message = Text("What is wrong.")
    candidates = CandidateShape.several("The cards it may mean.")


@extend_schema_field(
    {"type": "array", "items": {"oneOf": [{"$ref": "#/components/schemas/CardShape"}, {"type": "null"}]}}
)
class CardsOrNull(Texts):
    """Cards, with null where there is none."""

    def to_representation(self, data: Iterable[Card | None]) -> list[Any]:
        return [card and CardShape(card).data for card in data]


class CollectionShape(Shape):
    """The cards that were asked for."""

    cards = CardsOrNull("One entry per identifier, in the order sent; null where no single card was found.")
    not_found = NotFoundShape.several("The identifiers without a card.")


class NamedCard(APIView):
    """One card by its name."""

    @describe_answer(
        CardShape,
        400,
        parameters=[
            query_parameter(
                "exact",
                "The name or full title, also with a printing: She-Hulk [AFF-003]. Case and punctuation don't matter.",
            ),
            query_parameter("fuzzy", "The same, misspelled or cut short. Send exact or fuzzy, not both."),
            OF_GAME,
        ],
        errors={404: NoCardShape},
    )
    def get(self, request: Request) -> Response:
        """Return the card with this name. If no card or several fit, the answer is 404 with candidates."""
        refuse_others(request, ("exact", "fuzzy", "game"))
        asked = {name: request.query_params.get(name, "").strip("\0 \t\r\n") for name in ("exact", "fuzzy")}
        given = [name for name, text in asked.items() if text]
        if len(given) != 1:
            raise ValidationError({"exact": "Send a name as exact or as fuzzy."})
        name = _check_length(given[0], asked[given[0]])
        found = lookup.find_card_named(name, _list_asked(request), is_fuzzy=given == ["fuzzy"])
        if found.card is None:
            candidates = CandidateShape(found.candidates, many=True).data
            body = build_error_body(_code_of(found), _explain(name, found))
            return Response({**body, "candidates": candidates}, status=404)
        return Response(CardShape(found.card).data)


class CardTitles(APIView):
    """Completions of a card's name."""

    @describe_answer(
        TitlesShape, 400, 404, parameters=[query_parameter("q", "The beginning of a name.", required=True), OF_GAME]
    )
    def get(self, request: Request) -> Response:
        """List up to 20 titles of cards that begin with a text or have a word that does."""
        refuse_others(request, ("q", "game"))
        begun = _check_length("q", request.query_params.get("q", ""))
        return Response(TitlesShape({"titles": lookup.complete_titles(begun, _list_asked(request))}).data)


class CardCollection(QuestionView):
    """Many cards at once."""

    throttle_classes: tuple[type[BaseThrottle], ...] = (PerCaller,)

    @extend_schema(
        request=IdentifiersShape,
        responses={200: CollectionShape, **dict.fromkeys((400, 404, 413, 429), ErrorShape)},
        examples=[
            OpenApiExample(
                "By slug, name and printing",
                value={
                    "identifiers": [
                        {"slug": "savage-beatdown", "game": examples.GAME},
                        {"name": "Flying Kick", "game": examples.GAME},
                        {"printing": "OGN-202"},
                    ]
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Return up to 75 cards by slug, name or printing, in the order sent."""
        cards: list[Card | None] = []
        missing = []
        for place, each in enumerate(read(IdentifiersShape, request)["identifiers"]):
            kind = next(name for name in _KINDS if name in each)
            try:
                found, said = _FINDERS[kind](each[kind], _list_of(each.get("game"))), ""
            except NotFound as error:  # Of the game; the other identifiers are good.
                found, said = FoundCard(None), error.message
            cards.append(found.card)
            if found.card is None:
                told = {"place": place, "code": _code_of(found), "message": said or _explain(each[kind], found, kind)}
                missing.append({**told, "candidates": found.candidates})
        return Response(CollectionShape({"cards": cards, "not_found": missing}).data)


_FINDERS: Mapping[str, Callable[[str, Sequence[Reference]], FoundCard]] = {
    "slug": lookup.find_card_by_slug,
    "name": lookup.find_card_named,
    "printing": lookup.find_card_of_printing,
}


def _code_of(found: FoundCard) -> str:
    return _AMBIGUOUS if found.is_ambiguous else _NOT_FOUND


def _explain(name: str, found: FoundCard, kind: str = "name") -> str:
    """Why there is no single card."""
    titles = " or ".join(f"“{card.title}”" for card in found.candidates[:3])
    if found.is_ambiguous:
        said = f"“{name}” may mean {len(found.candidates)} cards, such as {titles}"
        return f"{said}. Choose one of the candidates."
    if kind != "name":
        return f"No recorded card has the {kind} “{name}”."
    return f"No card is called “{name}”." + (f" Did you mean {titles}?" if titles else "")


def _check_length(field: str, text: str) -> str:
    """A text that may be a name. Raises ValidationError."""
    if len(text) > MAX_NAME:
        raise ValidationError({field: f"{len(text):,} characters; at most {MAX_NAME}."})
    return text.replace("\0", "")


def _list_asked(request: Request) -> Sequence[Reference]:
    return _list_of(request.query_params.get("game"))


def _list_of(game: str | None) -> Sequence[Reference]:
    """The reference of a game, or those of all games. Raises NotFound."""
    return [selectors.get_reference(find_game(game))] if game else selectors.list_references()
