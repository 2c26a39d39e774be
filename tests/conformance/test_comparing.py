"""What counts as a difference, and at which level."""

from __future__ import annotations

from typing import Any

import pytest

from vsdb_conformance.cases import SEARCHES, VERDICTS, Case
from vsdb_conformance.comparing import compare, find_level, say_finding

SURPLUS = {
    "severity": "error",
    "code": "copy-limit",
    "citation": {"document": "cr-2.7", "rule": "101.2"},
    "found": 5,
    "allowed": 4,
    "lines": [1],
}


def a_case(**expected: Any) -> Case:
    return Case("a-case", VERDICTS, "vs-classic", "why", {}, {"outcome": "illegal", "findings": [SURPLUS], **expected})


def a_verdict(*findings: dict[str, Any], outcome: str = "illegal", **parts: Any) -> dict[str, Any]:
    return {"outcome": outcome, "legal": outcome == "legal", "findings": list(findings), "checked": [], **parts}


def levels(case: Case, answer: dict[str, Any]) -> list[str]:
    return [each.level for each in compare(case, answer)]


@pytest.mark.parametrize(
    ("changed", "level"),
    [
        ({}, []),
        ({"message": "5 of 4", "suggestions": []}, []),
        ({"found": "5"}, []),
        ({"severity": "unknown"}, ["codes", "codes"]),
        ({"code": "deck-size"}, ["codes", "codes"]),
        ({"citation": {"document": "cr-2.7", "rule": "101.1"}}, ["citations"]),
        ({"citation": None}, ["citations"]),
        ({"citation": "101.2"}, ["citations"]),
        ({"found": 6}, ["figures"]),
        ({"allowed": None}, ["figures"]),
        ({"lines": [1, 2]}, ["figures"]),
    ],
)
def test_a_finding_has_to_agree_level_by_level(changed: dict[str, Any], level: list[str]) -> None:
    assert levels(a_case(), a_verdict({**SURPLUS, **changed})) == level


@pytest.mark.parametrize(
    ("extra", "level"),
    [
        ({**SURPLUS, "code": "deck-size"}, ["codes"]),
        ({**SURPLUS, "severity": "unknown"}, ["codes"]),
        ({**SURPLUS, "citation": {"document": "cr-2.7", "rule": "202.4"}}, ["citations"]),
        ({**SURPLUS, "found": 6}, ["figures"]),
        ({**SURPLUS, "severity": "info", "code": "insane-deck"}, []),
        ({**SURPLUS, "severity": "warning", "code": "loyalty-unreachable"}, []),
    ],
)
def test_nothing_else_may_be_found_but_notes(extra: dict[str, Any], level: list[str]) -> None:
    assert levels(a_case(), a_verdict(SURPLUS, extra)) == level
    assert levels(a_case(more=True), a_verdict(SURPLUS, extra)) == []


def test_a_wrong_outcome_is_a_difference_of_the_first_level() -> None:
    assert levels(a_case(), a_verdict(SURPLUS, outcome="uncertain")) == ["outcome"]
    assert levels(a_case(), a_verdict(SURPLUS, legal=True)) == ["outcome"]
    assert levels(a_case(), {}) == ["outcome", "codes"]


def test_notes_have_to_be_there_and_absent_codes_not() -> None:
    noted = a_verdict(SURPLUS, {"severity": "info", "code": "insane-deck"})

    assert (
        levels(a_case(notes=["insane-deck"]), noted) == levels(a_case(absent=["insane-deck"]), a_verdict(SURPLUS)) == []
    )
    assert (
        levels(a_case(absent=["insane-deck"]), noted)
        == levels(a_case(notes=["insane-deck"]), a_verdict(SURPLUS))
        == ["codes"]
    )


@pytest.mark.parametrize(
    ("changed", "level"),
    [({}, []), ({"outcome": "broken"}, ["codes"]), ({"citation": None}, ["citations"]), ({"found": 59}, ["figures"])],
)
def test_rules_that_were_checked_agree_level_by_level(changed: dict[str, Any], level: list[str]) -> None:
    row = {"code": "deck-size", "outcome": "ok", "citation": {"document": "cr-2.7", "rule": "101.1"}, "found": 60}
    other = {"code": "copy-limit", "outcome": "ok", "citation": None}

    assert levels(a_case(checked=[row]), a_verdict(SURPLUS, checked=[other, {**row, **changed}])) == level


def test_one_of_several_rules_is_enough_and_a_document_without_rule_takes_any() -> None:
    either = {**SURPLUS, "citation": [{"document": "cr-2.7", "rule": "202.4"}, {"document": "cr-2.7"}]}

    assert levels(a_case(findings=[either]), a_verdict(SURPLUS)) == []
    assert levels(a_case(findings=[either]), a_verdict({**SURPLUS, "citation": {"document": "cr-2.6"}})) == [
        "citations"
    ]


def test_a_finding_without_figures_stands_for_any_number_of_them() -> None:
    some = {name: SURPLUS[name] for name in ("severity", "code", "citation")}

    assert levels(a_case(findings=[some]), a_verdict(SURPLUS, {**SURPLUS, "found": 6})) == []


def test_the_level_reached_is_the_last_without_a_difference() -> None:
    assert find_level(compare(a_case(), a_verdict(SURPLUS))) == "figures"
    assert find_level(compare(a_case(), a_verdict({**SURPLUS, "found": 6}))) == "citations"
    assert find_level(compare(a_case(), a_verdict({**SURPLUS, "citation": None}))) == "codes"
    assert find_level(compare(a_case(), a_verdict())) == "outcome"
    assert find_level(compare(a_case(), a_verdict(SURPLUS, outcome="legal"))) is None


def test_a_finding_is_said_with_its_figures_lines_and_rule() -> None:
    assert say_finding(SURPLUS) == "error copy-limit found 5, allowed 4 line 1 [cr-2.7 101.2]"


@pytest.mark.parametrize(
    ("expected", "level"),
    [
        ({"count": 2, "titles": ["Falcon", "Cable"]}, []),
        ({"count": 3}, ["outcome"]),
        ({"titles": ["Falcon"]}, ["codes"]),
        ({"titles": ["Falcon", "Cable", "Speed"]}, ["codes"]),
        ({"includes": ["Cable"], "excludes": ["Speed"]}, []),
        ({"includes": ["Speed"]}, ["codes"]),
        ({"excludes": ["Cable"]}, ["codes"]),
        ({"notes": True, "places": [[0, 3]]}, []),
        ({"notes": False}, ["codes"]),
        ({"places": [[1, 3]]}, ["figures"]),
    ],
)
def test_searches_agree_in_number_cards_and_notes(expected: dict[str, Any], level: list[str]) -> None:
    found = {"count": 2, "titles": ["Cable", "Falcon"], "notes": [{"message": "What?", "start": 0, "end": 3}]}

    assert levels(Case("a-search", SEARCHES, "vs-classic", "why", {}, expected), found) == level


def test_a_search_has_to_have_a_note_where_one_is_expected() -> None:
    found = {"count": 0, "titles": [], "notes": []}

    assert levels(Case("a-search", SEARCHES, "vs-classic", "why", {}, {"notes": True}), found) == ["codes"]
