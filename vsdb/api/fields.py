"""Fields that say "not recorded" as null, and nothing else as null."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class Recorded(serializers.CharField):
    """A text whose empty column means that it isn't recorded."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_null=True, **options)

    def to_representation(self, value: str | None) -> str | None:  # type: ignore[override]
        return value or None


@extend_schema_field({"type": ["integer", "string", "null"]})
class Figure(serializers.ReadOnlyField):
    """A figure: a number, the sign or the words that stand in its place, or null where it isn't recorded."""


@extend_schema_field(
    {
        "type": ["object", "null"],
        "properties": {
            "earliest": {"type": "string", "format": "date"},
            "latest": {"type": ["string", "null"], "format": "date"},
        },
        "required": ["earliest", "latest"],
    }
)
class Between(serializers.Field[Any, Any, Any, Any]):
    """Two columns as one day known only to lie between two days; null where neither is recorded."""

    def __init__(self, stem: str, **options: Any) -> None:
        super().__init__(**options)
        self.stem = stem

    def get_attribute(self, instance: Any) -> Mapping[str, Any] | None:
        earliest, latest = (getattr(instance, f"{self.stem}_{end}") for end in ("earliest", "latest"))
        return None if earliest is None else {"earliest": earliest, "latest": latest}

    def to_representation(self, value: Mapping[str, Any]) -> dict[str, str | None]:
        return {end: day and day.isoformat() for end, day in value.items()}
