"""What `/metrics` says: what the processes counted, and how things stand at this moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from vsdb.check.many.selectors import count_checks_by_state
from vsdb.core.code_version import get_code_version
from vsdb.core.metrics import REGISTRY, is_shared
from vsdb.core.read_only import get_read_only_mode
from vsdb.decks.rechecks.selectors import count_open_portions
from vsdb.events.verdicts.batch_selectors import count_batches
from vsdb.exchange.card_files.uploads import count_imports_by_state
from vsdb.operations import queue
from vsdb.operations.backups.kept import get_backup_status
from vsdb.operations.catching_up import list_behind
from vsdb.operations.reach import find_cache_fault
from vsdb.simulations.selectors import count_runs_by_state

CONTENT_TYPE = CONTENT_TYPE_LATEST
_CONNECTIONS = """
    SELECT COALESCE(state, 'other'), count(*), current_setting('max_connections')::int FROM pg_stat_activity
    WHERE datname = current_database() GROUP BY 1
"""


def write_metrics() -> bytes:
    """All metrics as Prometheus reads them. What can't be asked, because something is gone, is left out."""
    registry = CollectorRegistry()
    registry.register(CurrentState())
    if is_shared:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(REGISTRY)
    return generate_latest(registry)


class CurrentState:
    """Metrics that are looked up when they are asked for; they are the same whichever process answers."""

    def collect(self) -> Iterator[Metric]:
        """The metrics of now."""
        yield InfoMetricFamily("vsdb_code", "The code that runs.", {"version": get_code_version()[:12]})
        yield _gauge("cache_up", "Whether the cache answers.", not find_cache_fault())
        yield _gauge("read_only", "Whether the site is in read-only mode.", get_read_only_mode() is not None)
        if settings.CELERY_BROKER_URL:
            yield from _describe_queue()
        if (age := get_backup_status().age) is not None:
            yield _gauge("backup_age_seconds", "Age of the last good backup.", age.total_seconds())
        try:
            found = [*_describe_stored()]
        except (DatabaseError, InterfaceError):
            found = []
        yield _gauge("database_up", "Whether the database answers.", bool(found))
        yield from found


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(f"vsdb_{name}", what, value)


def _gauges(name: str, what: str, label: str, values: Iterable[tuple[str, float]]) -> Metric:
    family = GaugeMetricFamily(f"vsdb_{name}", what, labels=(label,))
    for word, value in values:
        family.add_metric((word,), value)
    return family


def _describe_queue() -> Iterator[Metric]:
    kind = settings.CELERY_BROKER_URL.partition(":")[0]
    try:
        waiting = queue.count_waiting_tasks()
    except queue.BrokerGone:
        yield _gauges("queue_up", "Whether the broker of the task queue answers.", "broker", [(kind, 0)])
        return
    yield _gauges("queue_up", "Whether the broker of the task queue answers.", "broker", [(kind, 1)])
    yield _gauges("queue_tasks", "Tasks that wait in the queue.", "broker", [(kind, waiting)])


def _describe_stored() -> Iterator[Metric]:
    """What the database says."""
    running, left = count_open_portions()
    yield _gauge("rechecks_running", "Rechecks of stored decks under way.", running)
    yield _gauge("recheck_portions_left", "Portions of running rechecks that are not done.", left)
    yield _gauges("imports", "Imports of card files, by state.", "state", count_imports_by_state().items())
    yield _gauges("simulation_runs", "Long simulations, by state.", "state", count_runs_by_state().items())
    yield _gauges("checks_of_many_lists", "Checks of many lists, by state.", "state", count_checks_by_state().items())
    yield _gauges("event_batches", "Batches of verdicts on events’ lists, by state.", "state", count_batches().items())
    yield _gauge("catch_up_backlog", "Things that should have been done and are not.", len(list_behind()))
    if settings.CELERY_BROKER_URL:
        yield _gauge("workers_alive", "Workers that take tasks from the queue.", len(queue.list_workers().alive))
    if connection.vendor == "postgresql":
        yield from _describe_connections()


def _describe_connections() -> Iterator[Metric]:
    with connection.cursor() as cursor:
        cursor.execute(_CONNECTIONS)
        rows = cursor.fetchall()
    counts = [(state, number) for state, number, _ in rows]
    yield _gauges("database_connections", "Connections to this database, by state.", "state", counts)
    yield _gauge("database_connections_max", "Connections that the server allows in all.", rows[0][2])
    if pool := getattr(connection, "pool", None):
        yield _gauges("database_pool", "The pool of this process.", "figure", pool.get_stats().items())
