"""Deck checks and judges’ notes out of an event’s file, and the rows of it that they refer to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import InputError
from vsdb.events.models import CheckJudge, DeckCheck, Event, EventList, JudgeNote, ListVersion, Registration
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
    """Store the deck checks and notes of a file. Raises InputError with the place in it."""
    checks: list[DeckCheck] = []
    for place, each in read_items(said, "checks", "", MAX_CHECKS):
        held = read_object(each, place)
        check = read_fields(DeckCheck(event=made.event), held, fields.CHECK + fields.CHECK_CARDS, place)
        check.registration = made.player(held.get("player"), f"{place}.player")
        check.list = made.list_of(held.get("list"), f"{place}.list")
        check.version = _find_version(check.list, held.get("version"), f"{place}.version")
        check.rival = _find_rival(checks, held.get("rival"), f"{place}.rival")
        check.save(force_insert=True)
        for where, judge in read_items(held, "judges", place, MAX_JUDGES):
            read_fields(CheckJudge(check_of=check), judge, fields.CHECK_JUDGE, where).save(force_insert=True)
        checks.append(check)
    for place, each in read_items(said, "notes", "", MAX_CHECKS):
        held = read_object(each, place)
        note = read_fields(JudgeNote(event=made.event), held, fields.NOTE, place)
        note.registration = made.player(held.get("player"), f"{place}.player")
        note.list = made.list_of(held.get("list"), f"{place}.list")
        note.save(force_insert=True)


def _find_version(entry: EventList | None, number: Any, place: str) -> ListVersion | None:
    """A version of a list; None where the file has it without its cards. Raises InputError."""
    if number is None or entry is None:
        return None
    if type(number) is not int:
        raise InputError("no version has this number", place=place, code="wrong-value")
    return entry.versions.filter(number=number).first()


def _find_rival(checks: list[DeckCheck], earlier: Any, place: str) -> DeckCheck | None:
    """The earlier check beside which one was set aside, by its place in the file. Raises InputError."""
    if earlier is None:
        return None
    if type(earlier) is not int or not 0 <= earlier < len(checks):
        raise InputError("there is no earlier check with this number", place=place, code="wrong-value")
    return checks[earlier]
