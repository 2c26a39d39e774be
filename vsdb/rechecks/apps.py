"""Register the app, and have decks judged anew when the facts change."""

from django.apps import AppConfig


class RechecksConfig(AppConfig):
    name = "vsdb.rechecks"
