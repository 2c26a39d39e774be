"""Stored decks over HTTP: the list, one of them, what its keeper does with it, and what people say of it: likes,
comments, reports."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from engine.model.errors import InputError
from vsdb.accounts.viewers import Viewer
from vsdb.api.base import StoredListView, StoredView, created_response, describe_answer, read, viewer_of_request
from vsdb.api.errors import build_error_body
from vsdb.api.shapes import Flag, Link, Moment, Number, Shape, StrictShape, Text
from vsdb.decks import comments as talk
from vsdb.decks import selectors, services
from vsdb.decks.access import ViewedDeck
from vsdb.decks.api import COMMENT, ID, SECRET, get_own_deck_or_404, listing, place_of, shapes
from vsdb.decks.import_list import read_new_deck, read_snapshot
from vsdb.decks.models import Comment
from vsdb.decks.prose import render_prose
from vsdb.decks.search import load_decks
from vsdb.decks.services import Snapshot, StaleSave
from vsdb.search.api import SearchedPages

_TEXTS = ("title", "format", "as_of", "notes", "card_notes", "deck", "comment")
_PLAYED = frozenset({"event", "played_on", "tags"})
_REFUSED = (401, 403, 404)
_WRONG = (400, *_REFUSED)
_STALE = {409: shapes.StaleShape}


class Decks(StoredListView):
    """The decks that everybody may see, or one's own."""

    pagination_class = SearchedPages
    parameters = (*(each.name for each in listing.PARAMETERS), "page", "page_size")

    @describe_answer(shapes.StoredDeckShape(many=True), 400, 401, parameters=[*listing.PARAMETERS])
    def get(self, request: Request) -> Response:
        """List public decks or your own, last edited first, or search them with a query and sort them."""
        found = listing.find_listed_decks(request)
        pages = SearchedPages()
        pages.notes = (*found.notes, *found.remarks)
        keys: Any = pages.paginate_queryset(found.keys, request, view=self) or ()
        decks = shapes.summarize_decks(load_decks(tuple(keys)), viewer_of_request(request))
        return pages.get_paginated_response(shapes.StoredDeckShape(decks, many=True).data)

    @describe_answer(shapes.DeckInFullShape, *_WRONG, 409, status=201, takes=shapes.NewDeckShape)
    def post(self, request: Request) -> Response:
        """Create a deck. It is private. Lines that name no single card are kept as written."""
        sent, viewer = read(shapes.NewDeckShape, request), viewer_of_request(request)
        game, first = read_new_deck(sent)
        made = services.create(viewer, game, first, comment=sent.get("comment", ""))
        return created_response(shapes.deck_to_dict(ViewedDeck(made, viewer)))


