"""Answer questions about the odds of a deck."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any

from engine import InputError
from engine.model.serialization import dump_json
from engine.simulation.odds.answers import Odds, OddsAnswer
from vsdb.core import commands
from vsdb.simulations.odds.questions import answer_odds

_MAX_BYTES = 1_000_000
_MAX_QUESTIONS = 1_000

Hand = Mapping[str, int]  #: copies by group


class Command(commands.QueryCommand):
    """Answer questions exactly. Exit status: 0 all answered, 2 one can't be used."""

    help = (
        "Answer a question about the odds of a deck exactly, as a fraction. FILE holds JSON: a deck and a question, or "
        "a list of such pairs, each of which gets one JSON line. See docs/simulations.md for the keys. Exit status: 0 "
        "answered, 2 unusable input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        commands.add_file(parser, "questions as JSON")
        parser.add_argument("--deck", metavar="LIST", help="the deck list that questions without one are about")
        commands.add_json(parser, "print the answer as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Answer the question, or each of a list."""
        file = commands.to_printable(options["file"])
        with commands.name_file_in_errors(file):
            given = _read_questions(options["file"])
        text = commands.read_list(options["deck"]) if options["deck"] else None
        if not isinstance(given, list):
            with commands.name_file_in_errors(file):
                told = answer_odds(_add_list(given, text))
            self.answer(options, told.as_dict, _lines(told))
            return 0
        status = 0
        for each in given:
            try:
                answer: Mapping[str, Any] = answer_odds(_add_list(each, text)).as_dict()
            except InputError as error:
                status, answer = commands.UNUSABLE, {"error": {"path": error.place, "message": error.message}}
            self.say(dump_json(answer))
        return status


def _read_questions(file: str) -> Any:
    """What a file holds. Raises InputError."""
    try:
        read = commands.read_start(file, _MAX_BYTES)
        if len(read) > _MAX_BYTES:
            raise InputError(f"longer than {_MAX_BYTES:,} bytes")
        given = json.loads(read)
    except OSError as error:
        raise InputError(error.strerror or str(error)) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"isn't JSON: {error}") from error
    if isinstance(given, list) and len(given) > _MAX_QUESTIONS:
        raise InputError(f"{len(given)} questions; at most {_MAX_QUESTIONS:,}")
    return given


def _add_list(given: object, text: str | None) -> object:
    """A question with the list that it is about, where it has none of its own."""
    if text is None or not isinstance(given, Mapping):
        return given
    deck = given.get("deck", {})
    return {**given, "deck": {"list": text, **deck}} if isinstance(deck, Mapping) and "size" not in deck else given


def _lines(told: OddsAnswer) -> Iterator[str]:
    """The answer for people."""
    for each in told.odds:
        turn = "" if each.turn is None else f"turn {each.turn}: "
        yield f"{turn}{_write(each)}"
    best = told.as_dict()
    if "keeps" in best:
        many = len(told.decks) > 1
        parts = zip(best["keeps"], best["changes"], strict=True) if many else [(best["keeps"], best["changes"])]
        for number, (keeps, changes) in enumerate(parts, start=1):
            if keeps is not None:
                yield from _name_best(keeps, changes, f"Part {number}: " if many else "")
    yield from told.assumes
    yield "Rules: " + ", ".join(f"{each.document} {each.rule}" for each in told.citations)


def _name_best(keeps: list[Hand], changes: list[Mapping[str, Hand]], part: str) -> Iterator[str]:
    yield f"{part}Keep: " + ("; ".join(map(_name_hand, keeps)) or "no hand")
    yield from (f"{part}Of {_name_hand(each['hand'])}, put away {_name_hand(each['aside'])}" for each in changes)


def _write(odds: Odds) -> str:
    if odds.least == odds.most:
        return f"{float(odds.least):.2%} ({odds.least})"
    return f"{float(odds.least):.2%} to {float(odds.most):.2%} ({odds.least} to {odds.most})"


def _name_hand(hand: Hand) -> str:
    return ", ".join(f"{count} {name}" for name, count in hand.items())
