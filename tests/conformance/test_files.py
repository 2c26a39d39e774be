"""The case files keep to their schema and cite what there is; the package needs the standard library only."""

from __future__ import annotations

import ast
import json
import re
import sys
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from vsdb_conformance.cases import FOLDER, KINDS, SEARCHES, VERDICTS, load_cases, load_file

ROOT = Path(__file__).resolve().parents[2]
SCHEMA: dict[str, Any] = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))
#: How lists are read is no official document; docs/conformance.md says it.
OWN_DOCUMENTS = {"list-text"}
BY_NUMBER = re.compile(r"\d")


def validator(kind: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]})


def known_documents() -> dict[str, set[str]]:
    """The documents of the reference with their rules; formats as `format:<slug>`."""
    listed = yaml.safe_load((ROOT / "fixtures" / "documents.yaml").read_text(encoding="utf-8"))
    found = {row["slug"]: {str(rule["number"]) for rule in row["rules"]} for row in listed}
    for path in (ROOT / "fixtures").glob("*/formats.yaml"):
        found |= {f"format:{row['slug']}": set() for row in yaml.safe_load(path.read_text(encoding="utf-8"))}
    return found


def list_citations() -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    for case in load_cases([VERDICTS]):
        for row in (*case.expected["findings"], *case.expected.get("checked", ())):
            cited = row.get("citation") or []
            found += cited if isinstance(cited, list) else [cited]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_files_keep_to_the_schema(kind: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)

    assert [f"{error.json_path}: {error.message[:200]}" for error in validator(kind).iter_errors(load_file(kind))] == []


@pytest.mark.parametrize(
    ("kind", "path", "value"),
    [
        (VERDICTS, ("as_of",), "1 May 2026"),
        (VERDICTS, ("deck",), []),
        (VERDICTS, ("expect", "outcome"), "fine"),
        (VERDICTS, ("expect", "findings"), [{"severity": "error", "code": "deck-size"}]),  # of a legal list
        (VERDICTS, ("expect", "findings"), [{"severity": "warning", "code": "deck-size"}]),
        (SEARCHES, ("expect",), {}),
        (SEARCHES, ("expect", "slugs"), ["falcon"]),
    ],
)
def test_the_schema_refuses_what_is_no_case(kind: str, path: tuple[str, ...], value: object) -> None:
    data = load_file(kind)
    *outer, last = path
    part = data["cases"][0]
    for name in outer:
        part = part[name]
    part[last] = value

    assert list(validator(kind).iter_errors(data)) != []


def test_ids_are_unique() -> None:
    ids = [case.id for case in load_cases()]

    assert len(ids) == len(set(ids))


def test_no_question_is_asked_twice() -> None:
    questions = [json.dumps(case.asked, sort_keys=True) for case in load_cases()]

    assert len(questions) == len(set(questions))


def test_all_games_have_cases_of_each_outcome() -> None:
    found = {(case.game, case.expected["outcome"]) for case in load_cases([VERDICTS])}

    assert len(found) == 9


def test_days_are_in_the_calendar_and_past() -> None:
    for case in load_cases([VERDICTS]):
        assert date(2004, 1, 1) <= date.fromisoformat(case.asked["as_of"]) < date(2026, 7, 16), case.id


def test_every_citation_names_a_rule_that_there_is() -> None:
    known = known_documents()

    wrong = {
        f"{each['document']} {each.get('rule', '')}"
        for each in list_citations()
        if each["document"] not in known or (each.get("rule") and each["rule"] not in known[each["document"]])
    }

    # Numbers beside which another one is right too need no entry of their own.
    beside = ("402.1", "601.2.b", "601.2.d", "602.4.a.3", "602.4.a.3.b", "602.4.a.4")
    assert wrong <= {f"rb-tournament {rule}" for rule in beside}


def test_every_case_names_a_document_that_there_is() -> None:
    held = load_file(VERDICTS)["documents"]

    assert set(held) - set(known_documents()) == OWN_DOCUMENTS
    for case in load_cases([VERDICTS]):
        assert any(slug in case.why for slug in held), case.id
    assert {each["document"] for each in list_citations()} <= set(held)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_the_package_needs_the_standard_library_only(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [node.module or ""]
        assert {name.partition(".")[0] for name in names} <= {*sys.stdlib_module_names, "vsdb_conformance"}
