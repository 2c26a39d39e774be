"""Stored decks: the list, one of them, and what its keeper does with it."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.accounts.viewers import Visitor
from vsdb.api import deck_shapes as shapes
from vsdb.api.check_serializers import ErrorShape
from vsdb.api.deck_access import ID, SECRET, StoredView, asker_of, created, own_place, place_of
from vsdb.api.deck_serializers import (
    DeckInFullShape,
    ForkShape,
    NewDeckShape,
    PatchedDeckShape,
    SharingShape,
    StaleShape,
    StoredDeckShape,
    WholeDeckShape,
)
from vsdb.api.deck_taking import new_deck, snapshot
from vsdb.api.errors import body
from vsdb.api.pagination import SearchedPages
from vsdb.decks import selectors, store
from vsdb.decks.search import decks_of, search_decks
from vsdb.decks.store import Snapshot, Stale
from vsdb.decks.viewed_deck import Place
from vsdb.search.language.parser import MOST_CHARACTERS

_TEXTS = ("title", "format", "as_of", "notes", "card_notes", "deck", "comment")
_PLAYED = frozenset({"event", "played_on", "tags"})
_REFUSED = {401: ErrorShape, 403: ErrorShape, 404: ErrorShape}


class Decks(StoredView):
    """The decks that everybody may see, or one's own."""

    pagination_class = SearchedPages
    parameters = ("q", "game", "mine", "page", "page_size")

    @extend_schema(
        parameters=[
            OpenApiParameter("q", str, description="A query in the language of the search for decks (/help/search/)."),
            OpenApiParameter("game", str, enum=list(GAMES), description="Slug of a game."),
            OpenApiParameter("mine", bool, description="True: your own alone, private ones too; needs a token."),
        ],
        responses={200: StoredDeckShape(many=True), 400: ErrorShape, 401: ErrorShape},
    )
    def get(self, request: Request) -> Response:
        """A page of them, the last edited first or in the order of the query."""
        asker, asked = asker_of(request), request.query_params
        text, game, mine = asked.get("q", ""), asked.get("game") or None, asked.get("mine", "false")
        if game and game not in GAMES:
            raise ValidationError({"game": f"{game[:40]!r} is no game; there are {', '.join(GAMES)}."})
        if mine not in ("true", "false"):
            raise ValidationError({"mine": f"{mine[:40]!r}; true or false."})
        if len(text) > MOST_CHARACTERS:
            raise ValidationError({"q": f"{len(text):,} characters; at most {MOST_CHARACTERS:,}."})
        if mine == "true" and asker.user is None:
            raise NotAuthenticated("Your own decks need a token of yours.")
        within = selectors.own(asker) if mine == "true" else selectors.public()
        found = search_decks(text.replace("\0", ""), asker, game=game, within=within)
        pages = SearchedPages()
        pages.notes = (*found.notes, *found.remarks)
        keys: Any = pages.paginate_queryset(found.ids, request, view=self) or ()
        return pages.get_paginated_response(shapes.listed(decks_of(tuple(keys)), asker))

    @extend_schema(request=NewDeckShape, responses={201: DeckInFullShape, 400: ErrorShape, **_REFUSED, 409: ErrorShape})
    def post(self, request: Request) -> Response:
        """Keep a new deck; it is private. No line of its list is lost: what names no one card stays as it is."""
        sent, asker = read(NewDeckShape, request), asker_of(request)
        game, first = new_deck(sent)
        made = store.create(asker, game, first, comment=sent.get("comment", ""))
        return created(shapes.in_full(Place(made, asker)))


