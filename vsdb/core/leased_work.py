"""Long work that is stored in a row and done in portions: by one worker at a time, and gone on with by the next.

Whoever works on a row has it until its lease ends. A portion is recorded by one conditional update, where no other was
recorded since the row was taken and nobody cancelled it. So each portion counts once, and a worker that dies loses one
at most.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, ClassVar, TypeVar

from django.conf import settings
from django.db import OperationalError, models
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from engine import InputError, NotFound
from vsdb.core.read_only import get_read_only_mode

logger = logging.getLogger(__name__)
LEASE = timedelta(seconds=15)  #: for which work is taken, anew with each portion
PATIENCE = timedelta(seconds=20)  #: until somebody is called again to work that nobody does
MAX_TRIES = 5  #: of a portion, after which something in it must be wrong
_MAX_PROBLEM = 400


def make_key() -> str:
    """A key that nobody guesses: 128 bits in 22 characters."""
    return secrets.token_urlsafe(16)


class WorkState(models.TextChoices):
    """How far work is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


OPEN = (WorkState.WAITING, WorkState.RUNNING)


class LeasedWork(models.Model):
    """Work that somebody has started; whoever has the key may read it.

    Whoever works on it has it until `until`. `facts` is the state of facts and code that it is done by; by another one
    it begins anew. `tries` counts how often it was taken since the last portion that was recorded, and `called` is when
    somebody was last asked to work on it.
    """

    State = WorkState
    progress_field: ClassVar[str]  #: the column that counts what is done
    lease: ClassVar[timedelta] = LEASE
    patience: ClassVar[timedelta] = PATIENCE

    key = models.CharField(max_length=32, primary_key=True, default=make_key)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    caller = models.CharField(max_length=43, blank=True)  #: a keyed digest of whoever started it; empty once it is over
    facts = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=10, choices=WorkState.choices, default=WorkState.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    until = models.DateTimeField(null=True)
    called = models.DateTimeField(default=timezone.now)
    problem = models.CharField(max_length=_MAX_PROBLEM, blank=True)  #: why nobody works on it, or why it failed
    asked = models.DateTimeField(default=timezone.now, editable=False)
    started = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)

    class Meta:
        abstract = True
        ordering = ("-asked",)

    @property
    def progress(self) -> dict[str, int]:
        """How much is done, as the condition of a query."""
        return {self.progress_field: getattr(self, self.progress_field)}


W = TypeVar("W", bound=LeasedWork)


def list_idle(model: type[W]) -> QuerySet[W]:
    """The open work that nobody does now."""
    is_idle = Q(until=None) | Q(until__lt=timezone.now())
    return model._default_manager.filter(is_idle, state__in=OPEN)


def list_stuck(model: type[W]) -> QuerySet[W]:
    """The work that is to be done and isn't: nobody does it, or nobody could be called."""
    waits = Q(called__lt=timezone.now() - model.patience) | ~Q(problem="")
    return list_idle(model).filter(waits).order_by("asked")


def call_to_stalled(model: type[W]) -> list[str]:
    """The keys of work that nobody does and to which nobody was called for a while; each is given to one caller."""
    now = timezone.now()
    found = list_idle(model).filter(called__lt=now - model.patience).order_by("asked").values_list("pk", "called")
    open_work = model._default_manager.filter(state__in=OPEN)
    return [key for key, called in found if open_work.filter(pk=key, called=called).update(called=now)]


def record_problem(model: type[W], key: str, why: str) -> None:
    """Say why open work doesn't go on: nobody could be called to it."""
    model._default_manager.filter(pk=key, state__in=OPEN).update(problem=why[:_MAX_PROBLEM])


def cancel(work: LeasedWork) -> bool:
    """Cancel work; whether it was open still. What was done is kept."""
    return _end(work, WorkState.CANCELLED, "")


def fail(work: LeasedWork, why: str) -> None:
    """End work that can't be done."""
    _end(work, WorkState.FAILED, why)


def work_on(model: type[W], key: str, do_portion: Callable[[W], W | None], seconds: float | None = None) -> bool:
    """Do portions until the work is over. Whether nothing is left to do here, also because another does it; or there is
    more to do after so many seconds.

    `do_portion` gives the work as it is then, or None where it was cancelled, or another has recorded a portion. A
    portion in which something goes wrong is logged and tried again; after `MAX_TRIES` the work has failed, and at once
    where InputError or NotFound say why it can't be done.
    """
    end = None if seconds is None else time.monotonic() + seconds
    work = None if get_read_only_mode() else take(model, key)
    while work is not None and work.state == WorkState.RUNNING:
        if get_read_only_mode():
            return True  # nothing is written; whoever looks for what is behind goes on later
        if end is not None and time.monotonic() > end:
            _release(work)
            return False
        try:
            done = do_portion(work)
        except (InputError, NotFound) as error:
            fail(work, error.message)
            return True
        except OperationalError:
            # The database is full, locked or away. Whoever is called next does the portion again.
            logger.exception("a portion of %s %s couldn't be recorded", model._meta.verbose_name, work)
            return True
        except Exception:
            logger.exception("a portion of %s %s couldn't be done", model._meta.verbose_name, work)
            _release(work)
            return False
        work = done
    return True


def take(model: type[W], key: str) -> W | None:
    """The work, ours for a while; None where another does it, or it is over."""
    now = timezone.now()
    work = list_idle(model).filter(pk=key).first()
    if work is None:
        return None
    if work.tries >= MAX_TRIES:
        fail(work, f"it was given up after {MAX_TRIES} tries; the site’s log says why")
        return None
    taken = (
        list_idle(model)
        .filter(pk=key, tries=work.tries, **work.progress)
        .update(
            state=WorkState.RUNNING,
            tries=F("tries") + 1,
            until=now + model.lease,
            started=Coalesce("started", now),
            problem="",
        )
    )
    work.state = WorkState.RUNNING
    return work if taken else None


def record_portion(work: W, changes: Mapping[str, Any], *, is_over: bool) -> W | None:
    """Record what was done, where nobody else has gone on with the work; None where somebody has."""
    now = timezone.now()
    every: dict[str, Any] = {**changes, "tries": 0, "until": None if is_over else now + work.lease, "called": now}
    if is_over:
        every |= {"state": WorkState.DONE, "ended": now, "caller": ""}
    still = _running(work).filter(facts=work.facts)
    if not still.update(**every):
        return None
    for name, value in every.items():
        setattr(work, name, value)
    return work


def renew(work: LeasedWork) -> bool:
    """Have work for longer, in the middle of a portion that takes its time. False where it isn't ours any more."""
    return bool(_running(work).update(until=timezone.now() + work.lease))


def supersede(works: QuerySet[W], why: str) -> int:
    """End open work whose place other work takes; what was done is kept. How many there were."""
    changes = {"state": WorkState.CANCELLED, "ended": timezone.now(), "until": None, "caller": "", "problem": why}
    return works.filter(state__in=OPEN).update(**changes)


def _release(work: LeasedWork) -> None:
    """Leave work to whoever is called next."""
    _running(work).update(until=None)


def _running(work: LeasedWork) -> QuerySet[LeasedWork]:
    """The row where it is as we know it."""
    return type(work)._default_manager.filter(pk=work.pk, state=WorkState.RUNNING, **work.progress)


def _end(work: LeasedWork, state: WorkState, why: str) -> bool:
    changes = {"state": state, "ended": timezone.now(), "until": None, "caller": "", "problem": why[:_MAX_PROBLEM]}
    return bool(type(work)._default_manager.filter(pk=work.pk, state__in=OPEN).update(**changes))
