"""The page that a citation leads to."""

from __future__ import annotations

from datetime import date

from django.urls import reverse

from engine.model.verdicts import Citation
from vsdb.catalog.rules.addresses import rule_slug
from vsdb.catalog.rules.selectors import BAN_LIST, FORMAT, SET_LIST

#: What a citation names where it means no one set, ban list or format.
EVERY_CARD = "cards"
EVERY_SET = "sets"
EVERY_BAN = "bans"
ANY_FORMAT = "any"


def citation_url(citation: Citation, game: str, as_of: date | None = None) -> str:
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
