"""The answer to "may I do this now?": every rule of the action is looked at, then the result is computed.

The same question gives the same answer, byte for byte. No clock is read: `today` stands in where the position names no
day.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from engine.model.games import games
from engine.model.verdicts import BROKEN, ERROR, ILLEGAL, INFO, LEGAL, OK, UNCERTAIN, UNKNOWN, Citation
from engine.play.facts import Facts, PlayInputError, nearest, quote, read_facts
from engine.play.paths import find_fact
from engine.play.rules import (
    NOT_APPLICABLE,
    Action,
    Broken,
    Edition,
    Found,
    Line,
    Missing,
    PlayRules,
    Remark,
    Result,
    Row,
)
from engine.play.truth import Unknown

APPLIED = "applied"


class PlayFinding(NamedTuple):
    """Something that a rule has to say against an action, or about it."""

    code: str
    severity: str
    message: str
    citations: tuple[Citation, ...] = ()
    asks: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The finding as the API and the command line give it."""
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            **_cited(self.citations),
            "asks": list(self.asks),
        }


class CheckedPlay(NamedTuple):
    """A rule that was looked at, with what came out: ok, broken, unknown, not applicable or applied."""

    code: str
    outcome: str
    citations: tuple[Citation, ...]
    question: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The rule as the API and the command line give it."""
        return {"code": self.code, "outcome": self.outcome, **_cited(self.citations)}


class PlayQuestion(NamedTuple):
    """A position and an action, read: what `judge` answers."""

    rules: PlayRules
    position: Facts
    action: Action
    says: Facts  #: what the action says
    edition: Edition
    as_of: date


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether an action is legal in a position, why, what has to be asked, and what happens then."""

    game: str
    edition: str
    action: str
    outcome: str
    rows: tuple[Row, ...]
    remarks: tuple[Remark, ...]
    result: Result | None
    note: str

    @property
    def is_legal(self) -> bool:
        """True for an action that is certainly legal."""
        return self.outcome == LEGAL

    @property
    def findings(self) -> tuple[PlayFinding, ...]:
        """What is broken, then what is unknown, then what is remarked, each in the order of the table."""
        missing = self.result.missing if self.result and self.outcome != ILLEGAL else ()
        return (
            *(_finding(row, ERROR) for row in self.rows if _outcome_of(row.found) == BROKEN),
            *(_finding(row, UNKNOWN) for row in self.rows if _outcome_of(row.found) == UNKNOWN),
            *(PlayFinding(each.code, UNKNOWN, each.message, each.citations, each.asks) for each in missing),
            *(
                PlayFinding(each.code, INFO, each.message, (each.citation,) if each.citation else ())
                for each in self.remarks
            ),
        )

    @property
    def checked(self) -> tuple[CheckedPlay, ...]:
        """Every rule that was looked at, then those that computed the result."""
        return (
            *(
                CheckedPlay(row.rule.code, _outcome_of(row.found), row.rule.citations, row.rule.question)
                for row in self.rows
            ),
            *(CheckedPlay(each.code, APPLIED, each.citations) for each in (self.result.applied if self.result else ())),
        )

    @property
    def asks(self) -> tuple[str, ...]:
        """The paths of the facts to ask for next, in the order of the rules; none unless the answer is uncertain."""
        if self.outcome != UNCERTAIN:
            return ()
        return tuple(dict.fromkeys(ask for finding in self.findings for ask in finding.asks))

    @property
    def working(self) -> tuple[Line, ...]:
        """The working of the result, line by line."""
        return self.result.working if self.result else ()

    def as_dict(self) -> dict[str, Any]:
        """The answer as the API and the command line give it."""
        return {
            "outcome": self.outcome,
            "legal": self.is_legal,
            "game": self.game,
            "edition": self.edition,
            "action": self.action,
            "findings": [finding.as_dict() for finding in self.findings],
            "checked": [checked.as_dict() for checked in self.checked],
            "asks": list(self.asks),
            "result": dict(self.result.values) if self.result and self.result.values is not None else None,
            "working": [
                {"text": line.text, "citation": line.citation.as_dict() if line.citation else None}
                for line in self.working
            ],
            "notes": [self.note] if self.outcome == LEGAL else [],
        }


