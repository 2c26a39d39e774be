"""Logs requests that took long, and what they asked of the database."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from vsdb.core.logs.formatters import describe_request
from vsdb.core.logs.scrubbing import scrub_address
from vsdb.core.queries import watch_request

logger = logging.getLogger(__name__)


class WatchedRequestsMiddleware:
    """Counts the queries of each request and logs the request where it takes `SLOW_REQUEST_SECONDS` or longer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.monotonic()
        with watch_request(request.method or "") as work:
            response = self.get_response(request)
        seconds = time.monotonic() - began
        if settings.SLOW_REQUEST_SECONDS and seconds >= settings.SLOW_REQUEST_SECONDS:
            told = describe_request(request)
            logger.warning(
                "slow request: %s %s took %.3f s, %s queries, status %s, view %s",
                told["method"],
                scrub_address(request.get_full_path()),
                seconds,
                work.queries,
                response.status_code,
                told["view"] or "none",
                extra={**told, "seconds": round(seconds, 3), "queries": work.queries, "status": response.status_code},
            )
        return response
