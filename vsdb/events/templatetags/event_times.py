"""Moments on the pages of events, in the event's zone."""

from __future__ import annotations

from datetime import UTC, datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from vsdb.core.words import describe_duration
from vsdb.events.clock import describe_moment, to_local
from vsdb.events.models import Event

register = template.Library()


@register.filter
def in_zone(moment: datetime | None, event: Event) -> SafeString | str:
    """A moment as `2026-11-28 18:00 CET (UTC+1)`, machine-readable too; nothing for None."""
    if moment is None:
        return ""
    said = describe_moment(moment, event)
    return format_html('<time datetime="{}">{}</time>', moment.astimezone(UTC).isoformat(timespec="seconds"), said)


@register.filter
def to_the_second(moment: datetime, event: Event) -> str:
    """A moment in the event's zone to the second: `18:00:07`."""
    return f"{to_local(moment, event):%H:%M:%S}"


@register.filter
def for_datetime_input(moment: datetime, event: Event) -> str:
    """A moment as a field of type datetime-local takes it, in the event's zone."""
    return f"{to_local(moment, event):%Y-%m-%dT%H:%M}"


@register.filter
def duration(seconds: int) -> str:
    """A duration by its two largest units: `2 days 3 hours`, `1 minute 30 seconds`."""
    return describe_duration(int(seconds))
