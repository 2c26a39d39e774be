"""The registry of the metrics that rooms count what they do in; `/metrics` writes them for Prometheus.

With `PROMETHEUS_MULTIPROC_DIR` each process keeps its numbers in files of that folder, and whoever is asked adds up
those of all. A process is named by its place among its like (`METRICS_PROCESS`, which `gunicorn.conf.py` and workers
set), so that one that takes the place of another goes on with its files, and their number stays.
"""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, values

logger = logging.getLogger(__name__)
_IS_COMMAND = Path(sys.argv[0]).name == "manage.py"


def _prepare_folder(folder: str) -> bool:
    """Whether processes can add up their numbers in a folder, which is made if need be; a site works without it."""
    if not folder or _IS_COMMAND:
        return False
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        logger.error("PROMETHEUS_MULTIPROC_DIR can't be used, so each process counts for itself: %s", error)
        return False
    if not os.access(folder, os.W_OK | os.X_OK):
        logger.error(
            "PROMETHEUS_MULTIPROC_DIR can't be used, so each process counts for itself: no right to write %s", folder
        )
        return False
    return True


#: Whether the numbers of several processes are added up; a command's are nobody's, and would leave files behind.
is_shared = _prepare_folder(os.environ.get("PROMETHEUS_MULTIPROC_DIR", ""))


def get_process_name() -> str:
    """The name of this process among those whose numbers are added up."""
    return os.environ.get("METRICS_PROCESS") or str(os.getpid())


def name_process(name: str) -> None:
    """Name this process from now on; `-` divides its parts."""
    os.environ["METRICS_PROCESS"] = name.replace("_", "-")


values.ValueClass = values.MultiProcessValue(get_process_name) if is_shared else values.MutexValue  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()


def count(name: str, what: str, labels: tuple[str, ...] = ()) -> Counter:
    """A number that grows: `vsdb_` before its name, `_total` behind it."""
    return Counter(f"vsdb_{name}", what, labels, registry=REGISTRY)


def measure_seconds(name: str, what: str, labels: tuple[str, ...], buckets: tuple[float, ...]) -> Histogram:
    """How long something takes, by buckets of seconds."""
    return Histogram(f"vsdb_{name}", what, labels, registry=REGISTRY, buckets=buckets)


def gauge_of_processes(name: str, what: str, labels: tuple[str, ...] = ()) -> Gauge:
    """A number that each process sets for itself; those of all that live are added up."""
    return Gauge(f"vsdb_{name}", what, labels, registry=REGISTRY, multiprocess_mode="livesum")
