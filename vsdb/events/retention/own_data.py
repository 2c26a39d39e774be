"""What events hold about somebody: for their export, and what the end of their account does with it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet

from vsdb.accounts.own_data import OwnDataSection
from vsdb.events import clock, log
from vsdb.events.checks.lines import list_differences
from vsdb.events.models import (
    Actor,
    CheckJudge,
    DeckCheck,
    Device,
    Event,
    EventList,
    JudgeNote,
    ListVersion,
    Notice,
    Penalty,
    Registration,
    Role,
    Ruling,
    SyncItem,
)
from vsdb.events.publishing.services import follow_consents
from vsdb.events.registration.services import withdraw
from vsdb.events.retention.services import forget_checks, forget_contacts, forget_given
from vsdb.events.verdicts.selectors import get_record

_PLAYER = (
    *("number", "shown_name", "sort_name", "email", "external_id", "state", "table", "is_in_cut", "consents"),
    *("agreed_disclosure", "agreed_from", "may_publish", "may_be_named", "asks_desk", "registered", "standing"),
)
_VERSION = ("number", "received", "source", "reason", "late_seconds", "given", "text")
_RULING = ("code", "subject", "is_allowed", "reason", "document", "rule", "at")
_PENALTY = ("kind", "infraction", "reason", "at", "withdrawn_at", "withdrawn_reason")
_CHECK = ("kind", "state", "table", "round", "started", "ended", "registered", "counted", "differing")
_COMING = (Event.Stage.DRAFT, Event.Stage.ANNOUNCED)


def export_events(user: User) -> list[dict[str, Any]]:
    """The events that somebody plays or works at, with all that is held about them there."""
    playing = {each.event_id: each for each in Registration.objects.filter(user=user).select_related("event")}
    numbers = dict(Actor.objects.filter(user=user).values_list("event", "number"))
    devices = Device.objects.filter(user=user).values_list("event", flat=True)
    keys = {*playing, *numbers, *devices, *Role.objects.filter(user=user).values_list("event", flat=True)}
    return [
        _export_event(event, user, playing.get(event.pk), numbers.get(event.pk))
        for event in Event.objects.filter(pk__in=keys).order_by("starts", "pk")
    ]


def _export_event(event: Event, user: User, player: Registration | None, number: int | None) -> dict[str, Any]:
    roles = Role.objects.filter(event=event, user=user).order_by("given_at", "pk")
    rulings = Ruling.objects.filter(event=event, by=number) if number else Ruling.objects.none()
    given = Penalty.objects.filter(registration__event=event, by=number) if number else Penalty.objects.none()
    withdrawn = Penalty.objects.filter(registration__event=event, withdrawn_by=number or -1)
    return {
        "event": event.title,
        "starts": event.starts,
        "registration": _export_player(player) if player else None,
        "roles": list(roles.values("name", "given_at", "revoked_at")),
        "rulings_given": list(rulings.order_by("at", "pk").values(*_RULING)),
        "penalties_given": list(given.order_by("at", "pk").values(*_PENALTY)),
        "penalties_withdrawn": list(withdrawn.order_by("withdrawn_at", "pk").values(*_PENALTY)),
        "checks_made": _export_checks_made(event, number),
        "notes_written": list(_list_notes_by(event, number).values("text", "at", "registration__number")),
        "devices": list(
            Device.objects.filter(event=event, user=user).values("name", "added", "seen", "taken", "revoked")
        ),
        "sent_by_devices": list(_list_sent_by(event, number).values("kind", "at", "received", "offset_ms", "payload")),
    }


def _export_checks_made(event: Event, number: int | None) -> list[dict[str, Any]]:
    """The deck checks in which somebody counted: of which player by number, and when."""
    if not number:
        return []
    found = CheckJudge.objects.filter(check_of__event=event, number=number).select_related("check_of__registration")
    return [
        {
            **{name: getattr(each.check_of, name) for name in _CHECK},
            "player": each.check_of.registration.number,
            "joined": each.joined,
            "left": each.left,
        }
        for each in found.order_by("joined", "pk")
    ]


def _list_notes_by(event: Event, number: int | None) -> QuerySet[JudgeNote]:
    return JudgeNote.objects.filter(event=event, by=number or -1).order_by("at", "pk")


def _list_sent_by(event: Event, number: int | None) -> QuerySet[SyncItem]:
    return SyncItem.objects.filter(event=event, by=number or -1).order_by("received", "pk")


def _export_player(player: Registration) -> dict[str, Any]:
    entries = EventList.objects.filter(registration=player).select_related("event", "current").order_by("slot")
    penalties = Penalty.objects.filter(registration=player).order_by("at", "pk")
    return {
        **{name: getattr(player, name) for name in _PLAYER},
        "lists": [_export_list(each) for each in entries],
        "penalties": list(penalties.values(*_PENALTY)),
        "checks": [_export_check(each) for each in player.checks.order_by("started", "pk")],
        "notes": list(player.judge_notes.order_by("at", "pk").values("text", "at")),
    }


def _export_check(check: DeckCheck) -> dict[str, Any]:
    """A check of one's own deck, with what differed."""
    return {
        **{name: getattr(check, name) for name in _CHECK},
        "differences": [each.says for each in list_differences(check)],
    }


def _export_list(entry: EventList) -> dict[str, Any]:
    record = get_record(entry)
    verdict = {"outcome": record.outcome, "codes": record.codes, "made": record.made} if record else None
    return {
        "slot": entry.slot,
        "draft": entry.draft,
        "versions": list(entry.versions.order_by("number").values(*_VERSION)),
        "verdict_of_record": verdict,
        "rulings": list(Ruling.objects.filter(list=entry).order_by("at", "pk").values(*_RULING)),
    }


def erase_player(user: User) -> None:
    """Withdraw somebody from coming events, and leave "Player 17" at the others; published lists lose the name."""
    now = clock.get_now()
    Device.objects.filter(user=user).delete()
    out = (Registration.State.WITHDRAWN, Registration.State.DROPPED)
    for found in Registration.objects.filter(user=user).select_related("event").order_by("event"):
        event, player = found.event, found
        if event.stage in _COMING:
            if player.state not in out:
                player = withdraw(event, player, log.CLOCK, now)
            EventList.objects.filter(registration=player).delete()
        Notice.objects.filter(registration=player).delete()
        player.judge_notes.all().delete()
        if event.stage in _COMING:
            forget_checks(player.checks.all())
        player.user = None
        player.consents = []
        forget_given(ListVersion.objects.filter(list__registration=player))
        forget_contacts(player, keeps_name=False)
        follow_consents(player, log.CLOCK)
        log.record(event, log.CLOCK, "account-deleted", f"registration:{player.number}")


SECTIONS = (
    OwnDataSection(
        "events",
        28,
        export_events,
        "You are withdrawn from coming events, and your lists there are deleted. At other events you become "
        "“Player” with a number, without name or address, also beside published lists. Your roles end, and judges’ "
        "notes about you and your devices at events are deleted.",
        erase_player,
    ),
)
