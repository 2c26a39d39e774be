"""What is different between two versions of a format, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from engine.formats.pools import pool_on
from engine.model.formats import Ban, Format
from vsdb.catalog.formats.messages import asks, pool_in_words
from vsdb.core.words import between, day


@dataclass(frozen=True, slots=True)
class Difference:
    """A part of a format, with what only the older version says of it and what only the newer one does."""

    part: str
    gone: tuple[str, ...]
    come: tuple[str, ...]


def differences(before: Format, after: Format, on: date) -> list[Difference]:
    """The parts in which two versions differ; the sets are those of a day. No query."""
    sets_then, sets_now = (_sets(fmt, on) for fmt in (before, after))
    parts: tuple[tuple[str, Sequence[str], Sequence[str]], ...] = (
        ("Name", [before.name], [after.name]),
        ("Pool", [pool_in_words(before)], [pool_in_words(after)]),
        (f"Sets on {day(on)}", sets_then, sets_now),
        ("Named sets", _named(before), _named(after)),
        ("What it asks", asks(before), asks(after)),
        ("Bans", [*map(ban_in_words, before.bans)], [*map(ban_in_words, after.bans)]),
        ("Season", _season(before), _season(after)),
        ("Notes", [*before.doubts, before.notes], [*after.doubts, after.notes]),
    )
    found = (Difference(part, _only(one, other), _only(other, one)) for part, one, other in parts)
    return [each for each in found if each.gone or each.come]


def ban_in_words(ban: Ban) -> str:
    """A ban in a line: what, from when, until when."""
    narrowed = [*(ban.versions or ()), ban.identity, ban.type, ban.team, ban.set_code, ban.universe, *ban.printings]
    which = f" ({', '.join(filter(None, narrowed))})" if any(narrowed) else ""
    until = f", until {between(ban.ends)}" if ban.ends else ""
    why = f": {ban.reason}" if ban.reason else ""
    return f"{ban.card}{which}, from {between(ban.begins)}{until}{why}"


def _sets(fmt: Format, on: date) -> list[str]:
    pool = pool_on(fmt, on)
    return [
        *(f"{fmt.sets[code].name} ({code})" for code in pool.certain),
        *(f"{fmt.sets[code].name} ({code}), in doubt" for code in pool.uncertain),
    ]


def _named(fmt: Format) -> list[str]:
    """The sets that the definition names, whether they are in it that day or not."""
    return [f"{fmt.sets[code].name} ({code})" if code in fmt.sets else code for code in fmt.pool.sets]


def _season(fmt: Format) -> list[str]:
    begins = f"It begins {between(fmt.starts)}." if fmt.starts else ""
    ends = f"It ends {between(fmt.ends)}." if fmt.ends else ""
    return [each for each in (begins, ends) if each]


def _only(some: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """What is said in the one and not in the other, in its order."""
    known = set(others)
    return tuple(each for each in dict.fromkeys(some) if each and each not in known)
