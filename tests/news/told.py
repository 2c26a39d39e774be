"""What the tests of following share."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone

from vsdb.catalog.cards.models import Game
from vsdb.news.following import reading

CARD = "vs-classic/savage-beatdown"


def told(user: User) -> list[tuple[str, ...]]:
    """What has been told to somebody, the oldest first."""
    reading.look_again(user)
    follows = reading.list_follows(user)
    return [each.sentences for each in reading.describe_happenings(reading.list_happenings(follows), follows)][::-1]


def new_facts(game: str = "vs-classic") -> None:
    """The facts of a game are others than before."""
    Game.objects.filter(pk=game).update(data_version=f"{timezone.now().timestamp()}")
