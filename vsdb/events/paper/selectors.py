"""Who and what stands on papers, in their order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from engine import fold
from vsdb.core.leased_work import list_stuck
from vsdb.events.access import Asker, may_read_list
from vsdb.events.models import Event, EventList, PaperJob, Registration, RoundTable
from vsdb.events.paper.kinds import PaperOrder

KEPT = timedelta(days=1)  #: for which papers are kept


@dataclass(frozen=True, slots=True)
class MissingList:
    """A player whose lists aren't all there."""

    player: Registration
    submitted: int
    has_draft: bool


def list_players(event: Event, order: str) -> list[Registration]:
    """The players who have a place, by name or by table; one query."""
    confirmed = Registration.objects.filter(event=event, state=Registration.State.CONFIRMED)
    return sort_players(confirmed, order)


def sort_players(players: Iterable[Registration], order: str) -> list[Registration]:
    """Players by name, accents folded; or by table, those without one last."""
    return sorted(players, key=lambda player: _place(player, order))


def _place(player: Registration, order: str) -> tuple[float, str, int]:
    table = float("inf") if player.table is None else player.table
    name = fold(player.sort_name or player.shown_name)
    return table if order == PaperOrder.TABLE else 0, name, player.number


def list_readable(event: Event, asker: Asker, order: str, now: datetime) -> list[int]:
    """The keys of the submitted lists that somebody may read now, in their order; one query for who reads by a role."""
    entries = EventList.objects.filter(
        event=event, current__isnull=False, registration__state=Registration.State.CONFIRMED
    ).select_related("registration")
    found = [each for each in entries if may_read_list(event, asker, each, now)]
    found.sort(key=lambda each: (*_place(each.registration, order), each.slot))
    return [each.pk for each in found]


def list_missing(event: Event, order: str) -> list[MissingList]:
    """The players with a place who have submitted fewer lists than the event asks for; two queries."""
    if event.lists == Event.Lists.NONE:
        return []
    submitted: dict[int, int] = {}
    drafts: set[int] = set()
    for player, current, draft in EventList.objects.filter(event=event).values_list("registration", "current", "draft"):
        submitted[player] = submitted.get(player, 0) + (current is not None)
        if current is None and draft:
            drafts.add(player)
    return [
        MissingList(each, submitted.get(each.pk, 0), each.pk in drafts)
        for each in list_players(event, order)
        if submitted.get(each.pk, 0) < event.lists_per_entry
    ]


def list_seats(event: Event) -> list[tuple[Registration, str]]:
    """The players by name, each with a table; two to a table in that order where no table is set yet."""
    players = list_players(event, PaperOrder.NAME)
    if any(each.table is not None for each in players):
        return [(each, "" if each.table is None else str(each.table)) for each in players]
    return [(each, str(place // 2 + 1)) for place, each in enumerate(players)]


@dataclass(frozen=True, slots=True)
class TableSlip:
    """A slip: a table of a round, and who sits there."""

    table: int
    round: int | None
    players: tuple[Registration, ...]


def list_slips(event: Event) -> list[TableSlip]:
    """The tables of the newest round; before the first one those that are set, else two players each. Four queries."""
    newest = event.rounds.order_by("-number").first()
    if newest is not None:
        tables = RoundTable.objects.filter(round=newest).select_related("first", "second").order_by("table")
        return [TableSlip(each.table, newest.number, (each.first, each.second)) for each in tables if each.second]
    held: dict[int, list[Registration]] = {}
    for player, table in list_seats(event):
        if table:
            held.setdefault(int(table), []).append(player)
    return [TableSlip(table, None, tuple(players)) for table, players in sorted(held.items())]


def list_jobs(event: Event) -> QuerySet[PaperJob]:
    """The papers of an event that are kept, the newest first."""
    return PaperJob.objects.filter(event=event, asked__gt=timezone.now() - KEPT).order_by("-asked")


def list_expired_jobs() -> QuerySet[PaperJob]:
    """Papers that are kept no longer."""
    return PaperJob.objects.filter(asked__lte=timezone.now() - KEPT)


def list_stuck_jobs() -> QuerySet[PaperJob]:
    """Papers that nobody draws, or to which nobody could be called."""
    return list_stuck(PaperJob).select_related("event")
