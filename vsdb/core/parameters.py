"""Numbers in the words of addresses and forms, one parser for pages and API."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.errors import InputError


def whole(text: str, place: str, *, digits: int = 9, what: str = "number") -> int:
    """A whole number. Raises InputError."""
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise InputError(f"{text[:20]!r} is no {what}", place=place)
    return int(text)


def number_in(words: Mapping[str, str], name: str, *, digits: int = 9, what: str = "number") -> int | None:
    """The number that an address or a form gives; None where it gives none. Raises InputError."""
    said = words.get(name, "").strip()
    return whole(said, name, digits=digits, what=what) if said else None
