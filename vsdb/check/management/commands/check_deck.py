"""Judge deck lists from files."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from celery import current_app
from celery.exceptions import TimeoutError as NoAnswer
from celery.result import AsyncResult
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from kombu.exceptions import OperationalError as BrokerError

from engine.model.errors import InputError
from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from vsdb.check import services
from vsdb.check.management.list_files import printable, read_file
from vsdb.check.tasks import ListResult, check_list
from vsdb.check.verdict_text import verdict_lines

UNUSABLE = 2
STATUSES = {LEGAL: 0, ILLEGAL: 1, UNCERTAIN: 3}
WORST_FIRST = (UNUSABLE, STATUSES[ILLEGAL], STATUSES[UNCERTAIN], STATUSES[LEGAL])


class Command(BaseCommand):
    """Judge deck lists. Exit status: 0 legal, 1 illegal, 3 uncertain, 2 can't be used; of several files the worst."""

    help = (
        "Say whether deck lists are legal, and why. Game, format and day come from the options, else from each list's "
        "own '# game:', '# format:' and '# as-of:' lines; the day last from today. "
        "Exit status: 0 legal, 1 illegal, 3 uncertain, 2 can't be used; of several files the worst: 2, 1, 3, 0."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a deck list; - reads standard input")
        parser.add_argument("--format", metavar="SLUG", help="the format to judge in")
        parser.add_argument("--game", metavar="SLUG", help="vs-classic, vs-2pcg or riftbound")
        parser.add_argument("--as-of", metavar="YYYY-MM-DD", help="the day to judge on")
        parser.add_argument("--json", action="store_true", help="one verdict a line, as JSON, each with its file")
        parser.add_argument("--queue", action="store_true", help="let the Celery workers judge")
        parser.add_argument(
            "--timeout", type=float, default=60.0, metavar="SECONDS", help="how long to wait for the workers' answers"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Judge every file, also after one that can't be used."""
        try:
            days = [services.day(options["as_of"], place="--as-of")] if options["as_of"] else []
            statuses = list(self._judge_all(options, days))
        except InputError as exc:
            raise CommandError(str(exc), returncode=UNUSABLE) from exc
        except DatabaseError as exc:
            raise CommandError(
                f"the database can't be read ({exc}); set it up with manage.py migrate and manage.py load_reference",
                returncode=UNUSABLE,
            ) from exc
        except (BrokerError, NoAnswer) as exc:
            raise CommandError(f"no answer from the workers: {exc}", returncode=UNUSABLE) from exc
        if status := next(status for status in WORST_FIRST if status in statuses):
            sys.exit(status)

    def _judge_all(self, options: dict[str, Any], days: Sequence[date]) -> Iterator[int]:
        asked = {
            "game": options["game"],
            "formats": [options["format"]] if options["format"] else [],
            "dates": [day.isoformat() for day in days],
        }
        if options["queue"]:
            _reach_broker()
        read = [read_file(file) for file in options["files"]]
        # All lists are handed out before the first answer is waited for.
        judged: list[ListResult | AsyncResult] = [
            {"verdicts": [], "error": error}
            if error
            else check_list.delay(text, **asked)
            if options["queue"]
            else check_list(text, **asked)
            for text, error in read
        ]
        for file, result in zip(options["files"], judged, strict=True):
            answer = result.get(timeout=options["timeout"]) if isinstance(result, AsyncResult) else result
            yield from self._show(printable(file), answer, as_json=options["json"])

    def _show(self, file: str, result: ListResult, *, as_json: bool) -> Iterator[int]:
        if result["error"] is not None:
            self.stderr.write(f"{file}: {result['error']}")
            yield UNUSABLE
        for verdict in result["verdicts"]:
            if as_json:
                self._write(services.json_text({"file": file, **verdict}))
            else:
                self._write("\n".join(verdict_lines(file, verdict)))
            yield STATUSES[verdict["outcome"]]

    def _write(self, text: str) -> None:
        """Write at once; an answer that nobody got is no verdict, so its status isn't one either."""
        try:
            self.stdout.write(text)
            self.stdout.flush()
        except OSError as exc:
            # Python is not to try again when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(exc, BrokenPipeError):
                sys.exit(UNUSABLE)
            raise CommandError(f"the answer can't be written: {exc.strerror}", returncode=UNUSABLE) from exc


def _reach_broker() -> None:
    """Raise BrokerError soon where the broker doesn't answer, and do nothing where tasks run in process."""
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        with current_app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, interval_start=0.2, timeout=5)
