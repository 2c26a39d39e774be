"""Values of columns: as a backup holds them, in JSON, and as each database takes them.

A date is ISO text, a moment too, in UTC; bytes are Base64; a column of JSON is its text, so that nothing of it is read
as something else on the way. The type of a column is the name that Django has for it, whatever the class of its field:
what a field encrypts stays encrypted.
"""

from __future__ import annotations

import base64
import json
import re
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Final

from django.db import models
from django.db.models.expressions import Combinable, ExpressionWrapper, F
from django.db.models.functions import Cast

from vsdb.operations.backups.errors import BackupError

Value = str | int | float | bool | None
Converter = Callable[[Any], Any]

JSON: Final = "json"
#: The fields of Django that a type is read as. Others have the type of the field that they are stored like.
_FIELDS: Mapping[str, Callable[[], models.Field[Any, Any]]] = MappingProxyType(
    {
        "integer": models.BigIntegerField,
        "boolean": models.BooleanField,
        "float": models.FloatField,
        "decimal": lambda: models.DecimalField(max_digits=1000, decimal_places=30),
        "text": models.TextField,
        "date": models.DateField,
        "moment": models.DateTimeField,
        "time": models.TimeField,
        "duration": models.DurationField,
        "uuid": models.UUIDField,
        "bytes": models.BinaryField,
        JSON: models.TextField,
    }
)
_INTERNAL: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("AutoField", "BigAutoField", "SmallAutoField"), "integer"),
        **dict.fromkeys(("IntegerField", "BigIntegerField", "SmallIntegerField"), "integer"),
        **dict.fromkeys(("PositiveIntegerField", "PositiveBigIntegerField", "PositiveSmallIntegerField"), "integer"),
        **dict.fromkeys(("CharField", "TextField", "SlugField", "EmailField", "URLField", "FileField"), "text"),
        **dict.fromkeys(("FilePathField", "GenericIPAddressField", "IPAddressField", "ImageField"), "text"),
        "BooleanField": "boolean",
        "FloatField": "float",
        "DecimalField": "decimal",
        "DateField": "date",
        "DateTimeField": "moment",
        "TimeField": "time",
        "DurationField": "duration",
        "UUIDField": "uuid",
        "BinaryField": "bytes",
        "JSONField": JSON,
    }
)
_MICROSECOND = timedelta(microseconds=1)
_AT_UTC = re.compile(r"(\+00:00|Z)$")


def name_type(field: models.Field[Any, Any]) -> str:
    """The type of a field's column; that of a foreign key is the type of what it points at. Raises BackupError."""
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    internal = field.get_internal_type()
    if internal not in _INTERNAL:
        raise BackupError(f"no backup can hold {field}: its type, {internal}, has no rule in backups/columns.py")
    return _INTERNAL[internal]


def read_as_stored(field: models.Field[Any, Any]) -> Combinable:
    """The column of a field as a query reads it: past what the field's own class makes of it."""
    kind = name_type(field)
    plain = _FIELDS[kind]()
    if kind in {JSON, "decimal"}:
        return Cast(F(field.attname), models.TextField())
    return ExpressionWrapper(F(field.attname), output_field=plain)


def _dump_moment(value: datetime) -> str:
    return value.astimezone(UTC).isoformat()


def _dump_bytes(value: Any) -> str:
    return base64.b64encode(bytes(value)).decode()


#: What a query gives, as JSON takes it; what isn't here is taken as it is.
TO_JSON: Mapping[str, Converter] = MappingProxyType(
    {
        "date": date.isoformat,
        "moment": _dump_moment,
        "time": time.isoformat,
        "duration": lambda value: value // _MICROSECOND,
        "uuid": str,
        "bytes": _dump_bytes,
    }
)
#: What a backup holds, as SQLite keeps it under Django.
TO_SQLITE: Mapping[str, Converter] = MappingProxyType(
    {
        "boolean": int,
        "moment": lambda value: _AT_UTC.sub("", value).replace("T", " "),
        "uuid": lambda value: uuid.UUID(value).hex,
        "bytes": base64.b64decode,
        # As Django writes it: PostgreSQL spells out letters that Django escapes.
        JSON: lambda value: json.dumps(json.loads(value)),
        "decimal": lambda value: str(Decimal(value)),
    }
)
#: What a backup holds, as PostgreSQL takes it by COPY, which reads dates, numbers and JSON as text.
TO_POSTGRESQL: Mapping[str, Converter] = MappingProxyType(
    {"duration": lambda value: f"{value} microseconds", "bytes": base64.b64decode}
)
