"""Gunicorn's own log in our format: `logger_class = "vsdb.core.logs.gunicorn.Logger"` in its settings."""

from __future__ import annotations

import os
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string
from gunicorn.glogging import Logger as GunicornLogger

from vsdb.core.logs.scrubbing import HIDDEN, keep_parameters, scrub, scrub_path

#: Headers of requests that are written down.
_OF_REQUEST = frozenset({"{x-forwarded-for}i", "{x-forwarded-proto}i", "{host}i", "{user-agent}i"})


class Logger(GunicornLogger):  # type: ignore[misc]
    """Writes by the formatter of the settings, and of addresses what is no secret."""

    def setup(self, cfg: Any) -> None:
        """Give each of gunicorn's own handlers our formatter."""
        super().setup(cfg)
        # Before gunicorn loads the site it logs already.
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vsdb.settings")
        formatter = import_string(settings.LOGGING["formatters"]["main"]["()"])()
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            handler.setFormatter(formatter)

    def atoms(self, resp: Any, req: Any, environ: dict[str, Any], request_time: Any) -> dict[str, Any]:
        """What a line of the access log may name."""
        found: dict[str, Any] = super().atoms(resp, req, environ, request_time)
        path, query = scrub_path(environ.get("PATH_INFO", "")), keep_parameters(environ.get("QUERY_STRING", ""))
        address = f"{path}?{query}" if query else path
        kept = {name: value for name, value in found.items() if name in _OF_REQUEST or not name.startswith("{")}
        headers = {name: value for name, value in found.items() if name == "{x-request-id}o"}
        return {
            **kept,
            **headers,
            "U": path,
            "q": query,
            "r": f"{environ['REQUEST_METHOD']} {address} {environ['SERVER_PROTOCOL']}",
            "f": scrub(found["f"]) if found.get("f") else "-",
            "u": HIDDEN if found.get("u") not in (None, "-") else "-",
        }
