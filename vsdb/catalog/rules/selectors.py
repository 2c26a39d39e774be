"""Reads of the rules documents; each says how many queries it costs.

A rule is looked up by its number or heading: its text or our summary in each document that has it, and what is near.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from django.db.models import Case, Count, F, Q, QuerySet, When

from engine.model.errors import NotFound
from engine.model.verdicts import Citation
from vsdb.catalog.rules.models import Document, Rule, Unit, rule_slug
from vsdb.core.folding import find_nearest

BAN_LIST = "ban-list"
SET_LIST = "set-list"
FORMAT = "format:"  #: followed by the slug of the format whose page the citation means

_DATED_FACTS = {BAN_LIST: "Ban list", SET_LIST: "Set list"}
_BEFORE = re.compile(r"(?:cr|rules?|section)\s*(?=[0-9])", re.IGNORECASE)
_EDITION_MARK = re.compile(r"-[0-9][0-9.-]*$")
_AT_MOST = 5
_MAX_LENGTH = 160  #: characters of a name


def list_documents() -> QuerySet[Document]:
    """Every document, with its game and as `rule_count` how many of its rules are held, game by game; one query."""
    by_game = F("game__position").asc(nulls_last=True)
    return Document.objects.select_related("game").annotate(rule_count=Count("rules")).order_by(by_game, "position")


def get_document(slug: str) -> Document:
    """The document of that slug; one query. Raises NotFound."""
    if (found := Document.objects.select_related("game").filter(slug=slug).first()) is None:
        raise NotFound(f"no document is called {slug}")
    return found


def list_units(document: Document | str) -> QuerySet[Unit]:
    """The units of a document in its own order, none where its text isn't loaded; one query."""
    return Unit.objects.filter(document=document).order_by("position")


def get_unit(document_slug: str, slug: str) -> Unit:
    """The unit of that address in that document, with the document and the unit above; one query. Raises NotFound.

    A unit is found by its slug, by its number, and by the number that a misread one likely means; a slug comes first,
    and of two units with one number the first.
    """
    if (found := find_units_by_name(document_slug, slug).first()) is None:
        raise NotFound(f"no text of {slug} in {document_slug} is loaded")
    return found


def find_units_by_name(document_slug: str, name: str) -> QuerySet[Unit]:
    """The units of a document that a name can mean, the best first; one query."""
    best = Case(When(slug=rule_slug(name), then=0), When(number=name, then=1), default=2)
    named = Q(slug=rule_slug(name)) | Q(number=name) | Q(likely=name)
    found = Unit.objects.filter(named, document=document_slug).order_by(best, "position")
    return found.select_related("document", "document__game", "parent")


def list_referring_units(unit: Unit) -> QuerySet[Unit]:
    """The units that refer to a unit, each once, in the order of the document; one query.

    Lines of the contents are left out: they name every heading.
    """
    found = Unit.objects.filter(pk__in=unit.referred_by.values("unit"))
    return found.exclude(kind=Unit.Kind.CONTENTS).order_by("position")


def map_units_of_rules(rules: Iterable[Rule]) -> dict[int, Unit]:
    """The unit that each rule stands in, by the rule's primary key, of those whose text is loaded; one query."""
    held = tuple(rules)
    asked = Q()
    for document_slug in sorted({rule.document_id for rule in held}):
        named = [rule for rule in held if rule.document_id == document_slug]
        numbers, slugs = [rule.number for rule in named], [rule.slug for rule in named]
        asked |= Q(document=document_slug) & (Q(slug__in=slugs) | Q(number__in=numbers) | Q(likely__in=numbers))
    if not asked:
        return {}
    by_name: dict[tuple[str, str], Unit] = {}
    by_slug: dict[tuple[str, str], Unit] = {}
    for unit in Unit.objects.filter(asked).order_by("-position"):
        by_slug[unit.document_id, unit.slug] = unit
        for name in filter(None, (unit.likely, unit.number)):
            by_name[unit.document_id, name] = unit
    places = ((rule.pk, (rule.document_id, rule.slug), (rule.document_id, rule.number)) for rule in held)
    found = {pk: by_slug.get(slug) or by_name.get(number) for pk, slug, number in places}
    return {pk: unit for pk, unit in found.items() if unit}