class OneDeck(StoredView):
    """A deck with its latest version."""

    def handle_exception(self, exc: Exception) -> Response:
        """What stands against a save comes back with it."""
        if not isinstance(exc, StaleSave):
            return super().handle_exception(exc)
        texts = {name: getattr(exc, name) for name in ("base", "mine", "theirs")}
        told = {name: shapes.SnapshotShape(text).data if text else None for name, text in texts.items()}
        return Response({**build_error_body(exc.code, exc.message), "edition": exc.edition, **told}, status=409)

    @describe_answer(shapes.DeckInFullShape, 404, parameters=[ID])
    def get(self, request: Request, pk: int) -> Response:
        """Return a deck."""
        return Response(shapes.deck_to_dict(place_of(request, pk)))

    @describe_answer(shapes.DeckInFullShape, *_WRONG, takes=shapes.WholeDeckShape, parameters=[ID], errors=_STALE)
    def put(self, request: Request, pk: int) -> Response:
        """Save a new version of the whole deck. If it was saved elsewhere since, both texts return unsaved."""
        place = get_own_deck_or_404(request, pk)
        sent = read(shapes.WholeDeckShape, request)
        _save(place, sent, read_snapshot(sent, Snapshot(), place.deck.game_id))
        return Response(_again(pk, place.viewer))

    @describe_answer(shapes.DeckInFullShape, *_WRONG, takes=shapes.PatchedDeckShape, parameters=[ID], errors=_STALE)
    def patch(self, request: Request, pk: int) -> Response:
        """Change the parts you send. If one part is wrong, nothing is changed."""
        place = get_own_deck_or_404(request, pk)
        deck, sent = place.deck, read(shapes.PatchedDeckShape, request)
        is_next = any(name in sent for name in _TEXTS)
        if is_next and "edition" not in sent:
            raise InputError("send the `edition` of the deck that you edited", place="edition", code="edition-missing")
        with transaction.atomic():
            if is_next:
                base = services.read_snapshot_of(selectors.get_revision(deck))
                _save(place, sent, read_snapshot(sent, base, deck.game_id))
            if not _PLAYED.isdisjoint(sent):
                event, played_on = sent.get("event", deck.event), sent.get("played_on", deck.played_on)
                tags = sent["tags"] if "tags" in sent else [tag.name for tag in deck.tags.all()]
                services.describe(pk, place.viewer, event=event, played_on=played_on, tags=tags)
        return Response(_again(pk, place.viewer))

    @describe_answer(None, *_REFUSED, status=204, parameters=[ID])
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a deck and all its versions for good."""
        services.delete(pk, viewer_of_request(request))
        return Response(status=204)


class SharedDeck(StoredView):
    """A deck by its secret link."""

    @describe_answer(shapes.DeckInFullShape, 404, parameters=[SECRET])
    def get(self, request: Request, secret: str) -> Response:
        """Return the deck of a secret link."""
        return Response(shapes.deck_to_dict(place_of(request, secret=secret)))


class Fork(StoredView):
    """A deck of one's own that begins as a version of another."""

    @describe_answer(shapes.DeckInFullShape, *_WRONG, 409, status=201, takes=shapes.ForkShape, parameters=[ID])
    def post(self, request: Request, pk: int) -> Response:
        """Copy a deck you can read into your own decks."""
        return fork_response(request, place_of(request, pk))


class SharedFork(StoredView):
    """A deck of one's own that begins as a version of one with a secret link."""

    @describe_answer(shapes.DeckInFullShape, *_WRONG, 409, status=201, takes=shapes.ForkShape, parameters=[SECRET])
    def post(self, request: Request, secret: str) -> Response:
        """Copy the deck of a secret link into your own decks."""
        return fork_response(request, place_of(request, secret=secret))


class Share(StoredView):
    """Who may see a deck."""

    @describe_answer(shapes.DeckInFullShape, *_WRONG, 409, takes=shapes.SharingShape, parameters=[ID])
    def post(self, request: Request, pk: int) -> Response:
        """Make a deck private, shared by secret link or public, or change its link."""
        viewer = viewer_of_request(request)
        sent = read(shapes.SharingShape, request)
        if "visibility" in sent:
            services.share(pk, viewer, sent["visibility"])
        elif not sent.get("renew"):
            raise InputError("give `visibility` or `renew`", place="visibility")
        if sent.get("renew"):
            services.renew_link(pk, viewer)
        return Response(_again(pk, viewer))


def fork_response(request: Request, place: ViewedDeck) -> Response:
    """The viewer's own deck that begins as a version of this one."""
    made = services.fork(place.deck, place.viewer, read(shapes.ForkShape, request).get("version"))
    own = ViewedDeck(selectors.get_own_deck(made.pk, place.viewer), place.viewer)
    return created_response(shapes.deck_to_dict(own))


def _save(place: ViewedDeck, sent: dict[str, Any], wanted: Snapshot) -> None:
    """The deck's next version. Raises StaleSave."""
    services.save(place.deck.pk, place.viewer, sent["edition"], wanted, comment=sent.get("comment", ""))


def _again(pk: int, viewer: Viewer) -> dict[str, Any]:
    return shapes.deck_to_dict(ViewedDeck(selectors.get_readable_deck(pk, viewer), viewer))


