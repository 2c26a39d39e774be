"""Register the app."""

from django.apps import AppConfig


class ImportingConfig(AppConfig):
    name = "vsdb.exchange.card_files"
    label = "importing"
