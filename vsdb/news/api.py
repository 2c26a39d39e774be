"""What changed, over HTTP; and what somebody follows, by their token."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, time
from typing import cast
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.dateparse import parse_datetime
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.model.cards import GAMES
from vsdb.api.authentication import MayRead, MayWrite
from vsdb.api.base import StoredListView, StoredView, created_response, describe_answer, read
from vsdb.api.pagination import Pages
from vsdb.api.parameters import OF_GAME, path_parameter, query_parameter, refuse_others
from vsdb.api.shapes import Choice, Day, Flag, Link, Map, Moment, Number, Shape, StrictShape, Text, Texts
from vsdb.core.dates import parse_day
from vsdb.core.requests import read_number
from vsdb.news import recording, selectors
from vsdb.news.following import reading, services
from vsdb.news.following.services import FollowTarget
from vsdb.news.messages import GROUPS, describe_change
from vsdb.news.models import Change, Follow
from vsdb.news.services import parse_changes_request
from vsdb.news.views import build_changes_etag
from vsdb.search.language.parser import MAX_CHARACTERS

_OWN = (MayRead, MayWrite)  #: what belongs to whoever has the token
_REFUSED = (400, 401, 403)


#: The pages that changes lead to, and where the API has the same; both take the same words.
_API_NAMES = {
    "cards:card": "api:card",
    "cards:set": "api:set",
    "formats:format": "api:format",
    "rules:document": "api:document",
    "wordings:source": "api:source",
}


def _find_api_path(href: str) -> str | None:
    """Where the API has what a page of this site is about."""
    with suppress(Resolver404):
        found = resolve(urlsplit(href).path)
        if name := _API_NAMES.get(found.view_name):
            return reverse(name, args=tuple(found.kwargs.values()))
    return None


class FactChangeShape(Shape):
    """A dated fact, and when the site learned of it."""

    id = Number("Its number.", source="change.pk")
    game = Text("The slug of the game.", source="change.game_id")
    kind = Choice("The group of the change.", list(GROUPS), source="group")
    what = Choice("The kind of change.", Change.Kind.choices, source="change.kind")
    key = Text("The key of the fact within its game and kind.", source="change.key")
    earliest = Day(
        "The earliest possible date of the fact; null: not recorded.", source="change.earliest", allow_null=True
    )
    latest = Day("The latest possible date of the fact; null: not recorded.", source="change.latest", allow_null=True)
    title = Text("A short title.")
    text = Text("The change in a sentence or two.")
    facts = Map("The recorded details; their names depend on the kind.")
    page = Text("The page with the details.", source="href")
    api = Text(
        "The path in this API of what that page is about; null: none.",
        of=lambda row: _find_api_path(row.href),
        allow_null=True,
    )
    upcoming = Flag("Whether its date is in the future.", source="is_upcoming")
    initial = Flag("Whether it was in the first facts loaded for the game.", source="change.is_initial")
    at = Moment("The time that sorts the list.", source="change.at")
    recorded = Moment("When it was added to the site.", source="change.recorded")
    revised = Moment("When the site last corrected it; null: never.", source="change.revised", allow_null=True)
    withdrawn = Moment(
        "When it was removed from the facts; null: still a fact.", source="change.withdrawn", allow_null=True
    )


class FollowShape(Shape):
    """A card, deck, author or query you follow."""

    id = Number("The ID of this follow.", source="follow.pk")
    kind = Choice("What you follow; `decks` is a query for decks.", Follow.Kind.choices, source="follow.kind")
    title = Text("Its name.")
    page = Text("Its page; empty for a deck you can’t see.", source="href")
    api = Link("The path of this follow in this API, to delete it.", "api:follow", "follow.pk")
    card = Text("The slug of the card; empty for decks and queries.", source="follow.card")
    deck = Number("The ID of the deck.", source="follow.deck_id", allow_null=True)
    author = Text("The user name of the author; empty for everything else.")
    query = Text("A query, or nothing.", source="follow.query")
    game = Text("The slug of the game; empty: every game.", source="follow.game")
    created = Moment("When you followed it.", source="follow.created")
    unread = Number("The number of unread news items.")


class NewFollowShape(StrictShape):
    """A card, a deck, an author or a query to follow; exactly one."""

    card = Text("A card as game/slug.", required=False, max_length=200)
    deck = Number("The ID of the deck.", required=False, min_value=1)
    secret = Text("The token of a deck’s secret link, alone or with its ID.", required=False, max_length=32)
    query = Text("A query; empty: every card of the game.", required=False, allow_blank=True, max_length=MAX_CHARACTERS)
    author = Text("A user name: their new public decks.", required=False, max_length=150)
    decks = Text(
        "A query for decks: new public decks that match; empty: every one of the game.",
        required=False,
        allow_blank=True,
        max_length=MAX_CHARACTERS,
    )
    game = Choice("The game of the query; left out: every game.", GAMES, required=False)


class HappeningShape(Shape):
    """News of something you follow."""

    id = Number("Its number.", source="happening.pk")
    follow = Number("The ID of the follow.", source="followed.follow.pk")
    title = Text("The title of the followed card, deck or query.", source="followed.title")
    page = Text("Its page.", source="followed.href")
    at = Moment("When it was noticed.", source="happening.at")
    sentences = Texts("What happened, in sentences.")
    unread = Flag("Whether it is unread.", source="is_unread")


class HappeningsReadShape(StrictShape):
    """News to mark as read."""

    follow = Number("The ID of one follow; left out: all.", required=False, min_value=1)


class Changes(APIView):
    """What changed: sets, bans, rotation, errata, rulings and formats."""

    pagination_class = Pages

    @describe_answer(
        FactChangeShape(many=True),
        400,
        404,
        parameters=[
            OF_GAME,
            query_parameter("kind", "The group of the change.", enum=list(GROUPS)),
            query_parameter("since", "A date or a time (2026-11-20T12:00:00Z); only newer changes are listed."),
        ],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """List changes of facts: upcoming ones first, then the newest."""
        refuse_others(request, ("game", "kind", "since", "page", "page_size"))
        wanted = parse_changes_request(request.query_params)
        since = request.query_params.get("since", "").strip()
        recording.catch_up()
        etag = build_changes_etag(request._request)
        if unchanged := get_conditional_response(request._request, etag=etag):
            return unchanged
        found, now, pages = selectors.list_changes(game=wanted.game, group=wanted.group), timezone.now(), Pages()
        if since:
            found = found.filter(at__gte=_moment(since))
        page = pages.paginate_queryset(found, request, view=self) or []
        rows = [describe_change(each, now) for each in page]
        answer = pages.get_paginated_response(FactChangeShape(rows, many=True).data)
        answer.headers["ETag"] = etag
        answer.headers["Cache-Control"] = "no-cache"
        return answer


class Following(StoredListView):
    """What you follow."""

    permission_classes = _OWN

    @describe_answer(FollowShape(many=True), 401)
    def get(self, request: Request) -> Response:
        """List what you follow, newest first."""
        return self.page(reading.list_follows(_own(request)), FollowShape)

    @describe_answer(FollowShape, 404, 409, *_REFUSED, status=201, takes=NewFollowShape)
    def post(self, request: Request) -> Response:
        """Follow a card, a deck, an author or a query."""
        made = services.follow(_own(request), FollowTarget(**read(NewFollowShape, request)))
        return created_response(FollowShape(reading.describe_follow(made)).data)


class OneFollow(StoredView):
    """One thing that you follow."""

    permission_classes = _OWN

    @describe_answer(
        None, 404, *_REFUSED, status=204, parameters=[path_parameter("follow", "The ID of the follow.", int)]
    )
    def delete(self, request: Request, follow: int) -> Response:
        """Unfollow something. Its news is deleted."""
        services.unfollow(_own(request), follow)
        return Response(status=204)


class Happenings(StoredListView):
    """What happened to what you follow."""

    permission_classes = _OWN
    parameters = ("follow", "since", "page", "page_size")

    @describe_answer(
        HappeningShape(many=True),
        404,
        *_REFUSED,
        parameters=[
            query_parameter("follow", "The ID of one follow; left out: all.", int),
            query_parameter("since", "A date or a time (2026-11-20T12:00:00Z)."),
        ],
    )
    def get(self, request: Request) -> Response:
        """List news of what you follow, newest first. Everything is checked again first."""
        user = _own(request)
        reading.look_again(user)
        follows = reading.choose_follows(reading.list_follows(user), read_number(request.query_params, "follow"))
        found = reading.list_happenings(follows)
        if since := request.query_params.get("since", "").strip():
            found = found.filter(at__gte=_moment(since))
        return self.page(found, HappeningShape, lambda page: reading.describe_happenings(page, follows))


class HappeningsRead(StoredView):
    """What you have read."""

    permission_classes = _OWN

    @describe_answer(None, 404, *_REFUSED, status=204, takes=HappeningsReadShape)
    def post(self, request: Request) -> Response:
        """Mark all news as read, or the news of one thing you follow."""
        services.mark_read(_own(request), read(HappeningsReadShape, request).get("follow"))
        return Response(status=204)


def _own(request: Request) -> User:
    return cast(User, request.user)


def _moment(text: str) -> datetime:
    """A moment, or the beginning of a day. Raises InputError."""
    with suppress(ValueError):
        if "T" in text and (found := parse_datetime(text)):
            return found if found.tzinfo else found.replace(tzinfo=UTC)
    return datetime.combine(parse_day(text, place="since"), time(), UTC)
