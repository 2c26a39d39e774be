"""How a rule's number stands in an address."""

from __future__ import annotations

import re

_OTHER = re.compile(r"[^a-z0-9]+")


def rule_slug(number: str) -> str:
    """A number as it is, `706.15a`; a heading in lower case with hyphens, `deck-building-rules`."""
    return number if number[:1].isdigit() else _OTHER.sub("-", number.lower()).strip("-")


class NumberConverter:
    """The slug of a document or of a rule; anything else is another address."""

    regex = r"[\w.-]+"

    def to_python(self, value: str) -> str:
        """The slug."""
        return value

    def to_url(self, value: str) -> str:
        """The slug as it stands in the address."""
        return value
