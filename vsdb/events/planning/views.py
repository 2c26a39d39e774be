"""The pages that list events, the page of an event, and the first page of its desk."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from vsdb.core.responses import forbid_caching
from vsdb.events import clock
from vsdb.events.access import Act, open_event
from vsdb.events.planning import selectors
from vsdb.events.rendering import render_event


@require_safe
def show_index(request: HttpRequest) -> HttpResponse:
    """Events that are announced or running, the next one first."""
    now = clock.get_now()
    return forbid_caching(
        render(request, "events/planning/index.html", {"events": selectors.list_coming_events(now)[:50]})
    )


@require_safe
def show_event(request: HttpRequest, event: int) -> HttpResponse:
    """An event's page, for whoever may see it."""
    found, asker = open_event(request, event)
    return render_event(request, "events/planning/event.html", found, asker)


@require_safe
def show_desk(request: HttpRequest, event: int) -> HttpResponse:
    """The first page of the desk, for whoever works at the event."""
    found, asker = open_event(request, event, Act.SEE_DESK)
    return render_event(request, "events/planning/desk.html", found, asker)
