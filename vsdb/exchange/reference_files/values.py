"""Whether a value of a line can be kept in its column; databases differ in what they let pass."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from django.db.models import Field

from vsdb.exchange.card_files.checking import unstorable

Fits = Callable[[Any], str]
_SMALL, _LARGE = 32_767, 2_147_483_647


def fits(field: Field[Any, Any]) -> Fits:
    """The function that says what is wrong with a value for a column; empty where nothing is."""
    kind = field.get_internal_type()
    if kind == "JSONField":
        return lambda _: ""
    inner = {"BooleanField": _flag, "DateField": _day}.get(kind) or (
        _number(kind) if "Integer" in kind else _text(field)
    )

    def judge(value: Any) -> str:
        if value is None:
            return "" if field.null else "is missing"
        return inner(value)

    return judge


def _flag(value: Any) -> str:
    return "" if isinstance(value, bool) else "is neither true nor false"


def _day(value: Any) -> str:
    try:
        date.fromisoformat(value)
    except (TypeError, ValueError):
        return "is no day"
    return ""


def _number(kind: str) -> Fits:
    least = 0 if kind.startswith("Positive") else -_SMALL
    most = _SMALL if "Small" in kind else _LARGE

    def judge(value: Any) -> str:
        if not isinstance(value, int) or isinstance(value, bool):
            return "is no number"
        return "" if least <= value <= most else f"isn't between {least} and {most}"

    return judge


def _text(field: Field[Any, Any]) -> Fits:
    longest = field.max_length
    choices = {value for value, _ in field.flatchoices}

    def judge(value: Any) -> str:
        if not isinstance(value, str):
            return "is no text"
        if longest is not None and len(value) > longest:
            return f"has {len(value)} characters; at most {longest} can be kept"
        if choices and value not in choices and not (field.blank and not value):
            return f"is none of {', '.join(sorted(choices))}"
        return unstorable(value)

    return judge
