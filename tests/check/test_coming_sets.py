"""A deck with cards of a set that is announced: illegal until the day of the set, which the verdict names."""

from __future__ import annotations

from datetime import date

import pytest
from django.utils import timezone

from engine.model.verdicts import Finding, Verdict
from vsdb.check.services import check

pytestmark = pytest.mark.django_db

#: Of Radiance: the legend, the chosen champion and High Note.
DECK = """\
Legend
1 Ekko, Boy Who Shattered Time
Champion
1 Ekko, Ingenious
Deck
3 High Note
3 OGN-001
3 OGN-002
3 OGN-003
3 OGN-004
3 OGN-005
3 OGN-006
3 OGN-008
3 OGN-009
3 OGN-010
3 OGN-012
3 OGN-013
3 OGN-015
Runes
6 Fury Rune
6 Mind Rune
Battlefields
1 Black Market
1 OGN-275
1 OGN-277
"""
SAID = "RAD becomes legal on 2026-10-23"


def judge(text: str, day: date | None = None) -> Verdict:
    (checked,) = check(text, formats=["standard"], game="riftbound", dates=[day] if day else [])
    return checked.verdict


def errors(verdict: Verdict) -> list[Finding]:
    return [each for each in verdict.findings if each.severity == "error"]


def test_is_illegal_on_the_day_before_and_legal_on_the_day() -> None:
    before, since = judge(DECK, date(2026, 10, 22)), judge(DECK, date(2026, 10, 23))
    assert before.outcome == "illegal"
    assert {each.code for each in errors(before)} == {"not-yet-legal"}
    assert {card.title for each in errors(before) for card in each.cards} == {
        "Boy Who Shattered Time",
        "Ekko, Ingenious",
        "High Note",
        "Black Market",
    }
    assert (since.outcome, errors(since)) == ("legal", [])


def test_names_the_day_of_the_set_where_no_day_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "localdate", lambda: date(2026, 10, 1))
    found = errors(judge(DECK))
    assert found
    assert all(SAID in each.message for each in found)
