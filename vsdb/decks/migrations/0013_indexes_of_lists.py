"""Indexes that hold all that lists and searches ask of every deck and of every verdict."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Lower

from vsdb.core.concurrent_index import AddIndexWithoutLock


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("decks", "0012_fill_searched_columns"),
    ]

    operations = [
        AddIndexWithoutLock(
            "deck",
            models.Index(
                fields=["-edited", "-id"],
                include=(
                    *("visibility", "hidden_at", "owner", "game", "format", "as_of", "edition", "size", "facts"),
                    *("played_on", "forked_from", "is_wholly_read", "teams", "liked"),
                ),
                name="deck_in_lists",
            ),
        ),
        AddIndexWithoutLock(
            "deck",
            models.Index(
                fields=["-liked", "-edited", "-id"], include=("visibility", "hidden_at", "owner"), name="deck_by_likes"
            ),
        ),
        AddIndexWithoutLock(
            "deck",
            models.Index(
                *(Lower("title"), F("edited").desc(), F("id").desc()),
                include=("visibility", "hidden_at", "owner"),
                name="deck_by_title",
            ),
        ),
        AddIndexWithoutLock(
            "deck", models.Index(fields=["id"], condition=models.Q(words=None), name="deck_without_words")
        ),
        AddIndexWithoutLock(
            "judgement",
            models.Index(
                fields=["format", "outcome", "until"],
                include=("since", "deck", "edition", "state"),
                name="judgement_that_holds",
            ),
        ),
    ]
