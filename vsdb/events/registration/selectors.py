"""Reads about the players of an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.http import Http404

from vsdb.core.sealed_fields import has_word, match_word
from vsdb.events.access import Asker
from vsdb.events.log import CLOCK
from vsdb.events.log_words import LogNames, say_details, say_row
from vsdb.events.models import Actor, Event, EventList, LogEntry, Registration, Round, RoundTable
from vsdb.events.registration.codes import read_code
from vsdb.events.registration.names import make_sort_key

_LOG_ROWS = 100


@dataclass(frozen=True, slots=True)
class LogLine:
    """A row of the log as its player reads it."""

    number: int
    at: datetime
    action: str
    is_own: bool
    sentence: str
    details: str


def find_player(event: Event, key: int) -> Registration:
    """The registration of that key of this event. Raises Http404."""
    found = event.registrations.filter(pk=key).first()
    if found is None:
        raise Http404
    found.event = event
    return found


def find_by_code(event: Event, typed: str) -> Registration | None:
    """Who has that code at this event, without an account. Looked up by its digest and compared in constant time."""
    code = read_code(typed)
    found = event.registrations.filter(match_word("code", code), user=None).first()
    return found if found is not None and has_word(found, "code", code) else None


def list_players(event: Event, query: str = "", state: str = "") -> QuerySet[Registration]:
    """The players of an event by name; `query` finds a part of either name, a number or a table."""
    found = event.registrations.defer("consents", "asks_desk", "code", "standing")
    if state in Registration.State.values:
        found = found.filter(state=state)
    if words := query.strip()[:120]:
        condition = Q(shown_name__icontains=words) | Q(sort_name__icontains=words)
        condition |= Q(sort_key__contains=make_sort_key("", words))
        if words.isascii() and words.isdigit() and len(words) < 9:
            condition |= Q(number=int(words)) | Q(table=int(words))
        found = found.filter(condition)
    return found.order_by("sort_key", "number")


def count_states(event: Event) -> dict[str, int]:
    """How many players are in each state. 1 query."""
    counts = dict(event.registrations.order_by().values_list("state").annotate(Count("pk")))
    return {state: counts.get(state, 0) for state in Registration.State.values}


def list_rounds(event: Event) -> Sequence[Round]:
    """The rounds of an event with how many tables each has, newest first. 1 query."""
    return list(event.rounds.annotate(table_count=Count("tables")).order_by("-number"))


@dataclass(frozen=True, slots=True)
class OwnTable:
    """Where a player sits in the newest round, and against whom; None has a bye."""

    round: int
    table: int
    opponent: Registration | None


def find_own_table(event: Event, player: Registration) -> OwnTable | None:
    """A player's table in the newest round; None without one. Two queries."""
    newest = event.rounds.order_by("-number").first()
    if newest is None:
        return None
    tables = RoundTable.objects.filter(round=newest).select_related("first", "second")
    found = tables.filter(Q(first=player) | Q(second=player)).first()
    if found is None:
        return None
    other = found.second if found.first_id == player.pk else found.first
    return OwnTable(newest.number, found.table, other)


def list_own_lists(player: Registration) -> list[EventList]:
    """A player's lists with their current versions. 1 query."""
    return list(player.lists.select_related("current").order_by("slot"))


def list_own_log(event: Event, player: Registration, asker: Asker, lists: Sequence[EventList]) -> list[LogLine]:
    """What the log has of a player: what they did, and what was done to their registration and lists. 2 queries."""
    about = Q(about__in=[f"registration:{player.number}", *(f"list:{each.pk}" for each in lists)])
    who = {"user": player.user_id} if player.user_id else {"registration": player.pk}
    own = Actor.objects.filter(event=event, **who).values_list("number", flat=True).first()
    mine = Q(pk__in=()) if own is None or asker.roles else Q(actor=own)
    rows = LogEntry.objects.filter(about | mine, event=event.pk).order_by("-number")[:_LOG_ROWS]
    names = LogNames({}, {each.pk: (player.number, each.slot) for each in lists}, {}, player.number)
    found = []
    for each in rows:
        doer = "you" if each.actor == own else "the clock" if each.actor == CLOCK else "the desk"
        sentence = say_row(each, doer, names, player.number if each.actor == own else None)
        details = say_details(each.before, each.after, event, names)
        found.append(LogLine(each.number, each.at, each.action, each.actor == own, sentence, details))
    return found
