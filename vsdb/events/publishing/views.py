"""The pages of an event's published lists and of its statistics."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST, require_safe

from engine.model.serialization import dump_json
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import quantity
from vsdb.events import clock
from vsdb.events.access import Act, Asker, open_event
from vsdb.events.log import get_actor
from vsdb.events.models import Event
from vsdb.events.publishing import selectors, services, tables
from vsdb.events.publishing.statistics import get_statistics
from vsdb.events.rendering import render_event


@require_safe
def show_decks(request: HttpRequest, event: int) -> HttpResponse:
    """The published lists; for those who may publish also how many are still to be published."""
    found, asker = open_event(request, event)
    may_publish = asker.may(Act.PUBLISH)
    if found.published_at is None and not may_publish:
        raise Http404
    context = {
        "published": selectors.list_published(found),
        "may_publish": may_publish,
        "waiting": selectors.list_publishable(found).count() if may_publish else 0,
    }
    return render_event(request, "events/publishing/decks.html", found, asker, context)


@require_POST
def publish(request: HttpRequest, event: int) -> HttpResponse:
    """Publish the lists of those who agreed."""
    found, asker = open_event(request, event, Act.PUBLISH)
    count = services.publish_lists(found, get_actor(found, user=asker.user), clock.get_now())
    messages.success(request, f"{quantity(count, 'list')} published.")
    return forbid_keeping(redirect("events:decks", found.pk))


@require_POST
def unpublish(request: HttpRequest, event: int, entry: int) -> HttpResponse:
    """Take a published list back."""
    found, asker = open_event(request, event, Act.PUBLISH)
    published = get_object_or_404(found.published_lists.select_related("deck"), list=entry)
    services.unpublish_list(found, published, get_actor(found, user=asker.user))
    messages.success(request, "The list is no longer published.")
    return forbid_keeping(redirect("events:decks", found.pk))


@require_safe
def show_statistics(request: HttpRequest, event: int) -> HttpResponse:
    """The statistics as a page, CSV or JSON."""
    found, asker = open_event(request, event)
    statistics = read_statistics(found, asker)
    if request.GET.get("as") == "csv":
        return _download(tables.write_csv(statistics), "text/csv; charset=utf-8", f"event-{found.pk}-statistics.csv")
    if request.GET.get("as") == "json":
        return _download(dump_json(statistics), "application/json", f"event-{found.pk}-statistics.json")
    context = {
        "statistics": statistics,
        "charts": tables.draw_groups(statistics["published"]),
        "cards": tables.draw_cards(found.game_id, statistics["published"]),
        "may_publish": asker.may(Act.PUBLISH),
    }
    return render_event(request, "events/publishing/statistics.html", found, asker, context)


def read_statistics(event: Event, asker: Asker) -> dict[str, Any]:
    """What somebody may know of an event's statistics: of all lists by a role, else of published ones alone.

    Nobody learns codes before lists are locked, and whoever plays none before the event is over. Raises Http404 where
    nothing is published yet and no role allows more.
    """
    by_role = asker.may(Act.SEE_LIST_STATES)
    if event.published_at is None and not by_role:
        raise Http404
    found = get_statistics(event)
    if not by_role:
        return {"published": found["published"]}
    if (asker.plays and event.stage != Event.Stage.OVER) or not clock.is_locked(event, None, clock.get_now()):
        return {**found, "lists": {**found["lists"], "codes": {}}}
    return found


def _download(text: str, media_type: str, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=media_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return forbid_keeping(answer)
