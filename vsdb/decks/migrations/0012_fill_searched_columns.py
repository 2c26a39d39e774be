"""Fills the columns by which decks are searched, a thousand decks at a time, and lets PostgreSQL find words by them."""

from __future__ import annotations

import logging
from typing import Any

from django.db import DatabaseError, migrations, transaction
from django.db.models import Count

from vsdb.core.folding import join_spaced, tokenize
from vsdb.decks.search.teams import write_teams

logger = logging.getLogger(__name__)
_BATCH = 1_000
_ADD = (
    "CREATE INDEX CONCURRENTLY IF NOT EXISTS decks_deck_words ON decks_deck"
    " USING gin (words gin_trgm_ops) WITH (fastupdate = off)"
)
_DROP = "DROP INDEX CONCURRENTLY IF EXISTS decks_deck_words"


def fill(apps: Any, schema_editor: Any) -> None:
    """Each batch is a transaction of its own, and a second run goes on where the first was ended."""
    decks, cards = apps.get_model("decks", "Deck").objects, apps.get_model("decks", "DeckCard").objects
    teams: dict[tuple[str, str], list[str]] = {}
    named = apps.get_model("cards", "CardTeam").objects.values_list("card__game_id", "card__slug", "team__name")
    for game, slug, name in named.iterator():
        teams.setdefault((game, slug), []).append(name)
    waiting = decks.filter(words=None).select_related("owner").order_by("pk")
    last, rows = 0, True
    while rows:
        with transaction.atomic():
            rows = list(waiting.filter(pk__gt=last).select_for_update(of=("self",), no_key=True)[:_BATCH])
            for deck in rows:
                last = deck.pk
                texts = (deck.title, deck.event, deck.owner.username if deck.owner else "")
                deck.words = "\n".join(join_spaced(tokenize(text)) for text in texts)
            held: dict[int, list[tuple[str, int]]] = {}
            of_rows = cards.filter(deck__in=[deck.pk for deck in rows]).values_list("deck", "slug", "count")
            for pk, slug, count in of_rows:
                held.setdefault(pk, []).append((slug, count))
            likes = dict(
                apps.get_model("decks", "Like")
                .objects.filter(deck__in=[deck.pk for deck in rows])
                .values_list("deck")
                .annotate(liked=Count("pk"))
            )
            for deck in rows:
                deck.liked = likes.get(deck.pk, 0)
                has = held.get(deck.pk, [])
                deck.is_wholly_read = sum(count for _, count in has) == deck.size
                deck.teams = write_teams((teams.get((deck.game_id, slug), ()), count) for slug, count in has)
            decks.bulk_update(rows, ("words", "teams", "liked", "is_wholly_read"), batch_size=100)


def index(apps: Any, schema_editor: Any) -> None:
    """Without trigrams words are still found, by a look at every deck."""
    if schema_editor.connection.vendor != "postgresql":
        return
    try:
        schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        schema_editor.execute(_ADD)
    except DatabaseError as error:
        logger.warning("decks are found by words without an index, since pg_trgm can't be had: %s", str(error).strip())


def drop(apps: Any, schema_editor: Any) -> None:
    """Drop the index."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(_DROP)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("cards", "0008_regional_days"),
        ("decks", "0011_searched_columns"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(index, drop),
    ]
