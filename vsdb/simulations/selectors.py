"""Reads of simulation runs; each costs one query."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from engine.model.errors import NotFound
from vsdb.core.leased_work import list_stuck
from vsdb.simulations.models import SimulationRun


def find_run(key: str) -> SimulationRun:
    """A run by its key. Raises NotFound, also for one that is kept no longer."""
    run = SimulationRun.objects.filter(pk=key, asked__gt=_find_oldest()).first()
    if run is None:
        raise NotFound("this run has been deleted or never existed; start it again from the goldfish page of the deck")
    return run


def list_own_runs(user: int | None, keys: Iterable[str] = ()) -> QuerySet[SimulationRun]:
    """The runs that an account or a browser started, the newest first, without their lists and results."""
    own = Q(user=user) if user is not None else Q(user=None, pk__in=list(keys))
    return SimulationRun.objects.filter(own, asked__gt=_find_oldest()).defer("text", "tally", "answer")


def list_stuck_runs() -> list[SimulationRun]:
    """The runs that are to be played and aren't: nobody works on them, or nobody could be called."""
    return list(list_stuck(SimulationRun).defer("text", "tally", "answer"))


def list_expired_runs() -> QuerySet[SimulationRun]:
    """The runs that are kept no longer; none where they are kept for ever."""
    if settings.SIMULATION_RUNS_DAYS <= 0:
        return SimulationRun.objects.none()
    return SimulationRun.objects.filter(asked__lte=_find_oldest())


def count_runs_by_state() -> dict[str, int]:
    """How many runs there are in each state."""
    counts = dict.fromkeys(SimulationRun.State.values, 0)
    counts.update(SimulationRun.objects.order_by().values_list("state").annotate(number=Count("pk")))
    return counts


def _find_oldest() -> datetime:
    """The moment after which a run must have been asked for to be kept still."""
    if settings.SIMULATION_RUNS_DAYS <= 0:
        return datetime.min.replace(tzinfo=UTC)
    return timezone.now() - timedelta(days=settings.SIMULATION_RUNS_DAYS)
