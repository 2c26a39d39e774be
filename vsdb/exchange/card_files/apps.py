"""Register the app."""

from django.apps import AppConfig


class ImportingConfig(AppConfig):
    name = "vsdb.exchange.card_files"
    label = "importing"

    def ready(self) -> None:
        """Enter what is held about people."""
        from vsdb.accounts.own_data import register
        from vsdb.exchange.card_files.own_data import SECTIONS

        register(*SECTIONS)
