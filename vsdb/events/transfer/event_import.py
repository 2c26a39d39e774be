"""A whole event out of its file, as a new event of whoever imports it: all of it, or nothing."""

from __future__ import annotations

import gzip
import io
import json
import re
import zlib
from collections.abc import Mapping
from datetime import datetime
from math import isfinite
from typing import Any

from django.db import IntegrityError, transaction

from engine import ILLEGAL, LEGAL, UNCERTAIN, InputError
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import find_format
from vsdb.events import clock, log
from vsdb.events.lists.stored_verdicts import read_verdict
from vsdb.events.models import (
    Actor,
    Adoption,
    DeadlineChange,
    EarlierLog,
    Event,
    EventList,
    ListVerdict,
    ListVersion,
    Penalty,
    Registration,
    Role,
    Round,
    RoundTable,
    Ruling,
    StageChange,
)
from vsdb.events.planning.services import refuse_too_many_events
from vsdb.events.transfer import event_fields as fields
from vsdb.events.transfer.check_import import MadeRows, store_checks
from vsdb.events.transfer.event_fields import read_fields, read_items, read_object
from vsdb.events.transfer.event_file import LAYOUT, VERSION
from vsdb.events.triage.findings import list_findings

MAX_UNPACKED = 64 * 1024 * 1024  #: bytes of an event's JSON
MAX_PLAYERS, MAX_VERSIONS, MAX_LOG = 10_000, 200, 200_000
_MAX_DAYS = {"retention_days": 1_095, "penalty_days": 3_650}
_MAX_CHECK = {"check_percent": 100, "shuffle_minutes": 60}
_KEPT_STAGES = (Event.Stage.OVER, Event.Stage.CANCELLED)
OUTCOMES = frozenset((LEGAL, ILLEGAL, UNCERTAIN))
_NO_TEXT = re.compile("[\0\ud800-\udfff]")
_GZIP = b"\x1f\x8b"


