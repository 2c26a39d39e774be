"""Calendars and feeds of events, for whoever may see these."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from engine.formats.names import find_game
from engine.model.cards import GAMES
from vsdb.core.responses import forbid_caching, forbid_keeping
from vsdb.events import clock
from vsdb.events.access import open_event
from vsdb.events.models import Event
from vsdb.events.notices import selectors
from vsdb.news.feeds import MAX_ENTRIES, Feed, FeedEntry
from vsdb.news.views import build_feed_response


@require_safe
def show_one(request: HttpRequest, event: int) -> HttpResponse:
    """The calendar of an event."""
    found, _ = open_event(request, event)
    return forbid_keeping(_answer(request, [found], found.title, clock.get_now(), f"event-{found.pk}.ics"))


@require_safe
def show_all(request: HttpRequest) -> HttpResponse:
    """The calendar of all announced events, of one game where that is asked for. Raises NotFound."""
    game = _read_game(request)
    title = f"vsdb: {GAMES[game]} events" if game else "vsdb: events"
    now = clock.get_now()
    return forbid_caching(_answer(request, selectors.list_public_events(game, now), title, now, "events.ics"))


@require_safe
def show_feed(request: HttpRequest, layout: str) -> HttpResponse:
    """The events that were announced last, for feed readers, of one game where that is asked for. Raises NotFound."""
    game = _read_game(request)
    words = f"?game={game}" if game else ""
    entries = [_build_entry(each) for each in selectors.list_newest_events(game, MAX_ENTRIES)]
    title = f"vsdb: {GAMES[game]} events" if game else "vsdb: Events"
    root, page = request.build_absolute_uri("/")[:-1], reverse("events:index") + words
    feed = Feed(
        f"events{words}", title, "Announced events, the newest first.", root, page, request.get_full_path(), entries
    )
    return forbid_caching(build_feed_response(feed, layout))


def _build_entry(event: Event) -> FeedEntry:
    """An event in a feed: when, where, until when lists are taken."""
    said = [GAMES[event.game_id], clock.describe_moment(event.starts, event), event.place]
    if event.stage == Event.Stage.CANCELLED:
        said.insert(0, "Cancelled")
    if event.lists != Event.Lists.NONE:
        said.append(f"list deadline {clock.describe_moment(clock.get_deadline(event), event)}")
    changed = max(event.created, getattr(event, "changed", None) or event.created)
    href = reverse("events:event", args=(event.pk,))
    text = f"{', '.join(filter(None, said))}."
    return FeedEntry(f"events/{event.uid}", event.title, text, href, event.created, changed)


def _read_game(request: HttpRequest) -> str:
    word = request.GET.get("game", "")
    return find_game(word) if word else ""


def _answer(request: HttpRequest, events: Iterable[Event], title: str, now: datetime, name: str) -> HttpResponse:
    # Here, since the library takes long to load and few processes write calendars.
    from vsdb.events.notices.calendars import CONTENT_TYPE, render_calendar

    made = render_calendar(events, title, request.build_absolute_uri, now)
    disposition = content_disposition_header(True, name) or "attachment"
    return HttpResponse(made, content_type=CONTENT_TYPE, headers={"Content-Disposition": disposition})
