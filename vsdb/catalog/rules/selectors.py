"""Reads of the rules documents; each says how many queries it costs."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Value, When

from engine.model.errors import NotFound
from engine.model.verdicts import Citation
from vsdb.catalog.rules.models import Document, Rule, Unit, rule_slug

BAN_LIST = "ban-list"
SET_LIST = "set-list"
FORMAT = "format:"  #: followed by the slug of the format whose page the citation means

_DATED_FACTS = {BAN_LIST: "Ban list", SET_LIST: "Set list"}


def list_documents() -> QuerySet[Document]:
    """Every document, with its game and as `rule_count` how many of its rules are held, game by game; one query."""
    by_game = F("game__position").asc(nulls_last=True)
    return Document.objects.select_related("game").annotate(rule_count=Count("rules")).order_by(by_game, "position")


def get_document(slug: str) -> Document:
    """The document of that slug; one query. Raises NotFound."""
    found = Document.objects.select_related("game").filter(slug=slug).first()
    if found is None:
        raise NotFound(f"no document is called {slug}")
    return found


def list_rules(document: Document) -> QuerySet[Rule]:
    """The rules of a document in its own order; one query."""
    return document.rules.order_by("position")


def get_rule(document_slug: str, slug: str) -> Rule:
    """The rule of that slug in that document; one query. Raises NotFound."""
    found = Rule.objects.select_related("document", "document__game").filter(document=document_slug, slug=slug).first()
    if found is None:
        raise NotFound(f"{document_slug} has no rule {slug} here")
    return found


def list_units(document: Document | str) -> QuerySet[Unit]:
    """The units of a document in its own order, none where its text isn't loaded; one query."""
    return Unit.objects.filter(document=document).order_by("position")


def get_unit(document_slug: str, slug: str) -> Unit:
    """The unit of that address in that document, with the document and the unit above; one query. Raises NotFound.

    A unit is found by its slug, by its number, and by the number that a misread one likely means; a slug comes first,
    and of two units with one number the first.
    """
    found = find_units_by_name(document_slug, slug).first()
    if found is None:
        raise NotFound(f"{document_slug} has no text of {slug} here")
    return found


def find_units_by_name(document_slug: str, name: str) -> QuerySet[Unit]:
    """The units of a document that a name can mean, the best first; one query."""
    best = Case(
        When(slug=rule_slug(name), then=Value(0)),
        When(number=name, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    return (
        Unit.objects.select_related("document", "document__game", "parent")
        .filter(Q(slug=rule_slug(name)) | Q(number=name) | Q(likely=name), document=document_slug)
        .order_by(best, "position")
    )


def list_children(unit: Unit) -> QuerySet[Unit]:
    """The units that stand directly below one, in order: sub-rules, examples, paragraphs; one query."""
    return unit.children.order_by("position")


def list_referring_units(unit: Unit) -> QuerySet[Unit]:
    """The units that refer to a unit, each once, in the order of the document; one query.

    Lines of the contents are left out: they name every heading.
    """
    return (
        Unit.objects.filter(pk__in=unit.referred_by.values("unit"))
        .exclude(kind=Unit.Kind.CONTENTS)
        .order_by("position")
    )


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
    by_rule = {}
    for rule in held:
        found = by_slug.get((rule.document_id, rule.slug)) or by_name.get((rule.document_id, rule.number))
        if found is not None:
            by_rule[rule.pk] = found
    return by_rule


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
    found = dict.fromkeys(of_rules)
    for number, likely, title, kind in of_units:
        name = likely or (number if kind not in steps else "") or title
        if name:
            found[name] = None
    return list(found)


def map_headings(citations: Iterable[Citation]) -> dict[Citation, str]:
    """What each citation is headed; one query for all of them. One that isn't held is left out."""
    wanted = frozenset(citations)
    found = {citation: heading for citation in wanted if (heading := _dated_fact(citation))}
    numbers: dict[str, list[str]] = {}
    for citation in wanted - found.keys():
        numbers.setdefault(citation.document, []).append(citation.rule)
    if numbers:
        matching = Q()
        for document_slug, rules in sorted(numbers.items()):
            matching |= Q(document=document_slug, number__in=sorted(rules))
        for rule in Rule.objects.filter(matching):
            found[Citation(rule.document_id, rule.number)] = rule.heading
    return found


def _dated_fact(citation: Citation) -> str | None:
    if citation.document.startswith(FORMAT):
        return "What the format asks"
    return _DATED_FACTS.get(citation.document)
