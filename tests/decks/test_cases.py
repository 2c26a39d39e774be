"""The decks whose right answers are known."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine.verdicts import ERROR, INFO, LEGAL, UNCERTAIN, UNKNOWN, WARNING
from vsdb.decks.services import check

_SHARED = Path(os.environ.get("VSDB_SHARED") or Path(__file__).resolve().parents[3] / "shared")
_FILE = _SHARED / "cases" / "verdicts.json"
CASES: list[dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8")) if _FILE.is_file() else []


@pytest.mark.shared
def test_there_are_cases(shared: Path) -> None:
    assert len(CASES) >= 97


@pytest.mark.shared
@pytest.mark.django_db
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_gets_its_answer(case: dict[str, Any]) -> None:
    (checked,) = check(
        case["deck"], game=case["game"], formats=[case["format"]], dates=[date.fromisoformat(case["as_of"])]
    )
    verdict = checked.verdict
    said = {severity: {each.code for each in verdict.of(severity)} for severity in (ERROR, UNKNOWN, WARNING, INFO)}
    assert verdict.outcome == case["outcome"], (case["why"], verdict.findings)
    assert set(case["codes"]) <= said[UNKNOWN if case["outcome"] == UNCERTAIN else ERROR], case["why"]
    assert set(case["warnings"]) <= said[WARNING] | said[INFO], case["why"]
    if case["outcome"] == LEGAL:
        assert said[ERROR] == set()
