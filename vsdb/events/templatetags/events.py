"""Moments and days of an event."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from vsdb.events import clock
from vsdb.events.models import Event

register = template.Library()


@register.simple_tag
def event_moment(moment: datetime | None, event: Event) -> SafeString | str:
    """A moment in the event's zone; `events.js` adds the visitor's own zone beside it."""
    if moment is None:
        return ""
    said = clock.describe_moment(moment, event)
    return format_html('<time datetime="{}" data-moment>{}</time>', f"{moment:%Y-%m-%dT%H:%M:%SZ}", said)


@register.filter
def event_days(event: Event) -> str:
    """The days of an event in its zone: `2026-12-05`, `2026-12-05 to 2026-12-06`."""
    first, last = (clock.to_local(each, event).date() for each in (event.starts, event.ends))
    return first.isoformat() if first == last else f"{first} to {last}"
