"""What a process left undone because it was killed or failed is found and done: the one place that catches up.

The facts carry marks of what hasn't followed them yet (`vsdb.catalog.cards.followers`); rechecks, imports, simulation
runs, checks of many lists, batches of verdicts and papers of events say in their rows that they are under way.
Everything here may be done twice and by several processes at once.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import current_thread, main_thread

from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from vsdb.catalog.cards import followers
from vsdb.catalog.cards.followers import FollowerState
from vsdb.catalog.cards.selectors import is_left_to_the_site, map_stored_versions
from vsdb.check.many import services as many_checks
from vsdb.check.many.selectors import list_stuck_checks
from vsdb.check.models import ManyCheck
from vsdb.core.leased_work import OPEN
from vsdb.core.words import quantity
from vsdb.decks.rechecks import services as rechecks
from vsdb.decks.rechecks.models import Recheck
from vsdb.decks.rechecks.selectors import list_stuck_rechecks
from vsdb.events.models import PaperJob
from vsdb.events.paper import services as papers
from vsdb.events.paper.selectors import list_stuck_jobs
from vsdb.events.verdicts import batch_selectors, batches
from vsdb.exchange.card_files import uploads
from vsdb.simulations import services as simulations
from vsdb.simulations.models import SimulationRun
from vsdb.simulations.selectors import list_stuck_runs

logger = logging.getLogger(__name__)
CALL = timedelta(seconds=60)  #: for which nobody else is called to a follower
_FIRST_RETRY, _LAST_RETRY = timedelta(seconds=5), timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Behind:
    """Something that should have been done and isn't: `what` in a word (a follower's name, `recheck`, `import`,
    `simulation`, `check`, `batch` or `papers`), `title` for people, since when, and what the tries since came to."""

    what: str
    title: str
    game: str
    since: datetime | None
    failures: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """What was done about something that was behind; `problem` says why it still is."""

    what: str
    title: str
    game: str
    problem: str = ""


def list_behind() -> list[Behind]:
    """Everything that is behind, also what somebody is just about to do; eight queries."""
    return [
        *(*_list_followers(), *_list_rechecks(), *_list_imports()),
        *(*_list_simulations(), *_list_checks(), *_list_batches(), *_list_papers()),
    ]


def _list_followers() -> Iterator[Behind]:
    for each in followers.list_followers_behind():
        follower = each.follower
        yield Behind(follower.name, follower.title, each.facts.game, each.since, each.failures, each.problem)


def _list_rechecks() -> Iterator[Behind]:
    for each in list_stuck_rechecks():
        yield Behind("recheck", f"recheck {each.pk}", each.game_id, each.asked, 0, each.problem)


def _list_imports() -> Iterator[Behind]:
    for each in uploads.list_dead_imports():
        yield Behind("import", f"import {each.pk} of {each.file_name}", "", each.started or each.asked, each.restarts)


def _list_simulations() -> Iterator[Behind]:
    for each in list_stuck_runs():
        yield Behind("simulation", f"simulation run {each}", each.game, each.asked, each.tries, each.problem)


def _list_checks() -> Iterator[Behind]:
    for each in list_stuck_checks():
        yield Behind("check", f"check of many lists {each}", each.game, each.asked, each.tries, each.problem)


def _list_batches() -> Iterator[Behind]:
    for each in batch_selectors.list_stuck_batches():
        game, title = each.event.game_id, f"batch of verdicts of event {each}"
        yield Behind("batch", title, game, each.asked, each.tries, each.problem)


def _list_papers() -> Iterator[Behind]:
    for each in list_stuck_jobs():
        yield Behind("papers", f"papers of event {each}", each.event.game_id, each.asked, each.tries, each.problem)


def catch_up() -> Iterator[CaughtUp]:
    """Do here and now everything that is behind, one after the other; what was done, or why it couldn't be."""
    for state in followers.list_followers_behind():
        yield CaughtUp(state.follower.name, state.follower.title, state.facts.game, follow(state))
    running = Recheck.objects.filter(state=Recheck.State.RUNNING)
    for recheck in list_stuck_rechecks() if settings.CELERY_BROKER_URL else running:
        rechecks.work(recheck.pk)
        recheck.refresh_from_db()
        yield CaughtUp("recheck", f"recheck {recheck.pk}", recheck.game_id, recheck.problem)
    for game, version in map_stored_versions().items():
        if version and (judged := rechecks.work_on_ended(game)) is not None:
            yield CaughtUp("verdicts", f"verdicts of {quantity(judged.total, 'stored deck')}", game, judged.problem)
    for dead in uploads.restart_dead_imports(uploads.run):
        dead.refresh_from_db()
        yield CaughtUp("import", f"import {dead.pk} of {dead.file_name}", "", str(dead.report.get("error", "")))
    uploads.forget_ended_imports()
    open_runs = list(SimulationRun.objects.filter(state__in=OPEN).order_by("asked"))
    for run in list_stuck_runs() if settings.CELERY_BROKER_URL else open_runs:
        simulations.work_on(run.pk)
        problem = SimulationRun.objects.filter(pk=run.pk).values_list("problem", flat=True).first()
        yield CaughtUp("simulation", f"simulation run {run}", run.game, problem or "")
    open_checks = list(ManyCheck.objects.filter(state__in=OPEN).order_by("asked"))
    for check in list_stuck_checks() if settings.CELERY_BROKER_URL else open_checks:
        many_checks.work_on(check.pk)
        check.refresh_from_db()
        yield CaughtUp("check", f"check of many lists {check}", check.game, check.problem)
    open_batches = list(batch_selectors.list_open_batches())
    for batch in batch_selectors.list_stuck_batches() if settings.CELERY_BROKER_URL else open_batches:
        batches.work_on(batch.pk)
        batch.refresh_from_db(fields=("problem",))
        yield CaughtUp("batch", f"batch of verdicts of event {batch}", batch.event.game_id, batch.problem)
    open_papers = list(PaperJob.objects.filter(state__in=OPEN).select_related("event").order_by("asked"))
    for job in list_stuck_jobs() if settings.CELERY_BROKER_URL else open_papers:
        papers.work_on(job.pk)
        job.refresh_from_db(fields=("problem",))
        yield CaughtUp("papers", f"papers of event {job}", job.event.game_id, job.problem)


