"""Register the app, and listen for new facts."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig


class ChangesConfig(AppConfig):
    name = "vsdb.news"
    label = "changes"

    def ready(self) -> None:
        """Enter what is held about people. Whenever facts change, what changed is recorded and who follows it is
        told."""
        from vsdb.accounts.own_data import register
        from vsdb.catalog.cards.signals import facts_changed
        from vsdb.news.following.reading import SECTIONS

        register(*SECTIONS)
        facts_changed.connect(_on_new_facts, dispatch_uid="changes")


def _on_new_facts(renewed: tuple[Any, ...], **_: object) -> None:
    from vsdb.news.tasks import start

    start([each.game for each in renewed])
