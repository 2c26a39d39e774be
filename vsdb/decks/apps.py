"""Register the app."""

from django.apps import AppConfig


class DecksConfig(AppConfig):
    name = "vsdb.decks"

    def ready(self) -> None:
        """Register what is held about people, the cards that a deck can still take, and decks and people by name."""
        from vsdb.accounts.own_data import register
        from vsdb.decks import jump
        from vsdb.decks.builder.page import build_addable_condition
        from vsdb.decks.own_data import SECTIONS
        from vsdb.search.conditions.flags import register_decks
        from vsdb.search.jump import register as register_source

        register(*SECTIONS)
        register_decks(build_addable_condition)
        register_source("deck", jump.find_decks, is_changing=True)
        register_source("person", jump.find_people, is_changing=True)
