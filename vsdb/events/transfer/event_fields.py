"""Which fields of a row go into an event's file, and how their values are read back and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import models

from engine import InputError
from vsdb.events.checks.lines import name_section

_MAX_COUNT = 1_000_000  #: of a card in a deck check
_MAX_TEXT = 300  #: characters of a line there
Row = TypeVar("Row", bound=models.Model)

EVENT = (
    *("title", "place", "description", "zone", "starts", "ends", "registration_opens", "registration_closes"),
    *("capacity", "offer_hours", "list_deadline", "grace_seconds", "kind", "format", "judged_on", "lists"),
    *("lists_per_entry", "disclosure", "disclosed_from", "disclosed_round", "disclosed_at", "cut_at"),
    *("retention_days", "penalty_days", "stage", "cleared_at", "statistics"),
    *("check_percent", "check_warnings", "shuffle_minutes"),
)
STAGE = ("before", "after", "reason", "by", "at")
DEADLINE = ("since", "deadline", "grace_seconds")
PLAYER = (
    *("number", "shown_name", "sort_name", "sort_key", "email", "external_id", "state", "table", "is_in_cut"),
    *("consents", "agreed_disclosure", "agreed_from", "may_publish", "may_be_named", "reopened_until", "asks_desk"),
    *("asked_at", "waits_since", "offered_until", "registered", "standing"),
)
#: Of these a desk alone knows, beside names: they go where contacts go.
LIST = ("slot", "draft_at")
LIST_CARDS = ("draft",)
VERSION = ("number", "by", "received", "source", "late_seconds")
VERSION_CARDS = ("given", "text", "reason", "fingerprint", "unread")
VERDICT = ("format", "day", "state", "outcome", "made")
VERDICT_CARDS = ("codes", "whole")
ADOPTION = ("is_adopted", "reason", "by", "at")
RULING = ("code", "subject", "finding", "is_allowed", "reason", "document", "rule", "by", "at")
PENALTY = (*("kind", "infraction", "reason", "by", "at"), *("withdrawn_at", "withdrawn_by", "withdrawn_reason"))
CHECK = (
    *("nonce", "kind", "state", "table", "round", "started", "ended", "by", "ended_by", "registered", "counted"),
    *("differing", "outcome"),
)
CHECK_CARDS = ("lines", "counts")
CHECK_JUDGE = ("number", "joined", "left")
NOTE = ("text", "by", "at")
CONFLICT = (
    *("nonce", "kind", "by", "at", "offset_ms", "received", "base", "message", "settled", "settled_at", "settled_by"),
)
PENALTY_SENT = ("kind", "infraction", "reason")  #: of a penalty that waits, or was not given


def write_fields(row: models.Model, names: Sequence[str]) -> dict[str, Any]:
    """The fields of a row as JSON has them; moments are UTC."""
    return {name: write_value(getattr(row, name)) for name in names}


def write_value(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, str) else value  # a choice is its word


def read_fields(row: Row, given: Any, names: Sequence[str], place: str) -> Row:
    """A new row with the fields that a file gives, checked as its model says. What is left out keeps its default.

    Raises InputError with the place in the file.
    """
    said = read_object(given, place)
    for name in names:
        if name in said:
            setattr(row, name, _read(row._meta.get_field(name), said[name], f"{place}.{name}"))
    others = [
        each.name
        for each in row._meta.concrete_fields
        if each.name not in names
        or isinstance(each, models.JSONField)
        or (each.null and getattr(row, each.attname) is None)
    ]
    try:
        row.clean_fields(exclude=others)
    except ValidationError as error:
        name, messages = next(iter(error.message_dict.items()))
        raise InputError(str(messages[0]), place=f"{place}.{name}", code="wrong-value") from error
    return row


def _read(field: Any, value: Any, place: str) -> Any:
    """A value of a field's type. Raises InputError for one of another type."""
    if value is None:
        if field.null:
            return None
        raise InputError("null isn’t allowed", place=place, code="wrong-value")
    if isinstance(field, models.DateTimeField):
        return _read_moment(value, place)
    if isinstance(field, models.DateField):
        try:
            return date.fromisoformat(value)
        except (TypeError, ValueError) as error:
            raise InputError("not a date; write it as 2006-02-28", place=place, code="wrong-value") from error
    if isinstance(field, models.JSONField):
        return _read_json(field.name, value, place)
    wanted: type = str
    if isinstance(field, models.BooleanField):
        wanted = bool
    elif isinstance(field, models.IntegerField):
        wanted = int
    if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        raise InputError(f"this is no {_NAMES[wanted]}", place=place, code="wrong-value")
    return value


