"""A citation as a link with the rule's number and heading."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import template

from engine.model.verdicts import Citation
from vsdb.catalog.rules.lookup import build_citation_url
from vsdb.catalog.rules.selectors import BAN_LIST, FORMAT, SET_LIST

register = template.Library()


@register.inclusion_tag("catalog/rules/_citation.html")
def citation(
    cited: Citation | None, game: str, as_of: date | None = None, headings: Mapping[Citation, str] | None = None
) -> dict[str, Any]:
    """Link to what a finding rests on; `headings` come from `vsdb.catalog.rules.selectors.map_headings`. Nothing
    without one."""
    if cited is None:
        return {"cited": None}
    heading = (headings or {}).get(cited, "")
    is_dated_fact = cited.document in {BAN_LIST, SET_LIST} or cited.document.startswith(FORMAT)
    return {
        "cited": cited,
        "url": build_citation_url(cited, game, as_of),
        "number": "" if is_dated_fact else cited.rule,
        "heading": "" if heading == cited.rule else heading,
    }
