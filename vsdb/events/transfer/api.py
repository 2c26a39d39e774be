"""Imports and exports of events, over HTTP."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.authentication import MayRead, MayWrite
from vsdb.api.base import StoredView, created_response, describe_answer, read, require_user
from vsdb.api.errors import ErrorShape
from vsdb.api.shapes import (
    OPTIONAL,
    Choice,
    Counts,
    Flag,
    Map,
    Moment,
    Number,
    Shape,
    StrictShape,
    Text,
    TextMap,
    Texts,
)
from vsdb.check.batch_api import TableRenderer
from vsdb.events import clock
from vsdb.events.access import Act
from vsdb.events.api_base import EVENT, open_event
from vsdb.events.transfer.event_file import export_event
from vsdb.events.transfer.event_import import import_event
from vsdb.events.transfer.exporting import list_rows, write_csv
from vsdb.events.transfer.layouts import LAYOUTS
from vsdb.events.transfer.plans import KINDS, LEAVE, NEW
from vsdb.events.transfer.services import import_plan, plan_import, read_request
from vsdb.events.transfer.views import note_export

_OWN = (MayRead, MayWrite)


class ExportedPlayerShape(Shape):
    """A player with the state of a list."""

    name = Text("The shown name.")
    sort_name = Text("The name that players are sorted by; empty: the shown one.")
    email = Text("The email address; empty also for who may not see it.")
    external_id = Text("The id of another program; empty also for who may not see addresses.")
    state = Text("The registration’s state.")
    table = Number("The table; null: none.", allow_null=True)
    list_state = Text("The list’s state; null for who may not see it.", allow_null=True)
    outcome = Text("The outcome of record; empty: no list. Null for who may not see it.", allow_null=True)
    codes = Texts("The codes of its findings; null for who may not see them.", allow_null=True)
    submitted_at = Moment("When the list was received; null: no list.", allow_null=True)
    late_seconds = Number("By how many seconds it was late; null: no list.", allow_null=True)
    checked_at = Moment("When the deck was last checked; null: never, or not for you.", allow_null=True)


class ExportedPlayersShape(Shape):
    """The players of an event."""

    event = Number("The event’s number.")
    players = ExportedPlayerShape.several("A row for each player and each further list, by sort name.")


class PlayersExport(StoredView):
    """The players of an event with their lists’ states."""

    permission_classes = (MayWrite,)
    renderer_classes = (JSONRenderer, TableRenderer)

    @extend_schema(
        parameters=[EVENT],
        responses={
            (200, "application/json"): ExportedPlayersShape,
            (200, "text/csv"): str,
            **{(status, "application/json"): ErrorShape for status in (400, 404)},
        },
    )
    def get(self, request: Request, event: int) -> Response:
        """Export the players of an event where you have a role. Only organizers get addresses.

        With `Accept: text/csv` the answer is a table that `POST /api/v1/events/{event}/import` reads.
        """
        found, asker = open_event(request, event, Act.SEE_DESK)
        rows = list_rows(found, asker, clock.get_now())
        if request.accepted_renderer.format == TableRenderer.format:
            return Response(write_csv(rows))
        return Response(ExportedPlayersShape({"event": found.pk, "players": list(rows)}).data)


class EventFileShape(Shape):
    """A whole event (`vsdb event 1`)."""

    layout = Text("vsdb-event.")
    version = Number("The version of the layout: 1.")
    exported = Moment("When it was exported.")
    id = Number("The event’s number on this site.")
    uid = Text("The event’s identity in calendars.")
    game = Text("The slug of the game.")
    event = Map("Title, dates, format and so on.")
    deadlines = serializers.ListField(child=Map(), help_text="The list deadlines, and since when each was in force.")
    stages = serializers.ListField(child=Map(), help_text="When it went to another stage, and why.")
    roles = serializers.ListField(child=Map(), help_text="Who has worked at it. An import takes none of them.")
    actors = serializers.ListField(child=Map(), help_text="The numbers of who has done something.")
    players = serializers.ListField(child=Map(), help_text="The registrations.")
    lists = serializers.ListField(child=Map(), help_text="The lists with their versions and verdicts.")
    rulings = serializers.ListField(child=Map(), help_text="The rulings, oldest first.")
    penalties = serializers.ListField(child=Map(), help_text="The penalties, oldest first.")
    checks = serializers.ListField(child=Map(), help_text="The deck checks, oldest first.")
    conflicts = serializers.ListField(
        child=Map(), help_text="What devices sent that stood against something, settled or not, oldest first."
    )
    notes = serializers.ListField(child=Map(), help_text="The judges’ notes, oldest first.")
    rounds = serializers.ListField(child=Map(), help_text="The rounds with their tables.")
    log = serializers.ListField(child=Map(), help_text="The log.")
    earlier_log = serializers.ListField(child=Map(), help_text="The log of the event that it was imported from.")


class EventFile(StoredView):
    """A whole event."""

    permission_classes = (MayWrite,)

    @describe_answer(EventFileShape, 400, 404, parameters=[EVENT])
    def get(self, request: Request, event: int) -> Response:
        """Export a whole event that you organize. Lists that you may not read are there without their cards."""
        found, asker = open_event(request, event, Act.EXPORT_EMAILS)
        said = export_event(found, asker, clock.get_now())
        note_export(found, asker)
        return Response(said)


class SentEventShape(StrictShape):
    """A whole event to import."""

    event = Map("The file of a whole event, as an object.")


class MadeEventShape(Shape):
    """The event that was made."""

    event = Number("Its number.", source="pk")
    stage = Text("Its stage: a draft, unless it was over or cancelled.")


class EventFileImport(StoredView):
    """A whole event, imported."""

    permission_classes = _OWN

    @extend_schema(operation_id="v1_events_import_whole_create")
    @describe_answer(MadeEventShape, 400, 401, 403, 404, 409, 413, status=201, takes=SentEventShape)
    def post(self, request: Request) -> Response:
        """Make a new event of an exported one. You become its head organizer."""
        sent = read(SentEventShape, request)
        made = import_event(sent["event"], require_user(request), clock.get_now())
        return created_response(MadeEventShape(made).data)


class ImportFileShape(StrictShape):
    """A file of lists as text."""

    name = Text("Its name.", max_length=200)
    text = Text("Its text.", trim_whitespace=False)


class EventImportShape(StrictShape):
    """Players, standings, pairings or lists."""

    text = Text("The text.", trim_whitespace=False, required=False, allow_blank=True)
    files = ImportFileShape.several("Files of lists, each named by its player.", required=False)
    layout = Choice("The layout. Default: detected.", tuple(LAYOUTS), **OPTIONAL)
    columns = TextMap("Names of columns by name, first, last, email and external_id, for spicerack.", required=False)
    preview = Flag("True: only say what would change. False: store.", default=True)
    edition = Text(
        "The `edition` of the preview, needed to store; refused if it would do something else by now.", **OPTIONAL
    )
    decisions = TextMap(
        f"What conflicts mean, by line: {NEW}, {LEAVE} or the number of a player. Others are left out.", required=False
    )


class PlayerCandidateShape(Shape):
    """A player that a row may mean."""

    number = Number("The player’s number.")
    name = Text("The shown name.")


class PlannedRowShape(Shape):
    """What is done with a row."""

    line = Number("The line, or the list’s place, from 1; 0: of no line.")
    name = Text("Who or what it is about.")
    kind = Choice("What is done.", KINDS)
    target = Number("The number of the player; null: a new one, or none yet.", allow_null=True)
    changes = Texts("What is set.", of=lambda row: sorted(set(row.changes) - {"text", "file"}))
    reason = Text("Why it is a conflict, or ignored; empty otherwise.")
    candidates = PlayerCandidateShape.several("Whom a conflict may mean.")
    may_be_new = Flag("Whether a conflict may be decided as a new player.")


class UnreadRowShape(Shape):
    """A row that can't be read."""

    line = Number("The line, or the list’s place, from 1.")
    written = Text("The row as written.")
    reason = Text("Why it can't be read.")


