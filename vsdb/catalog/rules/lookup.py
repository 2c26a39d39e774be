"""A rule looked up by its number or heading: its text or our summary in each document that has it, and what is near."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import takewhile

from django.urls import reverse

from engine.model.verdicts import Citation
from vsdb.catalog.rules import selectors
from vsdb.catalog.rules.models import Document, Rule, Unit, rule_slug
from vsdb.catalog.rules.selectors import BAN_LIST, FORMAT, SET_LIST
from vsdb.core.folding import find_nearest

_BEFORE = re.compile(r"(?:cr|rules?|section)\s*(?=[0-9])", re.IGNORECASE)
_AT_MOST = 5
_MAX_LENGTH = 160  #: characters of a name
#: What a citation names where it means no one set, ban list or format.
EVERY_CARD = "cards"
EVERY_SET = "sets"
EVERY_BAN = "bans"
ANY_FORMAT = "any"


@dataclass(frozen=True, slots=True)
class FoundRule:
    """A rule as a document has it: `rule` is our heading and summary, `unit` its text where that is loaded.

    `children` are the units directly below it in order, examples among them.
    """

    document: Document
    rule: Rule | None
    unit: Unit | None
    children: tuple[Unit, ...] = ()

    @property
    def number(self) -> str:
        """Its number as the document has it, or its heading where that has none."""
        if self.unit is not None:
            return self.unit.number or self.unit.title or self.unit.slug
        return self.rule.number if self.rule else ""

    @property
    def heading(self) -> str:
        """What it is about: our words, else the document's; empty where that is its number."""
        said = (self.rule.heading if self.rule else "") or (self.unit.title if self.unit else "")
        return "" if said == self.number else said

    @property
    def slug(self) -> str:
        """What addresses call it."""
        return self.unit.slug if self.unit else self.rule.slug if self.rule else ""

    @property
    def examples(self) -> tuple[Unit, ...]:
        """The examples directly below it."""
        return tuple(unit for unit in self.children if unit.kind == Unit.Kind.EXAMPLE)

    @property
    def below(self) -> tuple[Unit, ...]:
        """What else stands directly below it: sub-rules, steps, paragraphs."""
        return tuple(unit for unit in self.children if unit.kind != Unit.Kind.EXAMPLE)


def normalize_rule_name(name: str) -> str:
    """A number as documents write it: `rule 101.2A.` is 101.2a; a heading is left as it is."""
    words = " ".join(name.split())[:_MAX_LENGTH]
    words = _BEFORE.sub("", words, count=1) if _BEFORE.match(words) else words
    return words.rstrip(".:").lower() if words[:1].isdigit() else words


def look_up(name: str, document: str | None = None) -> list[FoundRule]:
    """The rule of that number or heading, in one document or in each that has it; two queries, three for each found.

    Raises NotFound for a document that there isn't; nothing found is an empty list.
    """
    wanted = normalize_rule_name(name)
    documents = [selectors.get_document(document)] if document else list(selectors.list_documents())
    slugs = [each.pk for each in documents]
    rules = {rule.document_id: rule for rule in selectors.find_rules_by_name(slugs, wanted)}
    found = []
    for each in documents:
        rule = rules.get(each.pk)
        unit = selectors.find_units_by_name(each.pk, wanted).first() if each.text_digest else None
        if rule is None and unit is not None:
            rule = selectors.find_rule_of_unit(unit)
        if rule is None and unit is None:
            continue
        found.append(FoundRule(each, rule, unit, tuple(selectors.list_children(unit)) if unit else ()))
    return found


def find_nearest_rules(name: str, document: str | None = None) -> tuple[str, ...]:
    """The numbers and headings most like one that there isn't, the nearest first; two queries."""
    wanted = normalize_rule_name(name)
    held = selectors.list_rule_names([document] if document else None)
    if wanted[:1].isdigit():
        return find_nearest_numbers(wanted, held)
    return find_nearest(wanted, (each for each in held if not each[:1].isdigit()))


def find_nearest_numbers(wanted: str, names: Iterable[str]) -> tuple[str, ...]:
    """The numbers among some names that are most like one, the nearest first."""
    numbers = [each for each in names if each[:1].isdigit()]
    return tuple(sorted(numbers, key=lambda each: _distance(wanted, each))[:_AT_MOST])


def _distance(wanted: str, number: str) -> tuple[int, int, int]:
    """What they share from the beginning counts first, then how far the rest is apart."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(wanted, number, strict=False)))
    apart = abs(_place(wanted[shared:]) - _place(number[shared:]))
    return -shared, apart, len(number)


def _place(rest: str) -> int:
    digits = re.match(r"[0-9]{1,6}", rest)
    return int(digits[0]) if digits else ord(rest[0]) - ord("a") + 1 if rest[:1].isalpha() else 0


def build_citation_url(citation: Citation, game: str, as_of: date | None = None) -> str:
    """A rule's own page, or for a dated fact the page of the format or the set, on that day."""
    if citation.document == SET_LIST:
        return _set_list(citation.rule, game)
    if citation.document == BAN_LIST:
        return _format(game, "" if citation.rule == EVERY_BAN else citation.rule, as_of)
    if citation.document.startswith(FORMAT):
        slug = citation.document.removeprefix(FORMAT)
        return _format(game, "" if slug == ANY_FORMAT else slug, as_of)
    return reverse("rules:rule", args=(citation.document, rule_slug(citation.rule)))


def _set_list(rule: str, game: str) -> str:
    if rule == EVERY_SET:
        return reverse("cards:sets")
    if rule == EVERY_CARD:
        return reverse("cards:list", args=(game,))
    return reverse("cards:set", args=(game, rule))


def _format(game: str, slug: str, as_of: date | None) -> str:
    if not slug:
        return reverse("formats:index")
    address = reverse("formats:format", args=(game, slug))
    return f"{address}?on={as_of.isoformat()}" if as_of else address
