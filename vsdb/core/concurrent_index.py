"""An index that is built while people write: PostgreSQL needs no lock, other databases build it the plain way."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.migrations.operations import AddIndex


class AddIndexWithoutLock(AddIndexConcurrently):
    """Adds an index; the migration needs `atomic = False`."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Build it."""
        way = AddIndexConcurrently if schema_editor.connection.vendor == "postgresql" else AddIndex
        way.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Drop it."""
        way = AddIndexConcurrently if schema_editor.connection.vendor == "postgresql" else AddIndex
        way.database_backwards(self, app_label, schema_editor, from_state, to_state)
