"""Reads of the whole reference; each says how many queries it costs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache, wraps
from threading import Lock, current_thread, main_thread
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.conf import settings
from django.db import connection
from django.db.models import Count, F, OrderBy, QuerySet, Value
from django.db.models.functions import Lower, NullIf

import engine.model.cards
from engine.formats.names import no_such_game_error
from engine.model.cards import GAMES
from engine.model.errors import NotFound
from engine.model.reference import Reference, build_reference
from engine.model.verdicts import Citation
from vsdb.catalog.cards import to_engine
from vsdb.catalog.cards.models import Card, CardSet, Game, Keyword, Team
from vsdb.catalog.cards.snapshots import read_snapshot, write_snapshot
from vsdb.catalog.formats.models import Ban, Format

#: A reference takes some kilobytes a card; no game has half as many.
MANY_CARDS = 20_000
P = ParamSpec("P")
T = TypeVar("T")
_MAX_ANSWERS = 64  #: of one function, kept while versions stay
_held: dict[str, Reference] = {}
_stamps: dict[str, str] = {}
_building = Lock()
_versions_seen: ContextVar[Mapping[str, str] | None] = ContextVar("versions_seen", default=None)
_stamps_seen: ContextVar[Mapping[str, str] | None] = ContextVar("stamps_seen", default=None)
_imports_seen: ContextVar[Mapping[str, str] | None] = ContextVar("imports_seen", default=None)
_all_seen: ContextVar[str] = ContextVar("all_seen", default="")


def get_reference(game: str) -> Reference:
    """Everything that is known of a game, as the engine takes it; one query, and twelve more after a load.

    Within `pin_data_versions` it costs no query but after a load.

    The value is kept for the life of the process and built anew when the data version has changed. Raises NotFound
    for a game that isn't there, or that has no facts yet.
    """
    version = get_data_version(game)
    found = _held.get(game)
    if found is not None and found.data_version == version:
        return found
    with _building:
        found = _held.get(game)
        if found is None or found.data_version != version:
            found = _held[game] = _build(game, version)
    return found


def recall_reference(game: str) -> Reference:
    """The reference that this process used last, for what stands beside cards that were read from it a moment ago.

    No query but the first time. Raises NotFound.
    """
    held = None if _versions_seen.get() else _held.get(game)
    return held or get_reference(game)


def list_references(games: Iterable[str] = GAMES) -> list[Reference]:
    """The references of those of the games that have facts; each costs what `reference` costs."""
    found = []
    for game in games:
        with suppress(NotFound):
            found.append(get_reference(game))
    return found


def is_left_to_the_site(game: str) -> bool:
    """Whether a command leaves to the site what needs every card of a game at once, since there are very many: the site
    holds them anyway, and catches up when somebody asks. One query in a command."""
    return current_thread() is main_thread() and Card.objects.filter(game=game).count() > MANY_CARDS


def list_cards_in_order(game: str) -> tuple[engine.model.cards.Card, ...]:
    """Every card of a game in the order of its lists; what the reference costs, and one query after a load."""
    return _in_order(get_reference(game))


@lru_cache(maxsize=2 * len(GAMES))
def _in_order(held: Reference) -> tuple[engine.model.cards.Card, ...]:
    slugs = Card.objects.filter(game=held.game).values_list("slug", flat=True)
    by_slug = held.catalog.by_slug
    return tuple(by_slug[slug] for slug in slugs if slug in by_slug)


def get_data_version(game: str) -> str:
    """The fingerprint of the facts that are loaded for a game; one query. Raises NotFound where there are none.

    Within `pin_data_versions` it costs no query.
    """
    seen = _versions_seen.get()
    return _require_version(game, _read_stored_version(game) if seen is None else seen.get(game))


@contextmanager
def pin_data_versions() -> Iterator[str]:
    """Within it the versions of all facts are what they were at its beginning; one query. It gives their fingerprint.

    Beside the facts it covers our own words about them, the keywords' glosses and the rules' summaries, the texts of
    rules documents, and what is published of formats by organizers.
    """
    # Asked before every answer: written out, it costs a fifth of what the same query costs when it is put together.
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT slug, data_version, words_version, texts_version, imports_version, COALESCE(stamp, '')"
            " FROM cards_game LEFT JOIN ownformats_standing ON game_id = slug ORDER BY slug"
        )
        rows = cursor.fetchall()
    token = _versions_seen.set({slug: version for slug, version, *_ in rows})
    imports = _imports_seen.set({slug: imported for slug, _, _, _, imported, _ in rows})
    fingerprint = " ".join(version for row in rows for version in row)
    seen = _all_seen.set(fingerprint)
    stamps = _stamps_seen.set({slug: stamp for slug, *_, stamp in rows})
    try:
        yield fingerprint
    finally:
        _versions_seen.reset(token)
        _imports_seen.reset(imports)
        _all_seen.reset(seen)
        _stamps_seen.reset(stamps)


def keep_by_version(read: Callable[P, T]) -> Callable[P, T]:
    """Keep what a function of hashable arguments reads of the facts for as long as all versions stay as they are.

    Within `pin_data_versions` and where pages are kept (`KEPT_PAGES_MIB`); else it is read each time. Whoever asks
    changes nothing of the answer.
    """
    kept: dict[Hashable, tuple[str, T]] = {}

    @wraps(read)
    def ask(*args: P.args, **kwargs: P.kwargs) -> T:
        versions = _all_seen.get()
        if not versions or not settings.KEPT_PAGES_MIB:
            return read(*args, **kwargs)
        key = (args, *sorted(kwargs.items()))
        held = kept.get(key)
        if held is None or held[0] != versions:
            if held is not None or len(kept) >= _MAX_ANSWERS:
                kept.clear()
            held = kept[key] = versions, read(*args, **kwargs)
        return held[1]

    return ask


def may_have_imports(game: str) -> bool:
    """Whether wordings, rulings or groups of a game may have been imported; no query.

    True outside of `pin_data_versions`.
    """
    seen = _imports_seen.get()
    return seen is None or bool(seen.get(game))


def map_stored_versions() -> dict[str, str]:
    """The version of the facts of each game, in the order of the games; empty for one without facts. One query."""
    return dict(Game.objects.order_by("position").values_list("slug", "data_version"))


def get_formats_stamp(game: str) -> str:
    """The stamp of a game's formats by organizers: within `pin_data_versions` as it was at its beginning, else as it
    was when its reference was last asked for; no query."""
    seen = _stamps_seen.get()
    return (_stamps if seen is None else seen).get(game, "")


def set_formats_stamp(game: str, stamp: str) -> None:
    """The stamp is another one from now on, for whoever asks outside `pin_data_versions`."""
    _stamps[game] = stamp


def _read_stored_version(game: str) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT data_version, COALESCE(stamp, '') FROM cards_game"
            " LEFT JOIN ownformats_standing ON game_id = slug WHERE slug = %s",
            (game,),
        )
        row = cursor.fetchone()
    if row is None:
        return None
    set_formats_stamp(game, row[1])
    return str(row[0])


def _require_version(game: str, version: str | None) -> str:
    if version:
        return version
    if game in GAMES:
        raise NotFound(f"nothing is recorded for {GAMES[game]} yet", advice="run manage.py load_reference")
    raise no_such_game_error(game)


@keep_by_version
def map_team_slugs(game: str) -> Mapping[str, str]:
    """The slugs of a game's teams by their names; one query."""
    return dict(Team.objects.filter(game=game).values_list("name", "slug"))


