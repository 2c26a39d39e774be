"""Register the app, for its commands."""

from django.apps import AppConfig


class CheckConfig(AppConfig):
    name = "vsdb.check"
