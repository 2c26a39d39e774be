"""How two verdicts on a version of a list differ."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.model.verdicts import ERROR, UNKNOWN
from vsdb.core.words import format_day
from vsdb.events.models import ListVerdict
from vsdb.events.planning.selectors import name_format

Finding = Mapping[str, Any]  #: as a kept verdict has it


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """What a later verdict says otherwise than an earlier one.

    `came` and `went` are errors and unknowns, each with its code, message, cards and citation; `since` is when the
    first verdict was made that says so. The data versions are those of the facts that the two rest on.
    """

    before: str
    after: str
    came: tuple[Finding, ...]
    went: tuple[Finding, ...]
    since: datetime
    version_before: str
    version_after: str
    format_before: str
    format_after: str

    @property
    def codes_came(self) -> list[str]:
        """The codes of what came, each once."""
        return list(dict.fromkeys(finding["code"] for finding in self.came))

    @property
    def codes_went(self) -> list[str]:
        """The codes of what went, each once."""
        return list(dict.fromkeys(finding["code"] for finding in self.went))

    @property
    def reasons(self) -> tuple[Finding, ...]:
        """The findings that the change is told by: those that came, else those that went."""
        return self.came or self.went


def differ(first: ListVerdict, second: ListVerdict) -> bool:
    """Whether two verdicts have another outcome, or other errors and unknowns."""
    if (first.outcome, first.codes) != (second.outcome, second.codes):
        return True
    return list(map(name_finding, list_problems(first))) != list(map(name_finding, list_problems(second)))


def is_same(first: ListVerdict, second: ListVerdict) -> bool:
    """Whether two verdicts say the same to the last word, for the same format and day, whatever facts they rest on."""
    if (first.format, first.day) != (second.format, second.day):
        return False
    return first.whole == second.whole or _load_without_facts(first) == _load_without_facts(second)


def list_problems(verdict: ListVerdict) -> list[Finding]:
    """The errors and unknowns of a verdict as they were kept."""
    return [each for each in json.loads(verdict.whole)["findings"] if each["severity"] in (ERROR, UNKNOWN)]


def name_finding(finding: Finding) -> tuple[Any, ...]:
    """What makes a finding another one: neither its words nor where it is cited from."""
    return (*(finding[name] for name in ("code", "severity", "found", "allowed", "section")), tuple(finding["cards"]))


def build_change(first: ListVerdict, second: ListVerdict, since: datetime) -> VerdictChange:
    """What the second verdict says otherwise than the first."""
    before, after = ({name_finding(each): each for each in list_problems(verdict)} for verdict in (first, second))
    return VerdictChange(
        before=first.outcome,
        after=second.outcome,
        came=tuple(finding for name, finding in after.items() if name not in before),
        went=tuple(finding for name, finding in before.items() if name not in after),
        since=since,
        version_before=json.loads(first.whole)["data_version"],
        version_after=json.loads(second.whole)["data_version"],
        format_before=first.format,
        format_after=second.format,
    )


def describe_cause(first: ListVerdict, second: ListVerdict, game: str) -> str:
    """Why the second verdict may say otherwise: lists are judged in another format or for another day, else newer
    facts."""
    said = []
    if first.format != second.format:
        after, before = (name_format(game, each.format) for each in (second, first))
        said.append(f"in {after} instead of {before}")
    if first.day != second.day:
        said.append(f"for {format_day(second.day)} instead of {format_day(first.day)}")
    return f"because lists are now judged {' and '.join(said)}" if said else "by newer facts"


def _load_without_facts(verdict: ListVerdict) -> dict[str, Any]:
    return {name: value for name, value in json.loads(verdict.whole).items() if name != "data_version"}
