"""The searched texts of the cards as rows: written from the facts and the wordings that count today.

They are current or stale by the data version, and by the day: a wording may count from tomorrow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, islice
from operator import itemgetter
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import Max, Min, Q
from django.utils import timezone

from engine.model.catalog import LEGEND
from engine.model.names import fold
from vsdb.catalog.cards.models import Card, CardLabel, Game
from vsdb.catalog.wordings.models import Aged, Wording, sorted_by_age
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
_AGE = ("pk", "kind", "effective_earliest", "effective_latest", "precedence")
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


def _made(card_ids: tuple[int, ...] | None) -> Iterator[list[SearchText]]:
    """The texts of these cards, or of all, some at a time; four queries for each."""
    cards = Card.objects.order_by("pk")
    if card_ids is not None:
        cards = cards.filter(pk__in=card_ids)
    rows = cards.values_list("pk", "name", "title", "identity").iterator(BATCH)
    today = timezone.localdate()
    while some := list(islice(rows, BATCH)):
        pks = [pk for pk, *_ in some]
        others, wordings = _other_names(pks), _wordings_in_force(pks, today)
        yield [_text(*card, others.get(card[0], []), wordings.get(card[0])) for card in some]


def _text(
    pk: int, name: str, title: str, identity: str, others: Iterable[str], wording: tuple[int, str] | None
) -> SearchText:
    words = spaced(tokens(title))
    # A title shows name, identity and versions; what it doesn't show comes after it.
    for part in (name, identity, *others):
        said = spaced(tokens(part))
        if said not in words:
            words += said[1:]
    text_of, said = (wording[0], _shortened(wording[1]) or " ") if wording else (None, " ")
    return SearchText(
        card_id=pk,
        name=fold(name),
        title=fold(title),
        name_words=spaced(tokens(name)),
        words=words + said[1:],
        wording=said,
        text_of=text_of,
    )


def _other_names(cards: Sequence[int]) -> dict[int, list[str]]:
    """What cards are called beside their names; one query."""
    kinds = Q(kind__in=(CardLabel.Kind.VERSION, CardLabel.Kind.AKA))
    # A legend is called by its champion, whose name stands among its tags: Jinx, Loose Cannon.
    labels = CardLabel.objects.filter(kinds | Q(kind=CardLabel.Kind.TAG, card__type=LEGEND), card__in=cards)
    others: dict[int, list[str]] = defaultdict(list)
    for card, name in labels.order_by("-kind", "position").values_list("card", "name"):
        others[card].append(name)
    return others


def _wordings_in_force(cards: Sequence[int], on: date) -> dict[int, tuple[int, str]]:
    """The keys and the folded words of the wordings that count on a day, by their cards; two queries."""
    texts = Wording.objects.filter(card__in=cards).order_by("card_id").values_list("card", *_AGE)
    newest: dict[int, int] = {}
    for card, of_card in groupby(texts.iterator(BATCH), key=itemgetter(0)):
        by_age = sorted_by_age(
            Aged(pk, kind, earliest, latest, precedence, None) for _, pk, kind, earliest, latest, precedence in of_card
        )
        have_come = (text for text in reversed(by_age) if text.effective_latest is None or text.effective_latest <= on)
        if text := next(have_come, None):
            newest[text.pk] = card
    folded = Wording.objects.filter(pk__in=newest).values_list("pk", "folded")
    return {newest[pk]: (pk, words) for pk, words in folded}


def _shortened(words: str) -> str:
    """Spaced tokens without what is beyond the longest that is indexed."""
    if len(words) <= LONGEST_TOKEN:
        return words
    return " ".join(token[:LONGEST_TOKEN] for token in words.split(" "))


def _put(batches: Iterator[list[SearchText]], total: int, progress: Progress | None) -> None:
    """Write those rows that differ from what is held."""
    done = 0
    for texts in batches:
        held = {
            pk: row
            for pk, *row in SearchText.objects.filter(card__in=[text.card_id for text in texts]).values_list(
                "card", *_TEXTS
            )
        }
        _store([text for text in texts if held.get(text.card_id) != [getattr(text, name) for name in _TEXTS]])
        done += len(texts)
        if progress:
            progress(done, total)


def _store(texts: list[SearchText]) -> None:
    SearchText.objects.bulk_create(texts, update_conflicts=True, unique_fields=["card"], update_fields=list(_TEXTS))
