"""Which checks of actions rest on a rule, read off the tables of play."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.model.verdicts import Citation
from engine.play.citations import PlayCheck, index_play_checks_by_citation, list_citations
from engine.play.judging import playable
from tests.engine.play.cited import citations_of
from vsdb.catalog.cards.reading.folder import read_documents
from vsdb.catalog.rules.models import rule_slug

ROOT = Path(__file__).resolve().parents[3]


def test_a_rule_has_the_checks_of_each_action_that_rest_on_it() -> None:
    checks = index_play_checks_by_citation()[Citation("cr-2.7", "601.2b")]
    assert PlayCheck("vs-classic", "attack", "Attack", "attacker-not-ready", "Is each attacker ready?") in checks
    assert {each.verb for each in checks} == {"attack"}


def test_a_check_of_two_editions_stands_once_in_each() -> None:
    for checks in index_play_checks_by_citation().values():
        assert len(set(checks)) == len(checks)


def test_a_rule_that_no_action_rests_on_has_none() -> None:
    assert Citation("cr-2.7", "101.2") not in index_play_checks_by_citation()


@pytest.mark.parametrize("game", playable())
def test_tables_walks_and_open_topics_are_read(game: str) -> None:
    rules = playable()[game]
    assert list(list_citations(rules)) == list(citations_of(rules))


@pytest.mark.parametrize("game", playable())
def test_each_citation_of_play_opens_the_page_of_a_rule(game: str) -> None:
    documents = read_documents(ROOT / "fixtures" / "documents.yaml")
    held = {(row["slug"], rule["slug"]) for row in documents for rule in row["rules"]}
    cited = {(each.document, rule_slug(each.rule)) for each in list_citations(playable()[game])}
    assert sorted(cited - held) == []
