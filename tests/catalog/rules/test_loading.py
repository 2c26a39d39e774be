"""The rules documents are brought to what the file says, and no row is written that doesn't differ."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from vsdb.catalog.cards.loading import load_documents
from vsdb.catalog.cards.reading.folder import read_documents
from vsdb.catalog.rules.models import Document, Rule

pytestmark = pytest.mark.django_db

FILE = Path(__file__).resolve().parents[3] / "fixtures" / "documents.yaml"


def figures(rows: list[dict[str, Any]]) -> dict[str, tuple[int, int, int, int]]:
    """What a load did: rows added, changed, unchanged and removed, by table."""
    return {t.table: (t.added, t.changed, t.unchanged, t.removed) for t in load_documents(rows)}


@pytest.fixture
def rows() -> list[dict[str, Any]]:
    return read_documents(FILE)


class TestLoadDocuments:
    def test_writes_nothing_the_second_time(self, rows: list[dict[str, Any]]) -> None:
        load_documents(rows)

        rules = sum(len(row["rules"]) for row in rows)
        assert figures(rows) == {"documents": (0, 0, 14, 0), "rules": (0, 0, rules, 0)}

    def test_keeps_the_facts_of_a_document(self, rows: list[dict[str, Any]]) -> None:
        load_documents(rows)

        held = Document.objects.get(slug="cr-2.7")
        assert (held.game_id, held.edition_date) == ("vs-classic", date(2008, 12, 22))
        assert Document.objects.get(slug="ban-list").game_id is None

    def test_writes_only_what_differs(self, rows: list[dict[str, Any]]) -> None:
        load_documents(rows)
        next(rule for rule in rows[1]["rules"] if rule["number"] == "101")["summary"] = "Something else."

        documents, rules = figures(rows).values()
        assert documents[:2] == (0, 0)
        assert (rules[0], rules[1], rules[3]) == (0, 1, 0)
        assert Rule.objects.get(document="cr-2.7", number="101").summary == "Something else."

    def test_removes_what_is_gone_and_adds_what_is_new(self, rows: list[dict[str, Any]]) -> None:
        load_documents(rows)
        gone = rows.pop()
        rows[0]["rules"].append({"number": "403.1", "slug": "403.1", "heading": "Resources", "summary": ""})

        documents, rules = figures(rows).values()
        assert (documents[0], documents[3]) == (0, 1)
        assert (rules[0], rules[3]) == (1, 0)
        assert not Document.objects.filter(slug=gone["slug"]).exists()

    def test_removes_the_rules_of_a_document_that_is_gone(self, rows: list[dict[str, Any]]) -> None:
        load_documents(rows)
        gone = rows.pop(0)

        assert figures(rows)["rules"][3] == len(gone["rules"])
        assert not Rule.objects.filter(document=gone["slug"]).exists()
