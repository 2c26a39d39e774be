"""A game as a log: a position to start from, then actions and changes by cards, one a line, which replay.

    # vsdb play log 1
    start {"game": "vs-classic", "turn": {"phase": "combat", "step": "attack", "active": "you"}}
    1. attack {"attackers": ["a"], "defender": "x"}
    2. change you.characters.a.atk 7 by Savage Beatdown
    3. conclude-attack

A line that begins with # and an empty line are left out. A change sets one fact; `by` names the card that made it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from engine.model.errors import InputError
from engine.model.verdicts import ILLEGAL
from engine.play.facts import MAX_TEXT, PlayInputError
from engine.play.judging import Answer, judge, read_question, rules_of
from engine.play.paths import with_fact
from engine.play.rules import PlayRules

HEAD = "# vsdb play log 1"
MAX_ENTRIES = 500
MAX_LENGTH = 200_000  #: characters of a log
_CHANGE = "change"
_NUMBER = re.compile(r"\d{1,4}\. *")
_JSON = json.JSONDecoder()


@dataclass(frozen=True)
class Move:
    """An action or an event, as the question has it: `{"action": VERB, …}`."""

    action: Mapping[str, Any]


@dataclass(frozen=True)
class Change:
    """A fact that a card changed: its path, its new value as JSON, and the card's name, perhaps empty."""

    path: str
    value: Any
    by: str = ""


@dataclass(frozen=True)
class Log:
    """A position to start from, as JSON, and what happened since."""

    start: Mapping[str, Any]
    entries: tuple[Move | Change, ...] = ()


class Step(NamedTuple):
    """An entry that was replayed: what the judge says of a move, and the position after it.

    An illegal move and one that moves nothing leave the position as it was.
    """

    entry: Move | Change
    answer: Answer | None
    position: Mapping[str, Any]


def write_log(log: Log) -> str:
    """The text of a log."""
    lines = [HEAD, f"start {_dump(log.start)}", *(_lines(log.entries))]
    return "\n".join(lines) + "\n"


def read_log(text: str) -> Log:
    """Read a log. Raises InputError that names the line."""
    if len(text) > MAX_LENGTH:
        raise InputError(f"{len(text):,} characters; at most {MAX_LENGTH:,}", place="log")
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    said = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not said or not said[0][1].startswith("start "):
        number = said[0][0] if said else 1
        raise _unreadable(number, 'the first entry isn’t the position: begin with start {"game": "…"}')
    start = _object(said[0][1].removeprefix("start "), said[0][0])
    if len(said) - 1 > MAX_ENTRIES:
        raise InputError(f"{len(said) - 1:,} entries; at most {MAX_ENTRIES}", place="log")
    return Log(start, tuple(_entry(line, number) for number, line in said[1:]))


def replay(log: Log, *, today: date) -> Iterator[Step]:
    """Judge and apply each entry in turn. Raises InputError that names the entry which can't be read."""
    position = log.start
    for number, entry in enumerate(log.entries, start=1):
        try:
            step = _replay_entry(entry, position, today)
        except PlayInputError as exc:
            raise InputError(str(exc), place=f"entry {number}") from exc
        position = step.position
        yield step


def apply_move(position: Mapping[str, Any], action: Mapping[str, Any], *, today: date) -> Step:
    """Judge a move and give the position after it, also after an uncertain one, which players let pass.

    Raises PlayInputError.
    """
    question = read_question({"position": position, "action": action}, today=today)
    answer = judge(question)
    apply = question.action.apply
    values = answer.result.values if answer.result else None
    if apply is None or answer.outcome == ILLEGAL:
        return Step(Move(action), answer, position)
    attempt = question.rules.prepare(question.position, question.says, question.edition)
    kept = {key: position[key] for key in ("game", "as_of") if key in position}
    return Step(Move(action), answer, {**kept, **apply(attempt, values or {})})


def apply_change(position: Mapping[str, Any], change: Change, rules: PlayRules) -> Mapping[str, Any]:
    """The position with the fact that a card changed. Raises PlayInputError for a path of nothing."""
    document = with_fact({"position": position}, rules, rules.actions[0], change.path, change.value)
    changed: Mapping[str, Any] = document["position"]
    return changed


def _replay_entry(entry: Move | Change, position: Mapping[str, Any], today: date) -> Step:
    if isinstance(entry, Move):
        return apply_move(position, entry.action, today=today)
    return Step(entry, None, apply_change(position, entry, rules_of(position.get("game"))))


def _lines(entries: tuple[Move | Change, ...]) -> Iterator[str]:
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, Change):
            by = f" by {entry.by}" if entry.by else ""
            yield f"{number}. {_CHANGE} {entry.path} {_dump(entry.value)}{by}"
        else:
            says = {key: value for key, value in entry.action.items() if key != "action"}
            yield f"{number}. {entry.action['action']}{f' {_dump(says)}' if says else ''}"


def _entry(line: str, number: int) -> Move | Change:
    verb, _, rest = _NUMBER.sub("", line, count=1).partition(" ")
    if verb == _CHANGE:
        return _read_change(rest, number)
    return Move({**(_object(rest, number) if rest.strip() else {}), "action": verb})


def _read_change(rest: str, number: int) -> Change:
    """A change: the path may hold spaces, so it ends where JSON begins that ends at `by` or the line's end."""
    for found in re.finditer(" +", rest):
        try:
            value, end = _JSON.raw_decode(rest, found.end())
        except (ValueError, RecursionError):
            continue
        behind = rest[end:]
        if not behind or behind.startswith(" by "):
            return Change(rest[: found.start()], value, behind.removeprefix(" by ").strip()[:MAX_TEXT])
    raise _unreadable(number, "a change is written: change PATH VALUE by CARD, the value as JSON")


def _object(text: str, number: int) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise _unreadable(number, f"this isn’t JSON: {text.strip()[:60]}") from exc
    if not isinstance(found, dict):
        raise _unreadable(number, "this isn’t an object with facts")
    return found


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _unreadable(number: int, message: str) -> InputError:
    return InputError(message, place=f"line {number}")
