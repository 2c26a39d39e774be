"""Versions of stored decks, back to one of them, and two lists side by side."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine.decklists.differences import Differences
from engine.decklists.fingerprints import fingerprint
from vsdb.api import deck_shapes as shapes
from vsdb.api.check_serializers import ErrorShape
from vsdb.api.deck_access import ID, VERSION, StoredView, asker_of, own_place, place_of
from vsdb.api.deck_serializers import (
    ComparisonShape,
    DeckInFullShape,
    RestoreShape,
    VersionInFullShape,
    VersionShape,
)
from vsdb.api.deck_views import read
from vsdb.api.pagination import Pages
from vsdb.decks import compare, selectors, store
from vsdb.decks.compare import Side


class Versions(StoredView):
    """The versions of a deck."""

    pagination_class = Pages
    parameters = ("page", "page_size")

    @extend_schema(responses={200: VersionShape(many=True), 404: ErrorShape})
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """A page of them, the newest first; automatic saves too."""
        deck = place_of(request, pk, secret).deck
        rows = deck.revisions.select_related("by").defer("text", "notes", "card_notes")
        pages = Pages()
        page = pages.paginate_queryset(rows, request, view=self) or []
        return pages.get_paginated_response([shapes.version(each) for each in page])


class OneVersion(StoredView):
    """A version of a deck."""

    @extend_schema(parameters=[VERSION], responses={200: VersionInFullShape, 404: ErrorShape})
    def get(self, request: Request, number: int, pk: int = 0, secret: str = "") -> Response:
        """What the deck was then."""
        deck = place_of(request, pk, secret).deck
        revision = selectors.revision_of(deck, number)
        found = {**shapes.version(revision), **shapes.snapshot(revision)}
        return Response({**found, "fingerprint": fingerprint(shapes.value_of(deck, revision))})


class Restore(StoredView):
    """A version brought back."""

    @extend_schema(
        parameters=[ID],
        request=RestoreShape,
        responses={200: DeckInFullShape, 400: ErrorShape, 401: ErrorShape, 403: ErrorShape, 404: ErrorShape},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Make a version the newest one; those between stay in the history."""
        store.restore(pk, asker_of(request), read(RestoreShape, request)["version"])
        return Response(shapes.in_full(own_place(request, pk)))


class CompareDecks(StoredView):
    """Two lists side by side."""

    parameters = ("a", "b")

    @extend_schema(
        parameters=[
            OpenApiParameter(
                name, str, required=True, description="A deck's number or secret, with @ and a version behind: 12@3."
            )
            for name in ("a", "b")
        ],
        responses={200: ComparisonShape, 400: ErrorShape, 404: ErrorShape},
    )
    def get(self, request: Request) -> Response:
        """What the second has that the first hasn't, and the other way round."""
        words = {name: request.query_params.get(name, "").strip() for name in ("a", "b")}
        if missing := [name for name, word in words.items() if not word]:
            raise ValidationError(dict.fromkeys(missing, "Name a deck here, as 12 or 12@3."))
        asker = asker_of(request)
        found = compare.compare(compare.side(words["a"], asker), compare.side(words["b"], asker))
        sides = {"a": _side(found.a), "b": _side(found.b)}
        return Response({**sides, "same": found.is_same, **changes(found.changes)})


def changes(found: Differences) -> dict[str, Any]:
    """What differs, as the API gives it."""
    return {
        "changes": [
            {
                "section": each.section,
                "name": each.name,
                "slug": each.card.slug if each.card else None,
                "before": each.before,
                "after": each.after,
            }
            for each in found.changes
        ],
        "moves": [
            {
                "name": each.name,
                "slug": each.card.slug if each.card else None,
                "count": each.count,
                "source": each.source,
                "target": each.target,
            }
            for each in found.moves
        ],
    }


def _side(side: Side) -> dict[str, Any]:
    return {"title": side.title, "size": side.size, "fingerprint": side.fingerprint}
