"""Do what processes that were killed or failed have left undone."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from vsdb.core.commands import StatusCommand, add_json
from vsdb.operations.catching_up import CaughtUp, catch_up

STILL_BEHIND = 1


class Command(StatusCommand):
    """Do what was left undone. Exit status: 0 nothing is behind, 1 something still is, 2 failed."""

    help = (
        "Do what killed or failed processes have left undone after new facts: search index, legality tables, rechecks, "
        "list of changes, news of what people follow, bulk files; interrupted rechecks, imports, "
        "simulation runs, checks of many lists, and work for events. "
        "Exit status: 0 nothing is behind any more, 1 something still is, 2 failed."
    )

    database_problem = "can't use the database ({})"

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_json(parser, "print one JSON line per thing done")

    def run(self, options: dict[str, Any]) -> int:
        done: list[CaughtUp] = []
        for each in catch_up():
            done.append(each)
            self.say(json.dumps(asdict(each), ensure_ascii=False) if options["json"] else _say(each))
        if not done and not options["json"]:
            self.say("Nothing is behind.")
        return STILL_BEHIND if any(each.problem for each in done) else 0


def _say(each: CaughtUp) -> str:
    what = f"{each.game}: {each.title}" if each.game else each.title
    return f"{what}: still behind ({each.problem})" if each.problem else f"{what}: caught up"
