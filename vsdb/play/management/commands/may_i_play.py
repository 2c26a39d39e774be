"""Answer questions of play."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from engine import InputError
from engine.model.serialization import dump_json
from engine.model.verdicts import INFO, UNKNOWN, Citation
from engine.play.judging import Answer
from vsdb.core import commands
from vsdb.play.services import UnreadableQuestion, answer_question, answer_questions

_MAX_BYTES = 20_000_000
_MAX_QUESTIONS = 10_000
_WORST_FIRST = (commands.UNUSABLE, 1, 3, 0)  #: of exit statuses
_VERDICTS = {"legal": "Legal", "illegal": "Illegal", "uncertain": "Uncertain"}


class Command(commands.QueryCommand):
    """Answer questions. Exit status: the worst of 2 unusable, 1 illegal, 3 uncertain, 0 legal."""

    help = (
        "Say whether an action is legal in a position, by which rules, and what happens then. FILE holds JSON: an "
        "object with position and action, or a list of them, each of which gets one JSON line. See docs/play.md for "
        "the keys. Exit status: 0 legal, 1 illegal, 3 uncertain, 2 unusable input; of a list the worst, in the order "
        "2, 1, 3, 0."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        commands.add_file(parser, "questions as JSON")
        commands.add_json(parser, "print the answer as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Answer the question, or each of a list."""
        file = commands.to_printable(options["file"])
        with commands.name_file_in_errors(file):
            given = _read_questions(options["file"])
        if isinstance(given, list):
            return self._answer_each(given)
        try:
            answer = answer_question(given)
        except UnreadableQuestion as exc:
            if options["json"]:
                self.say(dump_json({"error": exc.as_dict()}))
                return commands.UNUSABLE
            near = f" Did you mean {' or '.join(exc.near)}?" if exc.near else ""
            raise InputError(f"{exc}.{near}", place=file) from exc
        self.answer(options, answer.as_dict, _tell(answer))
        return commands.STATUSES[answer.outcome]

    def _answer_each(self, given: list[Any]) -> int:
        statuses = {0}
        for told in answer_questions(given):
            statuses.add(commands.UNUSABLE if "error" in told else commands.STATUSES[told["outcome"]])
            self.say(dump_json(told))
        return min(statuses, key=_WORST_FIRST.index)


def _read_questions(file: str) -> Any:
    """What a file holds, read strictly. Raises InputError."""
    try:
        read = commands.read_start(file, _MAX_BYTES)
        if len(read) > _MAX_BYTES:
            raise InputError(f"longer than {_MAX_BYTES:,} bytes")
        given = json.loads(read.decode("utf-8-sig"), parse_constant=_refuse_constant, object_pairs_hook=_read_object)
    except OSError as exc:
        raise InputError(exc.strerror or str(exc)) from exc
    except RecursionError as exc:
        raise InputError("isn't JSON that can be read: it is nested too deeply") from exc
    except InputError:
        raise
    except ValueError as exc:
        raise InputError(f"isn't JSON: {exc}") from exc
    if isinstance(given, list) and len(given) > _MAX_QUESTIONS:
        raise InputError(f"{len(given)} questions; at most {_MAX_QUESTIONS:,}")
    return given


def _refuse_constant(word: str) -> NoReturn:
    raise InputError(f"isn't JSON: {word} is no number of JSON")


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; which of two values was meant nobody can say."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise InputError(f"the key {name[:80]!r} is given twice in one object")
        found[name] = value
    return found


def _tell(answer: Answer) -> Iterator[str]:
    """The answer for people: the verdict, why, what to say next, and the result with its working."""
    yield f"{_VERDICTS[answer.outcome]}: {answer.action} ({answer.game}, {answer.edition})."
    for finding in answer.findings:
        if finding.severity not in {UNKNOWN, INFO}:
            yield f"{finding.message} {_name_rules(finding.citations)}"
    for finding in answer.findings:
        if finding.severity == UNKNOWN and answer.outcome == "uncertain":
            yield f"{finding.message} {_name_rules(finding.citations)}"
    if answer.asks:
        yield "Say next: " + ", ".join(answer.asks)
    told: Mapping[str, Any] = answer.as_dict()
    if answer.outcome == "uncertain" and (answer.working or told["result"]):
        yield "What happens if it is legal:"
    yield from (line.text for line in answer.working)
    if told["result"]:
        yield "Result: " + dump_json(told["result"])
    for finding in answer.findings:
        if finding.severity == INFO:
            yield f"Note: {finding.message}"
    yield from (f"Note: {note}." for note in told["notes"])


def _name_rules(citations: tuple[Citation, ...]) -> str:
    named = ", ".join(f"{each.document} {each.rule}" for each in citations)
    return f"[{named}]" if named else ""