class EventImportedShape(Shape):
    """What an import does, or did."""

    stored = Flag("Whether it was stored.")
    layout = Choice("The layout.", tuple(LAYOUTS))
    edition = Text("A digest of what it does.")
    counts = Counts("How many rows there are of each kind.")
    rows = PlannedRowShape.several("The rows.")
    unread = UnreadRowShape.several("The rows that can't be read.")
    remarks = Texts("Remarks on the whole.")


class EventImport(StoredView):
    """Players, standings, pairings or lists, into an event."""

    permission_classes = _OWN
    changes_nothing = True  #: as a preview; in read-only mode what would be stored is refused where it is written

    @describe_answer(EventImportedShape, 400, 401, 403, 404, 409, 413, parameters=[EVENT], takes=EventImportShape)
    def post(self, request: Request, event: int) -> Response:
        """Say what an import changes; store it if `preview` is false and `edition` is that of its preview."""
        found, asker = open_event(request, event, Act.SEE_DESK)
        sent = read(EventImportShape, request)
        now = clock.get_now()
        files = [(each["name"], each["text"].encode()) for each in sent.get("files", [])]
        asked = read_request(sent.get("layout") or "", sent.get("text", ""), files, sent.get("columns"))
        decisions = _read_decisions(sent.get("decisions", {}))
        if sent["preview"]:
            plan = plan_import(found, asker, asked, now, decisions)
        else:
            plan = import_plan(found, asker, asked, sent.get("edition") or "", now, decisions)
        told: dict[str, Any] = {"stored": not sent["preview"], "layout": plan.layout.slug, "edition": plan.edition}
        told |= {"counts": plan.counts, "rows": plan.rows, "unread": plan.unread, "remarks": plan.remarks}
        return Response(EventImportedShape(told).data)


def _read_decisions(sent: dict[str, str]) -> dict[int, str]:
    """The decisions by line. Raises ValidationError."""
    if any(not (line.isascii() and line.isdigit() and len(line) < 7) for line in sent):
        raise serializers.ValidationError({"decisions": "Name each decision by its line, a number."})
    return {int(line): said[:20] for line, said in sent.items()}
