"""Stored decks through the API, and which of them an address names."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from vsdb.api.base import StoredView, viewer_of_request
from vsdb.api.parameters import path_parameter
from vsdb.decks import selectors
from vsdb.decks.access import ViewedDeck

ID = path_parameter("id", "The deck's number.", int)
SECRET = path_parameter("secret", "The token of a deck's secret link.")
VERSION = path_parameter("number", "A version number of the deck, from 1.", int)
COMMENT = path_parameter("comment", "The comment's number.", int)


class ReadView(StoredView):
    """What is read of decks; `asks` are all parameters that the address may have."""

    asks: tuple[OpenApiParameter, ...] = ()

    def __init_subclass__(cls) -> None:
        cls.parameters = tuple(each.name for each in cls.asks)


def place_of(request: Request, pk: int = 0, secret: str = "") -> ViewedDeck:
    """The deck that an address names, by number or secret; one query. Raises NotFound where the viewer may not see it.

    Somebody's account is known by two queries more.
    """
    viewer = viewer_of_request(request)
    deck = selectors.get_shared_deck(secret) if secret else selectors.get_readable_deck(pk, viewer)
    return ViewedDeck(deck, viewer, secret)


def get_own_deck_or_404(request: Request, pk: int) -> ViewedDeck:
    """A deck that the viewer may change; one query. Raises NotFound for another as for one that isn't there."""
    viewer = viewer_of_request(request)
    return ViewedDeck(selectors.get_own_deck(pk, viewer), viewer)
