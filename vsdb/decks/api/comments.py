"""What people say of stored decks, over HTTP: likes, comments, reports."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.accounts.viewers import Viewer
from vsdb.api.base import StoredListView, StoredView, created_response, describe_answer, read
from vsdb.api.shapes import Flag, Moment, Number, Shape, StrictShape, Text
from vsdb.decks import comments as talk
from vsdb.decks.api import COMMENT, ID, place_of
from vsdb.decks.models import Comment

_REFUSED = (401, 403, 404, 409)


class CommentShape(Shape):
    """What somebody said of a deck."""

    id = Number("Its number.", source="said.pk")
    by = Text("Who said it; null: their account is gone.", source="said.by.username", allow_null=True)
    own = Flag("Whether it is yours.", source="is_own")
    text = Text("What was said; null: staff has hidden it.", allow_null=True)
    said = Moment("When.", source="said.said")
    edited = Moment("When it was last edited.", source="said.edited", allow_null=True)
    hidden = Flag("Whether staff has hidden it.", source="is_hidden")
    hidden_why = Text("Why it was hidden.", source="said.hidden_why")


def _show(said: Comment, viewer: Viewer) -> dict[str, Any]:
    """The fields of CommentShape, as somebody sees them: a hidden comment is for its author and staff."""
    is_own, is_hidden = said.by_id is not None and said.by_id == viewer.user, said.hidden_at is not None
    may_read = not is_hidden or is_own or viewer.may_moderate
    return {"said": said, "is_own": is_own, "is_hidden": is_hidden, "text": said.text if may_read else None}


class SaidShape(StrictShape):
    """A comment."""

    text = Text("At most 4,000 characters of plain text.", max_length=4_000)


class ReportShape(StrictShape):
    """What staff is asked to look at."""

    why = Text("Why.", max_length=400)
    comment = Number("A comment; else the deck itself.", required=False, min_value=1)


class Liking(StoredView):
    """Whether you like a deck."""

    @describe_answer(None, *_REFUSED, status=204, takes=None, parameters=[ID])
    def put(self, request: Request, pk: int) -> Response:
        """You like it; once is enough, and one's own isn't liked."""
        place = place_of(request, pk)
        talk.like(place.deck, place.viewer)
        return Response(status=204)

    @describe_answer(None, *_REFUSED, status=204, parameters=[ID])
    def delete(self, request: Request, pk: int) -> Response:
        """You like it no longer."""
        place = place_of(request, pk)
        talk.unlike(place.deck, place.viewer)
        return Response(status=204)


class Comments(StoredListView):
    """What is said of a deck."""

    @describe_answer(CommentShape(many=True), 404, parameters=[ID])
    def get(self, request: Request, pk: int) -> Response:
        """A page of the comments, the oldest first."""
        place = place_of(request, pk)
        comments = talk.list_comments(place.deck)
        return self.page(comments, CommentShape, lambda page: [_show(each, place.viewer) for each in page])

    @describe_answer(CommentShape, 400, *_REFUSED, status=201, takes=SaidShape, parameters=[ID])
    def post(self, request: Request, pk: int) -> Response:
        """Say something of it, in plain text."""
        place = place_of(request, pk)
        said = talk.add_comment(place.deck, place.viewer, read(SaidShape, request)["text"])
        return created_response(CommentShape(_show(said, place.viewer)).data)


class OneComment(StoredView):
    """Your comment on a deck."""

    @describe_answer(CommentShape, 400, *_REFUSED, takes=SaidShape, parameters=[ID, COMMENT])
    def patch(self, request: Request, pk: int, comment: int) -> Response:
        """Say it in another way; it then says that it was edited."""
        place = place_of(request, pk)
        said = talk.edit_comment(place.deck, comment, place.viewer, read(SaidShape, request)["text"])
        return Response(CommentShape(_show(said, place.viewer)).data)

    @describe_answer(None, *_REFUSED, status=204, parameters=[ID, COMMENT])
    def delete(self, request: Request, pk: int, comment: int) -> Response:
        """Take it back, for good."""
        place = place_of(request, pk)
        talk.delete_comment(place.deck, comment, place.viewer)
        return Response(status=204)


class Reporting(StoredView):
    """What staff is asked to look at."""

    @describe_answer(None, 400, *_REFUSED, status=204, takes=ReportShape, parameters=[ID])
    def post(self, request: Request, pk: int) -> Response:
        """Report the deck or one of its comments."""
        place = place_of(request, pk)
        sent = read(ReportShape, request)
        talk.report(place.deck, place.viewer, sent["why"], sent.get("comment"))
        return Response(status=204)
