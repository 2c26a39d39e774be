"""The app of formats by organizers."""

from django.apps import AppConfig


class OwnFormatsConfig(AppConfig):
    name = "vsdb.ownformats"
    verbose_name = "formats by organizers"
