"""What somebody lacks to build a stored deck, over HTTP."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.authentication import MayRead, MayWrite
from vsdb.api.base import StoredView, describe_answer
from vsdb.collection.api_shapes import DeckNeedsShape
from vsdb.collection.lacks import compute_needs
from vsdb.decks.api import place_of
from vsdb.decks.deck_page import read_version


class DeckLacks(StoredView):
    """What you lack for a deck."""

    permission_classes = (MayRead, MayWrite)

    @describe_answer(DeckNeedsShape, 401, 404)
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """Compare the latest version of a deck with your collection. All printings of a card count together."""
        place = place_of(request, pk, secret)
        needs = compute_needs(place.viewer.user or 0, read_version(place.deck).value)
        return Response(DeckNeedsShape(needs).data)
