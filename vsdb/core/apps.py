"""Register the app, for its template tags."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "vsdb.core"
