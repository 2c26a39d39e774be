"""The page of an event's verdicts: outcomes of record, and batches with their progress."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from engine import InputError, NotFound
from engine.model.serialization import dump_json
from vsdb.core.leased_work import OPEN
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import quantity
from vsdb.events import clock
from vsdb.events.access import Act, Asker, open_event
from vsdb.events.log import get_actor
from vsdb.events.models import Batch, Event
from vsdb.events.rendering import render_event
from vsdb.events.verdicts import batch_selectors, batches
from vsdb.events.verdicts.outcomes import count_outcomes, list_outcomes, write_csv

_BATCHES = 10  #: that the page lists


@require_safe
def show_verdicts(request: HttpRequest, event: int) -> HttpResponse:
    """The outcomes, the newest batch with its progress and those before it; the outcomes as CSV or JSON with `as`."""
    found, asker = open_event(request, event, Act.SEE_LIST_STATES)
    wanted = request.GET.get("as", "")
    if wanted not in ("", "csv", "json"):
        raise InputError(f"{wanted[:20]!r} is not one of csv, json", place="as")
    rows = list_outcomes(found, has_codes=may_see_codes(found, asker), now=clock.get_now())
    if wanted == "csv":
        return _download(write_csv(rows), "text/csv; charset=utf-8", found, wanted)
    if wanted == "json":
        told = {"outcomes": count_outcomes(rows), "lists": [row.as_dict() for row in rows]}
        return _download(dump_json(told), "application/json", found, wanted)
    listed = [_show_batch(each, found) for each in batch_selectors.list_batches(found)[:_BATCHES]]
    context = {
        "outcomes": count_outcomes(rows),
        "total": len(rows),
        "changed": sum(row.is_changed for row in rows),
        "names": list(dict.fromkeys(row.name for row in rows if row.is_changed)) if may_see_codes(found, asker) else [],
        "newest": listed[0] if listed else None,
        "earlier": listed[1:],
        "may_begin": found.stage not in (Event.Stage.OVER, Event.Stage.CANCELLED),
    }
    return render_event(request, "events/verdicts/verdicts.html", found, asker, context)


@dataclass(frozen=True, slots=True)
class ShownBatch:
    """A batch with its moments in the event's zone; `percent` is from 0 to 100, rounded down. `seconds` are those since
    it gave a sign of life."""

    batch: Batch
    asked: str
    last_sign: str
    seconds: int
    percent: int
    is_open: bool


def _show_batch(batch: Batch, event: Event) -> ShownBatch:
    last = batch_selectors.get_last_sign(batch)
    asked, last_sign = clock.describe_moment(batch.asked, event), clock.describe_moment(last, event)
    seconds = max(int((timezone.now() - last).total_seconds()), 0)
    return ShownBatch(batch, asked, last_sign, seconds, batch.judged * 100 // max(batch.total, 1), batch.state in OPEN)


def may_see_codes(event: Event, asker: Asker) -> bool:
    """Whether somebody may see why lists are illegal: whoever plays learns outcomes alone until the event is over."""
    return not asker.plays or event.stage == Event.Stage.OVER


def _download(text: str, media_type: str, event: Event, kind: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=media_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="event-{event.pk}-verdicts.{kind}"'
    return forbid_keeping(answer)


@require_POST
def judge_all(request: HttpRequest, event: int) -> HttpResponse:
    """Begin a batch, or lead to the one that is under way."""
    found, asker = open_event(request, event, Act.SEE_LIST_STATES)
    batch = batches.start_batch(found, batches.BUTTON, get_actor(found, user=asker.user), user=asker.user)
    if batch is None:
        messages.info(request, "No list is submitted, or the event is over: there is nothing to check.")
    else:
        messages.success(request, f"{quantity(batch.total, 'list')} to check.")
    return forbid_keeping(redirect("events:verdicts", found.pk))


@require_POST
def cancel_batch(request: HttpRequest, event: int, batch: str) -> HttpResponse:
    """Cancel a batch; the verdicts that it has made are kept."""
    found, asker = open_event(request, event, Act.SEE_LIST_STATES)
    if batches.cancel(find_batch_or_404(found, batch), get_actor(found, user=asker.user)):
        messages.success(request, "Cancelled. Lists that were checked keep their verdicts.")
    else:
        messages.info(request, "This check has ended already.")
    return forbid_keeping(redirect("events:verdicts", found.pk))


def find_batch_or_404(event: Event, key: str) -> Batch:
    """A batch of this event. Raises Http404."""
    try:
        return batch_selectors.find_batch(event, key)
    except NotFound as error:
        raise Http404 from error
