"""The errors and unknowns of a kept verdict, each with the digest by which rulings know it again. No database."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.model.verdicts import ERROR, UNKNOWN, Citation

_MAX_SUBJECT = 200


@dataclass(frozen=True, slots=True)
class ListFinding:
    """An error or unknown of a list. `subject` is what it is about: the cards' slugs, else the text of its lines.

    `digest` covers what it says and not where in the list it stands, so that two lists with the same problem share it.
    """

    code: str
    severity: str
    message: str
    subject: str
    digest: str
    document: str = ""
    rule: str = ""

    @property
    def is_error(self) -> bool:
        """Whether it makes the list illegal."""
        return self.severity == ERROR

    @property
    def citation(self) -> Citation | None:
        """Where its rule stands."""
        return Citation(self.document, self.rule) if self.document else None


def list_findings(whole: str, text: str) -> tuple[ListFinding, ...]:
    """The errors and unknowns of a verdict's JSON text on a list, errors first; `text` is the list as deck text."""
    lines = text.splitlines()
    found = [each for each in json.loads(whole)["findings"] if each["severity"] in (ERROR, UNKNOWN)]
    found.sort(key=lambda each: each["severity"] != ERROR)
    return tuple(_build_finding(each, lines) for each in found)


def _build_finding(finding: Mapping[str, Any], lines: Sequence[str]) -> ListFinding:
    subject = _name_subject(finding, lines)
    cited = finding["citation"] or {}
    return ListFinding(
        finding["code"],
        finding["severity"],
        finding["message"],
        subject,
        _compute_digest(finding, subject),
        cited.get("document", ""),
        cited.get("rule", ""),
    )


def _name_subject(finding: Mapping[str, Any], lines: Sequence[str]) -> str:
    if finding["cards"]:
        return ",".join(finding["cards"])[:_MAX_SUBJECT]
    named = [lines[number - 1].strip() for number in finding["lines"] if 0 < number <= len(lines)]
    return "; ".join(named)[:_MAX_SUBJECT]


def _compute_digest(finding: Mapping[str, Any], subject: str) -> str:
    """SHA-256 of code, severity, subject and what is said; not of line numbers, suggestions and citation."""
    said = {name: finding[name] for name in ("code", "severity", "message", "cards", "found", "allowed", "section")}
    whole = json.dumps({**said, "subject": subject}, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()
