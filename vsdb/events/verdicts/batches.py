"""Batches judge the current version of every list of an event anew, in portions, and look which lists are alike.

A portion is recorded in one transaction, where no other was recorded since it was taken and nobody ended the batch. So
each list is recorded once, and a worker that dies loses one portion at most. A verdict that says the same as the newest
one of its version makes no row, whatever facts it rests on; one for another format or day always does.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from functools import partial

from django.db import OperationalError, transaction

from vsdb.catalog.cards import selectors as cards
from vsdb.core import leased_work
from vsdb.core.leased_work import OPEN
from vsdb.events import clock, log
from vsdb.events.models import Batch, Event, ListVerdict, ListVersion
from vsdb.events.verdicts import likeness
from vsdb.events.verdicts.changes import differ, is_same
from vsdb.events.verdicts.copies import count_copies_of_lists, remember_copies
from vsdb.events.verdicts.judging import (
    EventQuestion,
    JudgedText,
    get_event_question,
    get_facts_state,
    judge_text,
)
from vsdb.events.verdicts.selectors import list_entered, map_newest
from vsdb.events.verdicts.services import build_verdict

logger = logging.getLogger(__name__)
PORTION = 50  #: lists of a portion, about a third of a second
IMPORT, FORMAT, DAY, FACTS, BUTTON = "import", "format", "day", "facts", "button"  #: why a batch is begun
_SUPERSEDED = "a newer batch took its place"


@transaction.atomic
def begin(event: Event, why: str, actor: int = log.CLOCK, *, user: int | None = None) -> Batch | None:
    """A batch that waits to be worked on; whoever calls has it worked on.

    One that is under way by the same facts, format and day is given as it is, and any other of the event ends. None
    where no list is submitted, the event is over or cancelled, or FACTS are those of the last batch.
    """
    # Two that begin at once wait for each other here.
    event = Event.objects.select_for_update().get(pk=event.pk)
    total = list_entered(event).count()
    if not total or event.stage in (Event.Stage.OVER, Event.Stage.CANCELLED):
        return None
    state, batches = get_question_state(event), Batch.objects.filter(event=event)
    running = batches.filter(facts=state, state__in=OPEN).first()
    if running is not None:
        return running
    last = batches.order_by("-asked").first()
    if why == FACTS and last is not None and last.facts == state and last.state == Batch.State.DONE:
        return None
    leased_work.supersede(batches, _SUPERSEDED)
    batch = Batch.objects.create(event=event, why=why, total=total, facts=state, user_id=user)
    log.record(event, actor, "batch-begun", after={"why": why, "lists": total})
    return batch


_starters: list[Callable[[str], object]] = []


def register_starter(start: Callable[[str], object]) -> None:
    """Enter what has a batch worked on beside the process, by its key; services know no tasks."""
    _starters[:] = [start]


@transaction.atomic
def start_batch(event: Event, why: str, actor: int = log.CLOCK, *, user: int | None = None) -> Batch | None:
    """Begin a batch, and have it worked on once the transaction is through; or the one that is under way, or None where
    there is nothing to judge."""
    batch = begin(event, why, actor, user=user)
    if batch is not None:
        for start in _starters:
            transaction.on_commit(partial(start, batch.pk))
    return batch


def begin_for_new_facts(game: str) -> list[Batch]:
    """A batch for each event of a game that is neither over nor cancelled and has lists."""
    ended = (Event.Stage.OVER, Event.Stage.CANCELLED)
    events = Event.objects.filter(game=game, event_lists__current__isnull=False).exclude(stage__in=ended).distinct()
    begun = (begin(event, FACTS) for event in events.order_by("starts", "pk"))
    return [batch for batch in begun if batch is not None]


@transaction.atomic
def cancel(batch: Batch, actor: int) -> bool:
    """Cancel a batch; whether it was open still. The verdicts that it has made are kept."""
    is_cancelled = leased_work.cancel(batch)
    if is_cancelled:
        batch.refresh_from_db()
        log.record(batch.event, actor, "batch-cancelled", after={"judged": batch.judged, "lists": batch.total})
    return is_cancelled


def call_to_stalled() -> list[str]:
    """The batches that nobody works on and to which nobody was called for a while; each is given to one caller."""
    return leased_work.call_to_stalled(Batch)


def record_problem(key: str, why: str) -> None:
    """Say why an open batch doesn't go on: nobody could be called to it."""
    leased_work.record_problem(Batch, key, why)


