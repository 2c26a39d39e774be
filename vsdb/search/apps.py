"""Register the app."""

from django.apps import AppConfig


class SearchConfig(AppConfig):
    name = "vsdb.search"
