"""Notices as mails: a subject and a plain text, made when they are sent, and about nobody else than who gets them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse

from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.core.site_address import build_site_address
from vsdb.core.words import format_day, shorten
from vsdb.events import clock
from vsdb.events.models import Event, ListVersion, Notice, Registration, Ruling
from vsdb.events.notices.kinds import NoticeKind

MAX_AGE = timedelta(days=7)  #: after which a notice is no news any more
_MAX_SUBJECT = 150
_IS_OVER = "the event is over or cancelled"
_IS_GONE = "what it tells of was erased"


class Outdated(Exception):
    """A notice has nothing to say any more; the words say why."""


@dataclass(frozen=True, slots=True)
class NoticeMail:
    """A notice as it is sent."""

    subject: str
    body: str


def build_notice_mail(notice: Notice, now: datetime) -> NoticeMail:
    """The mail of a notice, with its event and its registration; at most four queries. Raises Outdated."""
    player = notice.registration
    if player is None:
        raise Outdated(_IS_GONE)
    if notice.due + MAX_AGE < now:
        raise Outdated(f"not sent within {MAX_AGE.days} days")
    event, kind = notice.event, NoticeKind(notice.kind)
    context = {
        "event": event,
        "player": player,
        "number": str(player.number),
        "starts": clock.describe_moment(event.starts, event),
        "deadline": clock.describe_moment(clock.get_deadline(event), event),
        "address": build_site_address(reverse("events:event", args=(event.pk,))),
        **_CONTEXTS.get(kind, _say_nothing)(notice, player, now),
    }
    said = render_to_string(f"events/notices/mail/{kind}.txt", context).strip()
    subject, _, body = said.partition("\n")
    return NoticeMail(shorten(" ".join(subject.split()), _MAX_SUBJECT), f"{body.strip()}\n")


def _say_nothing(notice: Notice, player: Registration, now: datetime) -> Mapping[str, Any]:
    return {}


def _tell_of_registration(notice: Notice, player: Registration, now: datetime) -> Mapping[str, Any]:
    is_waiting = player.state == Registration.State.WAITLISTED
    return {"is_waiting": is_waiting, "code": player.code if player.user_id is None else ""}


def _tell_of_place(notice: Notice, player: Registration, now: datetime) -> Mapping[str, Any]:
    until = player.offered_until
    return {"until": clock.describe_moment(until, notice.event) if until else ""}


def _tell_of_deadline(notice: Notice, player: Registration, now: datetime) -> Mapping[str, Any]:
    event = notice.event
    lists = list(player.lists.values_list("current", "draft"))
    submitted = sum(current is not None for current, _ in lists)
    if submitted >= event.lists_per_entry:
        raise Outdated("the list was submitted meanwhile")
    if event.stage != Event.Stage.ANNOUNCED or player.state != Registration.State.CONFIRMED:
        raise Outdated("the event runs, is over or cancelled, or the player has no place")
    if clock.get_deadline(event) <= now:
        raise Outdated("the deadline is past")
    has_draft = any(current is None and draft for current, draft in lists)
    return {"submitted": submitted, "has_draft": has_draft}


def _tell_of_version(notice: Notice, player: Registration, now: datetime) -> Mapping[str, Any]:
    event = notice.event
    found = ListVersion.objects.filter(list__registration=player, pk=notice.data.get("version"))
    version = found.select_related("list").first()
    if version is None:
        raise Outdated(_IS_GONE)
    return {
        "version": version,
        "version_number": str(version.number),
        "late_seconds": str(version.late_seconds),
        "slot": str(version.list.slot) if event.lists_per_entry > 1 else "",
        "received": clock.describe_moment(version.received, event),
        "verdict": describe_first_verdict(event, version),
        "is_locked": clock.is_locked(event, player, now),
        "lock": clock.describe_moment(clock.get_lock(event, player), event),
    }


def describe_first_verdict(event: Event, version: ListVersion) -> str:
    """The verdict that was made with a version, in a line; one query."""
    verdict = version.verdicts.defer("whole").first()
    if verdict is None:
        return "none"
    fmt = format_named(cards.get_reference(event.game_id), verdict.format)
    return f"{verdict.outcome} in {fmt.name if fmt else verdict.format} on {format_day(verdict.day)}"


def _tell_of_ruling(notice: Notice, player: Registration, now: datetime) -> Mapping[str, Any]:
    ruling = Ruling.objects.filter(event=notice.event, pk=notice.data.get("ruling")).first()
    if ruling is None or ruling.list_id not in (None, *player.lists.values_list("pk", flat=True)):
        raise Outdated(_IS_GONE)
    finding = ": ".join(filter(None, (ruling.code.replace("-", " "), ruling.subject)))
    return {"ruling": ruling, "finding": finding, "citation": " ".join(filter(None, (ruling.document, ruling.rule)))}


def _tell_of_move(notice: Notice, player: Registration, now: datetime) -> Mapping[str, Any]:
    event, before = notice.event, dict(notice.data.get("before", {}))
    if event.stage == Event.Stage.CANCELLED:
        raise Outdated(_IS_OVER)
    for name in ("starts", "deadline"):
        if before.get(name):
            before[name] = clock.describe_moment(datetime.fromisoformat(before[name]), event)
    return {"before": {"place": None, **before}}


def _tell_of_cancellation(notice: Notice, player: Registration, now: datetime) -> Mapping[str, Any]:
    return {"reason": str(notice.data.get("reason", ""))}


def _tell_message(notice: Notice, player: Registration, now: datetime) -> Mapping[str, Any]:
    subject, text = (str(notice.data.get(name, "")) for name in ("subject", "text"))
    return {"subject": " ".join(subject.split()), "text": text}


_CONTEXTS: Mapping[NoticeKind, Callable[[Notice, Registration, datetime], Mapping[str, Any]]] = {
    NoticeKind.REGISTERED: _tell_of_registration,
    NoticeKind.PROMOTED: _tell_of_place,
    NoticeKind.DEADLINE: _tell_of_deadline,
    NoticeKind.RECEIVED: _tell_of_version,
    NoticeKind.REPLACED: _tell_of_version,
    NoticeKind.RULING: _tell_of_ruling,
    NoticeKind.MOVED: _tell_of_move,
    NoticeKind.CANCELLED: _tell_of_cancellation,
    NoticeKind.MESSAGE: _tell_message,
}
