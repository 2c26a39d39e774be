"""The app, which has no tables."""

from django.apps import AppConfig


class WhatIfConfig(AppConfig):
    """What would become of decks and pools."""

    name = "vsdb.what_if"
    label = "whatif"
