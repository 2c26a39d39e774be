"""Judge deck lists from files."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from celery import current_app
from celery.exceptions import TimeoutError as NoAnswer
from celery.result import AsyncResult
from django.conf import settings
from django.core.management.base import CommandError
from kombu.exceptions import OperationalError as BrokerError

from engine import GAMES, InputError
from engine.model import verdicts
from vsdb.check.many.archives import is_zip
from vsdb.check.many.reading import is_table
from vsdb.check.tasks import ListResult, check_list
from vsdb.core import commands

WORST_FIRST = (commands.UNUSABLE, *reversed([*commands.STATUSES.values()]))
SIGNS = {verdicts.ERROR: "✗", verdicts.UNKNOWN: "?", verdicts.WARNING: "!", verdicts.INFO: "i"}
OUTCOMES = {"legal": "✓ Legal", "illegal": "✗ Illegal", "uncertain": "? Uncertain"}
#: What is said of rules with this outcome, the worst first.
_RULES_THAT = {
    verdicts.BROKEN: "broken",
    verdicts.UNKNOWN: "unknown",
    verdicts.NONE_RECORDED: "assumed to hold",
    verdicts.OK: "hold",
    verdicts.NOT_APPLICABLE: "not applicable",
}


class Command(commands.QueryCommand):
    """Judge deck lists. Exit status: 0 legal, 1 illegal, 3 uncertain, 2 can't be used; of several files the worst."""

    help = (
        "Check whether deck lists are legal, and why. Options override the '# game:', '# format:' and '# as-of:' lines "
        "of a list. Without a date, today is used. "
        "Exit status: 0 legal, 1 illegal, 3 uncertain, 2 unusable input; with several files the worst: 2, 1, 3, 0."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a deck list; - reads standard input")
        commands.add_format_and_day(parser)
        commands.add_json(parser, "print one verdict per line as JSON, each with its file")
        parser.add_argument("--queue", action="store_true", help="let the Celery workers do the checks")
        how_long = "how long to wait for the workers"
        parser.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS", help=how_long)

    def run(self, options: dict[str, Any]) -> int:
        """Judge every file, also after one that can't be used."""
        try:
            statuses = list(self._judge_all(options))
        except (BrokerError, NoAnswer) as exc:
            raise CommandError(f"no answer from the workers: {exc}", returncode=commands.UNUSABLE) from exc
        return next(status for status in WORST_FIRST if status in statuses)

    def _judge_all(self, options: dict[str, Any]) -> Iterator[int]:
        as_of = commands.read_day_option(options, "as_of")
        formats = [options["format"]] if options["format"] else []
        dates = [as_of.isoformat()] if as_of else []
        judge = check_list.delay if options["queue"] else check_list
        if options["queue"]:
            _reach_broker()
        # All lists are handed out before the first answer is waited for.
        judged: list[ListResult | AsyncResult] = []
        for file in options["files"]:
            try:
                text = _read_list(file)
            except InputError as error:
                judged.append({"verdicts": [], "error": _explain(file, error)})
            else:
                judged.append(judge(text, game=options["game"], formats=formats, dates=dates))
        for file, result in zip(options["files"], judged, strict=True):
            answer = result.get(timeout=options["timeout"]) if isinstance(result, AsyncResult) else result
            yield from self._show(commands.to_printable(file), answer, options)

    def _show(self, file: str, result: ListResult, options: Mapping[str, Any]) -> Iterator[int]:
        if result["error"] is not None:
            self.stderr.write(f"{file}: {result['error']}")
            yield commands.UNUSABLE
        for verdict in result["verdicts"]:
            self.answer(options, partial(dict, {"file": file}, **verdict), format_verdict(file, verdict))
            yield commands.STATUSES[verdict["outcome"]]


def _read_list(file: str) -> str:
    """The text of one list. Raises InputError; for what holds many lists it names the command that takes it."""
    said = "check all of its lists with manage.py check_many"
    if file != "-" and Path(file).is_dir():
        raise InputError(f"this is a folder; {said}")
    text = commands.read_list(file)
    if is_table(text):
        raise InputError(f"this is a table of players and decks; {said}")
    return text


def _explain(file: str, error: InputError) -> str:
    """What is wrong with a file; of a zip file, which no text is, also the command that takes it."""
    try:
        is_archive = file != "-" and is_zip(commands.read_start(file, 4))
    except (OSError, ValueError):
        is_archive = False
    return "this is a zip file; check all of its lists with manage.py check_many" if is_archive else error.message


def _reach_broker() -> None:
    """Raise BrokerError soon where the broker doesn't answer, and do nothing where tasks run in process."""
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        with current_app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, interval_start=0.2, timeout=5)


def format_verdict(file: str, verdict: Mapping[str, Any]) -> Iterator[str]:
    """The outcome, each finding with its citation, and how many rules hold; the verdict as by `Verdict.as_dict`."""
    yield f"{file}: {OUTCOMES[verdict['outcome']]} in {verdict['format']} on {verdict['as_of']}"
    counts = ", ".join(f"{section} {count}" for section, count in verdict["counts"].items())
    yield f"  {GAMES[verdict['game']]}: {counts or 'no cards'}"
    for finding in verdict["findings"]:
        yield f"  {SIGNS[finding['severity']]} {finding['message']} [{_describe_source(finding)}]"
    yield f"  {_describe_checked(verdict['checked'])}"
    yield f"  Rules {verdict['edition']}, data {verdict['data_version'][:12]}"


def _describe_source(finding: Mapping[str, Any]) -> str:
    """The code, the citation and the lines."""
    lines = finding["lines"]
    where = f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}" if lines else ""
    cited = "{document} {rule}".format(**finding["citation"]) if finding["citation"] else ""
    return "; ".join(filter(None, (finding["code"], cited, where)))


def _describe_checked(checked: list[Mapping[str, Any]]) -> str:
    """How many rules were looked at and what came of them; a rule that looks at several sections counts once."""
    outcomes: dict[str, set[str]] = {}
    for rule in checked:
        outcomes.setdefault(rule["code"], set()).add(rule["outcome"])
    worst = Counter(next(each for each in _RULES_THAT if each in seen) for seen in outcomes.values())
    in_order = sorted(_RULES_THAT, key=lambda each: each != verdicts.OK)
    told = ", ".join(f"{worst[each]} {_RULES_THAT[each]}" for each in in_order if worst[each])
    return f"{len(outcomes)} rules checked: {told}"
