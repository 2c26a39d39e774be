"""In which order decks are listed: the same on every database, and what isn't said last."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.db.models import Count, DateField, F, OrderBy, OuterRef, Subquery
from django.db.models.expressions import Expression
from django.db.models.functions import Coalesce, Lower, TruncDate

from vsdb.decks.models import Like
from vsdb.search.language.syntax import Display


def ordering(display: Display) -> list[OrderBy]:
    """By the keys of the query, and last by the last edit, the newest first, so that no two rows are tied."""
    found = [_by(key) for key in display.sort]
    return [*found, OrderBy(F("edited"), descending=True), OrderBy(F("pk"), descending=True)]


def _by(key: str) -> OrderBy:
    return OrderBy(_KEYS[key.removeprefix("-")](), descending=key.startswith("-"), nulls_last=True)


def _likes() -> Expression:
    counted = Like.objects.filter(deck=OuterRef("pk")).order_by().values("deck")
    return Coalesce(Subquery(counted.annotate(found=Count("pk")).values("found")), 0)


_KEYS: Mapping[str, Callable[[], Expression | F]] = {
    "edited": lambda: F("edited"),
    "date": lambda: Coalesce(F("played_on"), TruncDate("edited"), output_field=DateField()),
    "published": lambda: F("published"),
    "name": lambda: Lower("title"),
    "author": lambda: Lower("owner__username"),
    "likes": _likes,
    "size": lambda: F("size"),
    "game": lambda: F("game__position"),
}
