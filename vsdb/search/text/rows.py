"""The searched texts of the cards as rows: written from the facts, current or stale by their data version."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import Max, Q

from engine.catalog import LEGEND
from engine.names import fold
from vsdb.cards.models import Card, CardLabel, Game
from vsdb.search.models import IndexState, SearchText
from vsdb.search.text.folding import spaced, tokens
from vsdb.search.text.interface import Progress

#: Raised when texts are folded or laid out in another way, so that every installation writes them anew.
LAYOUT = 2
BATCH = 500
_STATE = """
    SELECT cards_game.data_version, (SELECT max(id) FROM cards_card), made.data_version, made.newest_card, made.build
    FROM cards_game LEFT JOIN search_indexstate made ON made.game_id = cards_game.slug
"""
_TEXTS = ("name", "title", "name_words", "words", "wording")


@dataclass(frozen=True, slots=True)
class State:
    """The name of the writing that the rows come from (empty without one), and whether it is of today's facts."""

    build: str
    is_current: bool


def state() -> State:
    """How the rows stand; one query, in plain SQL since every search begins with it."""
    with connection.cursor() as cursor:
        cursor.execute(_STATE)
        held = cursor.fetchall()
    builds = {build or "" for *_, build in held}
    build = builds.pop() if len(builds) == 1 else ""
    is_current = all(
        (_version(version), newest) == (made_of, newest_then) for version, newest, made_of, newest_then, _ in held
    )
    return State(build, is_current and bool(build or not held))


def write(progress: Progress | None = None, *, anew: bool = True) -> State:
    """Write the texts of all cards, in one transaction; without `anew` only where they are missing or stale.

    Whoever comes second waits here for the first and then finds the work done.
    """
    with transaction.atomic():
        games = _lock()
        found = state()
        if found.is_current and not anew:
            return found
        total = Card.objects.count()
        _put(_made(None), total, progress)
        return _record(games)


def rewrite(card_ids: Iterable[int]) -> tuple[State, State]:
    """Write the texts of these cards again; the state before and after."""
    with transaction.atomic():
        games = _lock()
        before = state()
        if not before.is_current:
            _put(_made(None), 0, None)
        else:
            _put(_made(tuple(card_ids)), 0, None)
        return before, _record(games)


def _version(data_version: str) -> str:
    return f"{LAYOUT}:{data_version}"


def _lock() -> list[Game]:
    """The games, which a load of the facts locks as well."""
    return list(Game.objects.select_for_update().order_by("pk"))


def _record(games: list[Game]) -> State:
    build = uuid4().hex
    newest = Card.objects.aggregate(newest=Max("pk"))["newest"]
    states = [
        IndexState(
            game=game,
            data_version=_version(game.data_version),
            newest_card=newest,
            build=build,
        )
        for game in games
    ]
    IndexState.objects.bulk_create(
        states,
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["data_version", "newest_card", "build"],
    )
    return State(build if games else "", is_current=True)


def _made(card_ids: tuple[int, ...] | None) -> Iterator[SearchText]:
    """The texts of these cards, or of all, from two queries."""
    cards = Card.objects.order_by("pk")
    kinds = Q(kind__in=(CardLabel.Kind.VERSION, CardLabel.Kind.AKA))
    # A legend is called by its champion, whose name stands among its tags: Jinx, Loose Cannon.
    labels = CardLabel.objects.filter(kinds | Q(kind=CardLabel.Kind.TAG, card__type=LEGEND))
    if card_ids is not None:
        cards, labels = cards.filter(pk__in=card_ids), labels.filter(card__in=card_ids)
    others: dict[int, list[str]] = defaultdict(list)
    for card, name in labels.order_by("-kind", "position").values_list("card", "name"):
        others[card].append(name)
    for pk, name, title, identity in cards.values_list("pk", "name", "title", "identity").iterator(BATCH):
        words = spaced(tokens(title))
        # A title shows name, identity and versions; what it doesn't show comes after it.
        for part in (name, identity, *others.get(pk, ())):
            said = spaced(tokens(part))
            if said not in words:
                words += said[1:]
        yield SearchText(
            card_id=pk, name=fold(name), title=fold(title), name_words=spaced(tokens(name)), words=words, wording=" "
        )


def _put(texts: Iterator[SearchText], total: int, progress: Progress | None) -> None:
    """Write those rows that differ from what is held."""
    held = {pk: tuple(row) for pk, *row in SearchText.objects.values_list("card", *_TEXTS)}
    differing: list[SearchText] = []
    done = 0
    for done, text in enumerate(texts, 1):
        if held.get(text.card_id) != tuple(getattr(text, name) for name in _TEXTS):
            differing.append(text)
        if len(differing) == BATCH:
            _store(differing)
        if progress and done % BATCH == 0:
            progress(done, total)
    _store(differing)
    if progress and done % BATCH:
        progress(done, total)


def _store(texts: list[SearchText]) -> None:
    SearchText.objects.bulk_create(texts, update_conflicts=True, unique_fields=["card"], update_fields=list(_TEXTS))
    texts.clear()
