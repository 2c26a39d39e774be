"""The smallest repair and the timeline of a stored deck over HTTP."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from engine.model.errors import InputError
from vsdb.api.base import StoredView, gives
from vsdb.api.parameters import asked, several
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.check.repair import repair_list
from vsdb.check.repair_api import RepairShape
from vsdb.core.dates import day
from vsdb.core.parameters import number_in
from vsdb.decks import selectors
from vsdb.decks.api import place_of
from vsdb.timelines.api import FORMATS, DeckLifeShape
from vsdb.timelines.services import life_of_deck


class StoredRepair(StoredView):
    """A stored deck's smallest repair."""

    parameters = ("format", "as_of")
    costs_a_check = True

    @gives(
        RepairShape,
        400,
        404,
        parameters=[
            asked("format", "The slug of a format; else the deck's own."),
            asked("as_of", "A day, YYYY-MM-DD; else the deck's own, or today."),
        ],
    )
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """The fewest card changes that make its newest version legal. Nothing is changed."""
        deck = place_of(request, pk, secret).deck
        revision = selectors.revision_of(deck)
        said = request.query_params
        fmt = said.get("format", "") or revision.format
        if not fmt:
            raise InputError("the deck names no format; give one", place="format", code="format-missing")
        on = day(said["as_of"], place="as_of") if said.get("as_of") else revision.as_of
        return Response(RepairShape(repair_list(revision.text, game=deck.game_id, fmt=fmt, on=on)).data)


class StoredLife(StoredView):
    """The life of a stored deck."""

    parameters = ("formats", "version")
    costs_a_check = True

    @gives(
        DeckLifeShape, 400, 404, parameters=[FORMATS, asked("version", "A version of the deck; else the newest.", int)]
    )
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """When the deck was legal, illegal or uncertain in each format, with what turned between them."""
        deck = place_of(request, pk, secret).deck
        revision = selectors.revision_of(deck, number_in(request.query_params, "version"))
        own = revision.format if format_named(cards.reference(deck.game_id), revision.format) else ""
        life = life_of_deck(revision.text, game=deck.game_id, formats=several(request, "formats"), own=own)
        return Response(DeckLifeShape(life).data)
