"""The searched texts of the cards as rows, written from the facts and the wordings of today; and what an index does.

They are current or stale by the data version, and by the day: a wording may count from tomorrow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import groupby, islice
from operator import itemgetter
from typing import Any
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import Max, Min, Q
from django.utils import timezone
from rapidfuzz import fuzz, process

from engine.model.catalog import LEGEND
from engine.model.names import fold
from vsdb.catalog.cards.locking import lock_games
from vsdb.catalog.cards.models import Card, CardLabel, Game
from vsdb.catalog.wordings.models import AGE_COLUMNS, Aged, Wording, sort_by_age
from vsdb.core.folding import join_spaced, tokenize
from vsdb.search.models import IndexState, SearchText

#: Told how many of how many cards are done.
Progress = Callable[[int, int], None]
#: Raised when texts are folded or laid out in another way, so that every installation writes them anew.
LAYOUT = 3
BATCH = 500
#: Of a token's signs so many are indexed; no word has as many, and PostgreSQL takes no lexeme beyond 2046 bytes.
MAX_TOKEN_LENGTH = 200
# Neither a join nor an aggregate: every search begins with it, and PostgreSQL plans these for longer than it runs them.
_SELECT_GAMES = """
    SELECT slug, data_version, (SELECT id FROM cards_card ORDER BY id DESC LIMIT 1), '', NULL, NULL FROM cards_game
"""
_SELECT_MADE = "SELECT game_id, data_version, newest_card, build, since, until FROM search_indexstate"
_SELECT_STATE = f"{_SELECT_GAMES} UNION ALL {_SELECT_MADE}"
#: The same as two statements, for PostgreSQL: it plans these in less time than their union.
STATE_STATEMENTS = (_SELECT_GAMES, _SELECT_MADE)
_TEXTS = ("name", "title", "name_words", "words", "wording", "text_of")


@dataclass(frozen=True, slots=True)
class RowsState:
    """Whether the rows are of today's facts, and then the name of their writing (empty without games)."""

    build: str
    is_current: bool


def read_rows_state() -> RowsState:
    """How the rows stand; one query, in plain SQL since every search begins with it."""
    with connection.cursor() as cursor:
        cursor.execute(_SELECT_STATE)
        return parse_rows_state(cursor.fetchall())


def parse_rows_state(held: Iterable[tuple[Any, ...]]) -> RowsState:
    """How the rows stand, out of the rows of `STATE_STATEMENTS`."""
    held = list(held)
    games = {game: (_version(version), newest) for game, version, newest, build, *_ in held if not build}
    made = {game: (version, newest) for game, version, newest, build, *_ in held if build}
    builds = {build for _, _, _, build, *_ in held if build}
    spans = {(since, until) for *_, build, since, until in held if build}
    is_of_today = all(_holds_today(*span) for span in spans)
    is_current = made == games and len(builds) <= 1 and is_of_today
    return RowsState("".join(builds) if is_current else "", is_current)


def write(
    progress: Progress | None = None, *, anew: bool = True, before_it_counts: Callable[[str], object] | None = None
) -> RowsState:
    """Write the texts of all cards, in one transaction; without `anew` only where they are missing or stale.

    Whoever comes second waits here for the first and then finds the work done. What has to be made of the texts before
    anybody else sees them is done by `before_it_counts`, which is given the name of the writing.
    """
    with transaction.atomic():
        games = lock_games()  # as a load of the facts does
        found = read_rows_state()
        if found.is_current and not anew:
            return found
        total = Card.objects.count()
        _put(_make_rows(), total, progress)
        written = _record(games)
        if before_it_counts:
            before_it_counts(written.build)
        return written


def _version(data_version: str) -> str:
    return f"{LAYOUT}:{data_version}"


def _holds_today(since: date | str | None, until: date | str | None) -> bool:
    """Whether the wordings that were indexed count today; SQLite gives days as text."""
    today = timezone.localdate()
    first, end = (date.fromisoformat(day) if isinstance(day, str) else day for day in (since, until))
    return (first is None or first <= today) and (end is None or today < end)


def _record(games: list[Game]) -> RowsState:
    build = uuid4().hex
    newest = Card.objects.aggregate(newest=Max("pk"))["newest"]
    today = timezone.localdate()
    span = Wording.objects.aggregate(
        since=Max("effective_latest", filter=Q(effective_latest__lte=today)),
        until=Min("effective_latest", filter=Q(effective_latest__gt=today)),
    )
    same = {"newest_card": newest, "build": build, **span}
    states = [IndexState(game=game, data_version=_version(game.data_version), **same) for game in games]
    columns = ["data_version", *same]
    IndexState.objects.bulk_create(states, update_conflicts=True, unique_fields=["game"], update_fields=columns)
    return RowsState(build if games else "", is_current=True)


def _make_rows() -> Iterator[list[SearchText]]:
    """The texts of all cards, some at a time; four queries for each."""
    rows = Card.objects.order_by("pk").values_list("pk", "name", "title", "identity").iterator(BATCH)
    today = timezone.localdate()
    while some := list(islice(rows, BATCH)):
        pks = [pk for pk, *_ in some]
        others, wordings = _other_names(pks), _wordings_in_force(pks, today)
        yield [_text(*card, others.get(card[0], []), wordings.get(card[0])) for card in some]


