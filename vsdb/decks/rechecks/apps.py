"""Register the app, and have decks judged anew when the facts change."""

from django.apps import AppConfig


class RechecksConfig(AppConfig):
    name = "vsdb.decks.rechecks"

    def ready(self) -> None:
        """Listen for new facts."""
        from vsdb.catalog.cards.signals import facts_changed
        from vsdb.decks.rechecks.tasks import facts_are_new

        facts_changed.connect(facts_are_new, dispatch_uid="rechecks")
