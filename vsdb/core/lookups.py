"""Lookups of the database that every room may use."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BigIntegerField, CharField
from django.db.models.lookups import Lookup
from django.db.models.sql.compiler import SQLCompiler

if TYPE_CHECKING:
    _Lookup = Lookup[Any]
else:
    _Lookup = Lookup

_AS_ARRAY = "{left} = ANY({right})"
_AS_JSON = "{left} IN (SELECT value FROM json_each({right}))"


@BigIntegerField.register_lookup
@CharField.register_lookup
class AmongLookup(_Lookup):
    """`pk__among=ids`, `slug__among=slugs`: SQLite takes them as one JSON text, PostgreSQL as one array."""

    lookup_name = "among"
    prepare_rhs = False

    def get_db_prep_lookup(self, value: Any, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        """Return the values as one database parameter; very many keys at once, so they are written as one text."""
        held = sorted(value)
        if connection.vendor != "postgresql":
            return "%s", (json.dumps(held),)
        return "%s", (
            f"{{{','.join(map(str, held))}}}" if isinstance(self.lhs.output_field, BigIntegerField) else held,
        )

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        """Return the comparison in SQL."""
        left, left_values = self.process_lhs(compiler, connection)
        right, right_values = self.process_rhs(compiler, connection)
        words = _AS_ARRAY if connection.vendor == "postgresql" else _AS_JSON
        return words.format(left=left, right=right), (*left_values, *right_values)
