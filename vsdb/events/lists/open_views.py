"""Lists of others as the event discloses them: which ones somebody may read now, and one of them."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from vsdb.events import clock
from vsdb.events.access import find_list, is_disclosed_to, open_event
from vsdb.events.lists import selectors
from vsdb.events.lists.showing import build_cards
from vsdb.events.rendering import render_event
from vsdb.events.verdicts.judging import get_event_question

_ROWS = 100


@require_safe
def show_open_lists(request: HttpRequest, event: int) -> HttpResponse:
    """The lists of others that somebody may read by the event's disclosure; none before its moment."""
    now = clock.get_now()
    found, asker = open_event(request, event)
    lists = selectors.list_disclosed(found, asker, now)
    page = Paginator(lists, _ROWS).get_page(request.GET.get("page"))
    return render_event(request, "events/lists/open_lists.html", found, asker, {"page": page})


@require_safe
def show_open_list(request: HttpRequest, event: int, entry: int) -> HttpResponse:
    """A list of another that the event discloses to whoever asks, without the versions before and the draft."""
    now = clock.get_now()
    found, asker = open_event(request, event)
    row = find_list(found, entry)
    row.event = found
    if row.current is None or not is_disclosed_to(found, asker, row.registration, now):
        raise Http404
    shown = selectors.show_list(row, get_event_question(found))
    context = {"entry": row, "shown": shown, "cards": build_cards(shown.page) if shown.page else None}
    return render_event(request, "events/lists/open_list.html", found, asker, context)
