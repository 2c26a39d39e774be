"""What the rules of an answer say: our summary, and the document's own paragraph where it is loaded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q

from engine.model.verdicts import Citation
from vsdb.catalog.rules.models import Rule
from vsdb.catalog.rules.selectors import map_units_of_rules

MAX_PARAGRAPHS = 3
_MAX_TEXT = 1_200  #: characters of a paragraph


class RuleParagraph(NamedTuple):
    """A rule with its heading, our summary, and the loaded text, empty where none is loaded."""

    citation: Citation
    heading: str
    summary: str
    text: str

    @property
    def says(self) -> bool:
        """Whether there is anything to read."""
        return bool(self.summary or self.text)


def list_paragraphs(citations: Iterable[Citation]) -> list[RuleParagraph]:
    """The first of these rules, in their order; two queries."""
    return list(map_paragraphs(list(dict.fromkeys(citations))[:MAX_PARAGRAPHS]).values())


def map_paragraphs(citations: Iterable[Citation]) -> dict[Citation, RuleParagraph]:
    """What each of these rules says, in their order; two queries for all of them."""
    wanted = list(dict.fromkeys(citations))
    numbers: dict[str, list[str]] = defaultdict(list)
    for cited in wanted:
        numbers[cited.document].append(cited.rule)
    asked = Q()
    for document, named in sorted(numbers.items()):
        asked |= Q(document=document, number__in=named)
    if not asked:
        return {}
    rules = {Citation(rule.document_id, rule.number): rule for rule in Rule.objects.filter(asked)}
    texts = map_units_of_rules(rules.values())
    found = {}
    for cited in wanted:
        rule = rules.get(cited)
        unit = texts.get(rule.pk) if rule else None
        heading = rule.heading if rule and rule.heading != rule.number else ""
        text = unit.text[:_MAX_TEXT] if unit else ""
        found[cited] = RuleParagraph(cited, heading, rule.summary if rule else "", text)
    return found
