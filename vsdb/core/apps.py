"""Register the app, for its template tags, and the games that an installation adds."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from django.apps import AppConfig
from django.conf import settings


class CoreConfig(AppConfig):
    name = "vsdb.core"

    def __init__(self, app_name: str, app_module: ModuleType | None) -> None:
        """Import the modules of `GAME_MODULES`, each of which registers its game.

        Here and not in `ready`: models, search fields and forms list the games while their modules are imported.
        """
        super().__init__(app_name, app_module)
        for module in settings.GAME_MODULES:
            import_module(module)
