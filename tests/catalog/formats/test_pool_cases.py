"""The recorded pools, asked for in every way there is: the service, the page, the API and the command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.commands import run
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.management.commands.pool import explanation_to_dict
from vsdb.catalog.formats.services import explain

pytestmark = [pytest.mark.django_db, pytest.mark.shared]


@pytest.fixture(scope="module")
def cases(shared: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((shared / "cases" / "pools.json").read_text(encoding="utf-8"))["pools"]
    assert found
    return found


def expected(case: dict[str, Any]) -> tuple[list[str], list[str]]:
    return sorted(case["sets"]), sorted(case.get("uncertain", ()))


def test_by_the_service(cases: list[dict[str, Any]]) -> None:
    for case in cases:
        reference = selectors.get_reference(case["game"])
        found = explanation_to_dict(
            explain(reference.formats[case["format"]], date.fromisoformat(case["as_of"]), reference)
        )
        assert (found["sets"], found["uncertain"]) == expected(case), case["format"]


def test_over_the_api(cases: list[dict[str, Any]], client: Client) -> None:
    for case in cases:
        found = client.get(f"/api/v1/formats/{case['game']}/{case['format']}?on={case['as_of']}").json()
        on_day = found["pool_on_day"]
        assert (on_day["sets"], on_day["uncertain"]) == expected(case), case["format"]
        why = {each["code"]: each["status"] for each in found["explained"]["why"]}
        assert why == {**dict.fromkeys(case["sets"], "in"), **dict.fromkeys(case.get("uncertain", ()), "unknown")}


def test_on_the_page(cases: list[dict[str, Any]], client: Client) -> None:
    for case in cases:
        answer = client.get(f"/formats/{case['game']}/{case['format']}/?on={case['as_of']}")
        day = answer.context["day"]
        assert sorted(each.code for each, _ in day.sets_in) == expected(case)[0]
        text = answer.content.decode()
        table = text[text.index('id="sets"') : text.index("Sets not legal:")]
        assert sorted(_codes(table)) == sorted([*case["sets"], *case.get("uncertain", ())])


def _codes(table: str) -> Iterator[str]:
    return (part.partition("<")[0] for part in table.split('<span class="code soft">')[1:])


def test_by_the_command(cases: list[dict[str, Any]]) -> None:
    for case in cases:
        status, out, _ = run("pool", case["format"], "--game", case["game"], "--as-of", case["as_of"], "--json")
        found = json.loads(out)
        assert (found["sets"], found["uncertain"]) == expected(case), case["format"]
        assert status == (0 if found["is_certain"] else 3)
        assert not (found["uncertain"] and status == 0)
