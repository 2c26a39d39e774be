"""Count and time the requests at the web server's side, so that answers which Django never sees are counted too."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from vsdb.core import metrics

StartResponse = Callable[..., Any]
Application = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]

VIEW = "vsdb.view"  #: the word in the request's environment for the name of the view that answers
#: In place of the name of a view where none answered.
UNCHANGED, KEPT, STATIC, NONE = "(not modified)", "(kept page)", "(static)", "(none)"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
_MEMORY_SECONDS = 10.0
REQUESTS = metrics.count("requests", "Requests answered.", ("view", "method", "status"))
SECONDS = metrics.measure_seconds(
    "request_seconds", "Seconds from a request to its answer, without sending.", ("view", "method"), _BUCKETS
)
MEMORY = metrics.gauge_of_processes("process_memory_bytes", "Resident memory of processes.", ("kind",))
_measured_at = float("-inf")


def count_requests(application: Application) -> Application:
    """The application, whose answers are counted and timed by the view that made them."""

    def answer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        start, statuses = time.perf_counter(), [500]

        def start_counted(status: str, headers: Any, *more: Any) -> Any:
            statuses.append(int(status.partition(" ")[0]))
            return start_response(status, headers, *more)

        try:
            return application(environ, start_counted)
        finally:
            record_request(environ, statuses[-1], time.perf_counter() - start)

    return answer


def record_request(environ: dict[str, Any], status: int, seconds: float) -> None:
    """Count an answer; labels take a bounded number of values, whatever is asked for."""
    method = environ.get("REQUEST_METHOD", "")
    method = method if method in _METHODS else "other"
    view = environ.get(VIEW) or (UNCHANGED if status == 304 else NONE)
    REQUESTS.labels(view, method, str(status)).inc()
    SECONDS.labels(view, method).observe(seconds)
    record_memory("web")


def record_memory(kind: str) -> None:
    """Say how much memory this process has, `web` or `worker`; it is looked up now and then."""
    global _measured_at  # noqa: PLW0603  (of this process)
    if time.monotonic() - _measured_at >= _MEMORY_SECONDS:
        _measured_at = time.monotonic()
        MEMORY.labels(kind).set(read_memory())


def read_memory() -> int:
    """The resident memory of this process in bytes; 0 where the system doesn't say."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
