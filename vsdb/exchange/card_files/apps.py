"""Register the app, and what it holds about people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.apps import AppConfig

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def export_imports(user: User) -> list[dict[str, Any]]:
    """The imports that they asked for as staff; one query."""
    fields = ("source", "file_name", "asked", "started", "ended", "state", "is_dry_run")
    return list(user.imports.order_by("pk").values(*fields))


class ImportingConfig(AppConfig):
    name = "vsdb.exchange.card_files"
    label = "importing"

    def ready(self) -> None:
        """Enter what is held about people."""
        from vsdb.accounts.own_data import OwnDataSection, register

        said = "Card files you imported as staff are kept without your name."
        register(OwnDataSection("imports", 30, export_imports, said))
