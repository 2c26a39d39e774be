"""The page of triage: all lists of an event in tabs, with filters and actions on those that are chosen."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from vsdb.catalog.rules.selectors import map_headings
from vsdb.core.words import describe_age, describe_duration
from vsdb.events import clock
from vsdb.events.access import Act, open_event
from vsdb.events.models import Event
from vsdb.events.rendering import render_event
from vsdb.events.triage.chosen import choose_rows
from vsdb.events.triage.rows import DRAFT, MISSING, TriageRow

ROWS = 100  #: of a page


@require_safe
def show_triage(request: HttpRequest, event: int) -> HttpResponse:
    """The lists of an event, for organizers and judges. Four queries for its rows, however many there are."""
    found, asker = open_event(request, event, Act.SEE_LIST_STATES)
    now = clock.get_now()
    chosen = choose_rows(found, asker, request.GET, now)
    page = Paginator(chosen.rows, ROWS).get_page(request.GET.get("page"))
    tab = chosen.wanted.tab
    context = {
        "chosen": chosen,
        "triage_tabs": chosen.list_tabs(),
        "page": page,
        "rows": [describe_row(found, each, now) for each in page],
        "headings": map_headings([cited for row in page if row.first and (cited := row.first.finding.citation)]),
        "day": clock.get_judged_day(found),
        "may_rule": asker.may(Act.RULE) and chosen.reads_cards,
        "may_see_penalties": asker.may(Act.SEE_PENALTIES),
        "may_drop": asker.may(Act.REGISTER_OTHERS) and tab == MISSING,
        "may_accept": asker.may(Act.REOPEN_LISTS) and tab == DRAFT,
        "is_filtered": bool(chosen.wanted.name or chosen.wanted.code or chosen.wanted.card),
    }
    return render_event(request, "events/triage/triage.html", found, asker, context)


def describe_row(event: Event, row: TriageRow, now: datetime) -> dict[str, Any]:
    """A row with what its template shows: its addresses, its age and how late it was."""
    return {
        "row": row,
        "href": find_list_address(event, row.list) or _find_place_address(event, row),
        "rulings": _find_rulings_address(event, row),
        "age": describe_age(now - row.received) if row.received else "",
        "late": describe_duration(row.late_seconds) if row.late_seconds else "",
    }


def find_list_address(event: Event, number: int | None) -> str:
    """The address of a list's page, for one that there is."""
    if number is None:
        return ""
    return reverse("events:list", args=(event.pk, number))


def _find_place_address(event: Event, row: TriageRow) -> str:
    """The page where the desk submits a list that is missing still."""
    return reverse("events:player-list", args=(event.pk, row.number, row.slot))


def _find_rulings_address(event: Event, row: TriageRow) -> str:
    if row.list is None or not row.is_readable:
        return ""
    return reverse("events:list-rulings", args=(event.pk, row.list))
