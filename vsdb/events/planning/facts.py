"""What an event's page says: its moments, what one can do next, and who reads which lists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse

from vsdb.events import clock
from vsdb.events.access import Asker, is_disclosure_due
from vsdb.events.models import Event, Registration, Role
from vsdb.events.planning.selectors import name_format
from vsdb.events.registration.consents import describe_start, name_round
from vsdb.events.registration.waiting import count_places

_READERS = {
    Event.Disclosure.OPPONENT: "Opponents of the {round} round",
    Event.Disclosure.CUT: "Opponents of the {round} round, and players in the cut each other’s",
    Event.Disclosure.PARTICIPANTS: "All players",
    Event.Disclosure.EVERYBODY: "Everybody",
}
#: What is checked of a list, and what can't be, by the kind of event.
CHECKS = {
    Event.Kind.CONSTRUCTED: "Each list is checked against the rules of the format, with its bans on the day.",
    Event.Kind.SEALED: "Each list is checked against the deck rules of the format. Whether a player opened these cards "
    "can’t be checked.",
    Event.Kind.DRAFT: "Each list is checked against the deck rules of the format. Whether a player drafted these cards "
    "can’t be checked.",
}


@dataclass(frozen=True, slots=True)
class ComingMoment:
    """The next moment of an event."""

    label: str
    moment: datetime


@dataclass(frozen=True, slots=True)
class NextStep:
    """Something that one can do at an event now; the most useful one comes first."""

    label: str
    href: str


def describe_readers(event: Event) -> str:
    """Who reads the lists of players beside organizers and judges, and from when, in a sentence."""
    if event.disclosure == Event.Disclosure.NOBODY:
        return "Only organizers and judges read lists, once they are locked."
    readers = _READERS[Event.Disclosure(event.disclosure)].format(round=name_round(event))
    return f"{readers} read lists {describe_start(event)}, as far as each player has agreed to it."


def find_coming(event: Event, now: datetime) -> ComingMoment | None:
    """The next moment that somebody waits for; None once the event has ended."""
    if event.stage not in (Event.Stage.ANNOUNCED, Event.Stage.RUNNING):
        return None
    due = [
        ("Registration opens", event.registration_opens),
        (_name_closing(event, now), event.registration_closes or event.starts),
        ("Start", event.starts),
        ("End", event.ends),
    ]
    if event.lists != Event.Lists.NONE:
        due.append(("List deadline", clock.get_deadline(event)))
        due.append(("Lists are locked", clock.get_lock(event)))
    coming = [ComingMoment(label, moment) for label, moment in due if moment and moment > now]
    return min(coming, key=lambda each: each.moment, default=None)


def _name_closing(event: Event, now: datetime) -> str:
    """How the end of registration is told; once the event runs that it is open still."""
    is_late = event.stage == Event.Stage.RUNNING and clock.is_registration_open(event, now)
    return "Registration is still open, until" if is_late else "Registration closes"


def list_next_steps(event: Event, asker: Asker, now: datetime) -> list[NextStep]:
    """What somebody can do at an event now."""
    steps = []
    own = asker.registration
    if event.published_at:
        steps.append(("Published lists", "events:decks"))
    if own is not None:
        if event.lists != Event.Lists.NONE:
            steps.append(("Your list", "events:my-list"))
        steps.append(("Your registration", "events:me"))
    elif clock.is_registration_open(event, now):
        steps.append(("Register", "events:register"))
    if own is None and event.stage in (Event.Stage.ANNOUNCED, Event.Stage.RUNNING, Event.Stage.OVER):
        steps.append(("Enter your code", "events:enter"))
    if event.disclosure != Event.Disclosure.NOBODY and is_disclosure_due(event, now):
        steps.append(("Open lists", "events:open-lists"))
    return [NextStep(label, reverse(name, args=(event.pk,))) for label, name in steps]


def describe_format_link(event: Event) -> str:
    """The address of the format's page on the day for which lists are judged."""
    slug, mark, number = event.format.partition("@")
    if mark:
        return f"{reverse('ownformats:format', args=(event.game_id, slug))}?version={number}"
    return f"{reverse('formats:format', args=(event.game_id, slug))}?on={clock.get_judged_day(event)}"


def describe_page(event: Event, asker: Asker, now: datetime) -> dict[str, Any]:
    """What the page of an event shows; 4 queries at most, beside the format's."""
    crew = Role.objects.filter(event=event, revoked_at=None).select_related("user").order_by("pk")
    named = (Role.Name.HEAD_ORGANIZER, Role.Name.ORGANIZER, Role.Name.HEAD_JUDGE)
    reason = ""
    if event.stage == Event.Stage.CANCELLED:
        reason = event.stage_changes.order_by("-at").values_list("reason", flat=True).first() or ""
    return {
        "now": now,
        "format_name": name_format(event.game_id, event.format),
        "format_href": describe_format_link(event),
        "day": clock.get_judged_day(event),
        "deadline": clock.get_deadline(event),
        "lock": clock.get_lock(event),
        "grace": timedelta(seconds=event.grace_seconds),
        "closes": event.registration_closes or event.starts,
        "is_open": clock.is_registration_open(event, now),
        "coming": find_coming(event, now),
        "steps": list_next_steps(event, asker, now),
        "readers": describe_readers(event),
        "checks": CHECKS[Event.Kind(event.kind)],
        "crew": [(each.get_name_display(), each.user.username) for each in crew if each.name in named],
        "counts": count_places(event, now),
        "reason": reason,
        "waits": asker.registration is not None and asker.registration.state == Registration.State.WAITLISTED,
    }
