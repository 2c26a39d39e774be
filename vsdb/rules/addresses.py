"""How a rule's number stands in an address."""

from __future__ import annotations

from django.utils.text import slugify


def rule_slug(number: str) -> str:
    """A number as it is, `706.15a`; a heading in lower case with hyphens, `deck-building-rules`."""
    return number if number[:1].isdigit() else slugify(number)
