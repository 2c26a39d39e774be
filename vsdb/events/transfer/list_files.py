"""Lists of players out of a zip, a table or addresses, and what an import of them would do."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime

from engine import InputError
from vsdb.check.many.reading import GivenList, read_lists
from vsdb.core.errors import ApplicationError
from vsdb.events import clock
from vsdb.events.access import Asker, may_read_list
from vsdb.events.lists.services import hold, normalize_text, refuse_closed
from vsdb.events.models import Event, EventList, Registration
from vsdb.events.transfer.plans import CHANGED, IGNORED, NEW, SAME, PlannedRow, PlayerIndex
from vsdb.events.transfer.rows import ReadRows
from vsdb.events.verdicts.judging import get_event_question, judge_text

MAX_LISTS = 300  #: that are judged at once


def read_given_lists(text: str, files: list[tuple[str, bytes]]) -> list[GivenList]:
    """The lists of a text and of files. Raises InputError where there are none, or too many."""
    found = read_lists(text, files)
    if len(found) > MAX_LISTS:
        raise InputError(f"{len(found):,} lists; at most {MAX_LISTS} at once", place="lists", code="too-many")
    return found


def dump_lists(lists: list[GivenList]) -> str:
    """Lists as one text, as a preview carries them."""
    return json.dumps([[each.name, each.text, each.file, each.problem] for each in lists], ensure_ascii=False)


def load_lists(text: str) -> list[GivenList]:
    """The lists of such a text."""
    return [GivenList(*each) for each in json.loads(text)]


def plan_lists(
    event: Event, asker: Asker, lists: list[GivenList], read: ReadRows, now: datetime
) -> Iterator[PlannedRow]:
    """What each list does: of a player without a list it is new, else it takes the place of the one before.

    A list that can’t be read, or whose player can’t be found, is unread; one that comes too late is ignored. Only who
    may read the one before, or has sent it, is told that it is the same: else a preview would tell whether a guess is
    right.
    """
    index, question = PlayerIndex(event), get_event_question(event)
    current = _map_current(event)
    sender = event.actors.filter(user=asker.user).values_list("number", flat=True).first() if asker.user else None
    slots: defaultdict[int, int] = defaultdict(int)
    for number, each in enumerate(lists, start=1):
        found = index.find(each.name) or index.find(each.name.replace("_", " "))
        problem = each.problem
        if not problem and len(found) != 1:
            problem = "several players have this name" if found else "no player of this event has this name"
        text = normalize_text(each.text)
        if not problem:
            try:
                judged = judge_text(question, text, each.file)
            except InputError as error:
                problem = str(error)
        if problem:
            read.refuse(number, each.name, problem)
            continue
        player = found[0]
        slots[player.pk] += 1
        slot = slots[player.pk]
        changes = {"slot": slot, "text": text, "file": each.file}
        base = PlannedRow(number, player.shown_name, NEW, player.number, changes)
        if refusal := _find_refusal(event, player, slot, now):
            yield PlannedRow(number, player.shown_name, IGNORED, player.number, reason=refusal)
            continue
        held = current.get((player.pk, slot))
        if held is None or held.current is None:
            yield base
            continue
        is_known = held.current.by == sender or may_read_list(event, asker, held, now)
        is_same = is_known and held.current.text == judged.text
        yield PlannedRow(number, player.shown_name, SAME if is_same else CHANGED, player.number, changes)


def _find_refusal(event: Event, player: Registration, slot: int, now: datetime) -> str:
    """Why a list of a player isn’t taken now; empty where it is."""
    try:
        refuse_closed(event, player, slot)
    except ApplicationError as error:
        return error.message
    return "lists are locked" if hold(event, player, now).state == clock.TOO_LATE else ""


def _map_current(event: Event) -> dict[tuple[int, int], EventList]:
    """The lists with a current version by registration and slot; one query."""
    rows = EventList.objects.filter(event=event).exclude(current=None).select_related("current", "registration")
    return {(each.registration_id, each.slot): each for each in rows}
