"""Repairs of decks whose right verdict is known: published ones with a ban, and ones made to break one rule each."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from engine import decklists
from engine.model.reference import Reference
from engine.model.verdicts import LEGAL
from engine.repair import repair
from tests.conftest import SHARED

FILE = SHARED / "cases" / "verdicts.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else []
NOT_LEGAL = [case for case in CASES if case["outcome"] != LEGAL]
#: One rule each, so one copy each: the name of the case says which.
ONE_COPY = ("five-copies", "fifty-nine", "nine", "four-copies", "thirty-nine", "thirteen-runes", "two-battlefields")

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not CASES, reason="needs the official documents: name their folder in VSDB_SHARED"),
]


@pytest.mark.parametrize("case", NOT_LEGAL, ids=[case["id"] for case in NOT_LEGAL])
def test_each_is_made_legal_and_proven_smallest(case: dict[str, Any], reference: Callable[[str], Reference]) -> None:
    held = reference(case["game"])
    as_of = date.fromisoformat(case["as_of"])
    fmt = held.format(case["format"])
    assert fmt
    deck = decklists.read_deck(case["deck"], held.catalog, as_of)
    found = repair(deck, fmt, as_of, held.catalog, most_choices=1)
    assert found.verdict
    assert (found.verdict.outcome, found.is_smallest, found.left) == (LEGAL, True, ())
    assert found.size >= 1
    if any(case["id"].removesuffix("-dev").endswith(name) for name in ONE_COPY):
        assert found.size == 1
