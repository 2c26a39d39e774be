"""Register the app."""

from django.apps import AppConfig


class CollectionConfig(AppConfig):
    name = "vsdb.collection"

    def ready(self) -> None:
        """Register what is held about people, and what `owned`, `wanted` and `missing` find in searches."""
        from vsdb.accounts.own_data import register
        from vsdb.collection.own_data import SECTIONS
        from vsdb.collection.selectors import count_copies_by_slug, find_owned_printings
        from vsdb.search.conditions.collected import register_collections

        register(*SECTIONS)
        register_collections(count_copies_by_slug, find_owned_printings)
