"""Lists of events over HTTP: one's own, and those that the desk or the event's disclosure shows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.base import StoredListView, StoredView, created_response, describe_answer, read
from vsdb.api.parameters import path_parameter
from vsdb.api.shapes import Choice, Flag, Link, Moment, Number, Shape, StrictShape, Text
from vsdb.check.api import OUTCOMES, VerdictShape
from vsdb.events import clock, log
from vsdb.events.access import Act, find_list, is_disclosed_to
from vsdb.events.api_base import EVENT, open_event
from vsdb.events.lists import desk_services, selectors, services
from vsdb.events.lists.desk_views import DeskList, find_player_list, note_reading
from vsdb.events.lists.stored_verdicts import KeptVerdict
from vsdb.events.models import Event, EventList, ListVerdict, ListVersion, Registration
from vsdb.events.verdicts.judging import get_event_question
from vsdb.events.verdicts.selectors import get_record

_REFUSED = (400, 401, 403, 404, 409)
_SLOT = path_parameter("slot", "Which of the player’s lists, from 1.", int)
_LIST = path_parameter("entry", "The list’s number.", int)
_PLAYER = path_parameter("player_number", "The player’s number at the event.", int)
_EDITION = "The edition that you saw; another one now is refused with 409. Left out: whichever there is."
_SOURCES = (ListVersion.Source.DESK.value, ListVersion.Source.PAPER.value)
SOURCES = ListVersion.Source.values


def _name_state(entry: EventList) -> str:
    """Whether a list is submitted, a draft alone, or missing."""
    return "submitted" if entry.current_id else "draft" if entry.draft else "missing"


class SubmittedVersionShape(Shape):
    """A version of a list."""

    version = Number("Its number, from 1.", source="number")
    received = Moment("When it was received.")
    late_seconds = Number("How many seconds after the deadline; 0: on time.")
    source = Choice("Where it comes from.", SOURCES)  # type: ignore[assignment]
    reason = Text("Why it was replaced; may be empty.")
    fingerprint = Text("Its fingerprint.")
    unread = Number("How many lines name no card.")
    outcome = Choice("The verdict that was made with it.", OUTCOMES, of=lambda version: version.made_verdict.outcome)


class SubmittedVersionInFullShape(SubmittedVersionShape):
    """A version with its list and its verdict."""

    list = Text("The list as deck text.", source="text")
    verdict = VerdictShape(
        help_text="The verdict that was made with it.", of=lambda version: KeptVerdict(version.made_verdict.whole)
    )


class ListStateShape(Shape):
    """A list by what may be known of it."""

    id = Number("The list’s number; null: nothing was sent yet.", source="pk", allow_null=True)
    player = Number("The player’s number at the event.", source="registration.number")
    slot = Number("Which of the player’s lists it is.")
    edition = Number("Counts its changes; send it back with a change.")
    state = Choice("Its state.", ("missing", "draft", "submitted"), of=_name_state)
    locked = Flag("Whether it can no longer be submitted.", of=lambda entry: entry.is_locked)
    outcome = Text("The verdict of record; null: nothing is submitted.", allow_null=True, of=lambda each: each.outcome)
    version = Number("The number of the current version.", source="current.number", allow_null=True, default=None)
    received = Moment("When that version was received.", source="current.received", allow_null=True, default=None)
    late_seconds = Number(
        "How many seconds after the deadline it was received.",
        source="current.late_seconds",
        allow_null=True,
        default=None,
    )


class ListInFullShape(ListStateShape):
    """A list as whoever may read it sees it. Cards are null for others."""

    fingerprint = Text("Its fingerprint.", source="current.fingerprint", allow_null=True, default=None)
    list = Text("The current version as deck text.", source="current.text", allow_null=True, default=None)
    draft = Text("The draft, which is not submitted. Null: there is none, or you may not read it.", allow_null=True)
    verdict = VerdictShape(help_text="The verdict of record.", allow_null=True, of=lambda entry: entry.whole)


class OpenListShape(Shape):
    """A list that the event discloses to you."""

    id = Number("The list’s number.", source="pk")
    player = Number("The player’s number at the event.", source="registration.number")
    slot = Number("Which of the player’s lists it is.")
    api = Link("Its path in this API.", "api:event-list", "event_id", "pk")


class SentListShape(StrictShape):
    """A list in any layout."""

    list = Text("The list.", trim_whitespace=False, allow_blank=True, max_length=262_144)
    edition = Number(_EDITION, required=False, min_value=0)


class WalkInListShape(SentListShape):
    """A list that the desk submits for a player."""

    source = Choice(  # type: ignore[assignment]
        "Where it comes from.", _SOURCES, required=False, default=_SOURCES[0]
    )


class ReplacementShape(SentListShape):
    """Another list in the place of a locked one."""

    reason = Text("Why. The player reads it.", allow_blank=True, max_length=desk_services.MAX_REASON)


class AcceptanceShape(StrictShape):
    """A draft that is accepted."""

    edition = Number(_EDITION, required=False, min_value=0)


class ReopeningShape(AcceptanceShape):
    """Until when a player’s lists are open again."""

    until = Moment("The moment, with its offset.")


class OwnList(StoredView):
    """One's own list."""

    @describe_answer(ListInFullShape, 401, 404, parameters=[EVENT, _SLOT])
    def get(self, request: Request, event: int, slot: int) -> Response:
        """Return your own list with its verdict of record and your draft."""
        now = clock.get_now()
        found, player, _ = open_own_slot(request, event, slot)
        return Response(tell_list(find_own(found, player, slot), now, reads=True, reads_draft=True))


