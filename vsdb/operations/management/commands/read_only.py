"""Switch read-only mode on and off."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from vsdb.core.commands import UNUSABLE, StatusCommand, report_file_errors
from vsdb.core.read_only import (
    DEFAULT_REASON,
    get_read_only_mode,
    switch_read_only_off,
    switch_read_only_on,
)

_ON = 1


class Command(StatusCommand):
    """Switch read-only mode, or say whether it is on. Exit status: 0 done or off, 1 `status` found it on, 2 failed."""

    help = (
        "Switch read-only mode on or off for all processes that share VAR_DIR: pages are read, nothing is stored, a "
        "banner says why. Exit status: 0 done, or off; 1 status found it on; 2 failed."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("switch", choices=["on", "off", "status"])
        parser.add_argument("--reason", default=DEFAULT_REASON, help="a sentence for visitors, with on")
        parser.add_argument("--minutes", type=int, help="about how long it takes, with on; it doesn't end by itself")

    def run(self, options: dict[str, Any]) -> int:
        """Switch, or look."""
        with report_file_errors(settings.READ_ONLY_FILE, to="written"):
            if options["switch"] == "on":
                minutes = options["minutes"]
                if minutes is not None and not 0 < minutes <= 60 * 24 * 7:
                    raise CommandError("--minutes takes a number from 1 to 10080, a week", returncode=UNUSABLE)
                until = timezone.now() + timedelta(minutes=minutes) if minutes else None
                switch_read_only_on(options["reason"].strip(), until=until)
            elif options["switch"] == "off":
                switch_read_only_off()
        mode = get_read_only_mode()
        if mode is None:
            self.say("Read-only mode is off.")
            return 0
        self.say(f"Read-only mode is on{f' since {mode.since}' if mode.since else ''}: {mode.reason}")
        if options["switch"] == "off":
            raise CommandError("it is on by the setting READ_ONLY; remove that and restart", returncode=UNUSABLE)
        return _ON if options["switch"] == "status" else 0
