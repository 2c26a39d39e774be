"""The documents of the rules of play say what the tables say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.play.facts import Either, Flag, ListOf, Null, Number, TableOf, Text
from engine.play.judging import playable
from scripts.write_play_tables import name_kind, write_documents

DOCUMENTS = write_documents()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_game_s_document_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == DOCUMENTS[path], "run python scripts/write_play_tables.py"


@pytest.mark.parametrize("game", playable())
def test_a_game_s_document_has_every_action_code_and_topic(game: str) -> None:
    text = next(text for path, text in DOCUMENTS.items() if path.name == f"play-{game}.md")
    for action in playable()[game].actions:
        section = text.partition(f"\n### {action.title} (`{action.verb}`)\n")[2].partition("\n### ")[0]
        assert {rule.code for rules in action.rules.values() for rule in rules} <= set(
            re.findall(r"`([\w-]+)`", section)
        )
    assert all(topic.topic in text for topic in playable()[game].out_of_reach)


@pytest.mark.parametrize("text", DOCUMENTS.values(), ids=[path.name for path in DOCUMENTS])
def test_links_of_a_document_lead_to_its_headings(text: str) -> None:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) - anchors == set()


def test_a_fact_s_kind_is_told_in_words() -> None:
    assert name_kind(Either((Null(), Number(0, 9)))) == "null or number from 0 to 9"
    assert name_kind(ListOf(Text())) == "list: text"
    assert name_kind(TableOf(Flag(), ("fury", "calm"))) == "true or false by `fury`, `calm`"
    assert name_kind(TableOf(Number())) == "number by name"
