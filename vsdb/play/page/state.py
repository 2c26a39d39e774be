"""What a page of play is about: the question, and what happened before. Both live in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from engine import InputError
from engine.play.facts import PlayInputError
from engine.play.judging import read_question, rules_of
from engine.play.log import Change, Log, Move, apply_change, apply_move
from engine.play.rules import Action, PlayRules
from vsdb.play.documents import decode_question, encode_question
from vsdb.play.services import UnreadableQuestion

_OTHER = {"you": "opponent", "opponent": "you"}


@dataclass(frozen=True)
class PageState:
    """A question, perhaps without an action yet, and the log of the game that led to its position."""

    game: str
    document: Mapping[str, Any]
    log: Log | None = None

    @property
    def rules(self) -> PlayRules:
        """The game's rules of play."""
        return rules_of(self.game)

    @property
    def action(self) -> Action | None:
        """The action that is asked about; None before one is chosen."""
        verb = (self.document.get("action") or {}).get("action")
        return None if verb is None else self.rules.action_of(verb)

    @property
    def code(self) -> str:
        """The question as a text for addresses."""
        return encode_question(self.document)

    @property
    def log_code(self) -> str:
        """The log as a text for addresses; empty without one."""
        return encode_question(_log_to_json(self.log)) if self.log else ""

    @property
    def address(self) -> str:
        """The address of the page about this."""
        words = {"q": self.code, **({"log": self.log_code} if self.log else {})}
        return f"{reverse('play:game', args=(self.game,))}?{urlencode(words)}"

    def asking(self, document: Mapping[str, Any]) -> PageState:
        """The same game with another question."""
        return PageState(self.game, document, self.log)

    def after_move(self) -> PageState:
        """The position after the action, with the action in the log. Raises PlayInputError."""
        position, action = self.document["position"], self.document["action"]
        step = apply_move(position, action, today=timezone.localdate())
        return PageState(self.game, {"position": step.position}, self._log_with(Move(action)))

    def after_change(self, change: Change) -> PageState:
        """The same question with a fact that a card changed. Raises PlayInputError."""
        position = apply_change(self.document["position"], change, self.rules)
        return PageState(self.game, {**self.document, "position": position}, self._log_with(change))

    def seen_by_other(self) -> PageState:
        """The same game as the other side sees it; it is the one to act now. What was asked is left behind."""
        log = self.log and Log(switch_sides(self.log.start), tuple(_switch_entry(each) for each in self.log.entries))
        return PageState(self.game, {"position": switch_sides(self.document["position"])}, log)

    def _log_with(self, entry: Move | Change) -> Log:
        held = self.log or Log(self.document["position"])
        return Log(held.start, (*held.entries, entry))


def read_state(request: HttpRequest, game: str) -> PageState:
    """What the address of a request is about. Raises InputError."""
    rules = rules_of(game)
    code, log = request.GET.get("q", ""), request.GET.get("log", "")
    document = decode_question(code) if code else {"position": {"game": game}}
    position = document.get("position")
    if not isinstance(position, dict) or position.get("game") != game:
        raise InputError(
            f"this position isn't one of {game}; copy the whole link again", place="q", code="damaged-code"
        )
    require_readable(document, rules)
    return PageState(game, document, _log_from_json(decode_question(log), game) if log else None)


def require_readable(document: Mapping[str, Any], rules: PlayRules) -> None:
    """See that a question can be read; it may have no action yet. Raises InputError."""
    action = document.get("action")
    asked = document if action is not None else {**document, "action": {"action": rules.actions[0].verb}}
    try:
        read_question(asked, today=timezone.localdate())
    except PlayInputError as exc:
        raise UnreadableQuestion(exc) from exc


def switch_sides(value: Any) -> Any:
    """JSON with `you` and `opponent` in each other's place, as keys and as values."""
    match value:
        case dict():
            return {_OTHER.get(key, key): switch_sides(each) for key, each in value.items()}
        case list():
            return [switch_sides(each) for each in value]
        case str():
            return _OTHER.get(value, value)
    return value


def _switch_entry(entry: Move | Change) -> Move | Change:
    if isinstance(entry, Move):
        return Move(switch_sides(entry.action))
    head, dot, rest = entry.path.partition(".")
    return Change(f"{_OTHER.get(head, head)}{dot}{rest}", switch_sides(entry.value), entry.by)


def _log_to_json(log: Log) -> dict[str, Any]:
    entries = [
        dict(each.action) if isinstance(each, Move) else {"path": each.path, "value": each.value, "by": each.by}
        for each in log.entries
    ]
    return {"start": log.start, "entries": entries}


def _log_from_json(held: Mapping[str, Any], game: str) -> Log:
    start, entries = held.get("start"), held.get("entries")
    if not isinstance(start, dict) or start.get("game") != game or not isinstance(entries, list):
        raise _damaged_log()
    return Log(start, tuple(_entry_from_json(each) for each in entries))


def _entry_from_json(held: Any) -> Move | Change:
    match held:
        case {"action": str()}:
            return Move(held)
        case {"path": str(path), "value": value, "by": str(by)}:
            return Change(path, value, by)
    raise _damaged_log()


def _damaged_log() -> InputError:
    return InputError("the log in this link is damaged; copy the whole link again", place="log", code="damaged-code")
