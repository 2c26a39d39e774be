"""What is followed, looked at anew: what differs from the last time is told, once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from vsdb.news import selectors
from vsdb.news.following import cards, decks, queries
from vsdb.news.following.snapshot import Look
from vsdb.news.models import Follow, Happening

MOST_KEPT = 500  #: happenings of one follow, the newest
_BATCH = 200


def refresh(follows: QuerySet[Follow], *, most_queries: int | None = None) -> int:
    """Look at what is followed, and tell what happened; how many happenings were told.

    With `most_queries` no more than so many searches are made; what is left is looked at another time. Whoever looks
    at the same at once tells it once: the second finds that it was compared already.
    """
    if not selectors.sees_what_is_stored():
        return 0
    told = 0
    for batch in _batches(follows.select_related("deck").order_by("pk")):
        told += sum(keep(each, look) for each, look in looked_at(batch, most_queries))
    return told


def refresh_games(games: Iterable[str]) -> int:
    """Look at everything followed that rests on the facts of these games; how many happenings were told."""
    named = list(games)
    of_games = Q(game__in=named) | Q(kind=Follow.Kind.QUERY, game="")
    return refresh(Follow.objects.filter(of_games))


def _batches(follows: QuerySet[Follow]) -> Iterator[Sequence[Follow]]:
    last = 0
    while batch := list(follows.filter(pk__gt=last)[:_BATCH]):
        yield batch
        last = batch[-1].pk


def looked_at(batch: Sequence[Follow], most_queries: int | None) -> Iterator[tuple[Follow, Look]]:
    """What is seen of each of these now, of those of which anything can have changed."""
    today = timezone.localdate()
    of_kind = {kind: [each for each in batch if each.kind == kind] for kind in Follow.Kind.values}
    found: dict[int, Look] = {}
    for kind, rows in of_kind.items():
        found.update(_looks(kind, rows, today, most_queries))
    for each in batch:
        if look := found.get(each.pk):
            yield each, look


def _looks(kind: str, rows: Sequence[Follow], today: date, most_queries: int | None) -> Mapping[int, Look]:
    match kind:
        case Follow.Kind.CARD:
            return cards.looks(rows, today)
        case Follow.Kind.DECK:
            return decks.looks(rows, today)
        case _:
            return queries.looks(rows, today, most=most_queries)


def keep(follow: Follow, look: Look) -> bool:
    """Keep what was seen, and what happened with it; whether anything did. Nothing, where somebody was faster.

    Where nothing is otherwise it costs no query: one who only looks locks nothing.
    """
    if look.rests_on == follow.compared and look.state == follow.state:
        return False
    return _kept(follow, look)


@transaction.atomic
def _kept(follow: Follow, look: Look) -> bool:
    rows = Follow.objects.filter(pk=follow.pk, compared=follow.compared)
    if not rows.update(state=look.state, compared=look.rests_on) or not look.parts:
        return False
    Happening.objects.create(follow=follow, parts=look.parts)
    oldest = follow.happenings.order_by("-pk").values_list("pk", flat=True)[MOST_KEPT : MOST_KEPT + 50]
    if keys := list(oldest):
        Happening.objects.filter(pk__in=keys).delete()
    return True
