"""Model fields of secrets: sealed in the database, plain where they are read; and the digests they are looked up by."""

from __future__ import annotations

import hmac
import logging
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from vsdb.core import encryption

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sealed:
    """A text as the database holds it. It isn't opened before somebody reads it: most who load a row never do."""

    stored: str

    def open(self) -> str:
        """The text. Raises MissingKeyError."""
        return encryption.unseal(self.stored)


class _SealedAttribute(DeferredAttribute):
    """Opens the text each time it is read, so that no row carries it about; with `__set__` it is asked each time."""

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        held = super().__get__(instance, cls)
        return held.open() if isinstance(held, Sealed) else held

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.field.attname] = value


class SealedField(models.CharField):  # type: ignore[type-arg]
    """A secret: empty, or sealed in the database. Conditions see what is stored: look it up by `match_word`.

    Reading it raises MissingKeyError where the key is gone. What was stored before the site had keys is read as it is.
    """

    descriptor_class = _SealedAttribute

    def from_db_value(self, value: str | None, *_: object) -> Sealed | str | None:
        return Sealed(value) if value and encryption.is_sealed(value) else value

    def to_python(self, value: Any) -> Any:
        if isinstance(value, Sealed):
            return value
        text = super().to_python(value)
        return Sealed(text) if isinstance(text, str) and encryption.is_sealed(text) else text

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        return get_stored(model_instance, self.attname)

    def get_prep_value(self, value: Any) -> Any:
        read = super().get_prep_value(value)
        return read.stored if isinstance(read, Sealed) else read

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        text = value if not value or isinstance(value, Sealed) or hasattr(value, "as_sql") else encryption.seal(value)
        return super().get_db_prep_save(text, connection)

    def value_to_string(self, obj: models.Model) -> str:
        held = get_stored(obj, self.attname)
        return held.stored if isinstance(held, Sealed) else str(held or "")


class DigestField(models.CharField):  # type: ignore[type-arg]
    """The keyed digest of the sealed field `of`; NULL where that is empty, or was stored before the site had keys.

    A save that names its fields names this one too.
    """

    def __init__(self, *args: Any, of: str, **kwargs: Any) -> None:
        self.of = of
        super().__init__(*args, **{"max_length": 64, "null": True, "editable": False, **kwargs})

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        held = get_stored(model_instance, self.of)
        if not isinstance(held, Sealed):
            setattr(model_instance, self.attname, encryption.list_digests(held)[0] if held else None)
        return super().pre_save(model_instance, add)


def get_stored(row: models.Model, name: str) -> Sealed | str:
    """What a row holds of a secret, without opening it; true where there is any."""
    if name not in row.__dict__:
        row.refresh_from_db(fields=[name])
    held: Sealed | str = row.__dict__[name]
    return held


def read_word(row: models.Model, name: str) -> str:
    """A secret of a row; empty where there is none or its key is gone, which is logged."""
    try:
        word: str = getattr(row, name)
    except encryption.MissingKeyError as missing:
        logger.error("%s %s: %s can't be read: %s", row._meta.label, row.pk, name, missing)
        return ""
    return word


def is_unreadable(row: models.Model, name: str) -> bool:
    """Whether a row has a secret whose key is gone."""
    held = get_stored(row, name)
    return isinstance(held, Sealed) and encryption.find_fingerprint(held.stored) not in encryption.list_fingerprints()


def has_word(row: models.Model, name: str, word: str) -> bool:
    """Whether this word is the secret of a row, which isn't opened for it."""
    held = get_stored(row, name)
    if not word or not held:
        return False
    if not isinstance(held, Sealed):
        return hmac.compare_digest(held.encode(), word.encode("utf-8", "replace"))
    return getattr(row, f"{name}_digest") in encryption.list_digests(word)


def match_word(name: str, word: str) -> models.Q:
    """The condition for the row whose secret is this word: by its digest, or as it was stored before there were keys.

    What is sealed always has a digest, so that nobody gets in with the sealed text itself.
    """
    if not word or "\0" in word:
        return models.Q(pk__in=())
    is_old = models.Q(**{f"{name}_digest": None, name: word})
    return models.Q(**{f"{name}_digest__in": encryption.list_digests(word)}) | is_old