def find_rules_by_name(document_slugs: Iterable[str], name: str) -> QuerySet[Rule]:
    """The rules of that number, heading or slug in these documents; one query."""
    named = Q(slug=rule_slug(name)) | Q(number__iexact=name)
    return Rule.objects.filter(named, document__in=list(document_slugs)).order_by("document__position", "-position")


def find_rule_of_unit(unit: Unit) -> Rule | None:
    """What we say of a unit in words of our own, where we do; one query."""
    names = {unit.slug, unit.number, unit.likely} - {""}
    return Rule.objects.filter(Q(slug__in=names) | Q(number__in=names), document=unit.document_id).first()


def list_rule_names(document_slugs: Iterable[str] | None = None) -> list[str]:
    """The numbers, and the headings where there are none, of the rules in these documents or in all; two queries."""
    rules, units = Rule.objects.all(), Unit.objects.exclude(kind__in=(Unit.Kind.CONTENTS, Unit.Kind.FURNITURE))
    if document_slugs is not None:
        slugs = list(document_slugs)
        rules, units = rules.filter(document__in=slugs), units.filter(document__in=slugs)
    of_rules = rules.order_by("document__position", "position").values_list("number", flat=True)
    of_units = units.order_by("document__position", "position").values_list("number", "likely", "title", "kind")
    steps = {Unit.Kind.STEP, Unit.Kind.PARAGRAPH}
    names = (likely or (number if kind not in steps else "") or title for number, likely, title, kind in of_units)
    return list(dict.fromkeys((*of_rules, *filter(None, names))))


def map_headings(citations: Iterable[Citation]) -> dict[Citation, str]:
    """What each citation is headed; one query for all of them. One that isn't held is left out."""
    wanted = frozenset(citations)
    found = {citation: heading for citation in wanted if (heading := _dated_fact(citation))}
    numbers: dict[str, list[str]] = defaultdict(list)
    for citation in wanted - found.keys():
        numbers[citation.document].append(citation.rule)
    if numbers:
        matching = Q()
        for document_slug, rules in sorted(numbers.items()):
            matching |= Q(document=document_slug, number__in=sorted(rules))
        for rule in Rule.objects.filter(matching):
            found[Citation(rule.document_id, rule.number)] = rule.heading
    return found


def _dated_fact(citation: Citation) -> str | None:
    if citation.document.startswith(FORMAT):
        return "Format rules"
    return _DATED_FACTS.get(citation.document)


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
        """Its slug for addresses."""
        return self.unit.slug if self.unit else self.rule.slug if self.rule else ""

    @property
    def examples(self) -> tuple[Unit, ...]:
        """The examples directly below it."""
        return tuple(unit for unit in self.children if unit.kind == Unit.Kind.EXAMPLE)

    @property
    def below(self) -> tuple[Unit, ...]:
        """What else stands directly below it: sub-rules, steps, paragraphs."""
        return tuple(unit for unit in self.children if unit.kind != Unit.Kind.EXAMPLE)


def get_series(slug: str) -> str:
    """What the slugs of a document's editions begin with: of `rb-core-1.3` `rb-core`."""
    return _EDITION_MARK.sub("", slug)


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
    documents = [get_document(document)] if document else list(list_documents())
    slugs = [each.pk for each in documents]
    rules = {rule.document_id: rule for rule in find_rules_by_name(slugs, wanted)}
    found = []
    for each in documents:
        rule = rules.get(each.pk)
        unit = find_units_by_name(each.pk, wanted).first() if each.text_digest else None
        if rule is None and unit is not None:
            rule = find_rule_of_unit(unit)
        if rule is None and unit is None:
            continue
        found.append(FoundRule(each, rule, unit, tuple(unit.children.all()) if unit else ()))
    return found


def find_nearest_rules(name: str, document: str | None = None) -> tuple[str, ...]:
    """The numbers and headings most like one that there isn't, the nearest first; two queries."""
    wanted = normalize_rule_name(name)
    held = list_rule_names([document] if document else None)
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
