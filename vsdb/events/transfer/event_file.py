"""A whole event as JSON (`vsdb event 1`, docs/event-format.md)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from vsdb.events.access import Asker, may_read_list
from vsdb.events.models import (
    Actor,
    Adoption,
    DeckCheck,
    EarlierLog,
    Event,
    EventList,
    ListVersion,
    Penalty,
    Role,
    RoundTable,
    Ruling,
    SyncItem,
)
from vsdb.events.transfer import event_fields as fields
from vsdb.events.transfer.event_fields import write_fields
from vsdb.events.transfer.exporting import list_log

LAYOUT, VERSION = "vsdb-event", 1
Readable = Callable[[EventList], bool]


def export_event(event: Event, asker: Asker | None, now: datetime) -> dict[str, Any]:
    """An event with all that is stored of it but secrets, accounts and notices. About 18 queries.

    Without an asker, as the operator exports it, it is whole. Of lists that the asker may not read it has the states
    and outcomes alone; who plays gets no rulings, checks, conflicts, notes and reasons of penalties either, before the
    end.
    """

    def is_readable(entry: EventList) -> bool:
        return asker is None or may_read_list(event, asker, entry, now)

    is_rival = asker is not None and asker.plays and event.stage != Event.Stage.OVER
    players = list(event.registrations.order_by("number"))
    numbers = {each.pk: each.number for each in players}
    lists = list(
        EventList.objects.filter(event=event)
        .select_related("registration", "current")
        .prefetch_related("versions__verdicts", "adoptions")
        .order_by("registration__number", "slot")
    )
    places = {each.pk: {"player": each.registration.number, "slot": each.slot} for each in lists}
    readable = {each.pk for each in lists if is_readable(each)}
    earlier = EarlierLog.objects.filter(event=event).first()
    return {
        "layout": LAYOUT,
        "version": VERSION,
        "exported": fields.write_value(now),
        "id": event.pk,
        "uid": event.uid,
        "game": event.game_id,
        "event": write_fields(event, fields.EVENT),
        "deadlines": [write_fields(each, fields.DEADLINE) for each in event.deadlines.all()],
        "stages": [write_fields(each, fields.STAGE) for each in event.stage_changes.all()],
        "roles": _write_roles(event),
        "actors": _write_actors(event, numbers),
        "players": [write_fields(each, fields.PLAYER) for each in players],
        "lists": [_write_list(each, places[each.pk], is_cards_shown=each.pk in readable) for each in lists],
        "rulings": [] if is_rival else _write_rulings(event, places),
        "penalties": [_write_penalty(each, numbers, places, is_rival) for each in _list_penalties(event)],
        "checks": [] if is_rival else _write_checks(event, numbers, places, readable),
        "conflicts": [] if is_rival else _write_conflicts(event, places),
        "notes": [] if is_rival else _write_notes(event, numbers, places),
        "rounds": _write_rounds(event, numbers),
        "log": [{**row, "at": fields.write_value(row["at"])} for row in list_log(event)],
        "earlier_log": earlier.rows if earlier else [],
    }


def _write_roles(event: Event) -> list[dict[str, Any]]:
    roles = Role.objects.filter(event=event).select_related("user").order_by("given_at", "pk")
    names = ("name", "given_at", "revoked_at")
    return [{"user": each.user.username, **write_fields(each, names)} for each in roles]


def _write_actors(event: Event, numbers: dict[int, int]) -> list[dict[str, Any]]:
    """Who has done something: a number, and the player who it is."""
    players = {each.user_id: each.number for each in event.registrations.exclude(user=None)}
    found = []
    for each in Actor.objects.filter(event=event).order_by("number"):
        player = numbers.get(each.registration_id or 0) or players.get(each.user_id)
        found.append({"number": each.number, "player": player})
    return found


def _write_list(entry: EventList, place: dict[str, int], *, is_cards_shown: bool) -> dict[str, Any]:
    names = fields.LIST + fields.LIST_CARDS if is_cards_shown else fields.LIST
    current = entry.current.number if entry.current else None
    adopted = [
        {"verdict": _find_verdict(entry, each), **write_fields(each, fields.ADOPTION)}
        for each in entry.adoptions.all()
        if is_cards_shown
    ]
    return {
        "player": place["player"],
        **write_fields(entry, names),
        "current": current,
        "versions": [_write_version(each, is_cards_shown=is_cards_shown) for each in entry.versions.all()],
        "adoptions": adopted,
    }


def _find_verdict(entry: EventList, adoption: Adoption) -> list[int]:
    """Where the verdict of an adoption stands: the version's number, and its place among the version's verdicts."""
    return next(
        [version.number, place]
        for version in entry.versions.all()
        for place, verdict in enumerate(version.verdicts.all())
        if verdict.pk == adoption.verdict_id
    )


def _write_version(version: ListVersion, *, is_cards_shown: bool) -> dict[str, Any]:
    names = fields.VERSION + fields.VERSION_CARDS if is_cards_shown else fields.VERSION
    of_verdicts = fields.VERDICT + fields.VERDICT_CARDS if is_cards_shown else fields.VERDICT
    verdicts = [write_fields(each, of_verdicts) for each in version.verdicts.all()]
    return {**write_fields(version, names), "verdicts": verdicts}


def _write_rulings(event: Event, places: dict[int, dict[str, int]]) -> list[dict[str, Any]]:
    """The rulings in their order; `supersedes` is the place of the one before in this list."""
    rulings = list(Ruling.objects.filter(event=event).order_by("at", "pk"))
    order = {each.pk: place for place, each in enumerate(rulings)}
    return [
        {
            "list": places[each.list_id] if each.list_id else None,
            **write_fields(each, fields.RULING),
            "supersedes": order[each.supersedes_id] if each.supersedes_id else None,
        }
        for each in rulings
    ]


def _list_penalties(event: Event) -> Iterable[Penalty]:
    return Penalty.objects.filter(registration__event=event).order_by("at", "pk")


def _write_penalty(
    penalty: Penalty, numbers: dict[int, int], places: dict[int, dict[str, int]], is_rival: bool
) -> dict[str, Any]:
    told = write_fields(penalty, fields.PENALTY)
    if is_rival:
        told["reason"] = told["withdrawn_reason"] = ""
    place = places[penalty.list_id] if penalty.list_id else None
    return {"player": numbers[penalty.registration_id], "list": place, **told}


def _write_checks(
    event: Event, numbers: dict[int, int], places: dict[int, dict[str, int]], readable: set[int]
) -> list[dict[str, Any]]:
    """The deck checks in their order; `rival` is the place of the other one in this list."""
    checks = list(
        DeckCheck.objects.filter(event=event).select_related("version").prefetch_related("judges").order_by("pk")
    )
    order = {each.pk: place for place, each in enumerate(checks)}
    return [
        {
            "player": numbers[each.registration_id],
            "list": places[each.list_id] if each.list_id else None,
            "version": each.version.number if each.version else None,
            **write_fields(each, fields.CHECK + (fields.CHECK_CARDS if each.list_id in readable else ())),
            "judges": [write_fields(judge, fields.CHECK_JUDGE) for judge in each.judges.all()],
            "rival": order[each.rival_id] if each.rival_id else None,
        }
        for each in checks
    ]


def _write_conflicts(event: Event, places: dict[int, dict[str, int]]) -> list[dict[str, Any]]:
    """What devices sent that stood against something, settled or not: which check it is about, by its place among the
    checks, or the penalty that waits for the desk or was not given. What a check counted is in the check itself."""
    checks = DeckCheck.objects.filter(event=event).order_by("pk").values_list("pk", flat=True)
    order = {pk: place for place, pk in enumerate(checks)}
    items = SyncItem.objects.filter(event=event, result=SyncItem.Result.CONFLICT).order_by("received", "pk")
    return [
        {
            "check": order[each.deck_check_id] if each.deck_check_id else None,
            **write_fields(each, fields.CONFLICT),
            "penalty": _write_penalty_sent(each, places),
        }
        for each in items
    ]


def _write_penalty_sent(item: SyncItem, places: dict[int, dict[str, int]]) -> dict[str, Any] | None:
    """The penalty that a device sent; None where it was given, and for what isn't one."""
    if item.kind != SyncItem.Kind.PENALTY or not item.payload:
        return None
    said = {name: item.payload.get(name, "") for name in fields.PENALTY_SENT}
    return {"player": item.payload["player"], "list": places.get(item.payload.get("list") or 0), **said}


def _write_notes(event: Event, numbers: dict[int, int], places: dict[int, dict[str, int]]) -> list[dict[str, Any]]:
    return [
        {
            "player": numbers[each.registration_id],
            "list": places[each.list_id] if each.list_id else None,
            **write_fields(each, fields.NOTE),
        }
        for each in event.judge_notes.order_by("at", "pk")
    ]


def _write_rounds(event: Event, numbers: dict[int, int]) -> list[dict[str, Any]]:
    tables: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for each in RoundTable.objects.filter(round__event=event).order_by("table"):
        second = numbers[each.second_id] if each.second_id else None
        tables[each.round_id].append({"table": each.table, "players": [numbers[each.first_id], second]})
    return [
        {**write_fields(each, ("number", "started")), "tables": tables[each.pk]}
        for each in event.rounds.order_by("number")
    ]
