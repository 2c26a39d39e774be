"""Where a card's text says something else than what is recorded of the card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.card_text import FACTS
from engine.model.names import fold

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact as it is recorded and as a text has it."""

    column: str
    recorded: Any
    derived: Any


def differences(row: Row, derived: Row) -> Iterator[Difference]:
    """Recorded facts of a card's row that a text contradicts; what isn't recorded contradicts nothing."""
    for column in FACTS:
        if column not in derived or not row.get(column):
            continue
        if _differ(column, row, derived[column]):
            yield Difference(column, row[column], derived[column])


def _differ(column: str, row: Row, derived: Any) -> bool:
    if column == "keywords":
        return _keywords_differ(row, derived)
    recorded = row[column]
    return bool(_spellings(recorded) != _spellings(derived) if isinstance(recorded, list) else recorded != derived)


def _keywords_differ(row: Row, derived: Any) -> bool:
    """Whether one has a keyword, or the parameter of one, that the other hasn't.

    A version (Army, Team-Up) that is recorded as a keyword isn't in the text, and a parameter needn't be recorded.
    """
    versions = _spellings(row.get("versions") or ())
    recorded = {(fold(name), parameter) for name, parameter in row["keywords"] if fold(name) not in versions}
    found = {(fold(name), parameter) for name, parameter in derived}
    bare = {name for name, parameter in recorded if parameter is None}
    return {each for each in recorded if each[1]} != {each for each in found if each[1] and each[0] not in bare} or {
        name for name, _ in recorded
    } != {name for name, _ in found if name not in versions}


def _spellings(values: Any) -> set[str]:
    return {fold(value) for value in values}
