"""What people say of stored decks: likes, comments, reports."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api import deck_shapes as shapes
from vsdb.api.check_serializers import ErrorShape
from vsdb.api.deck_access import COMMENT, ID, StoredView, created, place_of
from vsdb.api.deck_serializers import CommentShape, ReportShape, SaidShape
from vsdb.api.deck_views import read
from vsdb.api.pagination import Pages
from vsdb.decks.social import comments

_REFUSED = {401: ErrorShape, 403: ErrorShape, 404: ErrorShape, 409: ErrorShape}


class Liking(StoredView):
    """Whether you like a deck."""

    @extend_schema(parameters=[ID], request=None, responses={204: None, **_REFUSED})
    def put(self, request: Request, pk: int) -> Response:
        """You like it; once is enough, and one's own isn't liked."""
        place = place_of(request, pk)
        comments.like(place.deck, place.asker)
        return Response(status=204)

    @extend_schema(parameters=[ID], responses={204: None, **_REFUSED})
    def delete(self, request: Request, pk: int) -> Response:
        """You like it no longer."""
        place = place_of(request, pk)
        comments.unlike(place.deck, place.asker)
        return Response(status=204)


class Comments(StoredView):
    """What is said of a deck."""

    pagination_class = Pages
    parameters = ("page", "page_size")

    @extend_schema(parameters=[ID], responses={200: CommentShape(many=True), 404: ErrorShape})
    def get(self, request: Request, pk: int) -> Response:
        """A page of the comments, the oldest first."""
        place, pages = place_of(request, pk), Pages()
        page = pages.paginate_queryset(comments.comments_of(place.deck), request, view=self) or []
        return pages.get_paginated_response([shapes.comment(each, place.asker) for each in page])

    @extend_schema(parameters=[ID], request=SaidShape, responses={201: CommentShape, 400: ErrorShape, **_REFUSED})
    def post(self, request: Request, pk: int) -> Response:
        """Say something of it, in plain text."""
        place = place_of(request, pk)
        said = comments.comment(place.deck, place.asker, read(SaidShape, request)["text"])
        return created(shapes.comment(said, place.asker))


class OneComment(StoredView):
    """Your comment on a deck."""

    @extend_schema(
        parameters=[ID, COMMENT], request=SaidShape, responses={200: CommentShape, 400: ErrorShape, **_REFUSED}
    )
    def patch(self, request: Request, pk: int, comment: int) -> Response:
        """Say it in another way; it then says that it was edited."""
        place = place_of(request, pk)
        said = comments.edit_comment(place.deck, comment, place.asker, read(SaidShape, request)["text"])
        return Response(shapes.comment(said, place.asker))

    @extend_schema(parameters=[ID, COMMENT], responses={204: None, **_REFUSED})
    def delete(self, request: Request, pk: int, comment: int) -> Response:
        """Take it back, for good."""
        place = place_of(request, pk)
        comments.delete_comment(place.deck, comment, place.asker)
        return Response(status=204)


class Reporting(StoredView):
    """What staff is asked to look at."""

    @extend_schema(parameters=[ID], request=ReportShape, responses={204: None, 400: ErrorShape, **_REFUSED})
    def post(self, request: Request, pk: int) -> Response:
        """Report the deck or one of its comments."""
        place = place_of(request, pk)
        sent = read(ReportShape, request)
        comments.report(place.deck, place.asker, sent["why"], sent.get("comment"))
        return Response(status=204)
