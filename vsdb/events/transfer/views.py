"""The page of imports and exports of an event: a preview, its confirmation, and files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from engine import InputError, NotFound
from engine.model.serialization import dump_json
from vsdb.accounts.viewers import for_members, require_user
from vsdb.core.errors import ApplicationError
from vsdb.core.read_only import is_refusing_writes
from vsdb.core.requests import answers_in_read_only_mode, drain, is_too_large
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import quantity, to_sentence
from vsdb.events import clock, log
from vsdb.events.access import Act, Asker, open_event
from vsdb.events.checks.selectors import write_moment
from vsdb.events.models import Event
from vsdb.events.rendering import render_event
from vsdb.events.transfer.event_file import export_event
from vsdb.events.transfer.event_import import import_event, load_event
from vsdb.events.transfer.exporting import list_rows, write_csv
from vsdb.events.transfer.layouts import ROUNDS
from vsdb.events.transfer.plans import CONFLICT, IGNORED, SAME, Plan
from vsdb.events.transfer.rows import MAX_BYTES
from vsdb.events.transfer.services import (
    ImportRequest,
    import_plan,
    list_layouts,
    list_undecided,
    plan_import,
    read_request,
)

_SALT = "vsdb.events.transfer"
_MAX_AGE = 24 * 60 * 60  #: seconds that a preview can be confirmed
MAX_SHOWN = 200  #: rows of a kind in a preview
MAX_TOLD = 20  #: rows that couldn't be read, named again after the import
_DECISION = re.compile(r"row-([0-9]{1,6})", re.ASCII)
_COLUMNS = ("name", "first", "last", "email", "external_id")
_TOO_LARGE = "The file is too large to send at once. The limit is 1 MiB. A zip file of lists is much smaller."


@require_safe
def show_transfer(request: HttpRequest, event: int) -> HttpResponse:
    """What can be imported and exported, for whoever works at the event."""
    found, asker = open_event(request, event, Act.SEE_DESK)
    return _show_page(request, found, asker)


def _show_page(
    request: HttpRequest, event: Event, asker: Asker, given: Mapping[str, Any] | None = None, problem: str = ""
) -> HttpResponse:
    context = {
        "layouts": list_layouts(asker),
        "given": given or {},
        "problem": problem,
        "columns": [(name, (given or {}).get(f"column_{name}", "")) for name in _COLUMNS],
        "exports_whole": asker.may(Act.EXPORT_EMAILS),
        "exports_states": asker.may(Act.SEE_LIST_STATES),
        "most_kib": MAX_BYTES // 1024,
    }
    return render_event(request, "events/transfer/transfer.html", event, asker, context, status=400 if problem else 200)


@answers_in_read_only_mode
@require_http_methods(["GET", "HEAD", "POST"])
def preview_import(request: HttpRequest, event: int) -> HttpResponse:
    """A text or a file is previewed; with `keep` what its preview showed is stored."""
    found, asker = open_event(request, event, Act.SEE_DESK)
    if not list_layouts(asker):
        raise Http404
    if request.method != "POST":
        return redirect("events:transfer", found.pk)
    if is_too_large(request):
        drain(request)
        return _show_page(request, found, asker, problem=_TOO_LARGE)
    words = request.POST
    now = clock.get_now()
    try:
        if not words.get("carried"):
            asked = _read_request(request)
            return _show_preview(request, found, asker, asked, plan_import(found, asker, asked, now))
        asked, edition = _open_carried(words["carried"], found, asker)
        decisions = _read_decisions(words)
        try:
            plan = import_plan(found, asker, asked, edition, now, decisions)
        except ApplicationError as refused:
            plan = plan_import(found, asker, asked, now)
            return _show_preview(request, found, asker, asked, plan, problem=refused.message)
    except (InputError, NotFound) as error:
        return _show_page(request, found, asker, words.dict(), to_sentence(str(error)))
    _tell_stored(request, plan)
    return redirect(_find_next_page(found, plan))


def _read_request(request: HttpRequest) -> ImportRequest:
    words = request.POST
    upload = request.FILES.get("file")
    files = [(upload.name or "", upload.read())] if isinstance(upload, UploadedFile) else []
    columns = {name: words[f"column_{name}"][:80] for name in _COLUMNS if words.get(f"column_{name}")}
    return read_request(words.get("layout", ""), words.get("text", ""), files, columns)


def _carry(event: Event, asker: Asker, asked: ImportRequest, plan: Plan) -> str:
    """What was previewed, signed, so that it comes back as it was: nothing of it is stored meanwhile."""
    said = [event.pk, asker.user, asked.layout, asked.text, dict(asked.columns), plan.edition]
    return signing.dumps(said, salt=_SALT, compress=True)


def _open_carried(carried: str, event: Event, asker: Asker) -> tuple[ImportRequest, str]:
    """What was previewed, and the edition of its plan. Raises InputError where it isn’t theirs, or is too old."""
    try:
        pk, user, layout, text, columns, edition = signing.loads(carried, salt=_SALT, max_age=_MAX_AGE)
    except (signing.BadSignature, ValueError) as error:
        raise InputError("this preview is too old; preview again", place="preview", code="stale") from error
    if (pk, user) != (event.pk, asker.user):
        raise InputError("this preview is of another event or account; preview again", place="preview", code="stale")
    return ImportRequest(layout, text, columns), edition


def _read_decisions(words: QueryDict) -> dict[int, str]:
    """The decisions for conflicts, by the row’s line."""
    found = ((_DECISION.fullmatch(name), str(value)) for name, value in words.items() if value)
    return {int(name[1]): value[:20] for name, value in found if name}


def _show_preview(
    request: HttpRequest, event: Event, asker: Asker, asked: ImportRequest, plan: Plan, *, problem: str = ""
) -> HttpResponse:
    quiet = [row for row in plan.rows if row.kind in (SAME, IGNORED)]
    context = {
        "plan": plan,
        "counts": [(kind, count) for kind, count in plan.counts.items() if count],
        "carried": _carry(event, asker, asked, plan),
        "conflicts": list_undecided(plan)[:MAX_SHOWN],
        "more_conflicts": max(0, plan.counts[CONFLICT] - MAX_SHOWN),
        "effects": plan.effects[:MAX_SHOWN],
        "more_effects": max(0, len(plan.effects) - MAX_SHOWN),
        "quiet": quiet[:MAX_SHOWN],
        "more_quiet": max(0, len(quiet) - MAX_SHOWN),
        "unread": plan.unread[:MAX_SHOWN],
        "more_unread": max(0, len(plan.unread) - MAX_SHOWN),
        "problem": problem,
        "stores": bool(plan.effects or plan.counts[CONFLICT]),
    }
    return render_event(request, "events/transfer/preview.html", event, asker, context, status=409 if problem else 200)


def _find_next_page(event: Event, plan: Plan) -> str:
    """Where an import leads: pairings to the newest of their rounds, all else back to the imports."""
    if plan.layout.brings == ROUNDS and plan.rows:
        newest = max(row.changes["round"] for row in plan.rows)
        return f"{reverse('events:rounds', args=(event.pk,))}?round={newest}"
    return reverse("events:transfer", args=(event.pk,))


def _tell_stored(request: HttpRequest, plan: Plan) -> None:
    left = len(list_undecided(plan))
    is_whole = not left and not plan.unread
    nothing = "Nothing to import: all is there." if is_whole else "Nothing was imported."
    said = f"{quantity(len(plan.effects), 'row')} imported." if plan.effects else nothing
    said += f" {quantity(left, 'conflict')} left out." if left else ""
    said += f" {quantity(len(plan.unread), 'row')} can’t be read." if plan.unread else ""
    messages.success(request, said)
    for row in plan.unread[:MAX_TOLD]:
        messages.warning(request, f"Line {row.line} wasn’t imported ({row.written}): {row.reason}.")
    if (more := len(plan.unread) - MAX_TOLD) > 0:
        messages.warning(request, f"And {quantity(more, 'more row')} that can’t be read.")


@require_safe
def export_players(request: HttpRequest, event: int, layout: str) -> HttpResponse:
    """The players with their lists’ states, as CSV or JSON."""
    found, asker = open_event(request, event, Act.SEE_DESK)
    rows = list_rows(found, asker, clock.get_now())
    if layout == "csv":
        return _send(write_csv(rows), "text/csv; charset=utf-8", found, "players", "csv")
    said = {"event": found.pk, "players": [_to_json(row) for row in rows]}
    return _send(dump_json(said), "application/json", found, "players", "json")


def _to_json(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, **{name: write_moment(row.get(name)) for name in ("submitted_at", "checked_at")}}


@require_safe
def export_whole(request: HttpRequest, event: int) -> HttpResponse:
    """The whole event as a file, which can be imported as a new event. The log says who took it."""
    found, asker = open_event(request, event, Act.EXPORT_EMAILS)
    answer = _send(dump_json(export_event(found, asker, clock.get_now())), "application/json", found, "event", "json")
    note_export(found, asker)
    return answer


def note_export(event: Event, asker: Asker) -> None:
    """Note in the log that somebody took the whole event along, with the lists that they may read."""
    if not is_refusing_writes():
        log.record(event, log.get_actor(event, user=asker.user), "exported", f"event:{event.pk}")


def _send(text: str, media_type: str, event: Event, what: str, ending: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=media_type)
    name = f"{slugify(f'{event.title} {what}') or what}.{ending}"
    answer.headers["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return forbid_keeping(answer)


@for_members("GET", "HEAD", "POST")
def import_whole(request: HttpRequest) -> HttpResponseBase:
    """A file of a whole event becomes a new event of whoever imports it."""
    user = require_user(request)
    problem, status = "", 200
    if request.method == "POST" and is_too_large(request):
        drain(request)
        problem = "The file is too large to send. Pack it with gzip, or have the operator import it."
    elif request.method == "POST":
        upload = request.FILES.get("file")
        try:
            if not isinstance(upload, UploadedFile):
                raise InputError("choose a file", place="file", code="file-missing")
            made = import_event(load_event(upload.read()), user, clock.get_now())
        except (InputError, NotFound) as error:
            problem = to_sentence(str(error))
        except ApplicationError as error:
            problem, status = to_sentence(error.message), 409
        else:
            messages.success(request, "The event was imported. You are its head organizer.")
            return redirect("events:event", made.pk)
    status = 400 if problem and status == 200 else status
    return forbid_keeping(render(request, "events/transfer/whole.html", {"problem": problem}, status=status))
