"""A citation as a link with the rule's number and heading."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import template
from django.urls import reverse

from engine.model.verdicts import Citation
from vsdb.catalog.rules.models import rule_slug
from vsdb.catalog.rules.selectors import BAN_LIST, FORMAT, SET_LIST

register = template.Library()

#: What a citation names where it means no one set, ban list or format.
EVERY_CARD, EVERY_SET, EVERY_BAN, ANY_FORMAT = "cards", "sets", "bans", "any"


@register.inclusion_tag("catalog/rules/_citation.html")
def citation(
    cited: Citation | None,
    game: str,
    as_of: date | None = None,
    headings: Mapping[Citation, str] | None = None,
    *,
    with_document: bool = True,
) -> dict[str, Any]:
    """Link to what a finding rests on; `headings` come from `vsdb.catalog.rules.selectors.map_headings`. Nothing
    without one. Not `with_document` where the page has named that before."""
    if cited is None:
        return {"cited": None}
    heading = (headings or {}).get(cited, "")
    is_dated_fact = cited.document in {BAN_LIST, SET_LIST} or cited.document.startswith(FORMAT)
    return {
        "cited": cited,
        "document": cited.document if with_document else "",
        "url": build_citation_url(cited, game, as_of),
        "number": "" if is_dated_fact else cited.rule,
        "heading": "" if heading == cited.rule else heading,
    }


def build_citation_url(citation: Citation, game: str, as_of: date | None = None) -> str:
    """A rule's own page, or for a dated fact the page of the set or the format, on that day, at its bans for a ban."""
    document, rule = citation.document, citation.rule
    if document == SET_LIST:
        if rule == EVERY_SET:
            return reverse("cards:sets")
        return reverse("cards:list", args=(game,)) if rule == EVERY_CARD else reverse("cards:set", args=(game, rule))
    if document == BAN_LIST or document.startswith(FORMAT):
        slug, every = (rule, EVERY_BAN) if document == BAN_LIST else (document.removeprefix(FORMAT), ANY_FORMAT)
        if slug in ("", every):
            return reverse("formats:index")
        address = reverse("formats:format", args=(game, slug)) + (f"?on={as_of.isoformat()}" if as_of else "")
        return f"{address}#bans" if document == BAN_LIST else address
    return reverse("rules:rule", args=(document, rule_slug(rule)))
