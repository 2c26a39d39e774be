"""Register the app, and the admin with our own site in it."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin


class SiteConfig(AppConfig):
    name = "vsdb.web"
    label = "site"
    default = True

    def ready(self) -> None:
        """Register the help topics that the box in the header leads to."""
        from vsdb.search.jump import register
        from vsdb.web.help_topics import find_topics

        register("help", find_topics)


class AdminConfig(admin.AdminConfig):
    default_site = "vsdb.web.administration.Administration"
    default = False
