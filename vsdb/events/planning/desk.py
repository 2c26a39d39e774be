"""The numbers of the desk's first page."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Q

from vsdb.events import clock
from vsdb.events.access import Act, Asker
from vsdb.events.models import Adoption, Batch, Event, EventList, ListVerdict, Registration
from vsdb.events.planning.facts import ComingMoment, find_coming
from vsdb.events.planning.stages import list_missing
from vsdb.events.verdicts.changes import differ
from vsdb.events.verdicts.selectors import VerdictMoment, choose_record

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
    missing: tuple[str, ...]
    missing_more: int
    batch: BatchProgress | None
    notices_waiting: int
    notices_failing: int


def load_desk(event: Event, asker: Asker, now: datetime) -> DeskNumbers:
    """The numbers of the desk; 7 queries, and two more where facts have changed verdicts."""
    sees_cards = not asker.plays or event.stage == Event.Stage.OVER
    sees_lists = asker.may(Act.SEE_LIST_STATES) and event.lists != Event.Lists.NONE
    missing = list(list_missing(event).values_list("shown_name", flat=True)) if sees_lists else []
    named = tuple(missing[:SHOWN])
    waiting = event.notices.filter(sent=None, dropped=None, due__lte=now).aggregate(
        every=Count("pk"), failing=Count("pk", filter=~Q(problem=""))
    )
    return DeskNumbers(
        find_coming(event, now),
        count_players(event),
        count_lists(event, len(missing), sees_cards=sees_cards) if sees_lists else (),
        named,
        len(missing) - len(named),
        find_batch(event) if sees_lists else None,
        waiting["every"],
        waiting["failing"],
    )


def count_players(event: Event) -> tuple[Number, ...]:
    """Registrations by state, those that there are; one query."""
    held = dict(event.registrations.order_by().values_list("state").annotate(found=Count("pk")))
    return tuple(Number(state.label, held.get(state, 0)) for state in State if held.get(state) or state == "confirmed")


def count_lists(event: Event, missing: int, *, sees_cards: bool) -> tuple[Number, ...]:
    """Lists by what is to do with them. 3 queries, 5 after new facts.

    Whoever plays sees states and outcomes alone: without `sees_cards` nothing tells what a list is made of.
    """
    out = Q(registration__state=State.WITHDRAWN)
    told = EventList.objects.filter(~out, event=event).aggregate(
        submitted=Count("pk", filter=~Q(current=None)),
        drafts=Count("pk", filter=Q(current=None) & ~Q(draft="")),
        late=Count("pk", filter=Q(current__late_seconds__gt=0)),
        unread=Count("pk", filter=Q(current__unread__gt=0)),
    )
    outcomes, changed = count_outcomes(event)
    of_cards = (Number("Unread lines", told["unread"], "unread"), Number("Changed by new facts", changed, "changed"))
    return (
        Number("Submitted", told["submitted"]),
        Number("Illegal", outcomes["illegal"], "illegal"),
        Number("Uncertain", outcomes["uncertain"], "uncertain"),
        *(of_cards if sees_cards else ()),
        Number("Missing", missing, "missing"),
        Number("Draft only", told["drafts"], "draft"),
        Number("Late", told["late"], "late"),
    )


def count_outcomes(event: Event) -> tuple[Counter[str], int]:
    """The outcomes of record, and how many lists have a later verdict that differs and wasn't decided about."""
    verdicts, lock = defaultdict(list), clock.get_lock(event)
    outcomes: dict[int, str] = {}
    reopened: dict[int, datetime | None] = {}
    adopted: dict[int, int] = {}
    held = ListVerdict.objects.filter(version__list__event=event, version=F("version__list__current"))
    kept = held.exclude(version__list__registration__state=State.WITHDRAWN).order_by("made", "pk")
    columns = ("version__list", "version__list__registration__reopened_until", "pk", "made", "outcome")
    for entry, until, key, made, outcome in kept.values_list(*columns):
        verdicts[entry].append(VerdictMoment(key, made))
        outcomes[key], reopened[entry] = outcome, until
    adoptions = Adoption.objects.filter(list__event=event).order_by("at", "pk")
    decided = set()
    for entry, key, is_adopted in adoptions.values_list("list", "verdict", "is_adopted"):
        decided.add(key)
        if is_adopted:
            adopted[entry] = key
    records = {
        entry: choose_record(each, max(lock, reopened[entry] or lock), adopted.get(entry))
        for entry, each in verdicts.items()
    }
    later = {key: each[-1].pk for key, each in verdicts.items() if each[-1].pk not in {records[key], *decided}}
    whole = ListVerdict.objects.in_bulk([key for entry in later for key in (records[entry], later[entry]) if key])
    changed = sum(differ(whole[records[entry] or 0], whole[key]) for entry, key in later.items())
    return Counter(outcomes[key] for key in records.values() if key), changed


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