def list_reference_rows(game: str) -> dict[str, list[dict[str, Any]]]:
    """The cards, sets, formats, bans and readings of a game as plain rows; eleven queries."""
    return {
        "cards": to_engine.list_card_rows(game),
        "sets": to_engine.set_rows(game),
        "formats": to_engine.format_rows(game),
        "bans": to_engine.list_ban_rows(game),
        "readings": to_engine.list_reading_rows(game),
    }


def _build(game: str, version: str) -> Reference:
    """Read the reference from its file, else build it; once more if a load came in between, so that it never mixes two
    versions."""
    while True:
        if (kept := read_snapshot(game, version)) is not None:
            return kept
        rows = list_reference_rows(game)
        after = _require_version(game, _read_stored_version(game))
        if after == version:
            built = build_reference(game, **rows, data_version=version)
            built.catalog.prepare()
            write_snapshot(built)
            return built
        version = after


@dataclass(frozen=True, slots=True)
class GameHoldings:
    """How much of a game is in the reference."""

    game: Game
    cards: int
    sets: int
    formats: int
    keywords: int
    bans: int


def count_holdings() -> list[GameHoldings]:
    """What the reference holds of each game, in the games' order; six queries."""
    managers = [model._default_manager.order_by() for model in (Card, CardSet, Format, Keyword, Ban)]
    counts = [dict(rows.values_list("game").annotate(Count("pk"))) for rows in managers]
    return [GameHoldings(game, *(count.get(game.slug, 0) for count in counts)) for game in Game.objects.all()]


def list_sets() -> QuerySet[CardSet]:
    """Every set with its game and the set that it follows; one query."""
    return CardSet.objects.select_related("game", "follows")


class ListedPrinting(NamedTuple):
    """A printing in the list of its set; number and rarity are empty where they aren't recorded."""

    slug: str  #: of its card
    number: str
    rarity: str


def list_printings(card_set: CardSet) -> list[ListedPrinting]:
    """The printings of a set in the order of the numbers, unnumbered ones last; one query."""
    numbers = OrderBy(NullIf(F("number"), Value("")), nulls_last=True)
    in_order = card_set.printings.order_by(numbers, Lower("card__name"), "card__slug")
    return [ListedPrinting(*row) for row in in_order.values_list("card__slug", "number", "rarity")]


def list_with_counts(model: type[Keyword] | type[Team], game: str) -> QuerySet[Any]:
    """A game's keywords or teams with, as `held`, how many cards are recorded with each; one query."""
    held = model._default_manager.filter(game=game).annotate(held=Count("cards", distinct=True))
    return held.order_by(Lower("name"))


def build_citation(row: Keyword) -> Citation | None:
    """Where a keyword's rule stands; no query."""
    return Citation(row.citation_document, row.citation_rule) if row.citation_document else None
