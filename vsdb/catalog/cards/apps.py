"""Register the app, and the check of the operator's picture settings."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks


class CardsConfig(AppConfig):
    name = "vsdb.catalog.cards"

    def ready(self) -> None:
        """Register the check."""
        checks.register(check_pictures)


def check_pictures(**_options: Any) -> list[checks.CheckMessage]:
    """Settings of pictures that can't work, and pictures of whose rights nothing is said."""
    from vsdb.catalog.cards.pictures import find_faults

    found: list[checks.CheckMessage] = [checks.Error(f"{name}: {said}", id="vsdb.E001") for name, said in find_faults()]
    if (settings.CARD_PICTURES_DIR or settings.CARD_PICTURES_URL) and not settings.CARD_PICTURES_RIGHTS:
        said = "CARD_PICTURES_RIGHTS is empty. Say who owns the pictures and why this site may show them."
        found.append(checks.Warning(said, id="vsdb.W001"))
    return found