def _text(
    pk: int, name: str, title: str, identity: str, others: Iterable[str], wording: tuple[int, str] | None
) -> SearchText:
    words = join_spaced(tokenize(title))
    # A title shows name, identity and versions; what it doesn't show comes after it.
    for part in (name, identity, *others):
        said = join_spaced(tokenize(part))
        if said not in words:
            words += said[1:]
    text_of, said = (wording[0], _shorten(wording[1]) or " ") if wording else (None, " ")
    return SearchText(
        card_id=pk,
        name=fold(name),
        title=fold(title),
        name_words=join_spaced(tokenize(name)),
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
    texts = Wording.objects.filter(card__in=cards).order_by("card_id").values_list("card", *AGE_COLUMNS)
    newest: dict[int, int] = {}
    for card, of_card in groupby(texts.iterator(BATCH), key=itemgetter(0)):
        by_age = sort_by_age(Aged(None, *columns) for _, *columns in of_card)
        have_come = (text for text in reversed(by_age) if text.effective_latest is None or text.effective_latest <= on)
        if text := next(have_come, None):
            newest[text.pk] = card
    folded = Wording.objects.filter(pk__in=newest).values_list("pk", "folded")
    return {newest[pk]: (pk, words) for pk, words in folded}


def _shorten(words: str) -> str:
    """Spaced tokens without what is beyond the longest that is indexed."""
    if len(words) <= MAX_TOKEN_LENGTH:
        return words
    return " ".join(token[:MAX_TOKEN_LENGTH] for token in words.split(" "))


def _put(batches: Iterator[list[SearchText]], total: int, progress: Progress | None) -> None:
    """Write those rows that differ from what is held."""
    done = 0
    for texts in batches:
        rows = SearchText.objects.filter(card__in=[text.card_id for text in texts]).values_list("card", *_TEXTS)
        held = {pk: row for pk, *row in rows}
        differing = [text for text in texts if held.get(text.card_id) != [getattr(text, name) for name in _TEXTS]]
        columns = list(_TEXTS)
        SearchText.objects.bulk_create(differing, update_conflicts=True, unique_fields=["card"], update_fields=columns)
        done += len(texts)
        if progress:
            progress(done, total)


@dataclass(frozen=True, slots=True)
class TextQuery:
    """Folded tokens to look for: `kind` is `word` (a token begins with it) or `phrase` (the tokens in a row).

    `field` is `any` (name, version, identity, AKA, wording) or `wording`.
    """

    tokens: tuple[str, ...]
    kind: str = "word"
    field: str = "any"


class TextIndex:
    """A text index over every card of the reference; `text.current.get_text_index()` gives the one that answers now.

    `notes` are what whoever searches should be told: that the index was built anew just now, or can't be kept.
    `kind` says what it is; `none` scans the rows.
    """

    kind = "none"

    def __init__(self, build: str = "", notes: tuple[str, ...] = ()) -> None:
        self._build = build
        self.notes = notes

    def build(self, progress: Progress | None = None) -> int:
        """Make the index anew beside the old one and put it in its place; how many cards it holds."""
        self._build = write(progress).build
        return SearchText.objects.count()

    def search(self, query: TextQuery) -> Mapping[int, float]:
        """Every card (by primary key) that holds the words, with its score; cards named so score highest."""
        raise NotImplementedError

    def suggest(self, text: str, limit: int = 5) -> tuple[str, ...]:
        """Names most like a misspelt one, best first; one query, where the names are kept the first time."""
        names = load_names(self._build) if self._build else PrintedNames.held()
        return names.nearest(text, limit)


#: The name is these words; it holds them; it holds words that begin so; the other texts hold them; they begin so.
THE_NAME, IN_NAME, BEGUN_IN_NAME, IN_TEXT, BEGUN_IN_TEXT = 5.0, 4.0, 3.0, 2.0, 1.0


class TextRanking:
    """Ranks cards that hold the words of a query, from their searched texts."""

    def __init__(self, tokens: tuple[str, ...], kind: str) -> None:
        self._name = join_spaced(tokens)
        wholes = [self._name] if kind == "phrase" else [f" {token} " for token in tokens]
        self._first, *self._others = wholes
        self._starts = [] if kind == "phrase" else [f" {token}" for token in tokens]

    def rank(self, name_words: str, text: str) -> float:
        """How well a card that holds the words holds them."""
        if name_words == self._name:
            return THE_NAME
        if self._first in name_words and all(whole in name_words for whole in self._others):
            return IN_NAME
        if self._starts and all(start in name_words for start in self._starts):
            return BEGUN_IN_NAME
        if self._first in text and all(whole in text for whole in self._others):
            return IN_TEXT
        return BEGUN_IN_TEXT


#: Of a hundred: below that two names have too little in common to be taken for each other.
LEAST_LIKENESS = 65


class PrintedNames:
    """Names in their folded spelling, each once, with the way they are printed."""

    def __init__(self, printed: Mapping[str, str]) -> None:
        self._printed = printed
        self._folded = sorted(printed)

    def __len__(self) -> int:
        return len(self._folded)

    @classmethod
    def held(cls) -> PrintedNames:
        """The names of all cards; one query."""
        return cls(dict(SearchText.objects.order_by("-card").values_list("name", "card__name")))

    def nearest(self, text: str, limit: int, among: Sequence[str] | None = None) -> tuple[str, ...]:
        """The names most like the text, as they are printed, best first; the alphabet decides between equals.

        `among` are the folded names to choose from, where not all are meant.
        """
        names = self._folded if among is None else sorted(name for name in among if name in self._printed)
        likest = process.extract(fold(text), names, scorer=fuzz.ratio, score_cutoff=LEAST_LIKENESS, limit=limit)
        return tuple(self._printed[name] for name, _, _ in likest)


@lru_cache(maxsize=1)
def load_names(build: str) -> PrintedNames:
    """The names of one writing of the texts, which the process keeps; one query the first time."""
    return PrintedNames.held()
