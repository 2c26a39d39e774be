"""Judge deck lists from files."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from celery import current_app
from celery.exceptions import TimeoutError as NoAnswer
from celery.result import AsyncResult
from django.conf import settings
from django.core.management.base import CommandError
from kombu.exceptions import OperationalError as BrokerError

from engine.model.errors import InputError
from vsdb.check.tasks import ListResult, check_list
from vsdb.check.verdict_text import format_verdict
from vsdb.core.commands import (
    STATUSES,
    UNUSABLE,
    QueryCommand,
    add_format_and_day,
    add_json,
    dump_json,
    read_day_option,
    read_list,
    to_printable,
)

WORST_FIRST = (UNUSABLE, *reversed([*STATUSES.values()]))


class Command(QueryCommand):
    """Judge deck lists. Exit status: 0 legal, 1 illegal, 3 uncertain, 2 can't be used; of several files the worst."""

    help = (
        "Say whether deck lists are legal, and why. Game, format and day come from the options, else from each list's "
        "own '# game:', '# format:' and '# as-of:' lines; the day last from today. "
        "Exit status: 0 legal, 1 illegal, 3 uncertain, 2 can't be used; of several files the worst: 2, 1, 3, 0."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a deck list; - reads standard input")
        add_format_and_day(parser)
        add_json(parser, "one verdict a line, as JSON, each with its file")
        parser.add_argument("--queue", action="store_true", help="let the Celery workers judge")
        parser.add_argument(
            "--timeout", type=float, default=60.0, metavar="SECONDS", help="how long to wait for the workers' answers"
        )

    def run(self, options: dict[str, Any]) -> int:
        """Judge every file, also after one that can't be used."""
        try:
            statuses = list(self._judge_all(options))
        except (BrokerError, NoAnswer) as exc:
            raise CommandError(f"no answer from the workers: {exc}", returncode=UNUSABLE) from exc
        return next(status for status in WORST_FIRST if status in statuses)

    def _judge_all(self, options: dict[str, Any]) -> Iterator[int]:
        as_of = read_day_option(options, "as_of")
        asked = {
            "game": options["game"],
            "formats": [options["format"]] if options["format"] else [],
            "dates": [as_of.isoformat()] if as_of else [],
        }
        if options["queue"]:
            _reach_broker()
        # All lists are handed out before the first answer is waited for.
        judged: list[ListResult | AsyncResult] = []
        for file in options["files"]:
            try:
                text = read_list(file)
            except InputError as error:
                judged.append({"verdicts": [], "error": error.message})
            else:
                judged.append(check_list.delay(text, **asked) if options["queue"] else check_list(text, **asked))
        for file, result in zip(options["files"], judged, strict=True):
            answer = result.get(timeout=options["timeout"]) if isinstance(result, AsyncResult) else result
            yield from self._show(to_printable(file), answer, as_json=options["json"])

    def _show(self, file: str, result: ListResult, *, as_json: bool) -> Iterator[int]:
        if result["error"] is not None:
            self.stderr.write(f"{file}: {result['error']}")
            yield UNUSABLE
        for verdict in result["verdicts"]:
            self.say(dump_json({"file": file, **verdict}) if as_json else "\n".join(format_verdict(file, verdict)))
            yield STATUSES[verdict["outcome"]]


def _reach_broker() -> None:
    """Raise BrokerError soon where the broker doesn't answer, and do nothing where tasks run in process."""
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        with current_app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, interval_start=0.2, timeout=5)
