"""Which deck-building rules are checked, left to people, or not checked yet; generated, so that it can't flatter.

What is checked is read off the engine's own tables, what proves it off the tests' docstrings (`proofs.json`, written by
`scripts/list_proofs.py`); `fixtures/deck-rules.yaml` has the other deck-building rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings

from engine.model.errors import InputError
from engine.model.verdicts import Citation
from engine.rules.citations import index_codes_by_citation
from vsdb.catalog.rules.book import RuleBookText
from vsdb.catalog.rules.models import Document, Rule, rule_slug

CHECKED, PEOPLE, NOT_YET = "checked", "people", "not-yet"
STATES = (CHECKED, PEOPLE, NOT_YET)
EDITION = "Edition"  #: what notes on the edition itself cite; no rule about decks
_PROOFS = Path(__file__).resolve().parent / "proofs.json"
_KEYS = frozenset({"rule", "with", "people"})


@dataclass(frozen=True, slots=True)
class CitingTest:
    """A class of tests that cites a rule, and how many tests it holds."""

    file: str
    name: str
    tests: int


@dataclass(frozen=True, slots=True)
class UncitedRule:
    """A deck-building rule that no check cites: what it is checked with, or why it is left to people, or neither."""

    rule: str
    checked_with: Citation | None = None
    why: str = ""


@dataclass(frozen=True)
class RuleCoverage:
    """A deck-building rule and what becomes of it; `url` is None where the document's text or a summary is missing."""

    citation: Citation
    heading: str
    slug: str
    is_held: bool
    state: str
    codes: tuple[str, ...] = ()
    proofs: tuple[CitingTest, ...] = ()
    checked_with: Citation | None = None
    why: str = ""


@dataclass(frozen=True)
class DocumentCoverage:
    """The deck-building rules of a document, in its order."""

    document: Document
    rules: tuple[RuleCoverage, ...]

    @property
    def counts(self) -> list[tuple[str, int]]:
        """How many rules there are of each state."""
        return [(state, sum(rule.state == state for rule in self.rules)) for state in STATES]


@cache
def _proofs() -> Mapping[str, Mapping[str, Mapping[str, int]]]:
    found: dict[str, dict[str, dict[str, int]]] = json.loads(_PROOFS.read_text("utf-8"))
    return found


def find_citing_tests(citation: Citation) -> tuple[CitingTest, ...]:
    """The test classes that cite a rule; for an entry of a glossary those that cite the glossary."""
    held = _proofs().get(citation.document, {})
    classes = held.get(citation.rule) or held.get(citation.rule.partition(": ")[0]) or {}
    places = ((place.partition("::"), tests) for place, tests in classes.items())
    return tuple(CitingTest(file, name, tests) for (file, _, name), tests in places)


def load_uncited_rules(path: Path | None = None) -> dict[str, tuple[UncitedRule, ...]]:
    """The deck-building rules that no check cites, by document. Raises InputError where the file says anything else."""
    path = path or settings.BASE_DIR / "fixtures" / "deck-rules.yaml"
    rows = yaml.safe_load(path.read_text("utf-8"))
    if not isinstance(rows, dict):
        raise InputError("a list of rules for each document is due", place=path.name)
    return {
        document: tuple(_other(document, row, path.name) for row in listed or ()) for document, listed in rows.items()
    }


def _other(document: str, row: Any, place: str) -> UncitedRule:
    if not isinstance(row, dict) or "rule" not in row or row.keys() - _KEYS or len(row) > 2:
        raise InputError(f"a rule with either `with` or `people` is due, not {row!r}", place=f"{place}, {document}")
    held = str(row.get("with", ""))
    return UncitedRule(str(row["rule"]), _citation(document, held) if held else None, row.get("people", ""))


def _citation(document: str, said: str) -> Citation:
    """`101.2` is a rule of the document itself, `set-list sets` one of another that a check cites."""
    for cited in index_codes_by_citation():
        if said == f"{cited.document} {cited.rule}":
            return cited
    return Citation(document, said)


def list_coverage(
    documents: Iterable[Document],
    rules: Iterable[Rule],
    books: Mapping[str, RuleBookText],
    others: Mapping[str, Iterable[UncitedRule]],
) -> list[DocumentCoverage]:
    """What becomes of the deck-building rules of each document; a document without any is left out; no query."""
    by_place = {(rule.document_id, rule.number): rule for rule in rules}
    places = {Citation(*place): at for at, place in enumerate(by_place)}
    found = []
    for document in documents:
        book = books.get(document.slug)
        cited = [
            _build_checked(citation, codes, by_place, book)
            for citation, codes in index_codes_by_citation().items()
            if citation.document == document.slug and citation.rule != EDITION
        ]
        rest = [_build_uncited(document.slug, other, by_place, book) for other in others.get(document.slug, ())]
        covered = sorted([*cited, *rest], key=lambda each: places.get(each.citation, len(places)))
        if covered:
            found.append(DocumentCoverage(document, tuple(covered)))
    return found


def _build_checked(
    citation: Citation, codes: tuple[str, ...], held: Mapping[tuple[str, str], Rule], book: RuleBookText | None
) -> RuleCoverage:
    heading, slug, is_held = _place(citation, held, book)
    return RuleCoverage(citation, heading, slug, is_held, CHECKED, codes, find_citing_tests(citation))


def _build_uncited(
    document: str, other: UncitedRule, held: Mapping[tuple[str, str], Rule], book: RuleBookText | None
) -> RuleCoverage:
    citation = Citation(document, other.rule)
    heading, slug, is_held = _place(citation, held, book)
    codes = index_codes_by_citation().get(other.checked_with, ()) if other.checked_with else ()
    if codes and other.checked_with:
        proofs = find_citing_tests(other.checked_with)
        return RuleCoverage(citation, heading, slug, is_held, CHECKED, codes, proofs, checked_with=other.checked_with)
    return RuleCoverage(citation, heading, slug, is_held, PEOPLE if other.why else NOT_YET, why=other.why)


def _place(
    citation: Citation, held: Mapping[tuple[str, str], Rule], book: RuleBookText | None
) -> tuple[str, str, bool]:
    """What the rule is headed, its slug, and whether it has a page."""
    rule = held.get((citation.document, citation.rule))
    slug = rule.slug if rule else rule_slug(citation.rule)
    entry = book.find(slug) if book else None
    heading = rule.heading if rule else entry.title if entry else ""
    return "" if heading == citation.rule else heading, slug, rule is not None or entry is not None
