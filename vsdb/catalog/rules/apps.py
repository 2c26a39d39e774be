"""Register the app."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    name = "vsdb.catalog.rules"
