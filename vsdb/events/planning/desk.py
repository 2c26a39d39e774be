"""The numbers of the desk's first page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from vsdb.core.words import quantity
from vsdb.events import clock
from vsdb.events.access import Act, Asker
from vsdb.events.models import Batch, Event, Registration
from vsdb.events.planning.facts import ComingMoment, find_coming
from vsdb.events.triage.loading import load_rows, reads_no_list
from vsdb.events.triage.rows import (
    DRAFT,
    MISSING,
    SUBMITTED,
    TABS,
    TriageRow,
    count_tabs,
    is_in_tab,
    list_tabs,
)

SHOWN = 20  #: names of players without a list
_TABS = ("illegal", "uncertain", "unread", "changed", MISSING, DRAFT, "late")  #: of triage, that the desk shows
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
    """What the desk's first page shows. The numbers of lists, and names, are for those who may see them."""

    coming: ComingMoment | None
    players: tuple[Number, ...]
    lists: tuple[Number, ...]
    missing: tuple[str, ...]
    missing_more: int
    batch: BatchProgress | None
    notices_waiting: int
    notices_failing: int
    questions: int = 0
    changed: tuple[str, ...] = ()
    drafts: tuple[str, ...] = ()
    drafts_more: int = 0


def load_desk(event: Event, asker: Asker, now: datetime) -> DeskNumbers:
    """The numbers of the desk. At most 8 queries."""
    sees_lists = asker.may(Act.SEE_LIST_STATES) and event.lists != Event.Lists.NONE
    rows = load_rows(event, asker, now) if sees_lists else []
    missing = list_names(rows, MISSING)
    drafts = list_names(rows, DRAFT)
    named = missing[:SHOWN]
    waiting = event.notices.filter(sent=None, dropped=None, due__lte=now).aggregate(
        every=Count("pk"), failing=Count("pk", filter=~Q(problem=""))
    )
    return DeskNumbers(
        find_coming(event, now),
        count_players(event),
        count_lists(rows, with_cards=not reads_no_list(event, asker)) if sees_lists else (),
        named,
        len(missing) - len(named),
        find_batch(event) if sees_lists else None,
        waiting["every"],
        waiting["failing"],
        count_questions(event) if sees_lists else 0,
        list_names(rows, "changed"),
        drafts[:SHOWN],
        max(0, len(drafts) - SHOWN),
    )


def count_players(event: Event) -> tuple[Number, ...]:
    """Registrations by state, those that there are; one query."""
    held = dict(event.registrations.order_by().values_list("state").annotate(found=Count("pk")))
    return tuple(Number(state.label, held.get(state, 0)) for state in State if held.get(state) or state == "confirmed")


def count_questions(event: Event) -> int:
    """The players who wait for an answer of the desk, as triage has them in its tab; one query."""
    return event.registrations.filter(state=State.CONFIRMED).exclude(asks_desk="").count()


def count_lists(rows: Sequence[TriageRow], *, with_cards: bool) -> tuple[Number, ...]:
    """The lists that are submitted, and those that need something done: the tabs of triage and their counts."""
    submitted = sum(row.is_counted and row.state == SUBMITTED for row in rows)
    tabs = [tab for tab in list_tabs(with_cards=with_cards) if tab.slug in _TABS]
    return (
        Number("Submitted", submitted),
        *(Number(tab.label, count, tab.slug) for tab, count in count_tabs(rows, tabs)),
    )


def list_names(rows: Sequence[TriageRow], slug: str) -> tuple[str, ...]:
    """The players in a tab of triage, each once."""
    tab = next(each for each in TABS if each.slug == slug)
    return tuple({row.registration: row.name for row in rows if is_in_tab(row, tab)}.values())


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


def list_plan_warnings(event: Event) -> list[str]:
    """What is possible in the settings of an event and seldom meant; one query where places are limited."""
    said, deadline = [], clock.get_deadline(event)
    if deadline > event.starts and event.lists != Event.Lists.NONE:
        said.append("The list deadline is after the start.")
    if event.lists == Event.Lists.REQUIRED and (event.registration_closes or event.starts) > deadline:
        said.append("Registration closes after the list deadline. Who registers after the list deadline can’t submit.")
    if event.capacity is not None:
        confirmed = event.registrations.filter(state=Registration.State.CONFIRMED).count()
        if confirmed > event.capacity:
            players, places = quantity(confirmed, "confirmed player"), quantity(event.capacity, "place")
            said.append(f"There are {players} for {places}. All of them stay.")
    return said
