"""Versions of stored decks over HTTP, back to one of them, and two lists side by side."""

from __future__ import annotations

from typing import NamedTuple

from django.urls import reverse
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine.decklists.fingerprints import compute_fingerprint
from vsdb.api.base import StoredListView, StoredView, describe_answer, read, viewer_of_request
from vsdb.api.parameters import query_parameter
from vsdb.api.shapes import Day, Flag, Moment, Number, Recorded, Shape, StrictShape, Text
from vsdb.decks import selectors, services, versions
from vsdb.decks.access import ViewedDeck
from vsdb.decks.api import ID, VERSION, ReadView, get_own_deck_or_404, place_of
from vsdb.decks.api.shapes import (
    DeckInFullShape,
    SnapshotShape,
    WrittenShape,
    build_deck_value,
    deck_to_dict,
    render_notes,
)
from vsdb.decks.models import Revision


class SeenVersion(NamedTuple):
    """A version, and where its deck was reached."""

    revision: Revision
    place: ViewedDeck

    @property
    def page(self) -> str:
        """The address of its page."""
        return self.place.address("version", self.revision.number)

    @property
    def api(self) -> str:
        """Where a program reads it."""
        deck, secret = self.place.deck.pk, self.place.secret
        name, word = ("api:shared-version", secret) if secret else ("api:deck-version", deck)
        return reverse(name, args=(word, self.revision.number))


class VersionShape(Shape):
    """A version in the history."""

    number = Number("The version number, from 1.", source="revision.number")
    saved = Moment("When it was saved.", source="revision.saved")
    by = Text("The user name of the person who saved it.", source="revision.by.username", allow_null=True)
    automatic = Flag("Whether it was saved automatically.", source="revision.is_automatic")
    comment = Text("The note about this version.", source="revision.comment")
    title = Text("The title.", source="revision.title")
    format = Recorded("The slug of the format.", source="revision.format")
    as_of = Day("The day.", source="revision.as_of", allow_null=True)
    page = Text("The path of its page on this site.")
    api = Text("Its path in this API.")


class VersionInFullShape(VersionShape, SnapshotShape, WrittenShape):
    """A version with its list."""

    fingerprint = Text("The fingerprint of its list.")


class RestoreShape(StrictShape):
    """The version to restore."""

    version = Number("Its number.", min_value=1)


class ChangedCardShape(Shape):
    """A card whose number of copies differs between two lists."""

    section = Text("The section.")
    name = Text("The card's title, or the line as written.")
    slug = Text("The card's slug; null: the line doesn't name exactly one card.", source="card.slug", allow_null=True)
    before = Number("Copies in the first list.")
    after = Number("Copies in the second list.")


class MovedCardShape(Shape):
    """Copies of a card moved to another section."""

    name = Text("The card's title, or the line as written.")
    slug = Text("The card's slug; null: the line doesn't name exactly one card.", source="card.slug", allow_null=True)
    count = Number("The number of copies.")
    source = Text("The section in the first list.")  # type: ignore[assignment]
    target = Text("The section in the second list.")


class ComparedListShape(Shape):
    """One of two lists."""

    title = Text("Its title.")
    size = Number("The number of cards.")
    fingerprint = Text("The fingerprint of the list.")


class ComparisonShape(Shape):
    """Two lists side by side."""

    a = ComparedListShape.one("The first list.")
    b = ComparedListShape.one("The second list.")
    same = Flag("Whether both hold the same cards.", source="is_same")
    changes = ChangedCardShape.several("Cards whose number of copies differs.", source="changes.changes")
    moves = MovedCardShape.several("Cards in another section.", source="changes.moves")


class Versions(StoredListView):
    """The versions of a deck."""

    @describe_answer(VersionShape(many=True), 404)
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """List a deck's versions, newest first, automatic saves included."""
        place = place_of(request, pk, secret)
        rows = place.deck.revisions.select_related("by").defer("text", "notes", "card_notes")
        return self.page(rows, VersionShape, lambda page: [SeenVersion(each, place) for each in page])


class OneVersion(StoredView):
    """A version of a deck."""

    @describe_answer(VersionInFullShape, 404, parameters=[VERSION])
    def get(self, request: Request, number: int, pk: int = 0, secret: str = "") -> Response:
        """Return a version of a deck."""
        place = place_of(request, pk, secret)
        deck, revision = place.deck, selectors.get_revision(place.deck, number)
        told = {**VersionShape(SeenVersion(revision, place)).data, **SnapshotShape(revision).data}
        told |= render_notes(revision, deck.game_id)
        return Response({**told, "fingerprint": compute_fingerprint(build_deck_value(deck, revision))})


class Restore(StoredView):
    """A version brought back."""

    @describe_answer(DeckInFullShape, 400, 401, 403, 404, takes=RestoreShape, parameters=[ID])
    def post(self, request: Request, pk: int) -> Response:
        """Restore a version as the latest. Later versions stay in the history."""
        services.restore(pk, viewer_of_request(request), read(RestoreShape, request)["version"])
        return Response(deck_to_dict(get_own_deck_or_404(request, pk)))


class CompareDecks(ReadView):
    """Two lists side by side."""

    asks = tuple(
        query_parameter(name, "A deck's ID or token, with an optional version after @: 12@3.", required=True)
        for name in ("a", "b")
    )

    @describe_answer(ComparisonShape, 400, 404, parameters=[*asks])
    def get(self, request: Request) -> Response:
        """Compare two lists card by card."""
        words = {name: request.query_params.get(name, "").strip() for name in ("a", "b")}
        if missing := [name for name, word in words.items() if not word]:
            raise ValidationError(dict.fromkeys(missing, "Name a deck, as 12 or 12@3."))
        viewer = viewer_of_request(request)
        found = versions.compare(versions.load_side(words["a"], viewer), versions.load_side(words["b"], viewer))
        return Response(ComparisonShape(found).data)
