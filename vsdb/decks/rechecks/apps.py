"""Register the app, and have decks judged anew when the facts change."""

from django.apps import AppConfig


class RechecksConfig(AppConfig):
    name = "vsdb.decks.rechecks"

    def ready(self) -> None:
        """Enter what follows new facts."""
        from vsdb.catalog.cards.followers import Follower, register_follower
        from vsdb.decks.rechecks.tasks import recheck_changed_game

        register_follower(Follower("rechecks", "rechecks of stored decks", 30, recheck_changed_game))
