"""Pick lists at random to be checked, and work a pick out again from the log."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from engine import InputError, NotFound
from engine.model.serialization import dump_json
from vsdb.core.commands import UNUSABLE, StatusCommand
from vsdb.core.errors import ApplicationError
from vsdb.events import clock, log
from vsdb.events.checks.picking import MAX_PICKED, PICKED, pick_at_random, repeat_pick
from vsdb.events.models import Event, EventList, LogEntry


class Command(StatusCommand):
    """Pick lists to be checked. Exit status: 0 picked, or a repeated pick is the same; 1 it isn't; 2 failed."""

    help = (
        "Pick unchecked lists of an event at random, and log the seed. With --repeat, work a pick out again from its "
        "row of the log. Exit status: 0 picked, or the same again; 1 not the same; 2 failed."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="NUMBER", type=int, help="the event's number")
        parser.add_argument("--count", metavar="N", type=int, default=1, help="how many lists; default: 1")
        parser.add_argument("--cut", action="store_true", help="only lists of players in the cut")
        parser.add_argument("--seed", metavar="TEXT", default="", help="default: a random one")
        parser.add_argument("--repeat", metavar="ROW", type=int, help="the number of a row of the log")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def run(self, options: dict[str, Any]) -> int:
        """The picked lists, a line each."""
        event = Event.objects.filter(pk=options["event"]).first()
        if event is None:
            raise NotFound(f"there is no event {options['event']}")
        try:
            return (
                self._repeat(event, options["repeat"]) if options["repeat"] is not None else self._pick(event, options)
            )
        except ApplicationError as refused:
            raise CommandError(refused.message, returncode=UNUSABLE) from refused

    def _pick(self, event: Event, options: dict[str, Any]) -> int:
        if not 1 <= options["count"] <= MAX_PICKED:
            raise InputError(f"from 1 to {MAX_PICKED}", place="count")
        words = {"in_cut": options["cut"], "count": options["count"], "seed": options["seed"][:80]}
        self._show(pick_at_random(event, log.CLOCK, clock.get_now(), **words), as_json=options["json"])
        return 0

    def _repeat(self, event: Event, number: int) -> int:
        entry = LogEntry.objects.filter(event=event.pk, number=number, action=PICKED).first()
        if entry is None:
            raise NotFound(f"row {number} of the log of event {event.pk} is no pick")
        found = repeat_pick(entry)
        is_same = found == entry.after["lists"]
        self.say(f"{'the same' if is_same else 'not the same'}: {', '.join(map(str, found))}")
        return 0 if is_same else 1

    def _show(self, lists: list[EventList], *, as_json: bool) -> None:
        rows = [
            {"list": each.pk, "player": each.registration.number, "name": each.registration.shown_name}
            for each in lists
        ]
        if as_json:
            self.say(dump_json({"lists": rows}))
            return
        for row, each in zip(rows, lists, strict=True):
            table = each.registration.table
            self.say(f"Player {row['player']}, {row['name']}{f', table {table}' if table else ''}: list {row['list']}")
