"""Reads of folders and labels; each says how many queries it costs."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q

from vsdb.accounts.viewers import Viewer
from vsdb.decks import selectors
from vsdb.decks.models import Folder, Label


def list_places(viewer: Viewer) -> dict[str, Any]:
    """The viewer's folders and labels with how many decks each has, and how many decks there are; three queries."""
    own = selectors.list_own_decks(viewer).order_by()
    held = {"owner": viewer.user or 0}
    return {
        "folders": list(Folder.objects.filter(**held).annotate(count=Count("decks")).order_by("key", "pk")),
        "labels": list(Label.objects.filter(**held).annotate(count=Count("decks")).order_by("key", "pk")),
        "counts": own.aggregate(all=Count("pk"), loose=Count("pk", filter=Q(folder=None))),
    }