class CommentShape(Shape):
    """A comment on a deck."""

    id = Number("Its number.", source="said.pk")
    by = Text("The user name of the writer; null: account closed.", source="said.by.username", allow_null=True)
    own = Flag("Whether it is yours.", source="is_own")
    text = Text("The comment in Markdown; null: staff have hidden it.", allow_null=True)
    html = Text("The comment as HTML, safe to show; null: staff have hidden it.", allow_null=True)
    said = Moment("When it was posted.", source="said.said")
    edited = Moment("When it was last edited.", source="said.edited", allow_null=True)
    hidden = Flag("Whether staff have hidden it.", source="is_hidden")
    hidden_why = Text("Why staff hid it.", source="said.hidden_why")
    page = Text("The path of its place on the deck's page.")
    api = Link("Its path in this API.", "api:deck-comment", "said.deck_id", "said.pk")


def _show(said: Comment, place: ViewedDeck) -> dict[str, Any]:
    """The fields of CommentShape, as somebody sees them: a hidden comment is for its author and staff."""
    viewer = place.viewer
    is_own, is_hidden = said.by_id is not None and said.by_id == viewer.user, said.hidden_at is not None
    may_read = not is_hidden or is_own or viewer.may_moderate
    html = render_prose(said.text, place.deck.game_id) if may_read else None
    return {
        "said": said,
        "is_own": is_own,
        "is_hidden": is_hidden,
        "text": said.text if may_read else None,
        "html": html,
        "page": f"{place.address()}#comment-{said.pk}",
    }


class SaidShape(StrictShape):
    """A comment."""

    text = Text("At most 4,000 characters, plain or in Markdown.", max_length=4_000)


class ReportShape(StrictShape):
    """A report to staff."""

    why = Text("Why.", max_length=400)
    comment = Number("The ID of a comment; left out: the deck itself.", required=False, min_value=1)


class Liking(StoredView):
    """Whether you like a deck."""

    @describe_answer(None, *_REFUSED, 409, status=204, takes=None, parameters=[ID])
    def put(self, request: Request, pk: int) -> Response:
        """Like a deck. You can't like your own."""
        place = place_of(request, pk)
        talk.like(place.deck, place.viewer)
        return Response(status=204)

    @describe_answer(None, *_REFUSED, 409, status=204, parameters=[ID])
    def delete(self, request: Request, pk: int) -> Response:
        """Remove your like."""
        place = place_of(request, pk)
        talk.unlike(place.deck, place.viewer)
        return Response(status=204)


class Comments(StoredListView):
    """What is said of a deck."""

    @describe_answer(CommentShape(many=True), 404, parameters=[ID])
    def get(self, request: Request, pk: int) -> Response:
        """List a deck's comments, oldest first."""
        place = place_of(request, pk)
        comments = talk.list_comments(place.deck)
        return self.page(comments, CommentShape, lambda page: [_show(each, place) for each in page])

    @describe_answer(CommentShape, *_WRONG, 409, status=201, takes=SaidShape, parameters=[ID])
    def post(self, request: Request, pk: int) -> Response:
        """Comment on a deck, in plain text or Markdown."""
        place = place_of(request, pk)
        said = talk.add_comment(place.deck, place.viewer, read(SaidShape, request)["text"])
        return created_response(CommentShape(_show(said, place)).data)


class OneComment(StoredView):
    """Your comment on a deck."""

    @describe_answer(CommentShape, *_WRONG, 409, takes=SaidShape, parameters=[ID, COMMENT])
    def patch(self, request: Request, pk: int, comment: int) -> Response:
        """Edit your comment. It is then marked as edited."""
        place = place_of(request, pk)
        said = talk.edit_comment(place.deck, comment, place.viewer, read(SaidShape, request)["text"])
        return Response(CommentShape(_show(said, place)).data)

    @describe_answer(None, *_REFUSED, 409, status=204, parameters=[ID, COMMENT])
    def delete(self, request: Request, pk: int, comment: int) -> Response:
        """Delete a comment for good."""
        place = place_of(request, pk)
        talk.delete_comment(place.deck, comment, place.viewer)
        return Response(status=204)


class Reporting(StoredView):
    """A report to staff."""

    @describe_answer(None, *_WRONG, 409, status=204, takes=ReportShape, parameters=[ID])
    def post(self, request: Request, pk: int) -> Response:
        """Report the deck or one of its comments."""
        place = place_of(request, pk)
        sent = read(ReportShape, request)
        talk.report(place.deck, place.viewer, sent["why"], sent.get("comment"))
        return Response(status=204)
