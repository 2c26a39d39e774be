"""Errors to Sentry, or to what speaks as it does, where `SENTRY_DSN` names one; without personal data."""

from __future__ import annotations

from typing import Any

import sentry_sdk
from sentry_sdk.integrations.logging import ignore_logger
from sentry_sdk.types import Event, Hint

from vsdb.core.code_version import get_code_version
from vsdb.core.logs.formatters import get_request_id
from vsdb.core.logs.scrubbing import keep_parameters, scrub_path, scrub_value

#: What is told of a request; cookies, headers, bodies and who asked stay here.
_OF_REQUEST = ("method", "url", "query_string")


def start_sentry(dsn: str) -> None:
    """Report errors to this address from now on."""
    sentry_sdk.init(**build_options(dsn))
    for name in ("django.security.*", "vsdb.core.queries"):
        ignore_logger(name)


def build_options(dsn: str) -> dict[str, Any]:
    """The options of the library: no local variables, bodies, host names and measurements."""
    return {
        "dsn": dsn,
        "release": get_code_version(),
        "include_local_variables": False,
        "max_request_body_size": "never",
        "server_name": "",
        "traces_sample_rate": None,
        "auto_session_tracking": False,
        "before_send": scrub_event,
        "before_breadcrumb": scrub_breadcrumb,
    }


def scrub_event(event: Event, hint: Hint | None = None) -> Event:
    """An event with the id of its request, every text in it scrubbed, and of the request its method and address."""
    told: dict[str, Any] = dict(event)
    told.pop("user", None)
    request = told.pop("request", None) or {}
    scrubbed: Any = scrub_value(told)
    scrubbed["tags"] = {**scrubbed.get("tags", {}), "request_id": get_request_id() or ""}
    if request:
        scrubbed["request"] = {name: request[name] for name in _OF_REQUEST if name in request}
        if url := request.get("url"):
            scrubbed["request"]["url"] = scrub_path(str(url).partition("?")[0])
        if query := request.get("query_string"):
            scrubbed["request"]["query_string"] = keep_parameters(str(query))
    result: Event = scrubbed
    return result


def scrub_breadcrumb(crumb: dict[str, Any], hint: Hint | None = None) -> dict[str, Any]:
    """What happened before an error, scrubbed; of queries their text with places for values."""
    scrubbed: dict[str, Any] = scrub_value(crumb)
    return scrubbed
