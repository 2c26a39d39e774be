"""Remind players of missing lists, and send the notices that are due."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from vsdb.core.commands import StatusCommand, add_json
from vsdb.core.mail import find_mail_fault
from vsdb.events import clock
from vsdb.events.notices.reminders import make_reminders
from vsdb.events.notices.sending import SendingCount, list_waiting, send_due
from vsdb.events.registration.waiting import promote_everywhere


class Command(StatusCommand):
    """Send the notices of events that are due. Exit status 1: some wait still; 2: failed."""

    help = (
        "Offer free places to who waits, remind players whose list is missing, and send the notices of events that "
        "are due. The site does it by itself every minute. Exit status: 0 done, 1 some couldn't be sent and wait, "
        "2 failed."
    )

    database_problem = "can't use the database ({})"

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_json(parser, "print the counts as JSON")

    def run(self, options: dict[str, Any]) -> int:
        now = clock.get_now()
        promote_everywhere(now)
        reminders, total = make_reminders(now), SendingCount()
        while (count := send_due(now)).sent + count.dropped:
            total.add(count)
        total.add(count)
        waiting = list_waiting(now).count()
        fault = find_mail_fault()
        if options["json"]:
            said = {"reminders": reminders, **asdict(total), "waiting": waiting, "problem": fault}
            self.say(json.dumps(said))
        else:
            why = f": {fault}" if fault else ""
            self.say(f"{total.sent} sent, {total.dropped} dropped, {waiting} waiting{why}")
        return int(waiting > 0)
