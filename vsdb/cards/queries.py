"""The addresses of lists that a search would give: a fact of a card as a query for everything that shares it."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from django.urls import reverse

_PLAIN = re.compile(r"[a-z0-9][a-z0-9-]*", re.IGNORECASE | re.ASCII)


def term(field: str, value: str | int, sign: str = ":") -> str:
    """A field with its value as the query language writes it, in quotes where it needs them."""
    text = str(value)
    return f"{field}{sign}{text}" if _PLAIN.fullmatch(text) else f'{field}{sign}"{text.replace(chr(34), "")}"'


def list_address(game: str, *terms: str) -> str:
    """The address of a game's list of the cards that fit every term."""
    return f"{reverse('cards:list', args=(game,))}?{urlencode({'q': ' '.join(terms)})}"
