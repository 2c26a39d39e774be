"""Stored decks over HTTP: the list, one of them, and what its keeper does with it."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine.model.errors import InputError
from vsdb.accounts.viewers import Visitor
from vsdb.api.base import StoredListView, StoredView, asker_of, created, gives, read
from vsdb.api.errors import body
from vsdb.api.parameters import OF_GAME, asked, own_asked
from vsdb.decks import selectors, store
from vsdb.decks.access import Place
from vsdb.decks.api import ID, SECRET, own_place, place_of, shapes
from vsdb.decks.import_list import new_deck, snapshot
from vsdb.decks.search import decks_of, search_decks
from vsdb.decks.store import Snapshot, Stale
from vsdb.search.api import SearchedPages
from vsdb.search.language.parser import MOST_CHARACTERS

_TEXTS = ("title", "format", "as_of", "notes", "card_notes", "deck", "comment")
_PLAYED = frozenset({"event", "played_on", "tags"})
_REFUSED = (401, 403, 404)


class Decks(StoredListView):
    """The decks that everybody may see, or one's own."""

    pagination_class = SearchedPages
    parameters = ("q", "game", "mine", "page", "page_size")

    @gives(
        shapes.StoredDeckShape(many=True),
        400,
        401,
        parameters=[
            asked("q", "A query in the language of the search for decks (/help/search/)."),
            OF_GAME,
            asked("mine", "True: your own alone, private ones too; needs a token.", bool),
        ],
    )
    def get(self, request: Request) -> Response:
        """A page of them, the last edited first or in the order of the query."""
        asker, words = asker_of(request), request.query_params
        text, is_mine = words.get("q", ""), own_asked(request)
        if len(text) > MOST_CHARACTERS:
            raise ValidationError({"q": f"{len(text):,} characters; at most {MOST_CHARACTERS:,}."})
        if is_mine and asker.user is None:
            raise NotAuthenticated("Your own decks need a token of yours.")
        within = selectors.own(asker) if is_mine else selectors.public()
        found = search_decks(text.replace("\0", ""), asker, game=words.get("game") or None, within=within)
        pages = SearchedPages()
        pages.notes = (*found.notes, *found.remarks)
        keys: Any = pages.paginate_queryset(found.ids, request, view=self) or ()
        return pages.get_paginated_response(
            shapes.StoredDeckShape(shapes.listed(decks_of(tuple(keys)), asker), many=True).data
        )

    @gives(shapes.DeckInFullShape, 400, *_REFUSED, 409, status=201, takes=shapes.NewDeckShape)
    def post(self, request: Request) -> Response:
        """Keep a new deck; it is private. No line of its list is lost: what names no one card stays as it is."""
        sent, asker = read(shapes.NewDeckShape, request), asker_of(request)
        game, first = new_deck(sent)
        made = store.create(asker, game, first, comment=sent.get("comment", ""))
        return created(shapes.in_full(Place(made, asker)))


class OneDeck(StoredView):
    """A deck with its newest version."""

    @gives(shapes.DeckInFullShape, 404, parameters=[ID])
    def get(self, request: Request, pk: int) -> Response:
        """The deck of that number."""
        return Response(shapes.in_full(place_of(request, pk)))

    @gives(
        shapes.DeckInFullShape,
        400,
        *_REFUSED,
        takes=shapes.WholeDeckShape,
        parameters=[ID],
        errors={409: shapes.StaleShape},
    )
    def put(self, request: Request, pk: int) -> Response:
        """The deck's next version, whole. Where it was saved since, nothing is, and both texts come back."""
        place = own_place(request, pk)
        sent = read(shapes.WholeDeckShape, request)
        try:
            _save(place, sent, snapshot(sent, Snapshot(), place.deck.game_id))
        except Stale as stale:
            return _stale(stale)
        return Response(_again(pk, place.asker))

    @gives(
        shapes.DeckInFullShape,
        400,
        *_REFUSED,
        takes=shapes.PatchedDeckShape,
        parameters=[ID],
        errors={409: shapes.StaleShape},
    )
    def patch(self, request: Request, pk: int) -> Response:
        """What is sent becomes different, and the rest stays; where a part of it is refused, all does."""
        place = own_place(request, pk)
        deck, sent = place.deck, read(shapes.PatchedDeckShape, request)
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

    @gives(None, *_REFUSED, status=204, parameters=[ID])
    def delete(self, request: Request, pk: int) -> Response:
        """The deck with all its versions, for good."""
        store.delete(pk, asker_of(request))
        return Response(status=204)


class SharedDeck(StoredView):
    """A deck by its secret link."""

    @gives(shapes.DeckInFullShape, 404, parameters=[SECRET])
    def get(self, request: Request, secret: str) -> Response:
        """The deck that the link leads to."""
        return Response(shapes.in_full(place_of(request, secret=secret)))


class Fork(StoredView):
    """A deck of one's own that begins as a version of another."""

    @gives(shapes.DeckInFullShape, 400, *_REFUSED, 409, status=201, takes=shapes.ForkShape, parameters=[ID])
    def post(self, request: Request, pk: int) -> Response:
        """Fork a deck that you may read."""
        return forked(request, place_of(request, pk))


class SharedFork(StoredView):
    """A deck of one's own that begins as a version of one with a secret link."""

    @gives(shapes.DeckInFullShape, 400, *_REFUSED, 409, status=201, takes=shapes.ForkShape, parameters=[SECRET])
    def post(self, request: Request, secret: str) -> Response:
        """Fork the deck that the link leads to."""
        return forked(request, place_of(request, secret=secret))


class Share(StoredView):
    """Who may see a deck."""

    @gives(shapes.DeckInFullShape, 400, *_REFUSED, 409, takes=shapes.SharingShape, parameters=[ID])
    def post(self, request: Request, pk: int) -> Response:
        """Make it private, shared by a secret link, or public; or give it another link."""
        asker = asker_of(request)
        sent = read(shapes.SharingShape, request)
        if "visibility" in sent:
            store.share(pk, asker, sent["visibility"])
        elif not sent.get("renew"):
            raise InputError("say who may see it, or that the link is to be renewed", place="visibility")
        if sent.get("renew"):
            store.renew_link(pk, asker)
        return Response(_again(pk, asker))


def forked(request: Request, place: Place) -> Response:
    """The asker's own deck that begins as a version of this one."""
    made = store.fork(place.deck, place.asker, read(shapes.ForkShape, request).get("version"))
    return created(shapes.in_full(Place(selectors.own_deck(made.pk, place.asker), place.asker)))


def _save(place: Place, sent: dict[str, Any], wanted: Snapshot) -> None:
    """The deck's next version. Raises Stale."""
    store.save(place.deck.pk, place.asker, sent["edition"], wanted, comment=sent.get("comment", ""))


def _stale(stale: Stale) -> Response:
    """What stands against a save."""
    texts = {
        "base": shapes.SnapshotShape(stale.base).data if stale.base else None,
        "mine": shapes.SnapshotShape(stale.mine).data,
        "theirs": shapes.SnapshotShape(stale.theirs).data,
    }
    return Response({**body(stale.code, stale.message), "edition": stale.edition, **texts}, status=409)


def _again(pk: int, asker: Visitor) -> dict[str, Any]:
    return shapes.in_full(Place(selectors.deck_for(pk, asker), asker))
