"""Reads of changes; each says how many queries it costs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery

from engine.model.cards import GAMES
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.models import Game
from vsdb.custom_formats.models import Standing
from vsdb.news.messages import GROUPS
from vsdb.news.models import Change, LookedAt


def list_changes(*, game: str = "", group: str = "") -> QuerySet[Change]:
    """The changes of a game and of a group, or of all, the newest first.

    A format by an organizer that is hidden isn't told of any more, not even that it is gone.
    """
    found = Change.objects.exclude(kind=Change.Kind.FORMAT_PUBLISHED, withdrawn__isnull=False)
    if game:
        found = found.filter(game=game)
    return found.filter(kind__in=GROUPS[group][1]) if group else found


def filter_past(found: QuerySet[Change], now: datetime) -> QuerySet[Change]:
    """Those whose day has come, or that nobody expects any more."""
    return found.filter(at__lte=now)


def filter_coming(found: QuerySet[Change], now: datetime) -> QuerySet[Change]:
    """Those whose day lies ahead, the nearest first."""
    return found.filter(earliest__gt=now.date(), withdrawn=None).order_by("earliest", "latest", "pk")


def list_latest_news(found: QuerySet[Change], now: datetime, most: int) -> list[Change]:
    """What was news last: days that came, and what was learned; of what lies ahead what isn't initial. Two queries."""
    ahead = found.filter(at__gt=now).filter(Q(is_initial=False) | Q(revised__isnull=False)).order_by("-touched", "-pk")
    rows = [*filter_past(found, now)[:most], *ahead[:most]]
    return sorted(rows, key=lambda each: (each.at if each.at <= now else each.touched, each.pk), reverse=True)[:most]


def fingerprint_changes(now: datetime) -> str:
    """What a page of changes rests on: the newest of what was written, how much there is, the day; one query."""
    found = Change.objects.aggregate(last=Max("touched"), count=Count("pk"))
    return f"{found['last']} {found['count']} {now.date()}"


def find_games_behind() -> dict[str, str]:
    """The games of which something else is known than what changes were recorded from, with what that rests on; one
    query."""
    return {game: version for game, (version, seen) in _fingerprint_games().items() if version != seen}


def get_change_basis(game: str) -> str:
    """What the changes of a game rest on now, empty where it has no facts; one query."""
    return _fingerprint_games().get(game, ("", None))[0]


def is_reference_current(games: Iterable[str] = GAMES) -> bool:
    """Whether the facts that are seen are those that are stored; one query.

    A request sees the facts of its beginning. Where others were stored meanwhile, what it would say was said already.
    """
    stored = dict(Game.objects.filter(pk__in=list(games)).exclude(data_version="").values_list("pk", "data_version"))
    return all(cards.get_data_version(game) == version for game, version in stored.items())


def _fingerprint_games() -> dict[str, tuple[str, str | None]]:
    """By game the fingerprint of what its changes are recorded from, and the one that they were recorded from: of its
    facts, the rules documents among them, and of its formats by organizers."""
    stamp = Standing.objects.filter(game=OuterRef("pk")).values("stamp")
    looked_at = LookedAt.objects.filter(game=OuterRef("pk")).values("data_version")
    rows = Game.objects.exclude(data_version="").annotate(stamp=Subquery(stamp), seen=Subquery(looked_at))
    return {
        game: (hashlib.sha256(f"{version} {words} {stamp or ''}".encode()).hexdigest(), seen)
        for game, version, words, stamp, seen in rows.values_list(
            "pk", "data_version", "words_version", "stamp", "seen"
        )
    }
