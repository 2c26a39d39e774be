"""Register the app, and have legality reckoned anew when the facts change."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig


class SearchConfig(AppConfig):
    name = "vsdb.search"

    def ready(self) -> None:
        """Listen for new facts, so that nobody's query has to wait for their tables."""
        from vsdb.catalog.cards.signals import facts_changed

        facts_changed.connect(_on_new_facts, dispatch_uid="search")


def _on_new_facts(renewed: tuple[Any, ...], **_: object) -> None:
    from vsdb.catalog.cards import selectors
    from vsdb.search.conditions.legality import make_all

    make_all(selectors.list_references([each.game for each in renewed if not selectors.is_left_to_the_site(each.game)]))
