"""Each citation of the classic play rules stands in its document, and each question can be put."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.model.verdicts import Citation
from engine.play.facts import Either, Facts, Kind, ListOf, Record, specs_of
from tests.conftest import SHARED
from tests.engine.play.classic_examples import ABSENT, EXAMPLES, RULES, Changes, ask
from tests.engine.play.classic_tables import UNKNOWN_BY

FILES = {
    "cr-2.7": "vs-classic-rules-2.7-2008-12-22.md",
    "cr-2007-02-05": "vs-classic-rules-2007-02-05.txt",
    "mun-faq-2008-06-10": "marvel-universe-faq-2008-06-10.txt",
}
DAYS = (None, "2007-02-05", "2006-01-01")
_GONE: Changes = {"opponent.characters.x.stunned": True}
_DIRECT: Changes = {"turn.attack.defender": "opponent", "action.strike": ABSENT}
#: What brings rules into a result that the examples don't cite.
CITING: tuple[tuple[str, Changes], ...] = (
    ("wrap-up", {"you.endurance": -1, "opponent.endurance": -2}),
    ("wrap-up", {"you.characters.a.cannot_recover": True}),
    ("recruit", {"action.card.costless": True}),
    ("start-attack", {"turn.attack.defender": "opponent"}),
    ("conclude-attack", {**_GONE, "action.strike": ABSENT}),
    ("conclude-attack", {**_GONE, "action.strike": ABSENT, "turn.attack.attackers": []}),
    ("conclude-attack", _DIRECT),
    ("conclude-attack", {**_DIRECT, "you.characters.a.atk": -1, "you.characters.b.atk": 0}),
    ("conclude-attack", {**_DIRECT, "turn.attack.attackers": ["a"], "you.characters.a.power_ups": 1}),
    ("conclude-attack", {"opponent.characters.x.invulnerability": True}),
    ("conclude-attack", {"opponent.characters.x.costless": True}),
    ("use-power", {"action.power": {"keyword": "evasion"}, "turn.phase": "recovery", "turn.step": "none"}),
)


def cited() -> Iterator[Citation]:
    """Every citation of the tables, of the sequences, of what is out of reach, and of results of both editions."""
    for action in RULES.actions:
        for rules in action.rules.values():
            for rule in rules:
                yield from rule.citations
    for sequence in RULES.sequences:
        for step in sequence.steps:
            yield from step.citations
    for topic in RULES.out_of_reach:
        yield from topic.citations
    for held in (*(ask(verb, None, day) for verb in EXAMPLES for day in DAYS), *(ask(*each) for each in CITING)):
        yield from (citation for row in (*held.findings, *held.checked) for citation in row.citations)
        yield from (line.citation for line in held.working if line.citation)


def pattern(citation: Citation) -> str:
    """Where a rule stands in the text of its document: at the head of a line."""
    if citation.document.startswith("mun-faq"):
        number = citation.rule.removeprefix("General ")
        return rf"(?m)^{number}\. " if number.isdigit() else rf"(?m)^{re.escape(citation.rule)}"
    if citation.rule.startswith("Glossary: "):
        return rf"(?m)^[#*\s]*{citation.rule.removeprefix('Glossary: ')}"
    return rf"(?m)^[-#*\s]*{re.escape(citation.rule)}(?![0-9a-z])"


@pytest.mark.shared
@pytest.mark.skipif(not (SHARED / "documents").exists(), reason="needs the official documents")
@pytest.mark.parametrize("document", FILES)
def test_each_citation_stands_in_its_document(document: str) -> None:
    text = (SHARED / "documents" / FILES[document]).read_text("utf-8")
    rules = {citation for citation in cited() if citation.document == document}
    assert rules
    assert sorted(each.rule for each in rules if not re.search(pattern(each), text)) == []


def test_every_rule_is_cited() -> None:
    assert {citation.document for citation in cited()} == set(FILES)
    assert all(rule.citations for action in RULES.actions for rules in action.rules.values() for rule in rules)


def test_whatever_is_asked_has_a_question() -> None:
    for verb, _, changes, _ in UNKNOWN_BY:
        for finding in ask(verb, changes).findings:
            assert finding.severity != "unknown" or finding.asks, (verb, changes)


def test_each_fact_without_a_default_has_a_question() -> None:
    classes = {RULES.position, *(action.facts for action in RULES.actions)}
    waiting = list(classes)
    while waiting:
        for spec in specs_of(waiting.pop()).values():
            assert spec.has_default or spec.ask.endswith("?"), spec.key
            inner = set(_records(spec.kind)) - classes
            classes |= inner
            waiting += inner


def _records(kind: Kind) -> Iterator[type[Facts]]:
    if isinstance(kind, Record):
        yield kind.of
    elif isinstance(kind, ListOf):
        yield from _records(kind.of)
    elif isinstance(kind, Either):
        for each in kind.kinds:
            yield from _records(each)


def test_sequences_name_actions_that_there_are() -> None:
    verbs = {verb for sequence in RULES.sequences for step in sequence.steps for verb in step.verbs}
    assert verbs == set(RULES.by_verb)
    assert len({sequence.slug for sequence in RULES.sequences}) == len(RULES.sequences)
