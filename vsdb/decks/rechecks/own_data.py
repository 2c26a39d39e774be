"""What is held about somebody in rechecks, for their export."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from vsdb.accounts.own_data import Section


def rechecks_of(user: User) -> list[dict[str, Any]]:
    """The rechecks that they asked for as staff; one query."""
    return [{**each} for each in user.rechecks.order_by("pk").values("game", "why", "asked", "ended", "state")]


SECTIONS = (
    Section("rechecks", 31, rechecks_of, "Rechecks of decks that you asked for as staff stay, without your name."),
)