class OwnDraft(StoredView):
    """The draft of one's own list."""

    @describe_answer(ListInFullShape, *_REFUSED, takes=SentListShape, parameters=[EVENT, _SLOT])
    def put(self, request: Request, event: int, slot: int) -> Response:
        """Keep a text as the draft of your list. A draft is not submitted; an empty one drops it."""
        received = clock.get_now()
        found, player, user = open_own_slot(request, event, slot)
        sent, actor = read(SentListShape, request), log.get_actor(found, user=user, registration=player)
        services.save_draft(
            found, player, slot, sent["list"], actor=actor, received=received, edition=sent.get("edition")
        )
        return Response(tell_list(find_own(found, player, slot), received, reads=True, reads_draft=True))


class OwnSubmission(StoredView):
    """Submitting one's own list."""

    @describe_answer(SubmittedVersionInFullShape, *_REFUSED, status=201, takes=SentListShape, parameters=[EVENT, _SLOT])
    def post(self, request: Request, event: int, slot: int) -> Response:
        """Submit your list. After deadline and grace it is refused with 409 `too-late`, and kept as your draft."""
        received = clock.get_now()
        found, player, user = open_own_slot(request, event, slot)
        sent, actor = read(SentListShape, request), log.get_actor(found, user=user, registration=player)
        edition = sent.get("edition")
        version = services.submit(
            found, player, slot, sent["list"], actor=actor, received=received, now=received, edition=edition
        )
        return created_response(tell_version(version))


class OwnVersions(StoredView):
    """The versions of one's own list."""

    @describe_answer(SubmittedVersionShape(many=True), 401, 404, parameters=[EVENT, _SLOT])
    def get(self, request: Request, event: int, slot: int) -> Response:
        """List the versions of your list, newest first."""
        found, player, _ = open_own_slot(request, event, slot)
        return Response(tell_versions(find_own(found, player, slot), found))


class OpenLists(StoredListView):
    """Lists of others that are disclosed."""

    @describe_answer(OpenListShape(many=True), 404, parameters=[EVENT])
    def get(self, request: Request, event: int) -> Response:
        """List the lists of others that the event discloses to you now."""
        now = clock.get_now()
        found, asker = open_event(request, event)
        return self.page(selectors.list_disclosed(found, asker, now), OpenListShape)


class OneEventList(StoredView):
    """A list of an event."""

    @describe_answer(ListInFullShape, 404, parameters=[EVENT, _LIST])
    def get(self, request: Request, event: int, entry: int) -> Response:
        """Return a list that is disclosed to you, or for the desk its state, with the cards once they may be read."""
        now = clock.get_now()
        found, asker = open_event(request, event)
        row = find_list(found, entry)
        row.event = found
        asked = DeskList(found, asker, row, now)
        if not asker.may(Act.SEE_LIST_STATES) and not is_disclosed_to(found, asker, row.registration, now):
            raise Http404
        note_reading(asked)
        return Response(tell_list(row, now, reads=asked.reads, reads_draft=asked.reads_by_role))


class ListVersions(StoredView):
    """The versions of a list."""

    @describe_answer(SubmittedVersionShape(many=True), 404, parameters=[EVENT, _LIST])
    def get(self, request: Request, event: int, entry: int) -> Response:
        """List the versions of a list, newest first, for judges and organizers who may read it."""
        asked = open_desk_list(request, event, entry, Act.SEE_LIST_STATES)
        if not (asked.reads and asked.reads_by_role):
            raise Http404
        note_reading(asked)
        return Response(tell_versions(asked.entry, asked.event))


class ReopenedList(StoredView):
    """Opening a player's lists again."""

    @describe_answer(ListStateShape, *_REFUSED, takes=ReopeningShape, parameters=[EVENT, _LIST])
    def post(self, request: Request, event: int, entry: int) -> Response:
        """Open a player’s lists again until a moment."""
        asked, sent = open_desk_list(request, event, entry, Act.REOPEN_LISTS), read(ReopeningShape, request)
        edition = sent.get("edition")
        desk_services.reopen(asked.event, asked.entry, sent["until"], actor=asked.actor, now=asked.now, edition=edition)
        return Response(tell_state(find_list(asked.event, entry), asked.now))


