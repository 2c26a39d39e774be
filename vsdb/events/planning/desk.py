"""The numbers of the desk's first page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Q

from vsdb.events import clock
from vsdb.events.access import Act, Asker
from vsdb.events.models import Batch, Event, EventList, ListVersion, Registration
from vsdb.events.planning.facts import ComingMoment, find_coming
from vsdb.events.planning.stages import count_missing, list_missing
from vsdb.events.verdicts.selectors import list_changes, list_records

SHOWN = 20  #: names of players without a list
State = Registration.State


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the desk; `tab` names the tab of lists that has them."""

    label: str
    count: int
    tab: str = ""


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How far the newest batch of verdicts is."""

    key: str
    state: str
    judged: int
    total: int
    changed: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class DeskNumbers:
    """What the desk's first page tells. The numbers of lists, and names, are for those who may see them."""

    coming: ComingMoment | None
    players: tuple[Number, ...]
    lists: tuple[Number, ...]
    missing: tuple[Registration, ...]
    missing_more: int
    batch: BatchProgress | None
    notices_waiting: int
    notices_failing: int


def load_desk(event: Event, asker: Asker, now: datetime) -> DeskNumbers:
    """The numbers of the desk; at most 10 queries, whatever the number of players."""
    sees_lists = asker.may(Act.SEE_LIST_STATES) and event.lists != Event.Lists.NONE
    missing = list_missing(event) if sees_lists else Registration.objects.none()
    named = tuple(missing.only("pk", "number", "shown_name", "sort_key")[:SHOWN])
    lacking = count_missing(event) if sees_lists else 0
    waiting = event.notices.filter(sent=None, dropped=None, due__lte=now).aggregate(
        every=Count("pk"), failing=Count("pk", filter=~Q(problem=""))
    )
    return DeskNumbers(
        find_coming(event, now),
        count_players(event),
        count_lists(event, lacking) if sees_lists else (),
        named,
        lacking - len(named),
        find_batch(event) if sees_lists else None,
        waiting["every"],
        waiting["failing"],
    )


def count_players(event: Event) -> tuple[Number, ...]:
    """Registrations by state, those that there are; one query."""
    held = dict(event.registrations.order_by().values_list("state").annotate(found=Count("pk")))
    return tuple(Number(state.label, held.get(state, 0)) for state in State if held.get(state) or state == "confirmed")


def count_lists(event: Event, missing: int) -> tuple[Number, ...]:
    """Lists by what is to do with them; none of it tells more than state and outcome. At most 8 queries."""
    playing = Q(registration__state__in=(State.CONFIRMED, State.PENDING, State.WAITLISTED, State.DROPPED))
    entries = EventList.objects.filter(playing, event=event)
    told = entries.aggregate(
        submitted=Count("pk", filter=~Q(current=None)),
        drafts=Count("pk", filter=Q(current=None) & ~Q(draft="")),
    )
    versions = ListVersion.objects.filter(list__in=entries, list__current=F("pk"))
    read = versions.aggregate(
        late=Count("pk", filter=Q(late_seconds__gt=0)), unread=Count("pk", filter=Q(unread__gt=0))
    )
    outcomes = Counter(each.outcome for each in list_records(event).values())
    return (
        Number("Submitted", told["submitted"]),
        Number("Illegal", outcomes["illegal"], "illegal"),
        Number("Uncertain", outcomes["uncertain"], "uncertain"),
        Number("Unread lines", read["unread"], "unread"),
        Number("Changed by new facts", len(list_changes(event)), "changed"),
        Number("Missing", missing, "missing"),
        Number("Draft only", told["drafts"], "draft"),
        Number("Late", read["late"], "late"),
    )


def find_batch(event: Event) -> BatchProgress | None:
    """The newest batch; one query."""
    found = Batch.objects.filter(event=event).order_by("-asked").first()
    if found is None:
        return None
    is_open = found.ended is None
    return BatchProgress(found.key, found.state, found.judged, found.total, found.changed, is_open)


def list_warnings(event: Event, now: datetime) -> list[str]:
    """What an organizer should know, by the clock alone."""
    said = []
    if event.stage == Event.Stage.DRAFT:
        said.append("This is a draft. Only people with a role see it. Announce it to open registration.")
    if event.stage == Event.Stage.ANNOUNCED and event.starts <= now:
        said.append("The start has passed. Start the event, so that players who leave are dropped, not withdrawn.")
    if event.stage == Event.Stage.RUNNING and event.ends <= now:
        said.append("The end has passed. End the event when the last round is played.")
    if event.stage == Event.Stage.ANNOUNCED and clock.get_deadline(event) > event.starts:
        said.append("The list deadline is after the start.")
    return said
