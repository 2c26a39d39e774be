"""What a log line looks like: readable by default, one JSON object a line by a setting."""

from __future__ import annotations

import logging
import sys
import time
from datetime import UTC, datetime
from typing import Any, TextIO

from django.http import HttpRequest
from django_guid import get_guid
from pythonjsonlogger.json import JsonFormatter

from vsdb.core.logs.scrubbing import scrub, scrub_path, scrub_value

MAX_MESSAGE = 4_000  #: characters
MAX_TRACEBACK = 20_000
#: What code adds to its lines with `extra`, and nothing else: other values may hold what a person typed.
FIELDS = ("method", "path", "view", "seconds", "queries", "status", "task", "sql")
_NO_REQUEST = "-"


class StderrHandler(logging.StreamHandler[TextIO]):
    """Writes to what is standard error now, not to what it was when logs were set up."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        return sys.stderr


class LineFormatter(logging.Formatter):
    """`2026-11-24 15:24:12.345Z ERROR [<request id>] <logger>: <message>`, and a traceback in lines that are indented.

    A line that begins with a date begins an entry: what a visitor sends can't make one.
    """

    default_time_format = "%Y-%m-%d %H:%M:%S"
    default_msec_format = "%s.%03dZ"
    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        who = get_request_id() or _NO_REQUEST
        first = f"{self.formatTime(record)} {record.levelname} [{who}] {record.name}: {write_message(record)}"
        trace = write_traceback(self, record)
        return "\n    ".join((first, *trace.splitlines()))


class JsonLineFormatter(JsonFormatter):
    """An object a line: `time`, `level`, `logger`, `message`, `request_id`, what the code added, and `traceback`."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": write_message(record),
            "request_id": get_request_id(),
            "process": record.process,
            "thread": record.threadName,
            **list_fields(record),
        }
        if trace := write_traceback(self, record):
            told["traceback"] = trace
        return self.serialize_log_record(told)


def get_request_id() -> str | None:
    """The id of the request that is being answered, or on behalf of which a task runs."""
    return get_guid() or None


def write_message(record: logging.LogRecord) -> str:
    """The message on one line, scrubbed."""
    try:
        text = record.getMessage()
    except (TypeError, ValueError):  # arguments that don't fit, from a library: the line is worth more than they are
        text = str(record.msg)
    return escape_controls(scrub(text[:MAX_MESSAGE]))


def write_traceback(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    """The traceback of an entry, scrubbed and in lines; of a very long one the beginning and the end."""
    if not record.exc_info or record.exc_info[0] is None:
        return ""
    text = formatter.formatException(record.exc_info)
    if len(text) > MAX_TRACEBACK:
        half = MAX_TRACEBACK // 2
        text = f"{text[:half]}\n...\n{text[-half:]}"
    return "\n".join(map(escape_controls, scrub(text).splitlines()))


def list_fields(record: logging.LogRecord) -> dict[str, Any]:
    """What code added to an entry, and of which request it is."""
    fields = {name: record.__dict__[name] for name in FIELDS if name in record.__dict__}
    request = record.__dict__.get("request")
    if isinstance(request, HttpRequest):
        fields = {**describe_request(request), **fields}
    if "status_code" in record.__dict__:
        fields.setdefault("status", record.__dict__["status_code"])
    scrubbed: dict[str, Any] = scrub_value(fields)
    return scrubbed


def describe_request(request: HttpRequest) -> dict[str, str]:
    """Method, path and view of a request, without its parameters."""
    match = request.resolver_match
    return {
        "method": request.method or "",
        "path": scrub_path(request.path),
        "view": match._func_path if match else "",
    }


def escape_controls(text: str) -> str:
    """A text on one line: control characters and halves of characters spelt out."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)
