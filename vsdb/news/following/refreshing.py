"""What is followed, looked at anew: what differs from the last time is told, once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from engine.model.cards import GAMES
from engine.model.errors import NotFound
from vsdb.catalog.cards.models import Card
from vsdb.catalog.cards.selectors import data_version
from vsdb.news import selectors
from vsdb.news.following.snapshots import Look, Part, State, card_looks, deck_looks
from vsdb.news.models import Follow, Happening
from vsdb.search.services import Found, search_cards

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
            return card_looks(rows, today)
        case Follow.Kind.DECK:
            return deck_looks(rows, today)
        case _:
            return query_looks(rows, today, most=most_queries)


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


MOST_CARDS = 5_000  #: that a query may find for it to be followed
_MOST_NAMED = 20


def query_looks(follows: Sequence[Follow], today: date, *, most: int | None = None) -> Mapping[int, Look]:
    """What these queries find now, where the facts or the day have changed; a search for each query, `most` at most."""
    versions = {game: _version(game) for game in GAMES}
    found: dict[int, Look] = {}
    states: dict[tuple[str, str], State] = {}
    for each in follows:
        rests_on = rests(each.game, versions, today)
        asked = (each.game, each.query)
        if each.compared == rests_on or (most is not None and asked not in states and len(states) >= most):
            continue
        if asked not in states:
            states[asked] = state_of(search_cards(each.query, game=each.game or None, today=today))
        state = states[asked]
        found[each.pk] = Look(rests_on, state, query_differences(each.state, state) if each.compared else [])
    return found


def rests(game: str, versions: Mapping[str, str], today: date) -> str:
    """The fingerprint of what the answer to a query rests on: the facts of its game or of all, and the day."""
    return f"{versions[game] if game else ' '.join(each[:24] for each in versions.values())} {today}"


def _version(game: str) -> str:
    try:
        return data_version(game)
    except NotFound:
        return ""


def state_of(found: Found) -> State:
    """The cards that a query finds, as `game/slug`, or that they are too many; one query for each 500."""
    keys = list(dict.fromkeys(found.ids))
    if len(keys) > MOST_CARDS:
        return {"beyond": len(keys)}
    rows = Card.objects.filter(pk__among=keys).order_by().values_list("game", "slug")
    return {"cards": sorted(f"{game}/{slug}" for game, slug in rows)}


def query_differences(before: State, after: State) -> list[Part]:
    """What a query finds otherwise than before."""
    if "beyond" in after:
        return [] if "beyond" in before else [{"what": "beyond", "count": after["beyond"]}]
    if "beyond" in before:
        return [{"what": "within", "count": len(after["cards"])}]
    was, now = set(before["cards"]), set(after["cards"])
    came, went = sorted(now - was), sorted(was - now)
    if not came and not went:
        return []
    return [{
        "what": "matches",
        "came": came[:_MOST_NAMED], "came_count": len(came),
        "went": went[:_MOST_NAMED], "went_count": len(went),
    }]  # fmt: skip
