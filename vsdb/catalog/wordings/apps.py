"""Register the app."""

from django.apps import AppConfig


class WordingsConfig(AppConfig):
    name = "vsdb.catalog.wordings"
