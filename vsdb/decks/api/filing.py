"""Folders and private labels over HTTP: those of the account, and those of one of its decks."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.authentication import MayRead, MayWrite
from vsdb.api.base import StoredListView, StoredView, created_response, describe_answer, read, viewer_of_request
from vsdb.api.parameters import path_parameter
from vsdb.api.shapes import Link, Number, Shape, StrictShape, Text, Texts
from vsdb.decks.api import ID, get_own_deck_or_404
from vsdb.decks.filing import services
from vsdb.decks.filing.selectors import list_places
from vsdb.decks.models import Deck, Folder, Label

_FOLDER = path_parameter("folder", "The folder's number.", int)
_LABEL = path_parameter("label", "The label's number.", int)
_OWN = (MayRead, MayWrite)
_REFUSED = (400, 401, 403, 404, 409)


class PlaceShape(Shape):
    """A folder or a label."""

    id = Number("Its number.", source="pk")
    name = Text("Its name.")
    decks = Number("The number of its decks.", source="count")


class FolderShape(PlaceShape):
    """A folder of yours."""

    page = Text("The path of the page with its decks.", of=lambda row: f"{reverse('stored:mine')}?folder={row.pk}")
    api = Link("Its path in this API, to rename or delete it.", "api:folder", "pk")


class LabelShape(PlaceShape):
    """A private label of yours."""

    page = Text("The path of the page with its decks.", of=lambda row: f"{reverse('stored:mine')}?label={row.pk}")
    api = Link("Its path in this API, to rename or delete it.", "api:label", "pk")


class FolderNameShape(StrictShape):
    """The name of a folder."""

    name = Text("At most 60 characters; no two folders have the same.", max_length=60)


class LabelNameShape(StrictShape):
    """The name of a label."""

    name = Text("At most 40 characters; no two labels have the same.", max_length=40)


class FilingShape(Shape):
    """Where you keep a deck. Nobody else sees it."""

    folder = Number("The number of its folder; null: none.", allow_null=True)
    labels = Texts("The names of its private labels.")


class NewFilingShape(StrictShape):
    """Where to keep a deck. Parts you leave out become empty."""

    folder = Number("The number of a folder; null: none.", required=False, allow_null=True, min_value=1)
    labels = Texts(
        "The names of its labels, at most 20; new ones are created.", child=Text(max_length=40), required=False
    )


class Folders(StoredListView):
    """Your folders."""

    permission_classes = _OWN

    @describe_answer(FolderShape(many=True), 401)
    def get(self, request: Request) -> Response:
        """List your folders by name."""
        return self.page(list_places(viewer_of_request(request))["folders"], FolderShape)

    @describe_answer(FolderShape, *_REFUSED, status=201, takes=FolderNameShape)
    def post(self, request: Request) -> Response:
        """Create a folder."""
        made = services.create_folder(viewer_of_request(request), read(FolderNameShape, request)["name"])
        return created_response(_show(made, FolderShape))


class OneFolder(StoredView):
    """A folder of yours."""

    permission_classes = _OWN

    @describe_answer(FolderShape, *_REFUSED, takes=FolderNameShape, parameters=[_FOLDER])
    def patch(self, request: Request, folder: int) -> Response:
        """Rename a folder."""
        name = read(FolderNameShape, request)["name"]
        return Response(_show(services.rename_folder(folder, viewer_of_request(request), name), FolderShape))

    @describe_answer(None, 401, 403, 404, status=204, parameters=[_FOLDER])
    def delete(self, request: Request, folder: int) -> Response:
        """Delete a folder. Its decks are kept."""
        services.delete_folder(folder, viewer_of_request(request))
        return Response(status=204)


class Labels(StoredListView):
    """Your private labels."""

    permission_classes = _OWN

    @describe_answer(LabelShape(many=True), 401)
    def get(self, request: Request) -> Response:
        """List your private labels by name."""
        return self.page(list_places(viewer_of_request(request))["labels"], LabelShape)


class OneLabel(StoredView):
    """A private label of yours."""

    permission_classes = _OWN

    @describe_answer(LabelShape, *_REFUSED, takes=LabelNameShape, parameters=[_LABEL])
    def patch(self, request: Request, label: int) -> Response:
        """Rename a label on all its decks."""
        name = read(LabelNameShape, request)["name"]
        return Response(_show(services.rename_label(label, viewer_of_request(request), name), LabelShape))

    @describe_answer(None, 401, 403, 404, status=204, parameters=[_LABEL])
    def delete(self, request: Request, label: int) -> Response:
        """Remove a label from all decks."""
        services.delete_label(label, viewer_of_request(request))
        return Response(status=204)


class Filing(StoredView):
    """Where you keep one of your decks."""

    @describe_answer(FilingShape, 401, 403, 404, parameters=[ID])
    def get(self, request: Request, pk: int) -> Response:
        """Return the folder and the private labels of your deck."""
        return Response(_describe(get_own_deck_or_404(request, pk).deck))

    @describe_answer(FilingShape, *_REFUSED, takes=NewFilingShape, parameters=[ID])
    def put(self, request: Request, pk: int) -> Response:
        """Put your deck into a folder and set its private labels."""
        place, sent = get_own_deck_or_404(request, pk), read(NewFilingShape, request)
        folder = services.get_folder(sent["folder"], place.viewer) if sent.get("folder") else None
        services.file_deck(pk, place.viewer, folder=folder, names=sent.get("labels", ()))
        place.deck.refresh_from_db()
        return Response(_describe(place.deck))


def _show(named: Folder | Label, shape: type[Shape]) -> dict[str, Any]:
    """The fields of a folder or a label; one query."""
    named.count = named.decks.count()  # type: ignore[union-attr]
    return {**shape(named).data}


def _describe(deck: Deck) -> dict[str, Any]:
    return {"folder": deck.folder_id, "labels": [label.name for label in deck.labels.all()]}
