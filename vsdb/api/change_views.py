"""What changed, over HTTP; and what somebody follows, by their token."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import cast

from django.contrib.auth.models import User
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.dateparse import parse_datetime
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.api.authentication import MayRead, MayWrite
from vsdb.api.change_serializers import (
    FactChangeShape,
    FollowShape,
    HappeningShape,
    HappeningsReadShape,
    NewFollowShape,
)
from vsdb.api.check_serializers import ErrorShape
from vsdb.api.deck_access import StoredView, created
from vsdb.api.deck_views import read
from vsdb.api.filters import refuse_others
from vsdb.api.pagination import Pages
from vsdb.check.services import day
from vsdb.news import recording, selectors
from vsdb.news.following import reading, services
from vsdb.news.following.services import Wanted
from vsdb.news.messages import GROUPS, tell
from vsdb.news.services import asked_for
from vsdb.news.views import etag_of

_REFUSED = {400: ErrorShape, 401: ErrorShape, 403: ErrorShape}
_FOLLOW = OpenApiParameter("follow", int, description="The number of one follow; else all.")


class Changes(APIView):
    """What changed: sets, bans, rotation, errata, rulings and formats."""

    pagination_class = Pages

    @extend_schema(
        parameters=[
            OpenApiParameter("game", str, enum=list(GAMES), description="Slug of a game."),
            OpenApiParameter("kind", str, enum=list(GROUPS), description="What it is about."),
            OpenApiParameter(
                "since", OpenApiTypes.STR, description="A day or a moment (2026-11-20T12:00:00Z): only what is newer."
            ),
        ],
        responses={200: FactChangeShape(many=True), 400: ErrorShape, 404: ErrorShape},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """A page of the changes: what is coming first, then the newest."""
        refuse_others(request, ("game", "kind", "since", "page", "page_size"))
        asked = asked_for(request.query_params.get("game", ""), request.query_params.get("kind", ""))
        since = request.query_params.get("since", "").strip()
        recording.catch_up()
        etag = etag_of(request._request)
        if unchanged := get_conditional_response(request._request, etag=etag):
            return unchanged
        found, now, pages = selectors.changes(game=asked.game, group=asked.group), timezone.now(), Pages()
        if since:
            found = found.filter(at__gte=_moment(since))
        page = pages.paginate_queryset(found, request, view=self) or []
        answer = pages.get_paginated_response(FactChangeShape([tell(each, now) for each in page], many=True).data)
        answer.headers["ETag"] = etag
        answer.headers["Cache-Control"] = "no-cache"
        return answer


class _OwnView(StoredView):
    """What belongs to whoever has the token."""

    permission_classes = (MayRead, MayWrite)


class Following(_OwnView):
    """What you follow."""

    pagination_class = Pages
    parameters = ("page", "page_size")

    @extend_schema(responses={200: FollowShape(many=True), 401: ErrorShape})
    def get(self, request: Request) -> Response:
        """A page of what you follow, the newest follow first."""
        pages = Pages()
        page = pages.paginate_queryset(reading.follows_of(_own(request)), request, view=self) or []
        return pages.get_paginated_response(FollowShape(page, many=True).data)

    @extend_schema(request=NewFollowShape, responses={201: FollowShape, 404: ErrorShape, 409: ErrorShape, **_REFUSED})
    def post(self, request: Request) -> Response:
        """Follow a card, a deck or a query from now on; twice is once."""
        made = services.follow(_own(request), Wanted(**read(NewFollowShape, request)))
        return created(dict(FollowShape(reading.followed(made)).data))


class OneFollow(_OwnView):
    """One thing that you follow."""

    @extend_schema(
        parameters=[OpenApiParameter("follow", int, OpenApiParameter.PATH, description="The number of the follow.")],
        responses={204: None, 404: ErrorShape, **_REFUSED},
    )
    def delete(self, request: Request, follow: int) -> Response:
        """Follow it no longer; what happened to it is gone."""
        services.unfollow(_own(request), follow)
        return Response(status=204)


class Happenings(_OwnView):
    """What happened to what you follow."""

    pagination_class = Pages
    parameters = ("follow", "since", "page", "page_size")

    @extend_schema(
        parameters=[_FOLLOW, OpenApiParameter("since", OpenApiTypes.STR, description="A day or a moment.")],
        responses={200: HappeningShape(many=True), 404: ErrorShape, **_REFUSED},
    )
    def get(self, request: Request) -> Response:
        """A page of what happened to what you follow, the newest first; everything is looked at anew before."""
        user, pages = _own(request), Pages()
        reading.look_again(user)
        follows = reading.chosen(reading.follows_of(user), _number(request))
        found = reading.happenings(follows)
        if since := request.query_params.get("since", "").strip():
            found = found.filter(at__gte=_moment(since))
        page = pages.paginate_queryset(found, request, view=self) or []
        return pages.get_paginated_response(HappeningShape(reading.in_words(page, follows), many=True).data)


class HappeningsRead(_OwnView):
    """What you have read."""

    @extend_schema(request=HappeningsReadShape, responses={204: None, 404: ErrorShape, **_REFUSED})
    def post(self, request: Request) -> Response:
        """All that happened until now has been read, or what happened to one thing."""
        services.mark_read(_own(request), read(HappeningsReadShape, request).get("follow"))
        return Response(status=204)


def _own(request: Request) -> User:
    return cast(User, request.user)


def _number(request: Request) -> int | None:
    said = request.query_params.get("follow", "").strip()
    if said and not (said.isascii() and said.isdigit() and len(said) < 10):
        raise InputError(f"{said[:20]!r} is no number", place="follow")
    return int(said) if said else None


def _moment(text: str) -> datetime:
    """A moment, or the beginning of a day. Raises InputError."""
    try:
        found = parse_datetime(text) if "T" in text else None
    except ValueError:
        found = None
    if found is None:
        return datetime.combine(day(text, place="since"), time(), UTC)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
