"""Register the app, for its template tags, and the games that an installation adds."""

from __future__ import annotations

import threading
from importlib import import_module
from types import ModuleType

from django.apps import AppConfig
from django.conf import settings
from django.db.backends.signals import connection_created


class CoreConfig(AppConfig):
    name = "vsdb.core"

    def __init__(self, app_name: str, app_module: ModuleType | None) -> None:
        """Import the modules of `GAME_MODULES`, each of which registers its game.

        Here and not in `ready`: models, search fields and forms list the games while their modules are imported.
        """
        super().__init__(app_name, app_module)
        for module in settings.GAME_MODULES:
            import_module(module)

    def ready(self) -> None:
        """Watch queries and threads, report to Sentry, and register lookups and the checks of mail and of keys."""
        from vsdb.core import encryption, lookups, mail  # noqa: F401  (register lookups and checks)
        from vsdb.core.logs.request_ids import log_failed_threads
        from vsdb.core.queries import watch_connection

        connection_created.connect(watch_connection)
        threading.excepthook = log_failed_threads
        if settings.SENTRY_DSN:
            from vsdb.core.logs.sentry import start_sentry

            start_sentry(settings.SENTRY_DSN)
