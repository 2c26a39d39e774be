"""Mails errors to `ADMINS`, a few an hour: a site that is broken for everybody doesn't send 10,000 mails."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Hashable

from django.conf import settings
from django.core.cache import cache
from django.core.mail import mail_admins
from django.db import DatabaseError
from django.http import HttpRequest
from redis.exceptions import RedisError

from vsdb.core.logs.formatters import describe_request, escape_controls, get_request_id
from vsdb.core.logs.scrubbing import scrub

logger = logging.getLogger(__name__)
HOUR = 3_600  #: seconds
#: What a cache raises that doesn't answer, or has dropped the count.
_CACHE_FAULTS = (OSError, RedisError, DatabaseError, ValueError)
_MAX_SUBJECT = 120  #: characters


class ErrorMailHandler(logging.Handler):
    """Mails an entry as it stands in the log, from a thread of its own.

    The same error is mailed once an hour, and `ERROR_MAILS_PER_HOUR` different ones: by all processes together where
    they share a cache, else by each. The last mail of an hour says that others follow in the log alone.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._sent: dict[Hashable, float] = {}
        self._guard = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        """Mail the entry where there is anyone to mail it to and few were sent."""
        if not settings.ADMINS or record.name.startswith(("vsdb.core.mail", __name__)):
            return
        try:
            count = self.count(find_fault(record))
            if 0 < count <= settings.ERROR_MAILS_PER_HOUR:
                # Written here: the request is known in this thread alone. Not a daemon: a command waits for its mail.
                mail = (self.write_subject(record), self.write_body(record, count))
                threading.Thread(target=send, args=mail, name="error-mail").start()
        except Exception:  # as every handler: a fault of the log is no fault of what it tells of
            self.handleError(record)

    def count(self, fault: tuple[Hashable, ...]) -> int:
        """The number of this error among those of this hour; 0 where it was mailed within the hour."""
        now = time.monotonic()
        with self._guard:
            self._sent = {each: sent for each, sent in self._sent.items() if now - sent < HOUR}
            if fault in self._sent:
                return 0
            self._sent[fault] = now
            own = len(self._sent)
        return count_in_cache(fault, own)

    def write_subject(self, record: logging.LogRecord) -> str:
        """The first line of the message, short."""
        return escape_controls(scrub(f"{record.levelname}: {record.getMessage()}"))[:_MAX_SUBJECT]

    def write_body(self, record: logging.LogRecord, count: int) -> str:
        """The request, the entry, and how to find the other lines of the request."""
        request = record.__dict__.get("request")
        told = describe_request(request) if isinstance(request, HttpRequest) else {}
        lines = [f"{name}: {value}" for name, value in told.items()]
        if request_id := get_request_id():
            lines.append(f"request id: {request_id} (find it in the log for all lines of this request)")
        if count == settings.ERROR_MAILS_PER_HOUR:
            lines.append(f"This is mail {count} of this hour, the last. Further errors are in the log.")
        return "\n".join([*lines, "", self.format(record)])


def find_fault(record: logging.LogRecord) -> tuple[Hashable, ...]:
    """What makes two errors the same: the exception's type and where it was raised, else message, status and view."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        view = getattr(getattr(record.__dict__.get("request"), "resolver_match", None), "view_name", "")
        return record.name, str(record.msg), str(record.__dict__.get("status_code", "")), view
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else ("", 0)
    return record.name, type(error).__qualname__, *place


def count_in_cache(fault: tuple[Hashable, ...], own: int) -> int:
    """The same count over all processes that share a cache; a cache that doesn't answer leaves that of this one."""
    hour = int(time.time() // HOUR)
    try:
        if not cache.add(f"error-mail:{hour}:{hash_fault(fault)}", 1, HOUR):
            return 0
        cache.add(f"error-mails:{hour}", 0, 2 * HOUR)
        return int(cache.incr(f"error-mails:{hour}"))
    except _CACHE_FAULTS:
        return own


def hash_fault(fault: tuple[Hashable, ...]) -> str:
    """A short name of an error, the same in every process."""
    return hashlib.sha256(repr(fault).encode("utf-8", "backslashreplace")).hexdigest()[:32]


def send(subject: str, body: str) -> None:
    """Mail the operator; where that fails the log says it."""
    mail_admins(subject, body, fail_silently=False)