def load_event(raw: bytes) -> dict[str, Any]:
    """The object of an event's file, which may be packed by gzip. Raises InputError for what is no such file."""
    if raw.startswith(_GZIP):
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(raw)) as packed:
                raw = packed.read(MAX_UNPACKED + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise InputError("the gzip file is damaged; make it again", place="file", code="damaged-archive") from error
    if len(raw) > MAX_UNPACKED:
        said = f"the file has more than {MAX_UNPACKED // 1024 // 1024} MiB"
        raise InputError(said, place="file", code="too-large")
    try:
        said = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is no JSON in UTF-8: {str(error)[:80]}", place="file", code="wrong-file") from error
    return check_head(said)


def check_head(said: Any) -> dict[str, Any]:
    """The object, if it is an event of a version that can be read. Raises InputError."""
    if not isinstance(said, dict) or said.get("layout") != LAYOUT:
        raise InputError(f"this is no event; its layout must be {LAYOUT}", place="layout", code="wrong-file")
    if said.get("version") != VERSION:
        raise InputError(f"only version {VERSION} can be read", place="version", code="wrong-version")
    _refuse_no_text(said)
    return said


def _refuse_no_text(said: Any) -> None:
    """Raise InputError for a text with a sign, and for a number, that no database keeps."""
    left = [said]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += [*value, *value.values()]
        elif isinstance(value, list):
            left += value
        elif isinstance(value, str) and _NO_TEXT.search(value):
            raise InputError("a text has a sign that is no text", place="file", code="not-text")
        elif isinstance(value, float) and not isfinite(value):
            raise InputError("a number is not finite", place="file", code="wrong-value")


def _check_verdict(verdict: ListVerdict, place: str) -> ListVerdict:
    """A verdict whose outcome and findings pages can show. Raises InputError."""
    version = verdict.version
    try:
        read_verdict(verdict.whole, cards.get_reference(version.list.event.game_id).catalog)
        list_findings(verdict.whole, version.text)
        is_right = verdict.outcome in OUTCOMES
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        is_right = False
    if not is_right:
        raise InputError("this is no verdict", place=place, code="wrong-value")
    return verdict


@transaction.atomic
def import_event(said: Any, user: int, now: datetime) -> Event:
    """Make a new event of an event's file; the account becomes its head organizer and nobody else has a role.

    One that wasn't over is a draft until it is announced. Nobody's account is taken, nobody is sent anything, and the
    log begins anew, with the one in the file kept beside it. Raises InputError with the place in the file, NotFound
    for a game or a format that isn't here, and ApplicationError for too many open events.
    """
    said = check_head(said)
    refuse_too_many_events(user, now)
    event = _read_event(said, now)
    try:
        with transaction.atomic():
            _fill(event, said, user, now)
    except IntegrityError as error:
        said_twice = "the file has something twice: a player’s number or id, a slot, a version, or a table"
        raise InputError(said_twice, place="file", code="twice") from error
    return event


def _read_event(said: Mapping[str, Any], now: datetime) -> Event:
    event = read_fields(Event(created=now), said.get("event"), fields.EVENT, "event")
    game = said.get("game")
    if not isinstance(game, str):
        raise InputError("this is no game", place="game", code="wrong-value")
    find_format(cards.get_reference(game), event.format)
    event.game_id = game
    clock.find_zone(event.zone)
    if not (event.starts and event.ends and event.starts <= event.ends):
        raise InputError("the event must start before it ends", place="event.ends", code="wrong-value")
    for name, most in _MAX_DAYS.items():
        if not 1 <= getattr(event, name) <= most:
            raise InputError(f"from 1 to {most:,} days", place=f"event.{name}", code="wrong-value")
    for name, most in _MAX_CHECK.items():
        if getattr(event, name) > most:
            raise InputError(f"at most {most}", place=f"event.{name}", code="wrong-value")
    if event.stage not in _KEPT_STAGES:
        event.stage = Event.Stage.DRAFT
    return event


def _fill(event: Event, said: Mapping[str, Any], user: int, now: datetime) -> None:
    """Store the event and all that hangs on it."""
    event.save(force_insert=True)
    made = MadeRows(event)
    for place, each in read_items(said, "deadlines", "", 1_000):
        read_fields(DeadlineChange(event=event), each, fields.DEADLINE, place).save(force_insert=True)
    if not event.deadlines.exists():
        first = {"since": now, "deadline": clock.get_deadline(event), "grace_seconds": event.grace_seconds}
        DeadlineChange.objects.create(event=event, **first)
    for place, each in read_items(said, "stages", "", 1_000):
        read_fields(StageChange(event=event), each, fields.STAGE, place).save(force_insert=True)
    players = [
        read_fields(Registration(event=event), each, fields.PLAYER, place)
        for place, each in read_items(said, "players", "", MAX_PLAYERS)
    ]
    made.players = {each.number: each for each in Registration.objects.bulk_create(players, batch_size=500)}
    for place, each in read_items(said, "actors", "", 2 * MAX_PLAYERS):
        held = read_object(each, place)
        player = held.get("player")
        actor = read_fields(Actor(event=event), held, ("number",), place)
        actor.registration = None if player is None else made.player(player, f"{place}.player")
        actor.save(force_insert=True)
    for place, each in read_items(said, "lists", "", 10 * MAX_PLAYERS):
        _store_list(made, read_object(each, place), place)
    _store_decisions(made, said)
    store_checks(made, said)
    _store_rounds(made, said)
    rows = [each for _, each in read_items(said, "log", "", MAX_LOG)]
    earlier = [each for _, each in read_items(said, "earlier_log", "", MAX_LOG)]
    if rows or earlier:
        EarlierLog.objects.create(event=event, rows=[*earlier, *rows], imported=now)
    actor_number = log.get_actor(event, user=user)
    Role.objects.create(event=event, user_id=user, name=Role.Name.HEAD_ORGANIZER, given_by=actor_number, given_at=now)
    after = {"stage": event.stage, "players": len(made.players), "lists": len(made.lists)}
    log.record(event, actor_number, "event-imported", f"event:{event.pk}", after=after)


def _store_list(made: MadeRows, said: dict[str, Any], place: str) -> None:
    player = made.player(said.get("player"), f"{place}.player")
    entry = EventList(event=made.event, registration=player)
    read_fields(entry, said, fields.LIST + fields.LIST_CARDS, place).save(force_insert=True)
    made.lists[player.number, entry.slot] = entry
    versions: dict[int, ListVersion] = {}
    verdicts: dict[tuple[int, int], ListVerdict] = {}
    for where, each in read_items(said, "versions", place, MAX_VERSIONS):
        held = read_object(each, where)
        if "text" not in held:
            continue  # exported by somebody who may not read it
        version = read_fields(ListVersion(list=entry), held, fields.VERSION + fields.VERSION_CARDS, where)
        version.save(force_insert=True)
        versions[version.number] = version
        for number, (at, one) in enumerate(read_items(held, "verdicts", where, MAX_VERSIONS)):
            verdict = read_fields(ListVerdict(version=version), one, fields.VERDICT + fields.VERDICT_CARDS, at)
            _check_verdict(verdict, at).save(force_insert=True)
            verdicts[version.number, number] = verdict
    current = said.get("current")
    if current is not None and versions:
        if type(current) is not int or current not in versions:
            raise InputError("no version has this number", place=f"{place}.current", code="wrong-value")
        entry.current = versions[current]
        entry.save(update_fields=["current"])
    for where, each in read_items(said, "adoptions", place, MAX_VERSIONS):
        held = read_object(each, where)
        stands: Any = held.get("verdict")
        is_place = isinstance(stands, list) and len(stands) == 2 and all(type(part) is int for part in stands)
        found = verdicts.get((stands[0], stands[1])) if is_place else None
        if found is None:
            raise InputError("there is no verdict with this number", place=f"{where}.verdict", code="wrong-value")
        read_fields(Adoption(list=entry, verdict=found), held, fields.ADOPTION, where).save(force_insert=True)


def _store_decisions(made: MadeRows, said: Mapping[str, Any]) -> None:
    rulings: list[Ruling] = []
    for place, each in read_items(said, "rulings", "", MAX_PLAYERS):
        held = read_object(each, place)
        ruling = read_fields(Ruling(event=made.event), held, fields.RULING, place)
        ruling.list = made.list_of(held.get("list"), f"{place}.list")
        before = held.get("supersedes")
        if before is not None:
            if type(before) is not int or not 0 <= before < len(rulings):
                raise InputError(
                    "there is no earlier ruling with this number", place=f"{place}.supersedes", code="wrong-value"
                )
            ruling.supersedes = rulings[before]
        ruling.save(force_insert=True)
        rulings.append(ruling)
    for place, each in read_items(said, "penalties", "", MAX_PLAYERS):
        held = read_object(each, place)
        penalty = read_fields(Penalty(), held, fields.PENALTY, place)
        penalty.registration = made.player(held.get("player"), f"{place}.player")
        penalty.list = made.list_of(held.get("list"), f"{place}.list")
        penalty.save(force_insert=True)


def _store_rounds(made: MadeRows, said: Mapping[str, Any]) -> None:
    for place, each in read_items(said, "rounds", "", 100):
        held = read_object(each, place)
        found = read_fields(Round(event=made.event), held, ("number", "started"), place)
        found.save(force_insert=True)
        for where, one in read_items(held, "tables", place, MAX_PLAYERS):
            row = read_object(one, where)
            table = read_fields(RoundTable(round=found), row, ("table",), where)
            pair = row.get("players")
            if not isinstance(pair, list) or len(pair) != 2:
                raise InputError("two players, or one and null", place=f"{where}.players", code="wrong-value")
            table.first = made.player(pair[0], f"{where}.players")
            table.second = None if pair[1] is None else made.player(pair[1], f"{where}.players")
            table.save(force_insert=True)