class OneDeck(StoredView):
    """A deck with its newest version."""

    @extend_schema(parameters=[ID], responses={200: DeckInFullShape, 404: ErrorShape})
    def get(self, request: Request, pk: int) -> Response:
        """The deck of that number."""
        return Response(shapes.in_full(place_of(request, pk)))

    @extend_schema(
        parameters=[ID],
        request=WholeDeckShape,
        responses={200: DeckInFullShape, 400: ErrorShape, **_REFUSED, 409: StaleShape},
    )
    def put(self, request: Request, pk: int) -> Response:
        """The deck's next version, whole. Where it was saved since, nothing is, and both texts come back."""
        place = own_place(request, pk)
        sent = read(WholeDeckShape, request)
        try:
            _save(place, sent, snapshot(sent, Snapshot(), place.deck.game_id))
        except Stale as stale:
            return _stale(stale)
        return Response(_again(pk, place.asker))

    @extend_schema(
        parameters=[ID],
        request=PatchedDeckShape,
        responses={200: DeckInFullShape, 400: ErrorShape, **_REFUSED, 409: StaleShape},
    )
    def patch(self, request: Request, pk: int) -> Response:
        """What is sent becomes different, and the rest stays; where a part of it is refused, all does."""
        place = own_place(request, pk)
        deck, sent = place.deck, read(PatchedDeckShape, request)
        is_next = any(name in sent for name in _TEXTS)
        if is_next and "edition" not in sent:
            raise InputError("name the version that yours was made from", place="edition", code="edition-missing")
        try:
            with transaction.atomic():
                if is_next:
                    base = store.snapshot_of(selectors.revision_of(deck))
                    _save(place, sent, snapshot(sent, base, deck.game_id))
                if not _PLAYED.isdisjoint(sent):
                    store.describe(
                        pk,
                        place.asker,
                        event=sent.get("event", deck.event),
                        played_on=sent.get("played_on", deck.played_on),
                        tags=sent["tags"] if "tags" in sent else [tag.name for tag in deck.tags.all()],
                    )
        except Stale as stale:
            return _stale(stale)
        return Response(_again(pk, place.asker))

    @extend_schema(parameters=[ID], responses={204: None, **_REFUSED})
    def delete(self, request: Request, pk: int) -> Response:
        """The deck with all its versions, for good."""
        store.delete(pk, asker_of(request))
        return Response(status=204)


class SharedDeck(StoredView):
    """A deck by its secret link."""

    @extend_schema(parameters=[SECRET], responses={200: DeckInFullShape, 404: ErrorShape})
    def get(self, request: Request, secret: str) -> Response:
        """The deck that the link leads to."""
        return Response(shapes.in_full(place_of(request, secret=secret)))


class Fork(StoredView):
    """A deck of one's own that begins as a version of another."""

    @extend_schema(
        parameters=[ID],
        request=ForkShape,
        responses={201: DeckInFullShape, 400: ErrorShape, **_REFUSED, 409: ErrorShape},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Fork a deck that you may read."""
        return forked(request, place_of(request, pk))


class SharedFork(StoredView):
    """A deck of one's own that begins as a version of one with a secret link."""

    @extend_schema(
        parameters=[SECRET],
        request=ForkShape,
        responses={201: DeckInFullShape, 400: ErrorShape, **_REFUSED, 409: ErrorShape},
    )
    def post(self, request: Request, secret: str) -> Response:
        """Fork the deck that the link leads to."""
        return forked(request, place_of(request, secret=secret))


class Share(StoredView):
    """Who may see a deck."""

    @extend_schema(
        parameters=[ID],
        request=SharingShape,
        responses={200: DeckInFullShape, 400: ErrorShape, **_REFUSED, 409: ErrorShape},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Make it private, shared by a secret link, or public; or give it another link."""
        asker = asker_of(request)
        sent = read(SharingShape, request)
        if "visibility" in sent:
            store.share(pk, asker, sent["visibility"])
        elif not sent.get("renew"):
            raise InputError("say who may see it, or that the link is to be renewed", place="visibility")
        if sent.get("renew"):
            store.renew_link(pk, asker)
        return Response(_again(pk, asker))


def read(shape: Any, request: Request) -> dict[str, Any]:
    """What was sent. Raises ValidationError."""
    serializer = shape(data=request.data)
    serializer.is_valid(raise_exception=True)
    found: dict[str, Any] = serializer.validated_data
    return found


def forked(request: Request, place: Place) -> Response:
    """The asker's own deck that begins as a version of this one."""
    made = store.fork(place.deck, place.asker, read(ForkShape, request).get("version"))
    return created(shapes.in_full(Place(selectors.own_deck(made.pk, place.asker), place.asker)))


def _save(place: Place, sent: dict[str, Any], wanted: Snapshot) -> None:
    """The deck's next version. Raises Stale."""
    store.save(place.deck.pk, place.asker, sent["edition"], wanted, comment=sent.get("comment", ""))


def _stale(stale: Stale) -> Response:
    """What stands against a save."""
    texts = {
        "base": shapes.snapshot(stale.base) if stale.base else None,
        "mine": shapes.snapshot(stale.mine),
        "theirs": shapes.snapshot(stale.theirs),
    }
    return Response({**body(stale.code, stale.message), "edition": stale.edition, **texts}, status=409)


def _again(pk: int, asker: Visitor) -> dict[str, Any]:
    return shapes.in_full(Place(selectors.deck_for(pk, asker), asker))
