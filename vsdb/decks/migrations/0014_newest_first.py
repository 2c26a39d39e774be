"""The order of the newest public decks, to the end; other databases have no index with what is missing last."""

from __future__ import annotations

from typing import Any

from django.db import migrations

_ADD = (
    "CREATE INDEX CONCURRENTLY IF NOT EXISTS deck_by_published ON decks_deck"
    " (published DESC NULLS LAST, edited DESC, id DESC) INCLUDE (visibility, hidden_at, owner_id)"
)
_DROP = "DROP INDEX CONCURRENTLY IF EXISTS deck_by_published"


def index(apps: Any, schema_editor: Any) -> None:
    """Build it without a lock."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(_ADD)


def drop(apps: Any, schema_editor: Any) -> None:
    """Drop it."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(_DROP)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("decks", "0013_indexes_of_lists"),
    ]

    operations = [
        migrations.RunPython(index, drop),
    ]
