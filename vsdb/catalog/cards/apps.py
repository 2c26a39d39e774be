"""Register the app."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    name = "vsdb.catalog.cards"
