"""The addresses of lists that a search would give: a fact of a card as a query for everything that shares it."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from django.urls import reverse

_PLAIN = re.compile(r"\w[\w-]*")


def term(field: str, value: str | int, sign: str = ":") -> str:
    """A field with its value as the query language writes it."""
    return f"{field}{sign}{quoted(str(value))}"


def quoted(value: str) -> str:
    """A value as a query writes it, in quotes where it needs them."""
    return value if _PLAIN.fullmatch(value) else '"' + value.replace('"', "") + '"'


def list_address(game: str, *terms: str) -> str:
    """The address of a game's list of the cards that fit every term."""
    return f"{reverse('cards:list', args=(game,))}?{urlencode({'q': ' '.join(terms)})}"
