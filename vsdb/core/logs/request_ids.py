"""The id of a request: in its log lines, in its answer, on its error page, in the tasks it starts."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from contextvars import copy_context
from typing import Any

from django_guid.context import guid
from django_guid.utils import generate_guid, validate_guid

logger = logging.getLogger(__name__)
HEADER = "X-Request-ID"
_IN_ENVIRON = "HTTP_X_REQUEST_ID"

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def give_request_ids(application: Application) -> Application:
    """The application, each of whose requests has an id, and each answer says it.

    An id that comes with the request, from a proxy, is kept where it is one. Django's own middleware finds it there.
    This also covers what is answered before Django sees it.
    """

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        given: str = environ.get(_IN_ENVIRON, "")
        request_id = given if is_well_formed(given) else generate_guid()
        environ[_IN_ENVIRON] = request_id
        guid.set(request_id)

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            if not any(name.lower() == HEADER.lower() for name, _ in headers):
                headers = [*headers, (HEADER, request_id)]
            return start_response(status, headers, *error)

        return application(environ, start)

    return answer


def is_well_formed(given: str) -> bool:
    """Whether an id that came with a request is a UUID."""
    return bool(given) and validate_guid(given)


def start_thread(work: Callable[..., object], *args: object, name: str) -> threading.Thread:
    """Run something beside the request; its log lines have the id of the request, also that of its failure."""
    thread = threading.Thread(target=copy_context().run, args=(_run, work, *args), name=name, daemon=True)
    thread.start()
    return thread


def _run(work: Callable[..., object], *args: object) -> None:
    try:
        work(*args)
    except Exception:  # nobody waits for the thread
        logger.exception("thread %s failed", threading.current_thread().name)


def log_failed_threads(failed: threading.ExceptHookArgs) -> None:
    """Log what a thread raises and nobody catches; else it would go to standard error as it is."""
    if failed.exc_type is SystemExit or failed.exc_value is None:
        return
    name = failed.thread.name if failed.thread else "unknown"
    trace = (failed.exc_type, failed.exc_value, failed.exc_traceback)
    logger.error("thread %s failed", name, exc_info=trace)
