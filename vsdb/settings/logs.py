"""What is logged and who is told of errors: lines or JSON, thresholds, mail, Sentry."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from vsdb.settings.env import env
from vsdb.settings.operations import CELERY_BROKER_URL

_FORMATTERS = {
    "lines": "vsdb.core.logs.formatters.LineFormatter",
    "json": "vsdb.core.logs.formatters.JsonLineFormatter",
}
# `lines` for people, `json` for programs: one object a line, to standard error.
LOG_FORMAT = env.str("LOG_FORMAT", default="lines")
if LOG_FORMAT not in _FORMATTERS:
    raise ImproperlyConfigured(f"LOG_FORMAT is {LOG_FORMAT!r}. Use lines or json.")
LOG_LEVEL = env.str("LOG_LEVEL", default="WARNING").upper()
# Requests and queries that take so long are logged; 0 for none.
SLOW_REQUEST_SECONDS = env.float("SLOW_REQUEST_SECONDS", default=2.0)
SLOW_QUERY_SECONDS = env.float("SLOW_QUERY_SECONDS", default=0.5)

# Who is mailed about errors, how many mails an hour, and where Sentry is.
ADMINS = [("", address) for address in env.list("ADMINS", default=[])]
ERROR_MAILS_PER_HOUR = env.int("ERROR_MAILS_PER_HOUR", default=10)
SENTRY_DSN = env.str("SENTRY_DSN", default="")

# The id of a request; from a proxy where it is a UUID. Tasks get that of the request that has queued them.
_GUID_INTEGRATIONS: list[Any] = []
if CELERY_BROKER_URL:
    from django_guid.integrations import CeleryIntegration

    _GUID_INTEGRATIONS.append(CeleryIntegration(use_django_logging=True))
DJANGO_GUID = {
    "GUID_HEADER_NAME": "X-Request-ID",
    "EXPOSE_HEADER": False,  # CORS_EXPOSE_HEADERS does
    "INTEGRATIONS": _GUID_INTEGRATIONS,
}

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"main": {"()": _FORMATTERS[LOG_FORMAT]}},
    "handlers": {
        "stderr": {"class": "vsdb.core.logs.formatters.StderrHandler", "formatter": "main"},
        "mail": {"class": "vsdb.core.logs.error_mail.ErrorMailHandler", "formatter": "main"},
    },
    "root": {"handlers": ["stderr", "mail"], "level": LOG_LEVEL},
    "loggers": {
        # Django's own handlers go: ours are those of the root.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        # Strangers send hosts, redirects and sizes that are refused; nobody is mailed about it.
        "django.security": {"handlers": ["stderr"], "propagate": False},
        "django_guid": {"level": "ERROR"},
        "django_guid.celery": {"level": "ERROR"},
    },
}
