"""Reads of the rules documents; each says how many queries it costs."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, F, Q, QuerySet

from engine.errors import NotFound
from engine.rulesets.citations import codes_by_citation
from engine.verdicts import Citation
from vsdb.cards.models import Keyword
from vsdb.rules.models import Document, Rule

BAN_LIST = "ban-list"
SET_LIST = "set-list"
FORMAT = "format:"  #: followed by the slug of the format whose page the citation means

_DATED_FACTS = {BAN_LIST: "Ban list", SET_LIST: "Set list"}


def documents() -> QuerySet[Document]:
    """Every document, with its game and as `rule_count` how many of its rules are held, game by game; one query."""
    by_game = F("game__position").asc(nulls_last=True)
    return Document.objects.select_related("game").annotate(rule_count=Count("rules")).order_by(by_game, "position")


def document(slug: str) -> Document:
    """The document of that slug; one query. Raises NotFound."""
    found = Document.objects.select_related("game").filter(slug=slug).first()
    if found is None:
        raise NotFound(f"no document is called {slug}")
    return found


def rules_of(document: Document) -> QuerySet[Rule]:
    """The rules of a document in its own order; one query."""
    return document.rules.order_by("position")


def rule(document_slug: str, slug: str) -> Rule:
    """The rule of that slug in that document; one query. Raises NotFound."""
    found = Rule.objects.select_related("document", "document__game").filter(document=document_slug, slug=slug).first()
    if found is None:
        raise NotFound(f"{document_slug} has no rule {slug} here")
    return found


def neighbours(rule: Rule) -> tuple[Rule | None, Rule | None]:
    """The rules before and after one in its document, `None` at either end; two queries."""
    others = Rule.objects.filter(document=rule.document_id)
    return (
        others.filter(position__lt=rule.position).order_by("-position").first(),
        others.filter(position__gt=rule.position).order_by("position").first(),
    )


def same_number_elsewhere(rule: Rule) -> QuerySet[Rule]:
    """The rules with the same number in other documents of its game; one query."""
    return (
        Rule.objects.select_related("document")
        .filter(number=rule.number, document__game=rule.document.game_id)
        .exclude(document=rule.document_id)
        .order_by("document__position")
    )


def keywords_of(rule: Rule) -> QuerySet[Keyword]:
    """The keywords that the rule defines; one query."""
    return (
        Keyword.objects.filter(citation_document=rule.document_id, citation_rule=rule.number)
        .select_related("game")
        .order_by("name")
    )


def checks_of(rule: Rule) -> tuple[str, ...]:
    """The codes of the deck checks that rest on the rule, in the order in which they are made; no query."""
    return codes_by_citation().get(Citation(rule.document_id, rule.number), ())


def headings(citations: Iterable[Citation]) -> dict[Citation, str]:
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
