"""What is held about somebody in a collection: for their export, and what a deletion does with it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from vsdb.accounts.own_data import OwnDataSection
from vsdb.collection.models import CollectedCard, Collection

_FIELDS = ("game", "slug", "set_code", "number", "owned", "wanted", "changed")


def export_collection(user: User) -> dict[str, Any]:
    """Their cards, and whether their wish list is shared; two queries."""
    cards = CollectedCard.objects.filter(owner=user).order_by("game", "slug", "set_code", "number").values(*_FIELDS)
    is_shared = Collection.objects.filter(owner=user).exclude(secret="").exists()
    return {"wish_list_is_shared": is_shared, "cards": list(cards)}


SECTIONS = (
    OwnDataSection(
        "collection",
        24,
        export_collection,
        "Your collection and your wish list are deleted. The link to your wish list stops working.",
    ),
)
