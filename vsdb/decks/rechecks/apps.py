"""Register the app, and have decks judged anew when the facts change."""

from django.apps import AppConfig


class RechecksConfig(AppConfig):
    name = "vsdb.decks.rechecks"

    def ready(self) -> None:
        """Enter what is held about people; listen for new facts."""
        from vsdb.accounts.own_data import register
        from vsdb.catalog.cards.signals import facts_changed
        from vsdb.decks.own_data import SECTIONS
        from vsdb.decks.rechecks.tasks import facts_are_new

        register(*SECTIONS)
        facts_changed.connect(facts_are_new, dispatch_uid="rechecks")
