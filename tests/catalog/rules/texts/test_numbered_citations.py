"""What verdicts cite of the two numbered editions is a unit with that number, and about what it is cited for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from vsdb.catalog.cards.reading.folder import read_documents
from vsdb.catalog.rules.models import rule_slug
from vsdb.exchange.rule_documents.edition import read_markdown, read_numbered
from vsdb.exchange.rule_documents.units import DocumentUnit

ROOT = Path(__file__).resolve().parents[4]
EDITIONS = {
    "cr-2007-02-05": (read_numbered, "vs-classic-rules-2007-02-05.txt"),
    "cr-2.7": (read_markdown, "vs-classic-rules-2.7-2008-12-22.md"),
}
CITED = [
    pytest.param(document["slug"], rule, id=f"{document['slug']} {rule['number']}")
    for document in read_documents(ROOT / "fixtures" / "documents.yaml")
    for rule in document["rules"]
    if document["slug"] in EDITIONS and rule["number"][:1].isdigit()
]
SMALL_WORDS = frozenset(
    {"and", "are", "can", "what", "when", "with", "without", "one", "other", "several", "some", "that", "the"}
)


@cache
def units(folder: Path, slug: str) -> dict[str, DocumentUnit]:
    read, name = EDITIONS[slug]
    return {unit.slug: unit for unit in read((folder / name).read_text(encoding="utf-8"), slug).units}


def stems(text: str) -> set[str]:
    """The beginnings of its words, small words left out."""
    return {word[:5] for word in re.findall(r"[a-z]{3,}", text.lower()) if word not in SMALL_WORDS}


@pytest.mark.shared
@pytest.mark.parametrize(("slug", "rule"), CITED)
def test_a_cited_rule_is_a_unit_about_its_subject(shared: Path, slug: str, rule: dict[str, Any]) -> None:
    unit = units(shared / "documents", slug)[rule_slug(rule["number"])]

    assert unit.number == rule["number"]
    assert unit.kind in {"rule", "heading"}
    assert stems(rule["heading"]) & stems(f"{unit.title} {unit.text}")


@pytest.mark.shared
def test_a_subject_is_not_found_in_every_rule(shared: Path) -> None:
    held = units(shared / "documents", "cr-2.7")

    assert not stems("Insane deck") & stems(held["706.16"].text)


def test_both_editions_are_cited() -> None:
    assert {param.values[0] for param in CITED} == EDITIONS.keys()
