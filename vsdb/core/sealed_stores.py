"""Everything that is stored under the site's keys: which keys it needs, and sealing it again with the newest.

The columns of models are found by themselves; a room enters what it keeps elsewhere (`register`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.apps import apps
from django.db import models, transaction

from vsdb.core import encryption
from vsdb.core.sealed_fields import DigestField, Sealed, SealedField

PORTION = 500  #: rows that are sealed in one transaction
IN_CLEAR = ""  #: the fingerprint of what isn't sealed
_SECONDS_KNOWN = 60  #: for which a process keeps whether a column needs a missing key
Write = Callable[[str], str]


class Store(Protocol):
    """Where secrets are kept. `name` says it to operators."""

    @property
    def name(self) -> str: ...

    def list_stored(self) -> Iterator[str]:
        """Every secret as it is stored."""

    def rewrite(self, is_due: Callable[[str], bool], write: Write) -> int:
        """Store again what is due, in portions; return how many secrets that were."""


@dataclass(frozen=True, slots=True)
class SealedColumn:
    """A sealed field of a model, with its digest where it has one."""

    model: type[models.Model]
    field: str

    @property
    def name(self) -> str:
        """`decks.Deck.secret`."""
        return f"{self.model._meta.label}.{self.field}"

    def list_stored(self) -> Iterator[str]:
        """Every secret as it is stored; one query."""
        held = self.model._default_manager.exclude(**{self.field: ""}).order_by()
        return map(_to_stored, held.values_list(self.field, flat=True).iterator())

    def rewrite(self, is_due: Callable[[str], bool], write: Write) -> int:
        """Store again what is due. What somebody renews meanwhile stays as they left it."""
        held = self.model._default_manager.exclude(**{self.field: ""}).order_by("pk").values_list("pk", self.field)
        count, last = 0, None
        while portion := list((held.filter(pk__gt=last) if last is not None else held)[:PORTION]):
            last = portion[-1][0]
            with transaction.atomic():
                for pk, value in portion:
                    if is_due(stored := _to_stored(value)):
                        count += self._write(pk, stored, write(stored))
        return count

    def _write(self, pk: Any, before: str, after: str) -> int:
        # Taken for sealed either way, so that the field writes it as it is.
        changed: dict[str, object] = {self.field: Sealed(after)}
        if digest := self._find_digest():
            is_kept = encryption.is_sealed(after)
            changed[digest] = encryption.list_digests(encryption.unseal(after))[0] if is_kept else None
        return self.model._default_manager.filter(pk=pk, **{self.field: before}).update(**changed)

    def _find_digest(self) -> str:
        found = (each for each in self.model._meta.fields if isinstance(each, DigestField) and each.of == self.field)
        return next((each.name for each in found), "")


def _to_stored(value: Sealed | str) -> str:
    return value.stored if isinstance(value, Sealed) else value


_entered: dict[str, Store] = {}


def register(store: Store) -> None:
    """Enter a store that is no sealed field; one entered again takes the place of its namesake."""
    _entered[store.name] = store


def list_stores() -> list[Store]:
    """Every place where secrets are kept, in the order of their names."""
    columns = [
        SealedColumn(model, field.name)
        for model in apps.get_models()
        for field in model._meta.local_fields
        if isinstance(field, SealedField)
    ]
    return sorted([*columns, *_entered.values()], key=lambda store: store.name)


def count_by_key() -> dict[str, Counter[str]]:
    """How many secrets each store keeps under each key, by the key's fingerprint; `IN_CLEAR` under none.

    Reads every secret: a second for some hundred thousand.
    """
    return {store.name: Counter(map(encryption.find_fingerprint, store.list_stored())) for store in list_stores()}


@dataclass(frozen=True, slots=True)
class MissingKey:
    """A key that stored secrets need and the site doesn't have; `places` are their numbers by store."""

    fingerprint: str
    places: Mapping[str, int]

    def __str__(self) -> str:
        where = ", ".join(f"{count} of {name}" for name, count in self.places.items())
        return (
            f"the key with the fingerprint {self.fingerprint} is missing; it opens {where}. "
            "Add it to FIELD_KEYS, or the DJANGO_SECRET_KEY that it came from to DJANGO_SECRET_KEY_FALLBACKS."
        )


def find_missing_keys(counts: Mapping[str, Counter[str]] | None = None) -> list[MissingKey]:
    """The keys that stored secrets need and the site doesn't have; none where all can be read."""
    known = {IN_CLEAR, *encryption.list_fingerprints()}
    counts = count_by_key() if counts is None else counts
    lacking = sorted({key for held in counts.values() for key in held} - known)
    return [MissingKey(key, {name: held[key] for name, held in counts.items() if held[key]}) for key in lacking]


def seal_anew() -> int:
    """Seal with the newest key what is stored in the clear or under an older one; return how many secrets that were.

    What needs a missing key stays as it is.
    """
    newest, *others = encryption.list_fingerprints()
    due = {IN_CLEAR, *others} - {newest}
    return sum(
        store.rewrite(
            lambda stored: encryption.find_fingerprint(stored) in due, lambda stored: encryption.seal(_read(stored))
        )
        for store in list_stores()
    )


def write_in_clear() -> int:
    """Store in the clear what the site has the keys for, as versions before sealed secrets want it; return how many."""
    known = set(encryption.list_fingerprints())
    return sum(
        store.rewrite(lambda stored: encryption.find_fingerprint(stored) in known, encryption.unseal)
        for store in list_stores()
    )


def _read(stored: str) -> str:
    return encryption.unseal(stored) if encryption.is_sealed(stored) else stored


_looked: dict[str, tuple[float, str]] = {}


def refuse_if_unreadable(model: type[models.Model], field: str) -> None:
    """Raise MissingKeyError where a key is missing that secrets of this column need: a word that isn't found may be one
    of those. Each process looks once a minute at most."""
    column = SealedColumn(model, field)
    checked_at, lacking = _looked.get(column.name, (float("-inf"), ""))
    if checked_at + _SECONDS_KNOWN < time.monotonic():
        needed = set(map(encryption.find_fingerprint, column.list_stored()))
        lacking = min(needed - {IN_CLEAR, *encryption.list_fingerprints()}, default="")
        _looked[column.name] = (time.monotonic(), lacking)
    if lacking:
        raise encryption.MissingKeyError(lacking)
