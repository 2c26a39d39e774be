"""Which code the web processes run: each says so in the numbers that all share, and the doctor compares."""

from __future__ import annotations

import os
from pathlib import Path

from django.conf import settings
from prometheus_client import CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector

from vsdb.core import metrics
from vsdb.core.code_version import get_code_version

SHORT = 12  #: letters of the fingerprint that are told
PROCESSES = metrics.gauge_of_processes("web_processes", "Web processes by the code that they run.", ("version",))


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
