"""Register the app, and listen for new facts."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig


class ChangesConfig(AppConfig):
    name = "vsdb.news"
    label = "changes"

    def ready(self) -> None:
        """Enter what is held about people. Whenever facts change, what changed is recorded, then who follows it is
        told; whoever shares a deck follows it."""
        from vsdb.accounts.own_data import register
        from vsdb.catalog.cards.followers import Follower, register_follower
        from vsdb.decks.services import register_on_shared
        from vsdb.news.following.own_decks import follow_own_deck
        from vsdb.news.following.reading import SECTIONS

        register(*SECTIONS)
        register_on_shared(follow_own_deck)
        by_workers = {"is_for_workers": True, "needs_every_card": True}
        register_follower(Follower("changes", "list of changes", 40, _record_changes, **by_workers))
        register_follower(Follower("follows", "news of what people follow", 50, _refresh_follows, **by_workers))


def _record_changes(facts: Any) -> None:
    from vsdb.news import recording

    recording.record([facts.game])


def _refresh_follows(facts: Any) -> None:
    from vsdb.news.following.services import refresh_games

    refresh_games([facts.game])
