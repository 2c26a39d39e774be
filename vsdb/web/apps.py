"""Register the app."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "vsdb.web"
    label = "site"
