"""Which rules are checked: those of deck building, or left to people, or not checked yet, and those of play.

Generated, so that it can't flatter: what is checked is read off the engine's own tables, what proves it off the tests'
docstrings (`proofs.json`, written by `scripts/list_proofs.py`). `fixtures/deck-rules.yaml` has the other deck-building
rules.
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
from vsdb.catalog.rules.play_coverage import PlayedRule, list_played_rules

CHECKED, PEOPLE, NOT_YET = "checked", "people", "not-yet"
STATES = (CHECKED, PEOPLE, NOT_YET)
EDITION = "Edition"  #: what notes on the edition itself cite; no rule about decks
_PROOFS = Path(__file__).resolve().parent / "proofs.json"


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
    """The deck-building rules of a document, and those that the play judge checks, each in its order."""

    document: Document
    rules: tuple[RuleCoverage, ...]
    played: tuple[PlayedRule, ...] = ()

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
        raise InputError("expected a list of rules for each document", place=path.name)
    place = path.name
    return {slug: tuple(_other(slug, row, place) for row in listed or ()) for slug, listed in rows.items()}


def _other(document: str, row: Any, place: str) -> UncitedRule:
    if not isinstance(row, dict) or "rule" not in row or row.keys() - {"rule", "with", "people"} or len(row) > 2:
        raise InputError(f"expected a rule with either `with` or `people`, found {row!r}", place=f"{place}, {document}")
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
    books: Mapping[str, RuleBookText],
    others: Mapping[str, Iterable[UncitedRule]] | None = None,
) -> list[DocumentCoverage]:
    """What becomes of the rules of each document; one without any that is checked or listed is left out; one query.

    `others` are the rules that no check cites, by document; else those of the file.
    """
    others, checks = load_uncited_rules() if others is None else others, index_codes_by_citation()
    held = Rule.objects.filter(document__in=[each.pk for each in documents]).order_by("document__position", "position")
    rules = {Citation(rule.document_id, rule.number): rule for rule in held}
    places = {citation: at for at, citation in enumerate(rules)}
    found = []
    for document in documents:
        slug = document.slug
        rows = [
            (cited, UncitedRule(cited.rule, cited))
            for cited in checks
            if cited.document == slug and cited.rule != EDITION
        ]
        rows += [(Citation(slug, each.rule), each) for each in others.get(slug, ())]
        rows.sort(key=lambda row: places.get(row[0], len(places)))
        played = list_played_rules(slug, rules, books.get(slug))
        if rows or played:
            covered = (_cover(cited, other, rules.get(cited), books.get(slug)) for cited, other in rows)
            found.append(DocumentCoverage(document, tuple(covered), played))
    return found


def _cover(citation: Citation, other: UncitedRule, rule: Rule | None, book: RuleBookText | None) -> RuleCoverage:
    slug = rule.slug if rule else rule_slug(citation.rule)
    entry = book.find(slug) if book else None
    heading = rule.heading if rule else entry.title if entry else ""
    place = ("" if heading == citation.rule else heading, slug, rule is not None or entry is not None)
    cited = other.checked_with
    if cited and (codes := index_codes_by_citation().get(cited)):
        checked_with = None if cited == citation else cited
        return RuleCoverage(citation, *place, CHECKED, codes, find_citing_tests(cited), checked_with)
    return RuleCoverage(citation, *place, PEOPLE if other.why else NOT_YET, why=other.why)
