"""What is held about somebody in imports, for their export."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from vsdb.accounts.own_data import Section


def imports_of(user: User) -> list[dict[str, Any]]:
    """The imports that they asked for as staff; one query."""
    fields = ("source", "file_name", "asked", "started", "ended", "state", "is_dry_run")
    return list(user.imports.order_by("pk").values(*fields))


SECTIONS = (Section("imports", 30, imports_of, "Card files that you imported as staff stay, without your name."),)
