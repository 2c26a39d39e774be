"""The pages that list events, the page of an event, and the first page of its desk."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine import GAMES, InputError
from vsdb.accounts.viewers import get_viewer
from vsdb.core.dates import parse_day
from vsdb.core.requests import read_choice
from vsdb.core.responses import forbid_caching
from vsdb.events import clock
from vsdb.events.access import Act, list_entered, open_event
from vsdb.events.checks.selectors import count_conflicts, may_check
from vsdb.events.planning import desk, selectors, stages
from vsdb.events.planning.facts import describe_page
from vsdb.events.planning.selectors import EventFilter
from vsdb.events.rendering import render_event

A_PAGE = 50


@require_safe
def show_index(request: HttpRequest) -> HttpResponse:
    """Events that are coming or running, past ones with `when=past`, or the calendar of a month with `month=2026-12`.

    At most 8 queries. One's own events come first.
    """
    now, words = clock.get_now(), request.GET
    game = read_choice(words, "game", tuple(GAMES))
    is_past = read_choice(words, "when", ("coming", "past")) == "past"
    narrowing = EventFilter(game, words.get("format", "")[:80], is_past)
    context: dict[str, Any] = {
        "games": GAMES,
        "narrowing": narrowing,
        "formats": selectors.list_formats(now, narrowing),
        "today": now.date(),
        "now": now,
    }
    if month := words.get("month", ""):
        context["month"] = selectors.load_month(_read_month(month), narrowing, now)
    else:
        viewer = get_viewer(request)
        context["own"] = selectors.list_own_events(viewer.user, list_entered(request), now=now)
        page = Paginator(selectors.list_public_events(narrowing, now), A_PAGE).get_page(words.get("page"))
        context |= {"page": page, "rows": [(each, selectors.name_format(each.game_id, each.format)) for each in page]}
    context["is_staff"] = bool(request.COOKIES) and request.user.is_staff
    return forbid_caching(render(request, "events/planning/index.html", context))


def _read_month(text: str) -> date:
    """The first day of a month. Raises InputError."""
    try:
        first = parse_day(f"{text[:20]}-01", place="month")
    except InputError as error:
        said = f"{text[:20]!r} is not a month; write YYYY-MM, such as 2026-12"
        raise InputError(said, place="month", code="unreadable-date") from error
    if not 1990 <= first.year <= 2200:
        raise Http404
    return first


@require_safe
def show_event(request: HttpRequest, event: int) -> HttpResponse:
    """An event's page, for whoever may see it."""
    now = clock.get_now()
    found, asker = open_event(request, event)
    return render_event(request, "events/planning/event.html", found, asker, describe_page(found, asker, now))


@require_safe
def show_desk(request: HttpRequest, event: int) -> HttpResponse:
    """The first page of the desk, for whoever works at the event.

    At most 12 queries beside those of every page.
    """
    now = clock.get_now()
    found, asker = open_event(request, event, Act.SEE_DESK)
    context = {
        "now": now,
        "numbers": desk.load_desk(found, asker, now),
        "warnings": desk.list_warnings(found, now),
        "moves": [(stage, stages.VERBS[stage]) for stage in stages.list_moves(found, asker)],
        "may_edit": asker.may(Act.EDIT_EVENT),
        "may_mail": asker.may(Act.MAIL_PLAYERS),
        "conflicts": count_conflicts(found) if may_check(found, asker) else 0,
        "is_open": found.stage in (found.Stage.DRAFT, found.Stage.ANNOUNCED, found.Stage.RUNNING),
    }
    return render_event(request, "events/planning/desk.html", found, asker, context)
