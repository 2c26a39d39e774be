"""The app of formats by organizers."""

from django.apps import AppConfig


class OwnFormatsConfig(AppConfig):
    name = "vsdb.custom_formats"
    label = "ownformats"
    verbose_name = "formats by organizers"
