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
from vsdb.events.models import Actor, Event, EventList, LogEntry, Registration
from vsdb.events.verdicts.batches import BUTTON, DAY, FACTS, FORMAT, IMPORT

#: Names of values that come from cards; whoever plays isn't told them of others before the event is over.
_OF_CARDS = frozenset(("code", "codes"))
#: Why lists were judged again, in words.
_CAUSES = {
    IMPORT: "an import",
    FORMAT: "another format",
    DAY: "another day for which lists are judged",
    FACTS: "newer facts",
    BUTTON: "a request at the desk",
}


@dataclass(frozen=True, slots=True)
class LogLine:
    """A row of the log with its actor's name as it is now."""

    number: int
    at: datetime
    actor: int
    who: str
    action: str
    about: str
    before: dict[str, Any]
    after: dict[str, Any]

    @property
    def says(self) -> str:
        """What was different before and after, on one line."""
        return "; ".join(filter(None, (_join("before", self.before), _join("after", self.after))))


def _join(word: str, values: dict[str, Any]) -> str:
    said = ", ".join(
        f"because of {_CAUSES[value]}"
        if name == "why" and value in _CAUSES
        else f"{name.replace('_', ' ')} {_write(value)}"
        for name, value in values.items()
    )
    return f"{word}: {said}" if said else ""


def _write(value: Any) -> str:
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case None | "" | []:
            return "none"
        case list():
            return " and ".join(_write(each) for each in value)
        case dict():
            return " and ".join(f"{name} {_write(each)}" for name, each in value.items()) or "none"
    return str(value)


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
    """Rows as they are shown: actors by their names of now, and for whoever plays without codes of findings."""
    rows = list(entries)
    names = name_actors(event, {each.actor for each in rows}, shows_accounts=asker.may(Act.READ_LOG))
    hides = asker.plays and event.stage != Event.Stage.OVER
    return [
        LogLine(
            *(each.number, each.at, each.actor, names.get(each.actor, f"No. {each.actor}"), each.action, each.about),
            before=_filter(each.before, hides=hides),
            after=_filter(each.after, hides=hides),
        )
        for each in rows
    ]


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
