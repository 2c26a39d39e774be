"""The log of an event as somebody may read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404

from vsdb.events.access import Act, Asker
from vsdb.events.log import CLOCK
from vsdb.events.log_words import load_names, say_details, say_row
from vsdb.events.models import Actor, Event, EventList, LogEntry, Registration

#: Names of values that come from cards; whoever plays isn't told them of others before the event is over.
_OF_CARDS = frozenset(("code", "codes"))


@dataclass(frozen=True, slots=True)
class LogLine:
    """A row of the log with its actor's name as it is now, and what it says in words."""

    number: int
    at: datetime
    actor: int
    who: str
    action: str
    about: str
    before: dict[str, Any]
    after: dict[str, Any]
    sentence: str = ""
    details: str = ""


def open_log(event: Event, asker: Asker) -> QuerySet[LogEntry]:
    """The rows that somebody may read, newest first: all by a role, else those by or about themselves.

    Raises Http404 for whoever has neither.
    """
    rows = LogEntry.objects.filter(event=event.pk).order_by("-number")
    if asker.may(Act.READ_LOG):
        return rows
    player = asker.registration
    if player is None:
        raise Http404
    known = Q(registration=player) | (Q(user=player.user_id) if player.user_id else Q(pk=None))
    numbers = list(Actor.objects.filter(known, event=event).values_list("number", flat=True))
    lists = EventList.objects.filter(registration=player).values_list("pk", flat=True)
    about = [f"registration:{player.number}", *(f"list:{pk}" for pk in lists)]
    return rows.filter(Q(actor__in=numbers) | Q(about__in=about))


def read_log(event: Event, asker: Asker, entries: Iterable[LogEntry]) -> list[LogLine]:
    """Rows as they are shown: actors by their names of now, and for whoever plays without codes of findings. At most
    five queries."""
    rows = list(entries)
    is_whole = asker.may(Act.READ_LOG)
    about = {int(key) for each in rows for kind, _, key in [each.about.partition(":")] if kind == "actor"}
    actors = name_actors(event, {each.actor for each in rows} | about, shows_accounts=is_whole)
    players = map_actors(event, {each.actor for each in rows})
    own = asker.registration.number if asker.registration and not is_whole else None
    names = load_names(event, rows, actors, own=own)
    hides = asker.plays and event.stage != Event.Stage.OVER
    lines = []
    for each in rows:
        who, player = actors.get(each.actor, f"No. {each.actor}"), players.get(each.actor)
        before, after = _filter(each.before, hides=hides), _filter(each.after, hides=hides)
        lines.append(
            LogLine(
                *(each.number, each.at, each.actor, who, each.action, each.about),
                before=before,
                after=after,
                sentence=say_row(each, "you" if own is not None and own == player else who, names, player),
                details=say_details(before, after, event, names),
            )
        )
    return lines


def map_actors(event: Event, numbers: set[int]) -> dict[int, int]:
    """The numbers of players by their numbers as actors; those of others aren't there. Two queries."""
    actors = list(Actor.objects.filter(event=event, number__in=numbers).select_related("registration"))
    accounts = Registration.objects.filter(event=event, user__in=[each.user_id for each in actors if each.user_id])
    by_account = dict(accounts.values_list("user", "number"))
    found = {
        each.number: each.registration.number if each.registration else by_account.get(each.user_id or 0)
        for each in actors
    }
    return {actor: number for actor, number in found.items() if number is not None}


def _filter(values: dict[str, Any], *, hides: bool) -> dict[str, Any]:
    return {name: values[name] for name in sorted(values) if not (hides and name in _OF_CARDS)}


def name_actors(event: Event, numbers: set[int], *, shows_accounts: bool) -> dict[int, str]:
    """Names of numbers: the shown name of who plays, else the account's user name; the clock for 0. Two queries.

    Players are shown staff as such, not by their accounts.
    """
    actors = Actor.objects.filter(event=event, number__in=numbers).select_related("user", "registration")
    found = list(actors)
    keys = [each.user_id for each in found if each.user_id]
    players = {
        each.user_id: each.shown_name
        for each in Registration.objects.filter(event=event, user__in=keys)
        if each.user_id
    }
    names = {CLOCK: "the clock"}
    for each in found:
        if each.registration:
            names[each.number] = each.registration.shown_name
        elif each.user_id in players:
            names[each.number] = players[each.user_id]
        elif each.user:
            names[each.number] = each.user.username if shows_accounts else "the desk"
    return names
