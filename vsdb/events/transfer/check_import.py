"""Deck checks, conflicts and judges’ notes out of an event’s file, and the rows of it that they refer to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import InputError
from vsdb.events.checks.settling import MINE, THEIRS
from vsdb.events.models import (
    CheckJudge,
    DeckCheck,
    Event,
    EventList,
    JudgeNote,
    ListVersion,
    Penalty,
    Registration,
    SyncItem,
)
from vsdb.events.transfer import event_fields as fields
from vsdb.events.transfer.event_fields import read_fields, read_items, read_object

MAX_CHECKS, MAX_JUDGES = 20_000, 100


@dataclass
class MadeRows:
    """What has been made so far, by what the file calls it."""

    event: Event
    players: dict[int, Registration] = field(default_factory=dict)
    lists: dict[tuple[int, int], EventList] = field(default_factory=dict)

    def player(self, number: Any, place: str) -> Registration:
        """The player of a number. Raises InputError."""
        found = self.players.get(number) if type(number) is int else None
        if found is None:
            raise InputError("no player has this number", place=place, code="wrong-value")
        return found

    def list_of(self, said: Any, place: str) -> EventList | None:
        """The list of a player and a slot; None for null. Raises InputError."""
        if said is None:
            return None
        held = read_object(said, place)
        key = (held.get("player"), held.get("slot"))
        found = self.lists.get(key) if all(type(each) is int for each in key) else None  # type: ignore[arg-type]
        if found is None:
            raise InputError("no list is of this player and slot", place=place, code="wrong-value")
        return found


def store_checks(made: MadeRows, said: Mapping[str, Any]) -> None:
    """Store the deck checks, conflicts and notes of a file. Raises InputError with the place in it."""
    checks: list[DeckCheck] = []
    for place, each in read_items(said, "checks", "", MAX_CHECKS):
        held = read_object(each, place)
        check = read_fields(DeckCheck(event=made.event), held, fields.CHECK + fields.CHECK_CARDS, place)
        check.registration = made.player(held.get("player"), f"{place}.player")
        check.list = made.list_of(held.get("list"), f"{place}.list")
        check.version = _find_version(check.list, held.get("version"), f"{place}.version")
        check.rival = _find_check(checks, held.get("rival"), f"{place}.rival")
        check.save(force_insert=True)
        for where, judge in read_items(held, "judges", place, MAX_JUDGES):
            read_fields(CheckJudge(check_of=check), judge, fields.CHECK_JUDGE, where).save(force_insert=True)
        checks.append(check)
    for place, each in read_items(said, "conflicts", "", MAX_CHECKS):
        _store_conflict(made, checks, read_object(each, place), place)
    for place, each in read_items(said, "notes", "", MAX_CHECKS):
        held = read_object(each, place)
        note = read_fields(JudgeNote(event=made.event), held, fields.NOTE, place)
        note.registration = made.player(held.get("player"), f"{place}.player")
        note.list = made.list_of(held.get("list"), f"{place}.list")
        note.save(force_insert=True)


def _store_conflict(made: MadeRows, checks: list[DeckCheck], said: Mapping[str, Any], place: str) -> None:
    """A conflict with the check or the penalty it is about. Raises InputError."""
    item = SyncItem(event=made.event, result=SyncItem.Result.CONFLICT)
    read_fields(item, said, fields.CONFLICT, place)
    item.deck_check = _find_check(checks, said.get("check"), f"{place}.check")
    if item.settled not in ("", MINE, THEIRS):
        raise InputError(f"use {MINE}, {THEIRS} or an empty text", place=f"{place}.settled", code="wrong-value")
    is_penalty = item.kind == SyncItem.Kind.PENALTY
    if is_penalty and said.get("penalty") is not None:
        item.payload = _read_penalty_sent(made, said["penalty"], f"{place}.penalty")
    if not item.settled and not (item.payload if is_penalty else item.deck_check):
        name = "penalty" if is_penalty else "check"
        raise InputError("nothing is there to settle", place=f"{place}.{name}", code="wrong-value")
    item.save(force_insert=True)


def _read_penalty_sent(made: MadeRows, given: Any, place: str) -> dict[str, Any]:
    """The payload of a penalty, as a device sends it to this event. Raises InputError."""
    said = read_object(given, place)
    sent = read_fields(Penalty(), said, fields.PENALTY_SENT, place)
    entry = made.list_of(said.get("list"), f"{place}.list")
    player = made.player(said.get("player"), f"{place}.player")
    told = {name: getattr(sent, name) for name in fields.PENALTY_SENT}
    if not told["infraction"].strip():
        raise InputError("this is empty", place=f"{place}.infraction", code="wrong-value")
    return {"player": player.number, "list": entry.pk if entry else None, **told}


def _find_version(entry: EventList | None, number: Any, place: str) -> ListVersion | None:
    """A version of a list; None where the file has it without its cards. Raises InputError."""
    if number is None or entry is None:
        return None
    if type(number) is not int:
        raise InputError("no version has this number", place=place, code="wrong-value")
    return entry.versions.filter(number=number).first()


def _find_check(checks: list[DeckCheck], earlier: Any, place: str) -> DeckCheck | None:
    """A check by its place in the file: beside which one was set aside, or of a conflict. Raises InputError."""
    if earlier is None:
        return None
    if type(earlier) is not int or not 0 <= earlier < len(checks):
        raise InputError("there is no earlier check with this number", place=place, code="wrong-value")
    return checks[earlier]
