"""Tables brought to hold exactly the given rows: only what differs is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model, Q

_AT_ONCE = 500
Keys = dict[tuple[Any, ...], Any]


@dataclass
class Tally:
    """What a load did to one table of one game; without a game it is a table that all share."""

    game: str
    table: str
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0


@dataclass(frozen=True)
class Target:
    """The rows of a model that are meant, by `scope`, and how a row is told from the others, by `key`.

    `fields` may change from load to load; what `implied` names follows from the key and is written with a new row only.
    """

    table: str
    model: type[Model]
    scope: Q
    key: tuple[str, ...]
    fields: tuple[str, ...] = ()
    implied: tuple[str, ...] = ()
    constant: Mapping[str, Any] = field(default_factory=dict)


class Load:
    """One load of one game: what was done to each table, and what is still to be removed."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.tallies: list[Tally] = []
        self._stale: list[tuple[type[Model], list[Any]]] = []

    def sync(self, target: Target, wanted: Iterable[Mapping[str, Any]]) -> Keys:
        """Add and change rows until all the wanted ones are there; the primary keys by the rows' natural keys.

        One query, and one for each batch that is written. What nobody wants any more goes in `remove_stale`.
        """
        manager = target.model._default_manager
        columns = (*target.key, *target.fields)
        width = len(target.key)
        held = {row[1 : width + 1]: row for row in manager.filter(target.scope).values_list("pk", *columns)}
        known = len(held)
        pks: Keys = {}
        new: list[Model] = []
        changed: list[Model] = []
        for row in wanted:
            values = tuple(row[name] for name in columns)
            found = held.pop(values[:width], None)
            if found is None:
                given = {name: row[name] for name in (*columns, *target.implied)}
                new.append(target.model(**target.constant, **given))
                continue
            pks[values[:width]] = found[0]
            if found[1:] != values:
                changed.append(target.model(pk=found[0], **dict(zip(columns, values, strict=True))))
        for made in manager.bulk_create(new, batch_size=_AT_ONCE):
            pks[tuple(getattr(made, name) for name in target.key)] = made.pk
        if changed:
            manager.bulk_update(changed, target.fields, batch_size=_AT_ONCE)
        stale = [row[0] for row in held.values()]
        self._stale.append((target.model, stale))
        unchanged = known - len(stale) - len(changed)
        self.tallies.append(Tally(self.game, target.table, len(new), len(changed), unchanged, len(stale)))
        return pks

    def remove_stale(self) -> None:
        """Delete what no file holds any more, the last table first, since later ones refer to earlier ones."""
        for model, stale in reversed(self._stale):
            for start in range(0, len(stale), _AT_ONCE):
                model._default_manager.filter(pk__in=stale[start : start + _AT_ONCE]).delete()
