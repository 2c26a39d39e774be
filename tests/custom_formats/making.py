"""Formats and people for tests of formats by organizers."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from vsdb.catalog.cards.selectors import get_reference
from vsdb.custom_formats import services
from vsdb.custom_formats.models import OwnFormat

GAME = "vs-classic"
#: Sixty copies would be too many of any card: of the limits only the copies are looked at in these tests.
BEATDOWNS = "4 Savage Beatdown"
LEAGUE: dict[str, Any] = {"construction": {"copies": 4}}
BANNED = {"card": "Savage Beatdown", "begins_earliest": "2008-01-01", "begins_latest": "2008-01-01"}


def person(name: str) -> tuple[User, Client]:
    """Somebody with an account, and their browser."""
    user = User.objects.create_user(name, f"{name}@example.org")
    client = Client()
    client.force_login(user)
    return user, client


def a_format(user: User, name: str = "Lake League", definition: dict[str, Any] | None = None) -> OwnFormat:
    """A draft of somebody's."""
    fmt = services.create(user.pk, GAME, name)
    services.change(fmt, definition=LEAGUE if definition is None else definition)
    return fmt


def published(user: User, name: str = "Lake League", definition: dict[str, Any] | None = None) -> OwnFormat:
    """A format whose first version is published."""
    fmt = a_format(user, name, definition)
    services.publish(fmt, user.pk)
    get_reference(GAME)
    return fmt


def next_version(fmt: OwnFormat, definition: dict[str, Any]) -> None:
    """Another version, whatever its test decks say."""
    services.change(fmt, definition=definition)
    assert fmt.owner_id is not None
    services.publish(fmt, fmt.owner_id, is_confirmed=True)


def a_test(expected: str = "illegal", **facts: Any) -> dict[str, Any]:
    """A test deck of four Savage Beatdowns."""
    return {"title": "Beatdowns", "deck": BEATDOWNS, "as_of": "2008-07-01", "expected": expected, **facts}
