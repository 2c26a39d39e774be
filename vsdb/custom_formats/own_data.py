"""What is held about somebody in formats: for their export, and what a deletion does with it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from vsdb.accounts.own_data import Section
from vsdb.custom_formats import selectors
from vsdb.custom_formats.models import OwnFormat, OwnFormatVersion, TestDeck
from vsdb.custom_formats.services import tell

_FORMAT = (
    "slug",
    "name",
    "draft",
    "draft_name",
    "newest",
    "created",
    "edited",
    "retired_at",
    "hidden_at",
    "hidden_why",
)
_VERSION = ("number", "name", "published", "comment", "definition", "tests")


def formats_of(user: User) -> list[dict[str, Any]]:
    """Their formats with draft, test decks and every version; two queries and one a format."""
    versions: dict[int, list[dict[str, Any]]] = {}
    rows = OwnFormatVersion.objects.filter(format__owner=user).order_by("format", "number")
    for row in rows.values("format", *_VERSION):
        versions.setdefault(row.pop("format"), []).append({**row})
    return [
        {
            "game": fmt.game_id,
            **{name: getattr(fmt, name) for name in _FORMAT},
            "tests": selectors.test_rows(fmt),
            "versions": versions.get(fmt.pk, []),
        }
        for fmt in OwnFormat.objects.filter(owner=user).order_by("pk")
    ]


@transaction.atomic
def forget_formats(user: User) -> None:
    """Their drafts go; what is published stays, since decks have been judged in it, and is nobody's from then on."""
    OwnFormat.objects.filter(owner=user, newest=None).delete()
    TestDeck.objects.filter(format__owner=user).delete()
    published = OwnFormat.objects.filter(owner=user)
    games = set(published.values_list("game", flat=True))
    published.update(owner=None, draft={}, draft_name="")
    OwnFormatVersion.objects.filter(by=user).update(by=None)
    for game in sorted(games):
        tell(game)


SECTIONS = (
    Section(
        "own_formats",
        26,
        formats_of,
        "Your drafts of formats go. Formats that you published stay for those who use them, without your name.",
        forget_formats,
    ),
)
