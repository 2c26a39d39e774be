"""Register the app, for its command."""

from django.apps import AppConfig


class LivesConfig(AppConfig):
    name = "vsdb.timelines"
    label = "lives"
