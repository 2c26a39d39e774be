"""The decks whose right answers are known, judged from the database as people have them judged."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from engine import decklists
from engine.model.reference import Reference
from engine.model.serialization import dump_json
from engine.rules.validation import check_deck
from vsdb.check.services import check


@pytest.mark.shared
@pytest.mark.django_db
def test_the_database_and_the_files_give_the_same_bytes(shared: Path, reference: Callable[[str], Reference]) -> None:
    cases = json.loads((shared / "cases" / "verdicts.json").read_text(encoding="utf-8"))
    assert len(cases) >= 97
    for case in cases:
        day = date.fromisoformat(case["as_of"])
        (checked,) = check(case["deck"], game=case["game"], formats=[case["format"]], dates=[day])
        known = reference(case["game"])
        fmt = known.format(case["format"])
        assert fmt is not None
        alone = check_deck(decklists.read_deck(case["deck"], known.catalog, day), fmt, day)
        as_stored = alone._replace(data_version=checked.verdict.data_version)
        assert dump_json(checked.verdict.as_dict()) == dump_json(as_stored.as_dict()), case["id"]
        assert checked.verdict.outcome == case["outcome"], case["why"]
