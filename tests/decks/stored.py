"""Decks and people for tests of the pages about stored decks."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.test import Client

from vsdb.accounts.viewers import Viewer
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot

LIST = "4 Savage Beatdown\n4 Flying Kick\n4 Boris, Personal Servant of Dr. Doom\n3 Savage Beetdown\n???\n"


def person(name: str) -> tuple[User, Client]:
    """Somebody with an account, and their browser."""
    user = User.objects.create_user(name, f"{name}@example.org")
    client = Client()
    client.force_login(user)
    return user, client


def deck_of(
    user: User, *, title: str = "Doom", visibility: str = "private", game: str = "vs-classic", **held: object
) -> Deck:
    """A deck of somebody's, shared like that."""
    snapshot = Snapshot(**{"title": title, "format": "silver-age", "text": LIST, **held})  # type: ignore[arg-type]
    viewer = Viewer(user.pk)
    made = services.create(viewer, game, snapshot)
    return made if visibility == "private" else services.share(made.pk, viewer, visibility)


def text_of(client: Client, address: str) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200, address
    return str(answer.content.decode())


def page_of(deck: Deck) -> str:
    return f"/decks/{deck.pk}/{deck.slug}/"
