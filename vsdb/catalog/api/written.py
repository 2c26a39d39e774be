"""Cards as JSON that is written once: the facts of a card never change while they are held."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from rest_framework import generics
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from engine.model.cards import Card
from vsdb.catalog.api.card_shapes import CardShape
from vsdb.catalog.cards.models import Card as CardRow

_HELD = 20_000  #: cards whose JSON is kept, about a kilobyte each


@lru_cache(maxsize=_HELD)
def written(card: Card) -> bytes:
    """The JSON of a card, as its shape gives it."""
    return _json(CardShape(card).data)


class WrittenListView(generics.ListAPIView[CardRow]):
    """A list of cards whose answer is put together from the cards' JSON instead of being written anew."""

    def list(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        """The page that the view's filters and pages make, byte for byte as its serializer would write it."""
        page: Any = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        around = self.get_paginated_response([]).data
        parts = (
            _json(name) + b":" + (b"[" + b",".join(map(written, page)) + b"]" if name == "results" else _json(value))
            for name, value in around.items()
        )
        return HttpResponse(b"{" + b",".join(parts) + b"}", content_type="application/json")


def _json(value: Any) -> bytes:
    text: bytes = JSONRenderer().render(value)  # which gives nothing at all for None
    return text or b"null"
