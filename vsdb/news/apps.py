"""Register the app, and listen for new facts."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig


class ChangesConfig(AppConfig):
    name = "vsdb.news"
    label = "changes"

    def ready(self) -> None:
        """Whenever facts change, what changed is recorded and who follows it is told."""
        from vsdb.catalog.cards.signals import facts_changed

        facts_changed.connect(_on_new_facts, dispatch_uid="changes")


def _on_new_facts(renewed: tuple[Any, ...], **_: object) -> None:
    from vsdb.news.tasks import start

    start([each.game for each in renewed])