def work_on(key: str, *, seconds: float | None = None) -> bool:
    """Judge lists of a batch until it is over. Whether nothing is left to do here, also because another works on it;
    or there is more to do after so many seconds."""
    return leased_work.work_on(Batch, key, _PortionJudge().judge_portion, seconds)


def get_question_state(event: Event) -> str:
    """What a batch judges by, as a digest: the facts and the code, the event's format and its day."""
    said = [get_facts_state(event.game_id), event.format, clock.get_judged_day(event).isoformat()]
    return hashlib.sha256("\n".join(said).encode()).hexdigest()


class _PortionJudge:
    """Judges portions of one batch; the format is looked up again only where facts, format or day have changed."""

    def __init__(self) -> None:
        self.state = ""
        self.question: EventQuestion | None = None

    def judge_portion(self, batch: Batch) -> Batch | None:
        """Judge the next portion and record it, and last of all which lists are alike; the batch as it is then, or None
        where it has ended or another has recorded a portion meanwhile."""
        with cards.pin_data_versions():
            event = Event.objects.get(pk=batch.event_id)
            state = get_question_state(event)
            if self.question is None or self.state != state:
                self.state, self.question = state, get_event_question(event)
            # By other facts or another format it begins anew.
            last, judged = (batch.last, batch.judged) if batch.facts == state else (0, 0)
            lists = list(list_entered(event).filter(pk__gt=last).order_by("pk")[:PORTION])
            if not lists:
                return _finish(batch, event, self.question)
            versions = [entry.current for entry in lists if entry.current]
            found = [(version, judged_text) for version in versions if (judged_text := _judge(self.question, version))]
            facts = get_facts_state(event.game_id)
        before = map_newest(version.pk for version in versions)
        made, changed = [], 0
        for version, judged_text in found:
            verdict, newest = build_verdict(version.pk, judged_text, clock.get_now(), facts), before.get(version.pk)
            if newest is None or not is_same(newest, verdict):
                made.append(verdict)
                changed += newest is not None and differ(newest, verdict)
        done = {"facts": state, "last": lists[-1].pk, "judged": judged + len(lists)}
        done |= {"total": max(batch.total, judged + len(lists)), "changed": batch.changed + changed}
        with transaction.atomic():
            recorded = leased_work.record_portion(batch, done, is_over=False)
            if recorded is not None:
                ListVerdict.objects.bulk_create(made)
        return recorded


def _judge(question: EventQuestion, version: ListVersion) -> JudgedText | None:
    """The verdict on a version; None, with a word in the site's log, where it can't be judged, which must not keep the
    others from it."""
    try:
        judged = judge_text(question, version.text)
    except OperationalError:
        raise
    except Exception:
        logger.exception("version %s of list %s couldn't be judged", version.number, version.list_id)
        return None
    if version.fingerprint:
        remember_copies(version.fingerprint, judged.deck)
    return judged


def _finish(batch: Batch, event: Event, question: EventQuestion) -> Batch | None:
    """Look which lists are alike, and end the batch."""
    copies = count_copies_of_lists(event, question, tell=partial(leased_work.renew, batch))
    leased_work.renew(batch)
    pairs = likeness.find_similar(copies)
    similar = [[pair.first, pair.second, round(pair.share, 4)] for pair in pairs]
    with transaction.atomic():
        found = leased_work.record_portion(batch, {"similar": similar, "total": batch.judged}, is_over=True)
        if found is not None:
            counts = {"judged": found.judged, "changed": found.changed}
            log.record(event, log.CLOCK, "batch-done", after={"why": batch.why, **counts})
    return found
