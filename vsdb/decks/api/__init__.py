"""Stored decks through the API, and which of them an address names."""

from __future__ import annotations

from rest_framework.request import Request

from vsdb.api.base import asker_of
from vsdb.api.parameters import in_path
from vsdb.decks import selectors
from vsdb.decks.access import Place

ID = in_path("id", "The deck's number.", int)
SECRET = in_path("secret", "The word of a deck's secret link.")
VERSION = in_path("number", "A version of the deck, from 1.", int)
COMMENT = in_path("comment", "The comment's number.", int)


def place_of(request: Request, pk: int = 0, secret: str = "") -> Place:
    """The deck that an address names, by number or secret; one query. Raises NotFound where the asker may not see it.

    Somebody's account is known by two queries more.
    """
    asker = asker_of(request)
    return Place(selectors.shared_deck(secret) if secret else selectors.deck_for(pk, asker), asker, secret)


def own_place(request: Request, pk: int) -> Place:
    """A deck that the asker may change; one query. Raises NotFound for another as for one that isn't there."""
    asker = asker_of(request)
    return Place(selectors.own_deck(pk, asker), asker)
