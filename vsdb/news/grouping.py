"""Changes of one kind, one day and the same formats as one: twelve cards banned together are one line of a page."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import groupby

from vsdb.core.words import counted
from vsdb.news.messages import Told, named, when_of
from vsdb.news.models import Change

Kind = Change.Kind
_TOGETHER = (Kind.BAN_BEGAN, Kind.BAN_ENDED, Kind.SET_ROTATED)


@dataclass(frozen=True, slots=True)
class Member:
    """One of several that changed together: its name, where it is told at length, what it is narrowed to."""

    name: str
    href: str
    narrowed: str = ""


@dataclass(frozen=True, slots=True)
class Wave:
    """What changed together; `members` is empty where it is one change alone, which `first` tells."""

    first: Told
    title: str = ""
    text: str = ""
    members: tuple[Member, ...] = ()


def waves(rows: Iterable[Told]) -> list[Wave]:
    """Neighbours that changed together as one, in their order."""
    return [_wave(list(group)) for _, group in groupby(rows, _together)]


def _together(told: Told) -> Hashable:
    """What is the same of changes that are one line; a change of another kind is alone."""
    change = told.change
    if change.kind not in _TOGETHER or told.is_withdrawn or change.before:
        return change.pk
    formats = str(change.facts.get("formats") or change.facts.get("format"))
    days = (change.earliest, change.latest, told.is_news and change.recorded)
    return change.game_id, change.kind, days, formats, change.facts.get("event", "")


def _wave(rows: list[Told]) -> Wave:
    first = rows[0]
    if len(rows) == 1:
        return Wave(first)
    facts, number, has_come = first.change.facts, len(rows), not first.is_upcoming
    if first.change.kind == Kind.SET_ROTATED:
        verb = "left" if has_come else "leave"
        title = f"{counted(number, 'set').capitalize()} {verb} {facts['format_name']}"
        text = f"They {'rotated' if has_come else 'rotate'} out {when_of(first.change)}."
        return Wave(first, title, text, tuple(Member(each.change.facts["name"], each.href) for each in rows))
    is_end = first.change.kind == Kind.BAN_ENDED
    verb = ("ended" if has_come else "end") if is_end else ("began" if has_come else "begin")
    what = "no longer banned" if is_end else "banned"
    cards = counted(number, "card").capitalize()
    event = f" They were first applied at {facts['event']}." if facts["event"] and not is_end else ""
    return Wave(
        first,
        f"{cards} {what} in {named([name for _, name in facts['formats']])}",
        f"The bans {verb} {when_of(first.change)}.{event}",
        tuple(Member(each.change.facts["card"], each.href, _narrowed(each)) for each in rows),
    )


def _narrowed(told: Told) -> str:
    facts = told.change.facts
    return named(facts["printings"], 5) if facts["printings"] else facts["set"]
