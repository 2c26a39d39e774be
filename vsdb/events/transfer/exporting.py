"""Players of an event with their lists' states, as CSV and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from vsdb.collection.tables import write_table
from vsdb.events import clock
from vsdb.events.access import Act, Asker
from vsdb.events.checks.selectors import map_checked
from vsdb.events.models import Event, EventList, ListVersion, LogEntry, Registration
from vsdb.events.transfer.player_layouts import OWN_COLUMNS
from vsdb.events.triage.loading import reads_no_list
from vsdb.events.verdicts.selectors import list_records

MISSING, DRAFT, SUBMITTED, LOCKED, REPLACED = "missing", "draft", "submitted", "locked", "replaced"


def list_rows(event: Event, asker: Asker, now: datetime) -> Iterator[dict[str, Any]]:
    """A row for each player, by sort name, and for each further list of theirs. About ten queries.

    Contacts are there for who may export addresses, what is said of lists for who may see their states, when decks were
    checked for who reads lists. Codes of lists are told once they are locked or their player asks the desk; whoever
    plays is told none of others' lists before the event is over.
    """
    has_contacts, has_lists = asker.may(Act.EXPORT_EMAILS), asker.may(Act.SEE_LIST_STATES)
    entries: dict[int, list[EventList]] = {}
    if has_lists:
        for entry in EventList.objects.filter(event=event).select_related("current").order_by("slot"):
            entries.setdefault(entry.registration_id, []).append(entry)
    records = list_records(event) if has_lists else {}
    checked = map_checked(event) if has_lists and not reads_no_list(event, asker) else {}
    own = asker.registration.pk if asker.registration else None
    for player in event.registrations.order_by("sort_key", "number"):
        row: dict[str, Any] = {
            "name": player.shown_name,
            "sort_name": player.sort_name,
            "email": player.email if has_contacts else "",
            "external_id": player.external_id if has_contacts else "",
            "state": player.state,
            "table": player.table,
        }
        is_shown = clock.is_locked(event, player, now) or bool(player.asks_desk)
        shows_codes = player.pk == own or event.stage == Event.Stage.OVER or (is_shown and not asker.plays)
        mine: list[EventList | None] = [*entries.get(player.pk, [])]
        for held in mine or [None]:
            told = _describe_list(event, player, held, now) if has_lists else {}
            told["checked_at"] = checked.get(held.pk) if held else None
            record = records.get(held.pk) if held else None
            codes = record.codes if record and shows_codes else []
            told |= {"outcome": record.outcome if record else "", "codes": list(codes)} if has_lists else {}
            yield {**row, **{name: told.get(name) for name in OWN_COLUMNS[6:]}}


def write_csv(rows: Iterator[Mapping[str, Any]]) -> str:
    """The rows as CSV with our columns. No cell begins as a formula does."""
    return write_table(([_to_cell(row[name]) for name in OWN_COLUMNS] for row in rows), OWN_COLUMNS)


def describe_list_state(event: Event, player: Registration, entry: EventList | None, now: datetime) -> str:
    """Where a list stands: missing, a draft, submitted, locked, or replaced by a judge."""
    if entry is None or entry.current is None:
        return DRAFT if entry is not None and entry.draft else MISSING
    if entry.current.number > 1 and entry.current.source == ListVersion.Source.JUDGE:
        return REPLACED
    return LOCKED if clock.is_locked(event, player, now) else SUBMITTED


def _describe_list(event: Event, player: Registration, entry: EventList | None, now: datetime) -> dict[str, Any]:
    current = entry.current if entry else None
    return {
        "list_state": "" if event.lists == Event.Lists.NONE else describe_list_state(event, player, entry, now),
        "submitted_at": current.received if current else None,
        "late_seconds": current.late_seconds if current else None,
    }


def _to_cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def list_log(event: Event) -> Iterator[dict[str, Any]]:
    """The log's rows as they are kept: numbers, states and references alone."""
    names = ("number", "at", "actor", "action", "about", "before", "after", "previous", "hash")
    yield from LogEntry.objects.filter(event=event.pk).order_by("number").values(*names)