def follow(state: FollowerState) -> str:
    """Have a follower take in the facts that it is behind; why it can't, empty where it has. Raises DatabaseError only
    where that can't be recorded."""
    try:
        state.follower.follow(state.facts)
    except Exception as error:
        # Whatever is wrong with one follower, the others go on; the mark keeps it for the next try and for operators.
        logger.exception("the %s can't follow the facts of %s", state.follower.title, state.facts.game)
        problem = f"{type(error).__name__}: {error}".replace("\0", "")
        followers.record_failure(state, problem)
        return problem
    followers.record_taken(state)
    return ""


def follow_new_facts(**_: object) -> None:
    """After facts were stored: have followed what is behind them, here or by workers; also what was behind before.

    A command leaves to the site what takes long or needs every card of a very large game. A queue that is gone is asked
    once: each try takes seconds where it doesn't answer.
    """
    is_queue_there = True
    for state in followers.list_followers_behind():
        if state.follower.is_for_workers and settings.CELERY_BROKER_URL:
            is_queue_there = is_queue_there and _hand_out(state)
        elif current_thread() is not main_thread() or not _is_left_to_the_site(state):
            follow(state)


def call_to_followers() -> int:
    """Have followed what nobody was called to: by workers where there is a queue, else here. To how many.

    A follower that failed is tried again later, and ever later. Raises OperationalError where the queue is gone: it is
    asked once, since each try takes seconds.
    """
    now = timezone.now()
    called = [each for each in followers.list_followers_behind() if _is_due(each, now) and _is_called(each, now)]
    for each in called:
        if not settings.CELERY_BROKER_URL:
            follow(each)
        else:
            _call_worker(each, now + CALL)
    return len(called)


def follow_by_name(follower: str, game: str) -> None:
    """Have a follower take in the facts of a game, where it is behind them; what a worker is told to do."""
    for state in followers.list_followers_behind():
        if (state.follower.name, state.facts.game) == (follower, game):
            follow(state)


def _is_left_to_the_site(state: FollowerState) -> bool:
    return state.follower.is_slow or (state.follower.needs_every_card and is_left_to_the_site(state.facts.game))


def _is_due(state: FollowerState, now: datetime) -> bool:
    if state.called_until and state.called_until > now:
        return False
    if not state.failures or state.tried is None:
        return True
    patience: timedelta = min(_FIRST_RETRY * 2 ** min(state.failures - 1, 20), _LAST_RETRY)
    return state.tried + patience <= now


def _is_called(state: FollowerState, now: datetime) -> bool:
    return followers.call_to_follower(state, now + CALL)


def _hand_out(state: FollowerState) -> bool:
    """Tell a worker, unless one was told a moment ago. False where the queue is gone."""
    now = timezone.now()
    if not (_is_due(state, now) and _is_called(state, now)):
        return True
    try:
        _call_worker(state, now + CALL)
    except OperationalError:
        return False
    return True


def _call_worker(state: FollowerState, until: datetime) -> None:
    """Tell a worker. Raises OperationalError where the queue is gone, which the mark says too. That is no failure of
    the follower: another try comes as soon as somebody else may be called to it."""
    from vsdb.operations.tasks import follow_facts

    try:
        follow_facts.delay(state.follower.name, state.facts.game)
    except OperationalError as error:
        logger.warning("the %s of %s can't be queued: %s", state.follower.title, state.facts.game, error)
        followers.record_uncalled(state, f"the task queue can't be reached: {error}", until)
        raise
