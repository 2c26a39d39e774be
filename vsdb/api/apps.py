"""Register the app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "vsdb.api"
