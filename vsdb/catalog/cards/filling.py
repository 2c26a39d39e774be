"""What is recorded of a card or a set, filled up with what a file says: blanks only, never what is recorded."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.model.names import fold, version_key
from vsdb.catalog.cards.identity import implied_by
from vsdb.catalog.cards.row_columns import CARD_FACTS, FIGURES, LABELS, MAY_BE_NONE, SET_FACTS

Row = Mapping[str, Any]
Printing = list[str | None]  # set, number, rarity
#: The columns of a card's row that a file may fill; its printings and links are added to, its versions name it.
TEXTS = ("identity", "type", "supertype", "universe", "rarity", "brand")
LISTS = tuple(name for name in ("teams", *LABELS) if name != "versions")
FILLED = (*TEXTS, *CARD_FACTS, "is_in_every_set", *FIGURES, *LISTS, "keywords")
SET_FILLED = ("name", "kind", "brand", "universe", "volume", *SET_FACTS[1:], "legal_from")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A column in which a file says something else than what is recorded."""

    column: str
    recorded: Any
    found: Any


def fill(game: str, row: Row, facts: Row) -> tuple[dict[str, Any], list[Disagreement]]:
    """The columns of a card's row that the facts fill, and those in which they contradict it."""
    filled, against = _fill(row, facts, FILLED)
    versions = facts.get("versions")
    if versions is not None and not row["versions_known"]:
        filled |= {"versions": list(versions), "versions_known": True}
    elif versions is not None and version_key(tuple(versions)) != version_key(tuple(row["versions"] or ())):
        against.append(Disagreement("versions", list(row["versions"] or ()), list(versions)))
    if filled:
        implied = implied_by(game, {**row, **filled})
        filled |= {column: value for column, value in implied.items() if row.get(column) != value}
    return filled, against


def fill_set(row: Row, facts: Row) -> tuple[dict[str, Any], list[Disagreement]]:
    """The columns of a set's row that the facts fill, and those in which they contradict it."""
    return _fill(row, facts, SET_FILLED)


def new_row(game: str, slug: str, facts: Row) -> dict[str, Any]:
    """The row of a card that no fixture has; its printings and links are added afterwards, in `add_printings`."""
    row: dict[str, Any] = {
        "slug": slug,
        **dict.fromkeys((*TEXTS, *CARD_FACTS, *FIGURES)),
        **{name: None if name in MAY_BE_NONE else [] for name in LISTS},
        "versions": [],
        "keywords": [],
        **{name: value for name, value in facts.items() if name not in ("printings", "linked")},
        "printings": [],
        "linked": [],
        "has_unrecorded_printing": True,
    }
    return row | implied_by(game, row)


def add_printings(row: dict[str, Any], found: Iterable[Printing], set_codes: Container[str]) -> list[Printing]:
    """Put printings into a card's row; those that said something new.

    A number fills the printing that is recorded without one, a rarity one without. A printing in a set that isn't
    recorded says something that can't be put there.
    """
    added = []
    for set_code, number, rarity in found:
        held = next((each for each in row["printings"] if each[:2] == [set_code, number]), None)
        if held is None and number:
            held = next((each for each in row["printings"] if each[:2] == [set_code, None]), None)
        elif held is None:
            held = next((each for each in row["printings"] if each[0] == set_code), None)
        if held is None:
            if set_code in set_codes:
                row["printings"].append([set_code, number, rarity])
            added.append([set_code, number, rarity])
        elif (number and not held[1]) or (rarity and not held[2]):
            held[1:] = [held[1] or number, held[2] or rarity]
            added.append([*held])
    return added


def _fill(row: Row, facts: Row, columns: tuple[str, ...]) -> tuple[dict[str, Any], list[Disagreement]]:
    filled, against = {}, []
    for column in columns:
        found = facts.get(column)
        if found is None:
            continue
        recorded = row.get(column)
        if _is_blank(column, recorded):
            if not (_is_blank(column, found)):
                filled[column] = found
        elif not _same(recorded, found):
            against.append(Disagreement(column, recorded, found))
    return filled, against


def _is_blank(column: str, value: Any) -> bool:
    """Whether nothing is recorded: an empty list says so too, but where "none" is recorded apart."""
    return value is None or value == "" or (value == [] and column not in MAY_BE_NONE)


def _same(recorded: Any, found: Any) -> bool:
    if isinstance(recorded, list) and isinstance(found, list | tuple):
        return sorted(map(_spelling, recorded)) == sorted(map(_spelling, found))
    return bool(_spelling(recorded) == _spelling(found))


def _spelling(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(_spelling(each) for each in value if each)
    return fold(value) if isinstance(value, str) else repr(value)
