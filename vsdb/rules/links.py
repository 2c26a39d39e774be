"""The page that a citation leads to."""

from __future__ import annotations

from datetime import date

from django.urls import reverse

from engine.verdicts import Citation
from vsdb.rules.addresses import rule_slug
from vsdb.rules.selectors import BAN_LIST, FORMAT, SET_LIST

EVERY_SET = "sets"  #: the rule of a set-list citation that means no one set


def citation_url(citation: Citation, game: str, as_of: date | None = None) -> str:
    """A rule's own page, or for a dated fact the page of the format or the set, on that day."""
    if citation.document == SET_LIST:
        return _set_list(citation.rule, game)
    if citation.document == BAN_LIST:
        return _format(game, citation.rule, as_of)
    if citation.document.startswith(FORMAT):
        return _format(game, citation.document.removeprefix(FORMAT), as_of)
    return reverse("rules:rule", args=(citation.document, rule_slug(citation.rule)))


def _set_list(code: str, game: str) -> str:
    if code == EVERY_SET:
        return reverse("cards:sets")
    return reverse("cards:set", args=(game, code))


def _format(game: str, slug: str, as_of: date | None) -> str:
    address = reverse("formats:format", args=(game, slug))
    return f"{address}?on={as_of.isoformat()}" if as_of else address
