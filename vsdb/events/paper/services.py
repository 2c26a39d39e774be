"""Papers are started, drawn and deleted. Who reads lists on paper stands in the event's log, once for each file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from time import time
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import Http404

from engine import InputError, NotFound
from vsdb.core import leased_work
from vsdb.core.errors import ApplicationError
from vsdb.core.leased_work import OPEN
from vsdb.core.limits.computing import bounds_computing
from vsdb.core.pdf.canvas import get_paper
from vsdb.events import clock, log
from vsdb.events.access import Asker
from vsdb.events.models import Event, PaperJob
from vsdb.events.paper import selectors
from vsdb.events.paper.drawing import PaperDrawer, find_file
from vsdb.events.paper.kinds import OF_LISTS, PaperKind, PaperOrder, may_print

AT_ONCE = 100  #: sheets that are drawn within the request
MAX_OPEN = 4  #: papers of an event that wait or are drawn
MAX_KEPT = 40  #: that are drawn or ended; the oldest go, so that nobody fills the disk
_UNFINISHED_SECONDS = 3_600


def start_papers(
    event: Event, asker: Asker, kind: str, order: str, options: Mapping[str, Any], now: datetime
) -> PaperJob:
    """Papers that wait to be drawn. Whoever calls has them drawn.

    Raises Http404 where they aren't theirs, InputError for another kind, order or paper and where there is nothing to
    print, and ApplicationError where the event has as many under way as it may.
    """
    chosen, ordered = _read_choice(kind, order)
    get_paper(str(options.get("paper", "a4")))
    if not may_print(event, asker, chosen):
        raise Http404
    total = _count(event, asker, chosen, ordered, now)
    if not total:
        raise InputError(_explain_nothing(event, chosen, now), place="kind", code="nothing-to-print")
    with transaction.atomic():
        if PaperJob.objects.filter(event=event, state__in=OPEN).count() >= MAX_OPEN:
            raise ApplicationError("Other papers of this event are being drawn. Wait or cancel one.", code="at-once")
        job = PaperJob.objects.create(
            event=event, user_id=asker.user, kind=chosen, order=ordered, total=total, options=dict(options)
        )
        if chosen in OF_LISTS:
            actor = log.get_actor(event, user=asker.user, registration=asker.registration)
            log.record(event, actor, "lists-printed", f"papers:{chosen}", after={"lists": total})
    _delete(list(PaperJob.objects.filter(event=event).exclude(state__in=OPEN).order_by("-asked")[MAX_KEPT:]))
    return job


def _explain_nothing(event: Event, kind: PaperKind, now: datetime) -> str:
    """Why there is nothing to print."""
    if kind in OF_LISTS and event.lists != Event.Lists.NONE and not clock.is_locked(event, None, now):
        return f"lists are not locked until {clock.describe_moment(clock.get_lock(event), event)}"
    return "there is nothing to print"


def _read_choice(kind: str, order: str) -> tuple[PaperKind, PaperOrder]:
    for word, choices, place in ((kind, PaperKind, "kind"), (order, PaperOrder, "order")):
        if word not in choices.values:
            said = f"no {place} {word[:40]!r}; the choices are {', '.join(choices.values)}"
            raise InputError(said, place=place, code="unknown-choice")
    return PaperKind(kind), PaperOrder(order)


def _count(event: Event, asker: Asker, kind: PaperKind, order: str, now: datetime) -> int:
    """How many sheets, players or slips there are."""
    if kind in OF_LISTS:
        return len(selectors.list_readable(event, asker, order, now))
    if kind == PaperKind.MISSING:
        return len(selectors.list_missing(event, order))
    return len(selectors.list_slips(event) if kind == PaperKind.SLIPS else selectors.list_seats(event))


def is_small(job: PaperJob) -> bool:
    """Whether papers are drawn within the request."""
    return job.kind not in OF_LISTS or job.total <= AT_ONCE


@bounds_computing
def draw_at_once(job: PaperJob) -> None:
    """Draw few papers here and now, within the limits of the request."""
    work_on(job.pk)


def work_on(key: str) -> bool:
    """Draw papers until they are whole. Whether nothing is left to do here, also because another draws them.

    Whoever has begun goes on to the end, since the pages that are drawn are held here.
    """
    return leased_work.work_on(PaperJob, key, PaperDrawer().draw_portion)


def call_to_stalled() -> list[str]:
    """The papers that nobody draws and to which nobody was called for a while; each is given to one caller."""
    return leased_work.call_to_stalled(PaperJob)


def record_problem(key: str, why: str) -> None:
    """Say why open papers aren't drawn: nobody could be called to them."""
    leased_work.record_problem(PaperJob, key, why)


def find_job(event: Event, asker: Asker, key: str) -> PaperJob:
    """Papers of an event for whoever may have them, as long as they are kept. Raises Http404."""
    job = selectors.list_jobs(event).filter(pk=key).first()
    if job is None or not may_print(event, asker, PaperKind(job.kind)):
        raise Http404
    return job


def delete_expired(limit: int) -> int:
    """Delete papers that are kept no longer, with their files; how many."""
    jobs = list(selectors.list_expired_jobs().order_by("asked")[:limit])
    _delete(jobs)
    return len(jobs)


def _delete(jobs: Iterable[PaperJob]) -> None:
    """Delete papers with their files."""
    for job in jobs:
        with suppress(NotFound):
            find_file(job).unlink(missing_ok=True)
    PaperJob.objects.filter(pk__in=[job.pk for job in jobs]).delete()


def list_leftover_files() -> Iterable[Path]:
    """Files that no papers have: whoever wrote them was killed, or their event is gone."""
    folder: Path = settings.PAPER_DIR
    if not folder.is_dir():
        return []
    old = time() - _UNFINISHED_SECONDS
    kept = set(PaperJob.objects.exclude(file="").values_list("file", flat=True))
    return [path for path in folder.iterdir() if path.name not in kept and path.stat().st_mtime < old]
