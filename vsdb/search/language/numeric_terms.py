"""Figures that are reckoned with: sums of number fields and numbers, each with a factor."""

from __future__ import annotations

import re

from vsdb.search.language.field_types import FIGURES
from vsdb.search.language.fields import field
from vsdb.search.language.syntax import Figures, Span, Term

_PART = re.compile(r"(?P<sign>[+-]?)(?P<product>\w+(?:\*\w+)*)", re.ASCII)
_SPACE = re.compile(r"\s+")
_MOST_PARTS = 20
_LARGEST = 999_999
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def read_figures(text: str) -> Figures | None:
    """`atk+def`, `cost*4-1`; nothing where it isn't a sum of number fields and whole numbers."""
    text = _SPACE.sub("", text)
    parts = []
    place = 0
    while place < len(text):
        found = _PART.match(text, place)
        if not found or (place and not found["sign"]):
            return None
        part = _product(found["product"])
        if part is None:
            return None
        parts.append((-part[0] if found["sign"] == "-" else part[0], part[1]))
        place = found.end()
    return Figures(tuple(parts)) if 0 < len(parts) <= _MOST_PARTS else None


def _product(text: str) -> tuple[int, str | None] | None:
    factor, name = 1, None
    for word in text.split("*"):
        if word.isdecimal():
            if len(word) > 6:
                return None
            factor *= int(word)
        else:
            known = field(word)
            if known is None or known.kind not in FIGURES or name is not None:
                return None
            name = known.name
        if factor > _LARGEST:
            return None
    return factor, name


def fields_of(figures: Figures) -> tuple[str, ...]:
    """The fields that stand in it."""
    return tuple(name for _, name in figures.parts if name is not None)


def comparison(left: Figures, op: str, right: Figures, span: Span) -> Term | None:
    """The term of two sums compared, where a plain number on the left changes sides; None of numbers alone."""
    op = "=" if op == ":" else op
    if not fields_of(left):
        left, right, op = right, left, _TURNED.get(op, op)
    if not fields_of(left):
        return None
    name = fields_of(left)[0]
    is_plain = left.parts == ((1, name),) and not fields_of(right)
    return Term(name, op, right, span, left=None if is_plain else left)


def write_figures(figures: Figures) -> str:
    """The sum as it is typed."""
    text = ""
    for factor, name in figures.parts:
        sign = "-" if factor < 0 else "+" if text else ""
        size = abs(factor)
        text += sign + (str(size) if name is None else name if size == 1 else f"{name}*{size}")
    return text
