"""Register the app, and have the files follow the facts."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig


class BulkFilesConfig(AppConfig):
    name = "vsdb.exchange.bulk_files"
    label = "bulkfiles"

    def ready(self) -> None:
        """Whenever facts change, a worker or the site writes the files anew."""
        from vsdb.catalog.cards.followers import Follower, register_follower

        register_follower(Follower("bulk-files", "bulk files", 60, _write, is_for_workers=True, is_slow=True))


def _write(_facts: Any) -> None:
    from vsdb.exchange.bulk_files.storing import write_bulk_files

    write_bulk_files()
