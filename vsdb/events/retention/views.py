"""The page of an event's log, and the log as a file."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from engine.model.serialization import dump_json
from vsdb.collection.tables import write_table
from vsdb.core.responses import forbid_keeping
from vsdb.events.access import Act, open_event
from vsdb.events.clock import describe_moment
from vsdb.events.rendering import render_event
from vsdb.events.retention.selectors import open_log, read_log

_ROWS = 100
COLUMNS = ("number", "at", "actor", "who", "action", "about", "before", "after")


@require_safe
def show_log(request: HttpRequest, event: int) -> HttpResponse:
    """The log, newest first: all of it for organizers and judges, their own rows for players."""
    found, asker = open_event(request, event)
    page = Paginator(open_log(found, asker), _ROWS).get_page(request.GET.get("page"))
    lines = read_log(found, asker, page.object_list)
    rows = [(line, describe_moment(line.at, found)) for line in lines]
    context = {"page": page, "rows": rows, "is_whole": asker.may(Act.READ_LOG)}
    return render_event(request, "events/retention/log.html", found, asker, context)


@require_safe
def export_log(request: HttpRequest, event: int, layout: str) -> HttpResponse:
    """The rows that somebody may read as CSV or JSON, oldest first."""
    found, asker = open_event(request, event)
    lines = read_log(found, asker, open_log(found, asker).reverse())
    if layout == "csv":
        rows = (
            (
                *(each.number, each.at.isoformat(), each.actor, each.who, each.action, each.about),
                *(dump_json(values) if values else "" for values in (each.before, each.after)),
            )
            for each in lines
        )
        text, media_type = write_table(rows, COLUMNS), "text/csv; charset=utf-8"
    else:
        said = [
            {name: each.at.isoformat() if name == "at" else getattr(each, name) for name in COLUMNS} for each in lines
        ]
        text, media_type = dump_json({"event": found.pk, "log": said}), "application/json"
    answer = HttpResponse(text, content_type=media_type)
    name = f"{slugify(f'{found.title} log') or 'log'}.{layout}"
    answer.headers["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return forbid_keeping(answer)
