"""A whole event out of a file."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError

from engine import InputError, NotFound
from vsdb.core.commands import UNUSABLE, StatusCommand, add_json, read_start, report_file_errors, to_printable
from vsdb.core.errors import ApplicationError
from vsdb.events import clock
from vsdb.events.transfer.event_import import MAX_UNPACKED, import_event, load_event


class Command(StatusCommand):
    """Import a whole event as somebody's new event. Exit status: 0 imported, 2 failed."""

    help = "Import a file of export_event as a new event. Exit status: 0 imported, 2 failed."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file, also packed by gzip; - for standard input")
        parser.add_argument("--user", metavar="NAME", required=True, help="the user name of its head organizer")
        add_json(parser, "print the new event's number as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Nothing is kept where anything is wrong."""
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise NotFound(f"there is no account {options['user']!r}")
        with report_file_errors(to_printable(options["file"])):
            raw = read_start(options["file"], MAX_UNPACKED)
        try:
            event = import_event(load_event(raw), user.pk, clock.get_now())
        except (InputError, ApplicationError) as error:
            raise CommandError(str(error), returncode=UNUSABLE) from error
        told = {"event": event.pk, "title": event.title, "stage": event.stage}
        self.say(json.dumps(told) if options["json"] else f"{event.title} is event {event.pk} of {user}.")
        return 0
