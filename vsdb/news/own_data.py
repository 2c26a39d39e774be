"""What is held about somebody in what they follow: for their export."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from vsdb.accounts.own_data import Section
from vsdb.news.following import reading
from vsdb.news.models import FeedKey


def follows_of(user: User) -> list[dict[str, Any]]:
    """What they follow, with what happened to it; of a deck hidden from them its number alone. Three queries."""
    follows = reading.follows_of(user)
    happened: dict[int, list[dict[str, Any]]] = {}
    for each in reading.in_words(reading.happenings(follows), follows):
        said = {"at": each.happening.at, "told": list(each.sentences)}
        happened.setdefault(each.happening.follow_id, []).append(said)
    return [
        {
            **{name: getattr(each.follow, name) for name in ("kind", "game", "card", "query", "created", "seen")},
            "deck": each.follow.deck_id,
            "title": each.title if each.is_visible else "",
            "happenings": happened.get(each.follow.pk, []),
        }
        for each in follows
    ]


def feed_of(user: User) -> dict[str, Any] | None:
    """When the address of their feed was made, without its secret; one query."""
    key = FeedKey.objects.filter(user=user).first()
    return {"created": timezone.localtime(key.created)} if key else None


SECTIONS = (
    Section("following", 23, follows_of, "What you follow goes, with what happened to it."),
    Section("feed", 24, feed_of, "The address of your own feed leads nowhere any more."),
)
