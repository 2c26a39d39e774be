"""The legality of every card in every format through time, kept by data version, and the kinds that its courses are of.

A table is made when it is first asked for, or with the index (`make_all`), and stored; every process reads what is
stored once and keeps it with the reference. The kinds of the cards are rows, so that a day's answer is one condition of
the database however many cards it is of. A kind's number doesn't hang on the data version: kinds that another process
has just written for newer facts are wrong for no table, only newer. Formats by organizers, of which there may be many
versions, are kept in memory alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from threading import Lock

from django.db import connection, transaction

from engine.formats.legality_table import LegalityTable, kinds_of, legality_table, table_from
from engine.model.formats import Format
from engine.model.reference import Reference
from vsdb.catalog.cards.models import Card, Game
from vsdb.search.models import CardKind, KindState, LegalityCourses

#: Raised when tables are laid out in another way, so that every installation makes them anew.
LAYOUT = 2
BATCH = 1_000
# Neither a join nor an aggregate: it begins every search that asks for legality.
_STANDING = """
    SELECT game_id, data_version, newest_card, (SELECT id FROM cards_card ORDER BY id DESC LIMIT 1)
    FROM search_kindstate
"""
_making = Lock()


def tables_of(reference: Reference, formats: Iterable[Format]) -> list[LegalityTable]:
    """The tables of some formats of a game; no query once this process has them, else one and what making them costs.

    Making one takes some hundredths of a second; it is stored in one more transaction.
    """
    asked = list(formats)
    official = [fmt for fmt in asked if reference.formats.get(fmt.slug) is fmt]
    held = _held(reference)
    if any(fmt.slug not in held for fmt in official):
        with _making:
            _fetch(reference, official, held)
    return [held[fmt.slug] if fmt in official else _by_organizer(reference, fmt) for fmt in asked]


def see_to_kinds(references: Iterable[Reference]) -> None:
    """Write the kinds of the cards of these games where they are missing or of other facts; one query where not."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDING)
        standing = {game: (version, then == now) for game, version, then, now in cursor.fetchall()}
    for reference in references:
        if standing.get(reference.game) != (reference.data_version, True):
            _write_kinds(reference)


def make_all(references: Sequence[Reference]) -> None:
    """Make what is missing of the tables of every official format, and the kinds."""
    see_to_kinds(references)
    for reference in references:
        tables_of(reference, reference.formats.values())


def version(data_version: str) -> str:
    """What tables of facts of that version are stored under."""
    return f"{LAYOUT}:{data_version}"


@lru_cache(maxsize=8)
def _held(reference: Reference) -> dict[str, LegalityTable]:
    """The tables of a reference that this process has, by slug."""
    return {}


@lru_cache(maxsize=64)
def _by_organizer(reference: Reference, fmt: Format) -> LegalityTable:
    return legality_table(reference, fmt)


def _fetch(reference: Reference, formats: Iterable[Format], held: dict[str, LegalityTable]) -> None:
    """Take in what is stored of a data version beside what is held; make and store those of the formats that aren't."""
    stored = LegalityCourses.objects.filter(game=reference.game, data_version=version(reference.data_version))
    rows = stored.exclude(format__in=list(held)).values_list("format", "table")
    held.update((slug, table_from(table)) for slug, table in rows)
    missing = {fmt.slug: legality_table(reference, fmt) for fmt in formats if fmt.slug not in held}
    if missing:
        held.update(missing)
        _store(reference, missing)


def _store(reference: Reference, tables: dict[str, LegalityTable]) -> None:
    """Store tables, also where another process has just done so, and sweep those of earlier facts."""
    stated = version(reference.data_version)
    rows = [
        LegalityCourses(game_id=reference.game, data_version=stated, format=slug, table=table.as_plain())
        for slug, table in tables.items()
    ]
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=reference.game).first()
        if game and game.data_version == reference.data_version:
            LegalityCourses.objects.bulk_create(rows, ignore_conflicts=True)
            LegalityCourses.objects.filter(game=game).exclude(data_version=stated).delete()


def _write_kinds(reference: Reference) -> None:
    """Write the kinds that differ from those that are held, in one transaction; whoever comes second waits for it."""
    kinds = {card.slug: kind for kind, cards in kinds_of(reference).items() for card in cards}
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=reference.game).first()
        if game is None or game.data_version != reference.data_version:
            return  # newer facts have just come in: whoever asks for those sees to their kinds
        held = dict(CardKind.objects.filter(card__game=game).order_by().values_list("card", "kind"))
        rows = Card.objects.filter(game=game).order_by().values_list("pk", "slug")
        differing = [
            CardKind(card_id=pk, kind=kinds[slug]) for pk, slug in rows if slug in kinds and held.get(pk) != kinds[slug]
        ]
        CardKind.objects.bulk_create(
            differing, batch_size=BATCH, update_conflicts=True, unique_fields=["card"], update_fields=["kind"]
        )
        newest = Card.objects.order_by("-pk").values_list("pk", flat=True).first()
        state = {"data_version": game.data_version, "newest_card": newest}
        KindState.objects.update_or_create(game=game, defaults=state)
