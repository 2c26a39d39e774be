"""Pages of an event: one way to draw them, kept by nobody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from vsdb.core.responses import forbid_keeping
from vsdb.events.access import Act, Asker
from vsdb.events.models import Event
from vsdb.events.navigation import list_tabs


def render_event(
    request: HttpRequest,
    template: str,
    event: Event,
    asker: Asker,
    context: Mapping[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """A page of an event with its tabs. No cache and no browser keeps it: what it shows depends on who asks."""
    has_desk = asker.may(Act.TAKE_ALONG)  # what they did without a network is sent from any page
    base = {"event": event, "asker": asker, "tabs": list_tabs(event, asker), "has_desk": has_desk}
    return forbid_keeping(render(request, template, {**base, **(context or {})}, status=status))
