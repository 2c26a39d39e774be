"""What is held about somebody in saved positions: for their export, and what a deletion does with it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from vsdb.accounts.own_data import OwnDataSection
from vsdb.play.models import SavedPosition

_FIELDS = ("key", "game", "name", "notes", "question", "log", "outcome", "is_public", "created", "edited")


def export_positions(user: User) -> list[dict[str, Any]]:
    """Their saved positions; one query."""
    return list(SavedPosition.objects.filter(owner=user).order_by("created", "pk").values(*_FIELDS))


SECTIONS = (
    OwnDataSection("saved_positions", 26, export_positions, "Your saved positions are deleted, the public ones too."),
)
