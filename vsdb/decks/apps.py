"""Register the app."""

from django.apps import AppConfig


class DecksConfig(AppConfig):
    name = "vsdb.decks"

    def ready(self) -> None:
        """Enter what is held about people, and the cards that a deck can still take into the search."""
        from vsdb.accounts.own_data import register
        from vsdb.decks.builder.page import build_addable_condition
        from vsdb.decks.own_data import SECTIONS
        from vsdb.search.conditions.flags import register_decks

        register(*SECTIONS)
        register_decks(build_addable_condition)
