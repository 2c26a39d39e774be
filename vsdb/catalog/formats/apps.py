"""Register the app."""

from django.apps import AppConfig


class FormatsConfig(AppConfig):
    name = "vsdb.catalog.formats"
