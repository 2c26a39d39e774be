"""Picking lists at random to be checked: repeatable from the log, and never a checked one while others aren't.

Devices without a network pick in the same way (`static/js/desk_parts.js`), and send the pick to be logged.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence, Set
from datetime import datetime

from django.db import transaction

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import parse_whole_number
from vsdb.events import log
from vsdb.events.access import Asker
from vsdb.events.checks import selectors
from vsdb.events.checks.selectors import list_checkable
from vsdb.events.models import Event, EventList, LogEntry

PICKED = "check-picked"
MAX_PICKED = 100  #: lists at once
WAYS = ("random", "cut", "table", "name", "code")  #: in which lists are picked
SCOPES = UNCHECKED, CUT, AGAIN = "unchecked", "cut", "again"
_SEED = re.compile("[0-9a-f]{16}")
_RANGE = re.compile(r"(\d{1,15})(?:-(\d{1,15}))?", re.ASCII)


@transaction.atomic
def pick_at_random(
    event: Event, actor: int, now: datetime, *, in_cut: bool = False, count: int = 1, seed: str = ""
) -> list[EventList]:
    """Pick unchecked lists at random, of the cut alone with `in_cut`. The log has the seed and among which lists.

    Who has no checked list comes first. Only where every list is checked, one is picked to be checked again. Raises
    ApplicationError where none is left to pick.
    """
    lists = {each.pk: each for each in list_checkable(event, now) if not in_cut or each.registration.is_in_cut}
    if not lists:
        said = "No list of the cut is locked." if in_cut else "No list is locked yet."
        raise ApplicationError(said, code="no-lists")
    unchecked = [each for each in lists.values() if not each.is_checked]
    if in_cut and not unchecked:
        raise ApplicationError("Every list in the cut is checked.", code="all-checked")
    scope = CUT if in_cut else UNCHECKED if unchecked else AGAIN
    free = [each for each in unchecked or lists.values() if not each.is_taken]
    if not free:
        raise ApplicationError("Every list that is left is being checked now.", code="all-taken")
    checked = {each.registration_id for each in lists.values() if each.is_checked}
    first = [each for each in free if each.registration_id not in checked] or free
    seed = seed or secrets.token_hex(8)
    picked = choose(seed, [each.pk for each in first], min(count, MAX_PICKED))
    after = {"seed": seed, "scope": scope, "among": write_keys(each.pk for each in first), "lists": picked}
    log.record(event, actor, PICKED, after=after)
    return [lists[key] for key in picked]


def pick_lists(event: Event, asker: Asker, how: str, value: str, now: datetime) -> list[EventList]:
    """The lists that are picked one of the ways; at least one. Raises InputError and ApplicationError."""
    if how in ("random", "cut"):
        return pick_at_random(event, log.get_actor(event, user=asker.user), now, in_cut=how == "cut")
    if how == "table":
        table = parse_whole_number(value, "value", digits=4, what="table")
        newest = selectors.find_newest_round(event)
        where = f"table {table} in round {newest.number}" if newest else f"table {table}"
        return _need(selectors.list_at_table(event, table, now), f"no locked list is at {where}")
    if how == "name":
        if not value:
            raise InputError("write a part of a name, or a number", place="value")
        return _need(selectors.list_named(event, value, now), f"no player with a locked list is called {value[:40]!r}")
    if how == "code":
        found = selectors.find_by_code(event, value)
        lists = [found] if found else selectors.list_with_fingerprint(event, value, now)
        return _need(lists, f"no sheet of this event has the code {value[:20]!r}, and no locked list that fingerprint")
    raise InputError(f"use one of {', '.join(WAYS)}", place="how")


def _need(lists: list[EventList], problem: str) -> list[EventList]:
    if not lists:
        raise InputError(problem, place="value", code="nobody")
    return lists


def log_device_pick(event: Event, actor: int, at: datetime, seed: str, among: str, picked: int, scope: str) -> None:
    """Log a list that a device picked without a network, once it is the one that the seed picks. Raises InputError."""
    if not _SEED.fullmatch(seed):
        raise InputError("16 digits from 0 to f", place="seed", code="wrong-shape")
    if scope not in SCOPES:
        raise InputError(f"use one of {', '.join(SCOPES)}", place="scope", code="wrong-shape")
    known = set(EventList.objects.filter(event=event).values_list("pk", flat=True))
    keys = _read_sent_keys(among, known)
    if [picked] != choose(seed, keys):
        raise InputError("the seed picks another list", place="list", code="other-pick")
    moment = at.isoformat(timespec="seconds")
    after = {"seed": seed, "scope": scope, "among": write_keys(keys), "lists": [picked], "picked_at": moment}
    log.record(event, actor, PICKED, after=after)


def _read_sent_keys(ranges: str, known: Set[int]) -> list[int]:
    """The keys of ranges that somebody sent: each of a list of the event, at most once. Raises InputError."""
    found: set[int] = set()
    for each in ranges.split(","):
        said = _RANGE.fullmatch(each)
        first, last = (int(said[1]), int(said[2] or said[1])) if said else (1, 0)
        # Counted before it is spelt out: a range may name any number of lists.
        if not 0 <= last - first < len(known) or not known >= set(range(first, last + 1)):
            raise InputError("ranges of lists of this event, as in 3-7,9", place="among", code="wrong-shape")
        found.update(range(first, last + 1))
    return sorted(found)


def choose(seed: str, keys: Iterable[int], count: int = 1) -> list[int]:
    """The keys whose SHA-256 with the seed is smallest: any program finds the same ones from the log."""
    return sorted(keys, key=lambda key: hashlib.sha256(f"{seed}:{key}".encode()).hexdigest())[:count]


def repeat_pick(entry: LogEntry) -> list[int]:
    """The lists that a row of the log picked, worked out again from its seed."""
    said = entry.after
    return choose(said["seed"], read_keys(said["among"]), len(said["lists"]))


def write_keys(keys: Iterable[int]) -> str:
    """Keys as ranges: `3-7,9`."""
    ranges: list[list[int]] = []
    for key in sorted(keys):
        if ranges and key == ranges[-1][1] + 1:
            ranges[-1][1] = key
        else:
            ranges.append([key, key])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges)


def read_keys(ranges: str) -> Sequence[int]:
    """The keys of ranges."""
    found: list[int] = []
    for each in filter(None, ranges.split(",")):
        first, _, last = each.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found
