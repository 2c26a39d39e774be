"""The right answers to questions of play, out of the shared folder; none where there is no such folder."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from engine.play.judging import Answer, judge, read_question
from tests.conftest import SHARED

#: The day of questions that name none; any will do, since each case that needs a day names it.
TODAY = date(2026, 6, 1)


def cases_of(game: str) -> list[Any]:
    """The cases of a game as parameters with their ids; one that skips where the folder is missing."""
    path = SHARED / "cases" / f"play-{game}.json"
    if not path.exists():
        return [
            pytest.param(None, marks=pytest.mark.skip("needs the official cases: name their folder in VSDB_SHARED"))
        ]
    return [pytest.param(case, id=case["id"]) for case in json.loads(path.read_text("utf-8"))]


def answer_to(case: dict[str, Any]) -> Answer:
    """What the engine answers to a case."""
    return judge(read_question({"position": case["position"], "action": case["action"]}, today=TODAY))


def differences(answer: Answer, case: dict[str, Any]) -> dict[str, Any]:
    """Where an answer differs from a case: (found, expected) by part; empty where it doesn't."""
    severity = {"illegal": "error", "uncertain": "unknown"}.get(case["outcome"], "")
    codes = {finding.code for finding in answer.findings if finding.severity == severity}
    cited = {
        f"{citation.document} {citation.rule}"
        for row in (*answer.findings, *answer.checked)
        for citation in row.citations
    }
    result = answer.as_dict()["result"]
    found: dict[str, Any] = {
        "outcome": (answer.outcome, case["outcome"]),
        "codes": (sorted(codes), sorted(case["codes"])),
        "asks": (sorted(answer.asks), sorted(case["asks"])),
        "citations": (sorted(cited & set(case["citations"])), sorted(set(case["citations"]))),
    }
    if "result" in case:
        found["result"] = (_shown(result, case["result"]), case["result"])
    return {part: pair for part, pair in found.items() if pair[0] != pair[1]}


def _shown(result: Any, expected: Any) -> Any:
    """The keys of a result that a case shows."""
    if isinstance(expected, dict) and isinstance(result, dict):
        return {key: _shown(result[key], each) for key, each in expected.items() if key in result}
    return result
