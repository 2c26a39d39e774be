"""From which day to which a deck or a card was legal, over HTTP."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from engine.model.errors import InputError
from vsdb.api.check_serializers import ErrorShape
from vsdb.api.days import CARD, GAME
from vsdb.api.deck_access import StoredView, place_of
from vsdb.api.filters import refuse_others
from vsdb.api.life_serializers import CardLifeShape, DeckLifeShape, LifeRequestShape
from vsdb.api.throttling import ChecksPerCaller, PerCaller
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import find_game, format_named
from vsdb.decks import selectors
from vsdb.timelines.serialization import card_life_as_dict, deck_life_as_dict
from vsdb.timelines.services import life_of_card, life_of_deck

_FORMATS = OpenApiParameter("formats", str, description="Slugs of formats between commas; else every format.")


class Life(APIView):
    """When was this deck legal, in which format, and what began and ended that?"""

    permission_classes = (AllowAny,)
    throttle_classes = (PerCaller, ChecksPerCaller)

    @extend_schema(
        request=LifeRequestShape,
        responses={200: DeckLifeShape, 400: ErrorShape, 404: ErrorShape, 413: ErrorShape, 429: ErrorShape},
        examples=[
            OpenApiExample(
                "One format",
                value={"deck": "4 Savage Beatdown\n4 Overload", "game": "vs-classic", "formats": ["golden-age"]},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """When a list was legal, illegal or uncertain in each format, with what turned between them."""
        if "HTTP_TRANSFER_ENCODING" in request.META:
            # The framework would take such a body for an empty one.
            raise InputError("it comes in chunks; send it with its length", place="body", code="length-missing")
        asked = LifeRequestShape(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        life = life_of_deck(given["deck"], game=given.get("game"), formats=given.get("formats") or ())
        return Response(deck_life_as_dict(life))


class StoredLife(StoredView):
    """The life of a stored deck."""

    parameters = ("formats", "version")

    def get_throttles(self) -> list[BaseThrottle]:
        """It costs what a check costs."""
        return [PerCaller(), ChecksPerCaller()]

    @extend_schema(
        parameters=[_FORMATS, OpenApiParameter("version", int, description="A version of the deck; else the newest.")],
        responses={200: DeckLifeShape, 400: ErrorShape, 404: ErrorShape},
    )
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """When the deck was legal, illegal or uncertain in each format, with what turned between them."""
        deck = place_of(request, pk, secret).deck
        revision = selectors.revision_of(deck, _version(request))
        own = revision.format if format_named(cards.reference(deck.game_id), revision.format) else ""
        life = life_of_deck(revision.text, game=deck.game_id, formats=_formats(request), own=own)
        return Response(deck_life_as_dict(life))


class CardsLife(APIView):
    """When a card was legal, in which format."""

    @extend_schema(parameters=[GAME, CARD, _FORMATS], responses={200: CardLifeShape, 400: ErrorShape, 404: ErrorShape})
    def get(self, request: Request, game: str, slug: str) -> Response:
        """When the card was legal, banned or not in each format, with what turned between them."""
        refuse_others(request, ("formats",))
        life = life_of_card(cards.reference(find_game(game)), slug, _formats(request))
        return Response(card_life_as_dict(life))


def _formats(request: Request) -> list[str]:
    return [each.strip() for each in request.query_params.get("formats", "").split(",") if each.strip()]


def _version(request: Request) -> int | None:
    said = request.query_params.get("version", "").strip()
    if said and not (said.isascii() and said.isdigit() and len(said) < 10):
        raise InputError(f"{said[:20]!r} is no number", place="version")
    return int(said) if said else None
