"""Each row of each ruleset is proved by a test class that cites it.

A test class cites a rule by a line of its docstring that begins with the document's slug, the rule and a colon:
`cr-2.7 101.2: at most four copies`. Where several rows cite one heading, each has to be spoken of by its code, or by
the name of its check, in a module that cites it.

Rules of play are proved by tables of examples: each row's code is named in a module under `tests/engine/play/`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

import pytest

from engine.model.verdicts import Citation
from engine.play.judging import playable
from engine.play.rules import Action
from engine.rules import Rule, Ruleset, build_rules
from engine.rules.editions import EDITIONS

HERE = Path(__file__).resolve().parent
CITED = re.compile(r"(?P<document>[a-z][a-z0-9.-]*(?::[a-z0-9-]+)?) (?P<rule>[^:]+):(?: |$)")


def citations(docstring: str, documents: frozenset[str]) -> Iterator[Citation]:
    """What a docstring cites, of these documents."""
    for line in docstring.splitlines():
        found = CITED.match(line.strip())
        if found and found["document"] in documents:
            yield Citation(found["document"], found["rule"].strip())


def docstrings(source: str) -> Iterator[str]:
    """The docstrings of the test classes in a module that hold a test."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            tests = [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name.startswith("test_")]
            docstring = ast.get_docstring(node)
            if tests and docstring:
                yield docstring


def uncited(rulesets: Iterable[Ruleset], sources: Iterable[str]) -> list[str]:
    """The rows that no test class cites, each as `code: document rule`."""
    rows = list(dict.fromkeys((rule.code, rule.citation) for ruleset in rulesets for rule in ruleset.rules))
    documents = frozenset(citation.document for _, citation in rows)
    modules = [
        (source, {cited for text in docstrings(source) for cited in citations(text, documents)}) for source in sources
    ]
    return [
        f"{code}: {citation.document} {citation.rule}"
        for code, citation in rows
        if not any(citation in cited and speaks_of(source, code) for source, cited in modules)
    ]


def speaks_of(source: str, code: str) -> bool:
    """Whether a module names a code, or the check that bears its name."""
    return re.search(rf"\b(?:{re.escape(code)}|{re.escape(code.replace('-', '_'))})\b", source) is not None


def test_every_row_of_every_ruleset_is_cited_by_a_test() -> None:
    rulesets = [ruleset for held in EDITIONS.values() for ruleset in held]
    sources = [path.read_text(encoding="utf-8") for path in sorted(HERE.rglob("test_*.py"))]

    missing = uncited(rulesets, sources)
    assert not missing, "no test class cites\n" + "\n".join(missing)


def untested(actions: Iterable[Action], sources: Iterable[str]) -> list[str]:
    """The rows of play whose code no source names as a text of its own, each as `action code: document rule`."""
    written = "\n".join(sources)
    rows = dict.fromkeys(
        (action.verb, rule.code, rule.citation)
        for action in actions
        for rules in action.rules.values()
        for rule in rules
    )
    return [
        f"{verb} {code}: {citation.document} {citation.rule}"
        for verb, code, citation in rows
        if f'"{code}"' not in written
    ]


@pytest.mark.parametrize("game", playable())
def test_every_row_of_play_is_named_by_a_test(game: str) -> None:
    sources = [path.read_text(encoding="utf-8") for path in sorted((HERE / "play").glob("*.py"))]

    missing = untested(playable()[game].actions, sources)
    assert not missing, "no test names\n" + "\n".join(missing)


def test_a_row_of_play_that_only_part_of_a_word_names_is_noticed() -> None:
    attack = playable()["vs-classic"].action_of("attack")
    others = [f'"{rule.code}"' for rule in attack.rules["cr-2.7"] if rule.code != "attacker-not-ready"]

    assert untested([attack], [*others, '"not-attacker-not-ready"'])[0].startswith("attack attacker-not-ready: ")
    assert untested([attack], [*others, '"attacker-not-ready"']) == []


class TestTheCollector:
    """It would notice a row that no test cites."""

    RULESET = Ruleset(
        "vs-classic",
        "cr-2.7",
        date(2008, 12, 22),
        (
            *build_rules("cr-2.7", ("deck-size", "101.1", lambda *_: ()), ("copy-limit", "101.2", lambda *_: ())),
            Rule("pile-size", Citation("pcg-5.0", "Deck Building Rules"), lambda *_: ()),
        ),
    )

    @staticmethod
    def source(*lines: str, body: str = "def test_it(self): deck_size, copy_limit, pile_size") -> str:
        docstring = "\n    ".join(lines)
        return f'class TestSome:\n    """{docstring}\n    """\n\n    {body}\n'

    def test_names_the_rows_that_are_not_cited(self) -> None:
        assert uncited([self.RULESET], [self.source("cr-2.7 101.1: at least sixty")]) == [
            "copy-limit: cr-2.7 101.2",
            "pile-size: pcg-5.0 Deck Building Rules",
        ]

    def test_is_content_when_each_is_cited_in_a_line_of_its_own(self) -> None:
        source = self.source("cr-2.7 101.1: size", "cr-2.7 101.2: copies", "pcg-5.0 Deck Building Rules: piles")

        assert uncited([self.RULESET], [source]) == []

    @pytest.mark.parametrize(
        "line",
        [
            "cr-2.7 101.2a: a rule beside it",
            "cr-2007-02-05 101.2: the other edition",
            "see cr-2.7 101.2: not at the beginning",
            "cr-2.7 101.2 without a colon",
        ],
    )
    def test_takes_nothing_else_for_a_citation(self, line: str) -> None:
        assert "copy-limit: cr-2.7 101.2" in uncited([self.RULESET], [self.source(line)])

    def test_takes_no_class_without_a_test_for_proof(self) -> None:
        source = self.source("cr-2.7 101.2: copies", body="LIMIT = 4")

        assert "copy-limit: cr-2.7 101.2" in uncited([self.RULESET], [source])

    def test_asks_each_row_of_one_heading_to_be_spoken_of(self) -> None:
        source = self.source("pcg-5.0 Deck Building Rules: something", body='def test_it(self): "pile-missing"')

        assert "pile-size: pcg-5.0 Deck Building Rules" in uncited([self.RULESET], [source])
