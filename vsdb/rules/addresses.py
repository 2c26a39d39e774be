"""How a rule's number stands in an address."""

from __future__ import annotations

import re

_OTHER = re.compile(r"[^a-z0-9]+")


def rule_slug(number: str) -> str:
    """A number as it is, `706.15a`; a heading in lower case with hyphens, `deck-building-rules`."""
    return number if number[:1].isdigit() else _OTHER.sub("-", number.lower()).strip("-")
