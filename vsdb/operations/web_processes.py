"""Which code the web processes run: each says so in the numbers that all share, and the doctor compares."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import Error, connections
from prometheus_client import CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector

from engine.play.judging import playable
from vsdb.catalog.cards import selectors
from vsdb.core import metrics
from vsdb.core.code_version import get_code_version
from vsdb.core.templates import parse_templates
from vsdb.operations.watch import start_in_thread

PRELOADING = "WEB_PRELOADING"  #: set in the environment of Gunicorn's own process while it loads the site
SHORT = 12  #: letters of the fingerprint that are told
PROCESSES = metrics.gauge_of_processes("web_processes", "Web processes by the code that they run.", ("version",))


def start_process() -> None:
    """Begin what each web process does beside its requests. One that only loads the site, for those that it forks from
    then on, reads what they share instead: they call this once more."""
    if os.environ.get(PRELOADING):
        parse_templates()
        playable()
        with suppress(Error):  # the site starts also where the database doesn't answer yet
            selectors.list_references()
        connections.close_all()  # a connection serves one process
        return
    record_code()
    start_in_thread()


def record_code() -> None:
    """Say which code this process runs, at its start: files that change later are not what it runs.

    Only processes that Gunicorn's file has named do, since their number goes when they end.
    """
    if os.environ.get("METRICS_PROCESS") and not settings.DEBUG:
        PROCESSES.labels(get_code_version()[:SHORT]).set(1)


def count_by_code() -> dict[str, int]:
    """The web processes of this machine by their code; empty where they don't share their numbers."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
    if not folder or not Path(folder).is_dir():
        return {}
    found: dict[str, int] = {}
    collector = MultiProcessCollector(CollectorRegistry(), path=folder)  # type: ignore[no-untyped-call]
    for metric in collector.collect():  # type: ignore[no-untyped-call]
        if metric.name == "vsdb_web_processes":
            found |= {sample.labels["version"]: int(sample.value) for sample in metric.samples}
    return found
