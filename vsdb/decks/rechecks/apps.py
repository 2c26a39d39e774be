"""Register the app, and have decks judged anew when the facts change."""

from django.apps import AppConfig


class RechecksConfig(AppConfig):
    name = "vsdb.decks.rechecks"

    def ready(self) -> None:
        """Listen for new facts."""
        from vsdb.catalog.cards.signals import facts_changed
        from vsdb.decks.rechecks.tasks import recheck_changed_games

        facts_changed.connect(recheck_changed_games, dispatch_uid="rechecks")