class AcceptedList(StoredView):
    """Accepting a draft."""

    @describe_answer(ListStateShape, *_REFUSED, takes=AcceptanceShape, parameters=[EVENT, _LIST])
    def post(self, request: Request, event: int, entry: int) -> Response:
        """Accept the draft of a locked list. It counts as received when it was saved, late seconds included."""
        asked, sent = open_desk_list(request, event, entry, Act.REOPEN_LISTS), read(AcceptanceShape, request)
        edition = sent.get("edition")
        desk_services.accept_draft(asked.event, asked.entry, actor=asked.actor, now=asked.now, edition=edition)
        return Response(tell_state(find_list(asked.event, entry), asked.now))


class ReplacedList(StoredView):
    """Replacing a locked list."""

    @describe_answer(ListStateShape, *_REFUSED, takes=ReplacementShape, parameters=[EVENT, _LIST])
    def post(self, request: Request, event: int, entry: int) -> Response:
        """Replace a locked list, as head judge, for a reason. The versions before stay."""
        asked, sent = open_desk_list(request, event, entry, Act.REPLACE_LISTS), read(ReplacementShape, request)
        desk_services.replace(
            asked.event, asked.entry, sent["list"], sent["reason"],
            actor=asked.actor, received=asked.now, edition=sent.get("edition"),
        )  # fmt: skip
        return Response(tell_state(find_list(asked.event, entry), asked.now))


class WalkInSubmission(StoredView):
    """Submitting a list for a player."""

    @describe_answer(ListStateShape, *_REFUSED, status=201, takes=WalkInListShape, parameters=[EVENT, _PLAYER, _SLOT])
    def post(self, request: Request, event: int, player_number: int, slot: int) -> Response:
        """Submit a list for a player before the lock, as organizer."""
        received = clock.get_now()
        found, asker = open_event(request, event, Act.SUBMIT_FOR_OTHERS)
        row, sent = find_player_list(found, player_number, slot), read(WalkInListShape, request)
        services.submit(
            found, row.registration, slot, sent["list"],
            actor=log.get_actor(found, user=asker.user), received=received, now=received,
            source=sent["source"], edition=sent.get("edition"), keeps_draft=False,
        )  # fmt: skip
        return created_response(tell_state(find_player_list(found, player_number, slot), received))


def open_own_slot(request: Request, event: int, slot: int) -> tuple[Event, Registration, int | None]:
    """The event with the registration of the token's account. Raises Http404 where there is no such list of theirs."""
    found, asker = open_event(request, event)
    player = asker.registration
    if player is None or found.lists == Event.Lists.NONE or not 1 <= slot <= found.lists_per_entry:
        raise Http404
    return found, player, asker.user


def open_desk_list(request: Request, event: int, entry: int, act: Act) -> DeskList:
    """A list of the event for somebody who may do this. Raises Http404."""
    now = clock.get_now()
    found, asker = open_event(request, event, act)
    row = find_list(found, entry)
    row.event = found
    return DeskList(found, asker, row, now)


def find_own(event: Event, player: Registration, slot: int) -> EventList:
    """One's own list, one without a key where nothing was sent yet; one query."""
    return selectors.find_list(player, slot) or EventList(event=event, registration=player, slot=slot, edition=0)


def tell_state(entry: EventList, now: datetime) -> Mapping[str, Any]:
    """A list by its state and outcome; four queries."""
    _add_state(entry, now)
    found: Mapping[str, Any] = ListStateShape(entry).data
    return found


def tell_list(entry: EventList, now: datetime, *, reads: bool, reads_draft: bool) -> Mapping[str, Any]:
    """A list, with its cards for whoever reads them; four queries."""
    record = _add_state(entry, now)
    entry.whole = KeptVerdict(record.whole) if record and reads else None  # type: ignore[attr-defined]
    if not (reads and reads_draft):
        entry.draft = ""
    found = ListInFullShape(entry).data
    found["draft"] = found["draft"] or None
    return found if reads else {**found, "fingerprint": None, "list": None}


def _add_state(entry: EventList, now: datetime) -> ListVerdict | None:
    record = get_record(entry) if entry.pk else None
    entry.is_locked = clock.is_locked(entry.event, entry.registration, now)  # type: ignore[attr-defined]
    entry.outcome = record.outcome if record else None  # type: ignore[attr-defined]
    return record


def tell_version(version: ListVersion) -> Mapping[str, Any]:
    """A version with its verdict; one query."""
    version.made_verdict = version.verdicts.order_by("made", "pk").first()  # type: ignore[attr-defined]
    found: Mapping[str, Any] = SubmittedVersionInFullShape(version).data
    return found


def tell_versions(entry: EventList, event: Event) -> list[Mapping[str, Any]]:
    """The versions of a list, the newest first; two queries."""
    if not entry.pk:
        return []
    rows = selectors.list_versions(entry, get_event_question(event))
    for row in rows:
        row.version.made_verdict = row.verdict  # type: ignore[attr-defined]
    return [*SubmittedVersionShape([row.version for row in rows], many=True).data]
