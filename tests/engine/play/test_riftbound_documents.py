"""Where Riftbound's rules of play stand: each citation is in its document, and has a heading for readers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.games.riftbound.play import PLAY
from engine.model.verdicts import Citation
from tests.engine.play.cases import answer_to, cases_of
from tests.engine.play.cited import citations_in, citations_of, holds
from tests.engine.play.riftbound_examples import EDITIONS, EXAMPLES, Changes, ask
from tests.engine.play.riftbound_tables import BROKEN_BY
from vsdb.catalog.cards.reading.folder import read_documents

ROOT = Path(__file__).resolve().parents[3]


def headings() -> set[tuple[str, str]]:
    """The rules that our documents name, with their documents."""
    documents = read_documents(ROOT / "fixtures" / "documents.yaml")
    return {(row["slug"], rule["number"]) for row in documents for rule in row["rules"]}


@pytest.mark.shared
def test_each_citation_of_the_tables_stands_in_its_document(shared: Path) -> None:
    absent = {citation for citation in citations_of(PLAY) if not holds(shared / "documents", citation)}

    assert absent == set()


@pytest.mark.shared
@pytest.mark.parametrize("as_of", ["2026-06-01", "2026-08-01"])
def test_each_citation_of_an_answer_stands_in_its_document_and_has_a_heading(shared: Path, as_of: str) -> None:
    named = headings()
    cited: set[Citation] = set()
    for param in cases_of("riftbound"):
        case: dict[str, Any] = param.values[0]
        cited.update(citations_in(answer_to({**case, "position": {**case["position"], "as_of": as_of}})))

    assert {each for each in cited if not holds(shared / "documents", each)} == set()
    assert {(each.document, each.rule) for each in cited} - named == set()


@pytest.mark.shared
@pytest.mark.parametrize("as_of", EDITIONS)
def test_each_citation_of_combat_and_scoring_stands_in_its_document_and_has_a_heading(shared: Path, as_of: str) -> None:
    named = headings()
    questions: list[tuple[str, Changes]] = [(verb, {}) for verb in EXAMPLES] + [
        (verb, changes) for verb, _, changes in BROKEN_BY
    ]
    extra: list[tuple[str, Changes]] = [
        ("hold", {"you.score": 7}),
        ("conquer", {"you.score": 7}),
        ("burn-out", {"you.deck": 0, "you.trash": 0}),
        ("assign-damage", {"board.a.prevents": "all", "action.damage": {"b": 3, "a": 2}}),
        ("assign-damage", {"board.a.takes_no_damage": True, "action.damage": {"b": 3, "c": 2}}),
        ("assign-damage", {"board.x.stunned": True, "action.damage": {}}),
        ("assign-damage", {"board.x.might": -1, "action.damage": {}}),
        ("start-combat", {"turn.showdown": True, "turn.showdown_at": "b1"}),
    ]
    answers = [ask(verb, changes, as_of) for verb, changes in (*questions, *extra)]
    cited = {citation for each in answers for citation in citations_in(each)}
    cited |= {line.citation for each in answers for line in each.working if line.citation}

    assert {each for each in cited if not holds(shared / "documents", each)} == set()
    assert {(each.document, each.rule) for each in cited} - named == set()


def test_each_cited_rule_has_a_heading_for_readers() -> None:
    assert {(each.document, each.rule) for each in citations_of(PLAY)} - headings() == set()


@pytest.mark.shared
@pytest.mark.parametrize(
    ("document", "number"),
    [("rb-core-1.3", "999.9"), ("rb-playing", "R.402.9"), ("rb-core-2026-07-16", "118.1")],
)
def test_a_number_that_no_document_has_is_found_out(shared: Path, document: str, number: str) -> None:
    assert not holds(shared / "documents", Citation(document, number))
