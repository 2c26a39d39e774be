"""Register the app."""

from django.apps import AppConfig


class DecksConfig(AppConfig):
    name = "vsdb.decks"

    def ready(self) -> None:
        """Register what is held about people, decks to add to and to simulate, and names to jump to."""
        from django.contrib.auth.models import User
        from django.db.models.signals import pre_delete

        from vsdb.accounts.control import register_on_renamed
        from vsdb.accounts.own_data import register
        from vsdb.decks import comments, jump
        from vsdb.decks.builder.page import build_addable_condition
        from vsdb.decks.own_data import SECTIONS
        from vsdb.decks.search.words import write_words_of_owner
        from vsdb.decks.simulation_views import open_named_list
        from vsdb.search.conditions.flags import register_decks
        from vsdb.search.jump import register as register_source
        from vsdb.simulations.sources import register_decks as register_simulated_decks

        register(*SECTIONS)
        pre_delete.connect(comments.uncount_likes, sender=User)
        register_on_renamed(write_words_of_owner)
        register_decks(build_addable_condition)
        register_simulated_decks(open_named_list)
        register_source("deck", jump.find_decks, is_changing=True)
        register_source("person", jump.find_people, is_changing=True)
