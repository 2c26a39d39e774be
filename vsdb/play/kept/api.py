"""Saved positions over HTTP: public ones are read by everybody, one's own with a token."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from engine import GAMES
from vsdb.api.base import (
    StoredListView,
    StoredView,
    created_response,
    describe_answer,
    read,
    require_user,
    viewer_of_request,
)
from vsdb.api.parameters import OF_GAME, path_parameter, query_parameter, read_mine_parameter
from vsdb.api.shapes import Field, Flag, Link, Moment, Shape, StrictShape, Text
from vsdb.play.kept import selectors, services
from vsdb.play.models import MAX_NAME, MAX_NOTES, SavedPosition

_REFUSED = (400, 401, 403, 404, 409)
_MINE = query_parameter("mine", "True: only your own positions; needs a token.", bool)
_KEY = [path_parameter("key", "The key of a saved position.")]


@extend_schema_field({"type": "object", "description": "Position and action, as `POST /api/v1/play` takes them."})
class QuestionField(Field, serializers.JSONField):
    """A question of play."""


class SavedPositionShape(Shape):
    """A saved position in a list."""

    key = Text("Its key in addresses.")
    game = Text("The slug of the game.")
    name = Text("Its name.")
    action = Text("The verb of the action.", source="verb")
    outcome = Text("The outcome when it was saved: legal, illegal or uncertain.")
    public = Flag("Whether everybody may read it.", source="is_public")
    by = Text("The user name of its owner.", source="owner.username")
    edited = Moment("When it was last changed.")
    page = Link("The path of its page on this site.", "play:saved", "key")
    api = Link("Its path in this API.", "api:play-position", "key")


class SavedPositionInFullShape(SavedPositionShape):
    """A saved position with its question."""

    notes = Text("What its owner notes about it.")
    question = QuestionField("Position and action.")
    log = Text("The log of the game so far, as text that replays; may be empty.")


class NewPositionShape(StrictShape):
    """A position to save."""

    name = Text("Its name.", max_length=MAX_NAME)
    question = QuestionField("Position and action.")
    notes = Text("Notes.", max_length=MAX_NOTES, required=False, default="", allow_blank=True)
    log = Text("The log of the game.", required=False, default="", allow_blank=True)
    public = Flag("Whether everybody may read it.", required=False, default=False)


class PositionChangeShape(StrictShape):
    """Changes to a saved position. Parts you leave out stay."""

    name = Text("Its name.", max_length=MAX_NAME, required=False)
    question = QuestionField("Position and action.", required=False)
    notes = Text("Notes.", max_length=MAX_NOTES, required=False, allow_blank=True)
    log = Text("The log of the game.", required=False, allow_blank=True)
    public = Flag("Whether everybody may read it.", required=False)


class SavedPositions(StoredListView):
    """Saved positions."""

    parameters = ("game", "mine", "page", "page_size")

    @describe_answer(SavedPositionShape(many=True), 400, 401, parameters=[OF_GAME, _MINE])
    def get(self, request: Request) -> Response:
        """List public saved positions, or your own, last edited first."""
        game, user = request.query_params.get("game", ""), viewer_of_request(request).user
        is_mine = read_mine_parameter(request)
        if is_mine and user is None:
            raise NotAuthenticated("Listing your own positions needs your token.")
        found = selectors.list_own_positions(user) if is_mine and user else selectors.list_public_positions()
        return self.page(found.filter(game=game) if game in GAMES else found, SavedPositionShape)

    @describe_answer(SavedPositionInFullShape, *_REFUSED, status=201, takes=NewPositionShape)
    def post(self, request: Request) -> Response:
        """Save a position under a name."""
        sent = read(NewPositionShape, request)
        saved = services.save_position(
            require_user(request),
            sent["question"],
            name=sent["name"],
            notes=sent["notes"],
            log=sent["log"],
            is_public=sent["public"],
        )
        return created_response(_in_full(saved))


class OneSavedPosition(StoredView):
    """A saved position."""

    @describe_answer(SavedPositionInFullShape, 404, parameters=_KEY)
    def get(self, request: Request, key: str) -> Response:
        """Return a saved position with its question."""
        return Response(_in_full(selectors.get_visible_position(key, viewer_of_request(request).user)))

    @describe_answer(SavedPositionInFullShape, *_REFUSED, takes=PositionChangeShape, parameters=_KEY)
    def patch(self, request: Request, key: str) -> Response:
        """Change a saved position. If one part is wrong, nothing is changed."""
        saved, sent = selectors.get_own_position(key, require_user(request)), read(PositionChangeShape, request)
        services.change_position(
            saved,
            question=sent.get("question"),
            name=sent.get("name"),
            notes=sent.get("notes"),
            log=sent.get("log"),
            is_public=sent.get("public"),
        )
        return Response(_in_full(saved))

    @describe_answer(None, *_REFUSED, status=204, parameters=_KEY)
    def delete(self, request: Request, key: str) -> Response:
        """Delete a saved position for good."""
        services.delete_position(selectors.get_own_position(key, require_user(request)))
        return Response(status=204)


def _in_full(saved: SavedPosition) -> Any:
    return SavedPositionInFullShape(saved).data