def _read_json(name: str, value: Any, place: str) -> Any:
    """A value of one of the fields whose shape pages count on. Raises InputError."""
    child = {"consents": dict, "codes": str, "lines": dict}.get(name)
    if child is None:
        is_right = isinstance(value, dict)
    else:
        is_right = isinstance(value, list) and all(isinstance(each, child) for each in value)
    if name == "consents":
        is_right = is_right and all(_is_consent(each) for each in value)
    if name == "lines":
        is_right = is_right and all(_is_line(each) for each in value)
    if name == "counts":
        is_right = is_right and all(_is_count(key, each) for key, each in value.items())
    if not is_right:
        raise InputError("this has another shape", place=place, code="wrong-value")
    return value


def _is_consent(row: Mapping[str, Any]) -> bool:
    """Whether a row says what was agreed to, as what reads consents counts on."""
    try:
        date = row.get("date")
        is_dated = date is None or datetime.fromisoformat(date).tzinfo is not None
    except (TypeError, ValueError):
        return False
    is_round = type(row.get("round", 1)) in (int, type(None))
    is_told = isinstance(row.get("what"), str) and isinstance(row.get("agreed"), bool)
    return is_told and is_dated and is_round and isinstance(row.get("text", ""), str)


def _is_line(row: Mapping[str, Any]) -> bool:
    """Whether a row is a line of a deck check, as its page counts on."""
    texts = ("key", "section", "card", "name")
    is_told = all(isinstance(row.get(name), str) and len(row[name]) <= _MAX_TEXT for name in texts)
    registered = row.get("registered")
    return is_told and type(registered) is int and 0 <= registered < _MAX_COUNT and _is_section(row["section"])


def _is_count(key: str, counted: Any) -> bool:
    """Whether a key with its number is one that a deck check counts by."""
    return type(counted) is int and abs(counted) < _MAX_COUNT and _is_section(key.rpartition("/")[0])


def _is_section(section: str) -> bool:
    """Whether a section is one that lists have."""
    try:
        name_section(section)
    except StopIteration:
        return False
    return True


_NAMES: Mapping[type, str] = {str: "text", bool: "true or false", int: "whole number"}


def _read_moment(value: Any, place: str) -> datetime:
    try:
        found = datetime.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise InputError("this is no moment; write 2026-11-28T17:00:00Z", place=place, code="wrong-value") from error
    if found.tzinfo is None:
        raise InputError("this moment has no offset; end it with Z", place=place, code="wrong-value")
    if not 1990 <= found.year <= 2200:
        raise InputError(f"the year {found.year} is not between 1990 and 2200", place=place, code="wrong-value")
    return found.astimezone(UTC)


def read_object(value: Any, place: str) -> dict[str, Any]:
    """An object of a file. Raises InputError."""
    if not isinstance(value, dict):
        raise InputError("this is no object", place=place, code="wrong-value")
    return value


def read_items(said: Mapping[str, Any], name: str, place: str, most: int) -> list[tuple[str, Any]]:
    """The items of a list in an object, with the place of each; none where it is left out. Raises InputError."""
    value = said.get(name, [])
    where = f"{place}.{name}" if place else name
    if not isinstance(value, list):
        raise InputError("this is no list", place=where, code="wrong-value")
    if len(value) > most:
        raise InputError(f"{len(value):,} entries; at most {most:,}", place=where, code="too-many")
    return [(f"{where}[{number}]", each) for number, each in enumerate(value)]
