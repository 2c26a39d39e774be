"""What is read off a text, as a page lists it, beside what is recorded of the card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.card_text import FACTS
from engine.model.cards import Card
from engine.model.names import fold

_LABELS = {
    "keywords": "Keywords",
    "printed_limit": "Copies that a deck may hold",
    "loyalty": "Loyalty",
    "power_symbols": "Power symbols",
    "super_powers": "Super powers",
    "level_up": "Levels up",
    "aka": "Also known as",
    "uses_piles": "Uses the pile",
    "member_of_piles": "Is in the pile",
    "deck_building": "About its deck",
}


@dataclass(frozen=True, slots=True)
class DerivedFact:
    """A fact that a text states, in words; `recorded` is what is recorded instead, where that says something else."""

    key: str
    label: str
    values: tuple[str, ...]
    recorded: tuple[str, ...] | None = None


def derived_facts(card: Card, derived: Mapping[str, Any]) -> list[DerivedFact]:
    """The facts that a text of a card states, in the order of the labels; no query."""
    recorded = {each.column: each.recorded for each in differences(_row(card), derived)}
    return [
        DerivedFact(
            key, label, tuple(_values(key, derived[key])), _recorded(key, recorded) if key in recorded else None
        )
        for key, label in _LABELS.items()
        if key in derived
    ]


def _recorded(key: str, recorded: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(_values(key, recorded[key]))


def _row(card: Card) -> dict[str, Any]:
    """The columns of the card that a text may contradict, as rows have them."""
    row: dict[str, Any] = {name: getattr(card, name) for name in FACTS if name != "keywords"}
    row["keywords"] = [[keyword.name, keyword.parameter] for keyword in card.keywords]
    return {name: list(value) if isinstance(value, tuple | frozenset) else value for name, value in row.items()}


def _values(key: str, value: Any) -> Iterator[str]:
    match key, value:
        case "keywords", [*pairs]:
            yield from (" ".join(filter(None, pair)) for pair in pairs)
        case "loyalty", {"kind": kind, "teams": teams}:
            yield ": ".join(filter(None, (str(kind), ", ".join(teams))))
        case "super_powers", [*powers]:
            yield from map(_power, powers)
        case "level_up", {"xp": xp, "name": name}:
            yield f"{name} ({xp} XP)" if name else f"at {xp} XP"
        case _, [*each]:
            yield from map(str, each)
        case _:
            yield str(value)


def _power(power: Mapping[str, Any]) -> str:
    """A super power by its name, with when it may be used and what it costs."""
    when = ["any turn"] if power.get("any_turn") else []
    when += ["any combat"] if power.get("any_combat") else []
    when += power.get("when") or []
    costs = " or ".join(" ".join(f"[{symbol}]" for symbol in way) for way in power.get("costs") or ())
    said = "; ".join(filter(None, (", ".join(when), costs)))
    name = str(power.get("name") or "without a name")
    return f"{name} ({said})" if said else name


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
