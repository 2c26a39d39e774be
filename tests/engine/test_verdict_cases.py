"""Decks whose right verdict is known: published ones at their dates, and ones made to break one rule each."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine import decklists
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, INFO, LEGAL, UNCERTAIN, UNKNOWN, WARNING, Verdict
from engine.rules.validation import check_deck
from tests.conftest import SHARED

FILE = SHARED / "cases" / "verdicts.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else []
#: By case, the messages of the findings and the notes of the rules checked, in their order.
MESSAGES: dict[str, list[str]] = json.loads((Path(__file__).parent / "case_messages.json").read_text(encoding="utf-8"))

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not CASES, reason="needs the official documents: name their folder in VSDB_SHARED"),
]


def verdict(case: dict[str, Any], reference: Callable[[str], Reference]) -> Verdict:
    """The verdict on a case."""
    held = reference(case["game"])
    as_of = date.fromisoformat(case["as_of"])
    fmt = held.format(case["format"])
    assert fmt is not None, case["format"]
    return check_deck(decklists.read_deck(case["deck"], held.catalog, as_of), fmt, as_of)


def list_messages(found: Verdict) -> list[str]:
    """What a verdict says in words: findings first, then notes, each once."""
    notes = dict.fromkeys(checked.note for checked in found.checked if checked.note)
    return [*(finding.message for finding in found.findings), *notes]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
class TestCases:
    def test_get_the_verdict_that_is_known(self, case: dict[str, Any], reference: Callable[[str], Reference]) -> None:
        found = verdict(case, reference)
        said = [(finding.severity, finding.code, finding.message) for finding in found.findings]
        assert found.outcome == case["outcome"], said
        codes = {finding.code for finding in found.of(UNKNOWN if case["outcome"] == UNCERTAIN else ERROR)}
        assert set(case["codes"]) <= codes, said
        assert set(case["warnings"]) <= {finding.code for finding in found.of(WARNING, INFO)}, said
        assert case["outcome"] != LEGAL or not found.of(ERROR, UNKNOWN), said

    def test_cite_a_rule_for_every_error(self, case: dict[str, Any], reference: Callable[[str], Reference]) -> None:
        found = verdict(case, reference)
        assert all(finding.citation for finding in found.of(ERROR) if finding.code != "unreadable-line")
        assert all(checked.citation for checked in found.checked)

    def test_keep_their_messages(self, case: dict[str, Any], reference: Callable[[str], Reference]) -> None:
        """The bytes of messages are a contract. Change case_messages.json only with the facts, or for a new case."""
        assert list_messages(verdict(case, reference)) == MESSAGES[case["id"]]
