"""Register the app, and have index and legality follow the facts."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig


class SearchConfig(AppConfig):
    name = "vsdb.search"

    def ready(self) -> None:
        """Enter what follows new facts, so that nobody's query has to wait for it."""
        from vsdb.catalog.cards.followers import Follower, register_follower

        register_follower(Follower("index", "search index", 10, _update_index))
        register_follower(Follower("legality", "legality tables", 20, _make_tables, needs_every_card=True))


def _update_index(_facts: Any) -> None:
    from vsdb.search.text.current import update_index

    if notes := update_index():
        raise OSError(" ".join(notes))


def _make_tables(facts: Any) -> None:
    from vsdb.catalog.cards import selectors
    from vsdb.search.conditions.legality import make_all

    make_all([selectors.get_reference(facts.game)])
