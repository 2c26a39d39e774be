"""Texts sorted alike by every database."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models import F, Subquery
from django.db.models.expressions import Expression
from django.db.models.functions import Collate


def by_code_point(text: str | Expression | F | Subquery[Any]) -> Collate:
    """A text sorted by code point, whatever the database's locale."""
    return Collate(text, "C" if connection.vendor == "postgresql" else "BINARY")
