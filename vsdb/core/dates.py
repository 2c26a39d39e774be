"""Dates as people and programs write them."""

from __future__ import annotations

from datetime import date

from engine.model.days import parse_day

__all__ = ("format_iso", "parse_day")


def format_iso(on: date | None) -> str | None:
    """A day as ISO text; None for none."""
    return None if on is None else on.isoformat()