def read_question(document: Any, *, today: date) -> PlayQuestion:
    """Read `{"position": {"game": …}, "action": {"action": VERB}}`. Raises PlayInputError with a path."""
    if not isinstance(document, dict):
        raise PlayInputError("", f"{quote(document)} isn’t an object with position and action")
    for key in document:
        if key not in {"position", "action"}:
            raise PlayInputError(str(key)[:80], f"no part is called {quote(key)}", nearest(key, ("position", "action")))
    position, action = (_object(document, key) for key in ("position", "action"))
    rules = rules_of(position.get("game"))
    verb = rules.action_of(action.get("action"))
    as_of = _day(position.get("as_of"), today)
    return PlayQuestion(
        rules,
        read_facts(rules.position, _without(position, "game", "as_of"), ""),
        verb,
        read_facts(verb.facts, _without(action, "action"), "action"),
        rules.edition_on(as_of),
        as_of,
    )


def judge(question: PlayQuestion) -> Answer:
    """Answer a question: look at every rule of the action, then compute what happens."""
    rules, position, action, says, edition, as_of = question
    attempt = rules.prepare(position, says, edition)
    rows = tuple([Row(rule, rule.check(attempt)) for rule in action.rules[edition.slug]])
    outcome = _outcome(rows)
    result = action.compute(attempt, rows, outcome)
    if result is not None and result.missing:
        result = result._replace(missing=tuple(_explained(rules, action, each) for each in result.missing))
    if outcome == LEGAL and result is not None and result.missing:
        outcome = UNCERTAIN
    remarks = rules.remarks(attempt, as_of)
    return Answer(rules.game, edition.slug, action.verb, outcome, rows, remarks, result, rules.note)


def rules_of(slug: Any) -> PlayRules:
    """The play rules of a game. Raises PlayInputError with the nearest games."""
    held = playable()
    if not isinstance(slug, str) or slug not in held:
        raise PlayInputError("game", f"{quote(slug)} isn’t one of {', '.join(held)}", nearest(slug, tuple(held)))
    return held[slug]


def playable() -> Mapping[str, PlayRules]:
    """The play rules of every game that has them, by slug."""
    return {game.slug: game.play() for game in games() if game.play is not None}


def _outcome(rows: tuple[Row, ...]) -> str:
    outcome = LEGAL
    for row in rows:
        found = row.found
        if found is True or found is None:
            continue
        if found is False or isinstance(found, Broken):
            return ILLEGAL
        outcome = UNCERTAIN
    return outcome


def _outcome_of(found: Found) -> str:
    if found is None:
        return NOT_APPLICABLE
    if isinstance(found, Unknown):
        return UNKNOWN
    return OK if found is True else BROKEN


def _finding(row: Row, severity: str) -> PlayFinding:
    rule, found = row
    if isinstance(found, Unknown):
        return PlayFinding(rule.code, severity, f"Not known yet: {_lower(rule.question)}", rule.citations, found.asks)
    return PlayFinding(rule.code, severity, found.message if isinstance(found, Broken) else rule.broken, rule.citations)


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _explained(rules: PlayRules, action: Action, missing: Missing) -> Missing:
    """What can't be told, with the questions of the facts that it hangs on."""
    if missing.message or not missing.asks:
        return missing
    questions = [_lower(find_fact(rules, action, path).ask) for path in missing.asks]
    return missing._replace(message=f"Not known yet: {' '.join(questions)}")


def _cited(citations: tuple[Citation, ...]) -> dict[str, Any]:
    given = [citation.as_dict() for citation in citations]
    return {"citation": given[0] if given else None, "citations": given}


def _object(document: Mapping[str, Any], key: str) -> dict[str, Any]:
    held = document.get(key)
    if not isinstance(held, dict):
        raise PlayInputError(key, f"{quote(held)} isn’t an object" if key in document else "it is missing")
    return held


def _without(document: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key not in keys}


def _day(raw: Any, today: date) -> date:
    if raw is None:
        return today
    try:
        if len(raw) != len("2026-06-01"):
            raise ValueError
        return date.fromisoformat(raw)
    except (TypeError, ValueError) as exc:
        raise PlayInputError("as_of", f"{quote(raw)} isn’t a day such as 2026-06-01") from exc
