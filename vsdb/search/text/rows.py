"""The searched texts of the cards as rows: written from the facts and the wordings that count today.

They are current or stale by the data version, and by the day: a wording may count from tomorrow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import Max, Min, Q
from django.utils import timezone

from engine.model.catalog import LEGEND
from engine.model.names import fold
from vsdb.catalog.cards.models import Card, CardLabel, Game
from vsdb.catalog.wordings.models import Wording
from vsdb.catalog.wordings.selectors import in_force
from vsdb.core.folding import spaced, tokens
from vsdb.search.models import IndexState, SearchText
from vsdb.search.text.interface import Progress

#: Raised when texts are folded or laid out in another way, so that every installation writes them anew.
LAYOUT = 3
BATCH = 500
#: Of a token's signs so many are indexed; no word has as many, and PostgreSQL takes no lexeme beyond 2046 bytes.
LONGEST_TOKEN = 200
# Neither a join nor an aggregate: every search begins with it, and PostgreSQL plans these for longer than it runs them.
_STATE = """
    SELECT slug, data_version, (SELECT id FROM cards_card ORDER BY id DESC LIMIT 1), '', NULL, NULL FROM cards_game
    UNION ALL SELECT game_id, data_version, newest_card, build, since, until FROM search_indexstate
"""
_TEXTS = ("name", "title", "name_words", "words", "wording", "text_of")


@dataclass(frozen=True, slots=True)
class State:
    """Whether the rows are of today's facts, and then the name of their writing (empty without games)."""

    build: str
    is_current: bool


def state() -> State:
    """How the rows stand; one query, in plain SQL since every search begins with it."""
    with connection.cursor() as cursor:
        cursor.execute(_STATE)
        held = cursor.fetchall()
    games = {game: (_version(version), newest) for game, version, newest, build, *_ in held if not build}
    made = {game: (version, newest) for game, version, newest, build, *_ in held if build}
    builds = {build for _, _, _, build, *_ in held if build}
    spans = {(since, until) for *_, build, since, until in held if build}
    is_of_today = all(_holds_today(*span) for span in spans)
    is_current = made == games and len(builds) <= 1 and is_of_today
    return State("".join(builds) if is_current else "", is_current)


def write(
    progress: Progress | None = None, *, anew: bool = True, before_it_counts: Callable[[str], object] | None = None
) -> State:
    """Write the texts of all cards, in one transaction; without `anew` only where they are missing or stale.

    Whoever comes second waits here for the first and then finds the work done. What has to be made of the texts before
    anybody else sees them is done by `before_it_counts`, which is given the name of the writing.
    """
    with transaction.atomic():
        games = _lock()
        found = state()
        if found.is_current and not anew:
            return found
        total = Card.objects.count()
        _put(_made(None), total, progress)
        written = _record(games)
        if before_it_counts:
            before_it_counts(written.build)
        return written


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


def _holds_today(since: date | str | None, until: date | str | None) -> bool:
    """Whether the wordings that were indexed count today; SQLite gives days as text."""
    today = timezone.localdate()
    first, end = (date.fromisoformat(day) if isinstance(day, str) else day for day in (since, until))
    return (first is None or first <= today) and (end is None or today < end)


def _lock() -> list[Game]:
    """The games, which a load of the facts locks as well."""
    return list(Game.objects.select_for_update().order_by("pk"))


def _record(games: list[Game]) -> State:
    build = uuid4().hex
    newest = Card.objects.aggregate(newest=Max("pk"))["newest"]
    today = timezone.localdate()
    span = Wording.objects.aggregate(
        since=Max("effective_latest", filter=Q(effective_latest__lte=today)),
        until=Min("effective_latest", filter=Q(effective_latest__gt=today)),
    )
    states = [
        IndexState(
            game=game,
            data_version=_version(game.data_version),
            newest_card=newest,
            build=build,
            **span,
        )
        for game in games
    ]
    IndexState.objects.bulk_create(
        states,
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["data_version", "newest_card", "build", "since", "until"],
    )
    return State(build if games else "", is_current=True)


def _made(card_ids: tuple[int, ...] | None) -> Iterator[SearchText]:
    """The texts of these cards, or of all, from three queries; those of the wordings are read as they are needed."""
    cards = Card.objects.order_by("pk")
    wordings = in_force(timezone.localdate()).order_by("card_id")
    kinds = Q(kind__in=(CardLabel.Kind.VERSION, CardLabel.Kind.AKA))
    # A legend is called by its champion, whose name stands among its tags: Jinx, Loose Cannon.
    labels = CardLabel.objects.filter(kinds | Q(kind=CardLabel.Kind.TAG, card__type=LEGEND))
    if card_ids is not None:
        cards, labels = cards.filter(pk__in=card_ids), labels.filter(card__in=card_ids)
        wordings = wordings.filter(card__in=card_ids)
    others: dict[int, list[str]] = defaultdict(list)
    for card, name in labels.order_by("-kind", "position").values_list("card", "name"):
        others[card].append(name)
    texts = wordings.values_list("card", "pk", "folded").iterator(BATCH)
    text = next(texts, None)
    for pk, name, title, identity in cards.values_list("pk", "name", "title", "identity").iterator(BATCH):
        words = spaced(tokens(title))
        # A title shows name, identity and versions; what it doesn't show comes after it.
        for part in (name, identity, *others.get(pk, ())):
            said = spaced(tokens(part))
            if said not in words:
                words += said[1:]
        while text and text[0] < pk:  # of a card that came in between
            text = next(texts, None)
        text_of, wording = (text[1], _shortened(text[2]) or " ") if text and text[0] == pk else (None, " ")
        yield SearchText(
            card_id=pk,
            name=fold(name),
            title=fold(title),
            name_words=spaced(tokens(name)),
            words=words + wording[1:],
            wording=wording,
            text_of=text_of,
        )


def _shortened(words: str) -> str:
    """Spaced tokens without what is beyond the longest that is indexed."""
    if len(words) <= LONGEST_TOKEN:
        return words
    return " ".join(token[:LONGEST_TOKEN] for token in words.split(" "))


def _put(texts: Iterator[SearchText], total: int, progress: Progress | None) -> None:
    """Write those rows that differ from what is held."""
    rows = SearchText.objects.order_by().values_list("card", *_TEXTS)
    held = {pk: _digest(row) for pk, *row in rows.iterator(BATCH)}
    differing: list[SearchText] = []
    done = 0
    for done, text in enumerate(texts, 1):
        if held.get(text.card_id) != _digest([getattr(text, name) for name in _TEXTS]):
            differing.append(text)
        if len(differing) == BATCH:
            _store(differing)
        if progress and done % BATCH == 0:
            progress(done, total)
    _store(differing)
    if progress and done % BATCH:
        progress(done, total)


def _digest(row: list[str | int | None]) -> bytes:
    """What tells the texts of a row from others; the texts of all cards would fill the memory."""
    return blake2b(repr(row).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _store(texts: list[SearchText]) -> None:
    SearchText.objects.bulk_create(texts, update_conflicts=True, unique_fields=["card"], update_fields=list(_TEXTS))
    texts.clear()
