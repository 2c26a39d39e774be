"""A verdict as a small picture, for other sites."""

from __future__ import annotations

from datetime import date
from unicodedata import east_asian_width

from django.http import HttpResponse
from django.template.loader import render_to_string

from engine.model.formats import Format
from vsdb.core.words import format_day

NO_FORMAT = "no format chosen"
_UNAVAILABLE = "not available"
_MAX_FORMAT = 48  #: characters of a format's name on a badge
_PAD, _SIGN = 8, 16  #: pixels
#: Pixels of a letter in the badge's font and size; of others `_LETTER`, of East Asia's twice as many.
_WIDTHS = {**dict.fromkeys("ijl.,:;|!'’I", 3.4), **dict.fromkeys("frt()[]/- ", 4.5), **dict.fromkeys("mwMWQ@%", 9.8)}
_LETTER, _BOLD = 6.9, 1.12
#: Dark enough for white letters, by outcome.
_INKS = {"legal": "#1b6b3a", "illegal": "#a3231f", "uncertain": "#7a5300", "": "#50545c"}


def describe_outcome(outcome: str, fmt: Format | None, on: date) -> str:
    """A verdict in a line."""
    return f"{outcome.capitalize()} in {fmt.name} on {format_day(on)}" if fmt else NO_FORMAT.capitalize()


def draw_badge(outcome: str, fmt: Format | None, on: date) -> HttpResponse:
    """The answer with a badge; `outcome` is empty without a format."""
    return _draw(build_badge(outcome, fmt, on))


def draw_missing_badge() -> HttpResponse:
    """The answer with a badge that tells nothing about a deck."""
    return _draw(_lay_out("", "Deck", _UNAVAILABLE, f"Deck {_UNAVAILABLE}"))


def _draw(context: dict[str, object]) -> HttpResponse:
    drawn = render_to_string("check/badge.svg", context)
    headers = {"Cross-Origin-Resource-Policy": "cross-origin", "Content-Security-Policy": "default-src 'none'"}
    return HttpResponse(drawn, content_type="image/svg+xml; charset=utf-8", headers=headers)


def build_badge(outcome: str, fmt: Format | None, on: date) -> dict[str, object]:
    """What the picture of a badge is drawn from: texts, with their widths in pixels."""
    left = outcome.capitalize() or "Deck"
    right = NO_FORMAT
    if fmt:
        name = fmt.name if len(fmt.name) <= _MAX_FORMAT else f"{fmt.name[: _MAX_FORMAT - 1]}…"
        right = f"{name}, {format_day(on)}"
    return _lay_out(outcome, left, right, describe_outcome(outcome, fmt, on))


def _lay_out(outcome: str, left: str, right: str, title: str) -> dict[str, object]:
    left_width, right_width = _measure(left, _BOLD), _measure(right)
    edge = _PAD + _SIGN + left_width + _PAD
    return {
        "title": title,
        "outcome": outcome,
        "ink": _INKS[outcome],
        "left": left,
        "left_width": left_width,
        "left_at": _PAD + _SIGN,
        "edge": edge,
        "right": right,
        "right_width": right_width,
        "right_at": edge + _PAD,
        "width": edge + right_width + 2 * _PAD,
        "rest": right_width + 2 * _PAD,
    }


def _measure(text: str, weight: float = 1) -> int:
    """How wide a text is drawn, in pixels."""
    widths = (2 * _LETTER if east_asian_width(sign) in "WF" else _WIDTHS.get(sign, _LETTER) for sign in text)
    return round(sum(widths) * weight)
