"""Each citation of the 2PCG’s play rules stands in the rulebook or the recorded updates; each question can be put."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.games.vs_2pcg.play.facts import Card, Character, Position, Resource
from engine.model.reference import Reference
from engine.model.verdicts import Citation
from engine.play.facts import Either, Facts, Kind, ListOf, Record, read_facts, specs_of
from engine.play.judging import rules_of
from tests.engine.play.cases import answer_to, cases_of
from tests.engine.play.cited import begins_lines, citations_in, citations_of

RULES = rules_of("vs-2pcg")
TYPES = {
    "Main Character": "main",
    "Supporting Character": "supporting",
    "Basic Location": "location",
    "Special Location": "location",
}
FILES = {"pcg-5.0": "documents/vs-2pcg-rulebook-5.0.txt", "pcg-updates": "data/deckrules-2pcg.md"}


def cited(shared: Path) -> Iterator[Citation]:
    """Every citation of the tables and of the answers to all cases."""
    assert shared.is_dir()
    yield from citations_of(RULES)
    for case in cases_of("vs-2pcg"):
        yield from citations_in(answer_to(case.values[0]))


@pytest.mark.shared
def test_each_citation_stands_in_its_document(shared: Path) -> None:
    texts = {slug: (shared / file).read_text("utf-8") for slug, file in FILES.items()}
    rules = set(cited(shared))
    assert len(rules) > 40
    assert sorted(each.rule for each in rules if not begins_lines(each.rule, texts[each.document])) == []


@pytest.mark.parametrize(
    ("verb", "code", "headings"),
    [
        ("claim-win", "main-character-left", {"Ending the Game", "Ability Glossary > Bind"}),
        ("draw", "draw-count", {"Draw Phase", "2 vs 2", "2-Headed Teammates", "The Leviathon Invasion"}),
    ],
)
def test_a_rule_cites_each_section_that_has_a_word_in_it(verb: str, code: str, headings: set[str]) -> None:
    table = RULES.action_of(verb).rules["pcg-5.0"]
    cites = {each.rule for rule in table if rule.code == code for each in rule.citations}
    assert headings <= cites


def test_each_fact_without_a_default_has_a_question() -> None:
    waiting = [RULES.position, *(action.facts for action in RULES.actions)]
    seen: set[type[Facts]] = set()
    while waiting:
        held = waiting.pop()
        if held in seen:
            continue
        seen.add(held)
        for spec in specs_of(held).values():
            assert spec.has_default or spec.ask.endswith("?"), (held, spec.key)
            waiting += _records(spec.kind)


def _records(kind: Kind) -> Iterator[type[Facts]]:
    if isinstance(kind, Record):
        yield kind.of
    elif isinstance(kind, ListOf):
        yield from _records(kind.of)
    elif isinstance(kind, Either):
        for each in kind.kinds:
            yield from _records(each)


def test_sequences_and_starts_name_actions_that_there_are() -> None:
    verbs = {verb for sequence in RULES.sequences for step in sequence.steps for verb in step.verbs}
    assert verbs == set(RULES.by_verb)
    assert set(RULES.starts) <= set(RULES.by_verb)


@pytest.mark.parametrize("kind", ["Main Character", "Supporting Character", "Basic Location", "Special Location"])
def test_a_recorded_card_brings_its_facts(kind: str, reference: Callable[[str], Reference]) -> None:
    cards = [each for each in reference("vs-2pcg").catalog.cards if each.type == kind]
    for card in cards:
        for held in (Character, Card, Resource, Position):
            printed = RULES.printed(card, held)
            assert set(printed) <= set(specs_of(held))
            read_facts(held, {**printed}, "a")
    brought = [RULES.printed(each, Card) for each in cards]
    assert {each["type"] for each in brought} == {TYPES[kind]}
    assert any(("symbols" if "Location" in kind else "atk") in each for each in brought)
