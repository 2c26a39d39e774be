"""Imports into an event: planned, previewed, and done as the preview showed, in one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db import transaction
from django.http import Http404

from engine import InputError
from vsdb.check.many.archives import is_zip
from vsdb.core.errors import ApplicationError
from vsdb.events import log
from vsdb.events.access import Act, Asker
from vsdb.events.lists.services import submit
from vsdb.events.models import Event, ListVersion, Registration, Round, RoundTable
from vsdb.events.registration.services import edit_names, register
from vsdb.events.transfer.layouts import ACTS, LAYOUTS, LISTS, ROUNDS, Layout, detect_layout, get_layout
from vsdb.events.transfer.list_files import dump_lists, load_lists, plan_lists, read_given_lists
from vsdb.events.transfer.plans import (
    CONFLICT,
    NEW,
    Decisions,
    Plan,
    PlannedRow,
    filter_changes,
    make_plan,
    plan_pairings,
    plan_players,
)
from vsdb.events.transfer.rows import ReadRows, clean_text, decode_file
from vsdb.events.verdicts.batches import IMPORT, start_batch

_CONTACTS = frozenset(("email", "external_id", "sort_name"))


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """What is to be imported: a layout, its text and which columns are meant. Lists are carried as one text."""

    layout: str
    text: str
    columns: Mapping[str, str] = field(default_factory=dict)


def read_request(
    layout: str, text: str, files: Sequence[tuple[str, bytes]] = (), columns: Mapping[str, str] | None = None
) -> ImportRequest:
    """What is to be imported, of a pasted text or a file; the layout is detected where none is chosen.

    Raises InputError.
    """
    chosen = get_layout(layout) if layout else None
    brings_lists = (chosen is not None and chosen.brings == LISTS) or any(is_zip(raw) for _, raw in files)
    if not brings_lists:
        text = decode_file(files[0][1]) if files else clean_text(text)
        chosen = chosen or detect_layout(text)
        if not text.strip():
            raise InputError("paste something or choose a file", place="text", code="text-missing")
    if brings_lists or (chosen and chosen.brings == LISTS):
        given = read_given_lists("" if files else text, list(files))
        return ImportRequest("lists", dump_lists(given))
    return ImportRequest(chosen.slug if chosen else "", text, dict(columns or {}))


def plan_import(
    event: Event, asker: Asker, asked: ImportRequest, now: datetime, decisions: Decisions | None = None
) -> Plan:
    """What an import would do. Raises InputError, and Http404 for what isn’t theirs to import."""
    layout = get_layout(asked.layout)
    if not asker.may(ACTS[layout.brings]):
        raise Http404
    read = layout.read(asked.text, asked.columns) if layout.read else ReadRows()
    if layout.brings == LISTS:
        rows = list(plan_lists(event, asker, load_lists(asked.text), read, now))
    elif layout.brings == ROUNDS:
        rows = list(plan_pairings(event, read))
    else:
        may_register = asker.may(Act.REGISTER_OTHERS)
        # Who may not see addresses finds nobody by one, and enters none.
        players = read.rows if may_register else [replace(row, email="", sort_name="") for row in read.rows]
        rows = list(plan_players(event, players, may_register=may_register))
    return make_plan(layout, rows, read, decisions or {})


def import_plan(
    event: Event,
    asker: Asker,
    asked: ImportRequest,
    edition: str,
    now: datetime,
    decisions: Decisions | None = None,
) -> Plan:
    """Do what the preview of that edition showed, with the decisions for its conflicts; undecided ones are left out.

    Raises ApplicationError `stale` where it would do something else by now, and then stores nothing.
    """
    with transaction.atomic():
        list(event.registrations.select_for_update().order_by("pk").values_list("pk", flat=True))
        plan = plan_import(event, asker, asked, now, decisions)
        if plan.edition != edition:
            said = "Something changed after the preview. Nothing was stored. Check the new preview."
            raise ApplicationError(said, code="stale")
        if not plan.effects:
            return plan
        actor = log.get_actor(event, user=asker.user)
        {LISTS: _submit_lists, ROUNDS: _store_rounds}.get(plan.layout.brings, _store_players)(event, plan, actor, now)
        counts = Counter(row.kind for row in plan.effects)
        after = {"layout": plan.layout.slug, "rows": dict(sorted(counts.items())), "unread": len(plan.unread)}
        log.record(event, actor, "imported", f"event:{event.pk}", after=after)
    return plan


def _store_players(event: Event, plan: Plan, actor: int, now: datetime) -> None:
    players = {each.number: each for each in event.registrations.all()}
    last = max(players, default=0)
    for row in plan.effects:
        if row.kind == NEW:
            last += 1
            player, _ = register(
                event,
                shown_name=str(row.changes.get("name") or f"Player {last}"),
                sort_name=str(row.changes.get("sort_name", "")),
                email=str(row.changes.get("email", "")),
                external_id=str(row.changes.get("external_id", "")),
                actor=actor,
                now=now,
                table=row.changes.get("table"),
            )
            last = player.number
            _set_numbers(player, row.changes, names=("standing",))
        elif row.target is not None:
            _update_player(event, players[row.target], row, actor)


def _update_player(event: Event, player: Registration, row: PlannedRow, actor: int) -> None:
    changes = filter_changes(row.changes, player)
    if contacts := {name: value for name, value in changes.items() if name in _CONTACTS}:
        held = {name: getattr(player, name) for name in _CONTACTS}
        player = edit_names(event, player, actor, shown_name=player.shown_name, **{**held, **contacts})
    _set_numbers(player, changes, names=("table", "standing"))


def _set_numbers(player: Registration, changes: Mapping[str, object], *, names: Sequence[str]) -> None:
    """Set table and standing; the log has them as one row for the whole import."""
    found = {name: changes[name] for name in names if name in changes}
    if not found:
        return
    for name, value in found.items():
        setattr(player, name, value)
    player.edition += 1
    player.save(update_fields=[*found, "edition"])


def _store_rounds(event: Event, plan: Plan, actor: int, now: datetime) -> None:
    """Players sit at the tables of the newest round."""
    rounds: dict[int, Round] = {}
    for row in plan.effects:
        number, table = row.changes["round"], row.changes["table"]
        if number not in rounds:
            rounds[number] = Round.objects.get_or_create(event=event, number=number, defaults={"started": now})[0]
        if row.changes["first"] is None:
            RoundTable.objects.filter(round=rounds[number], table=table).delete()
            continue
        pair = {"first_id": row.changes["first"], "second_id": row.changes["second"]}
        RoundTable.objects.update_or_create(round=rounds[number], table=table, defaults=pair)
    newest = event.rounds.order_by("-number").first()
    if newest and newest.number in rounds:
        seats = {
            key: each.table
            for each in newest.tables.all()
            for key in (each.first_id, each.second_id)
            if key is not None
        }
        for player in event.registrations.filter(pk__in=seats):
            if player.table != seats[player.pk]:
                _set_numbers(player, {"table": seats[player.pk]}, names=("table",))


def _submit_lists(event: Event, plan: Plan, actor: int, now: datetime) -> None:
    players = {each.number: each for each in event.registrations.all()}
    for row in plan.effects:
        if row.target is None:
            continue
        submit(
            event,
            players[row.target],
            row.changes["slot"],
            row.changes["text"],
            actor=actor,
            received=now,
            now=now,
            source=ListVersion.Source.IMPORT,
            file_name=row.changes["file"],
            keeps_draft=False,
        )
    start_batch(event, IMPORT, actor)


def list_undecided(plan: Plan) -> list[PlannedRow]:
    """The conflicts that are still open."""
    return [row for row in plan.rows if row.kind == CONFLICT]


def list_layouts(asker: Asker) -> list[Layout]:
    """The layouts that somebody may import."""
    return [each for each in LAYOUTS.values() if asker.may(ACTS[each.brings])]
