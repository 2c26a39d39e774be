"""Register the app."""

from django.apps import AppConfig


class DecksConfig(AppConfig):
    name = "vsdb.decks"
