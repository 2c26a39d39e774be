"""Bans out of their file, with the formats they apply to spelled out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vsdb.catalog.cards.reading.cards import UNIVERSES, Known, type_of
from vsdb.catalog.cards.reading.files import LONGEST_WORD, Row, columns, one_of, read_table, refuse_repeated

COLUMNS = columns(
    "card identity versions type set team universe printings formats begins_earliest begins_latest "
    "ends_earliest ends_latest event reason replacement"
)
ALL = "all"


def read_bans(
    path: Path, known: Known, events: list[dict[str, Any]], heirs: Mapping[str, tuple[str, ...]]
) -> list[dict[str, Any]]:
    """The rows of bans.csv; raises InputError.

    `heirs` gives, for each format, itself and the formats that take over its bans.
    """
    rows = read_table(path, COLUMNS)
    refuse_repeated(rows, *COLUMNS[:-2])
    held = {event["name"]: event for event in events}
    bans = []
    for row in rows:
        begins = _begins(row, held)
        ends = row.day("ends_earliest"), row.day("ends_latest")
        if ends[1] and not ends[0]:
            row.place("ends_earliest").refuse("is empty, while the latest day is given")
        if ends[0] and ends[1] and ends[0] > ends[1]:
            row.place("ends_latest").refuse(f"{ends[1]} is before {ends[0]}, the earliest day")
        if ends[0] and ends[0] < begins[0]:
            row.place("ends_earliest").refuse(f"{ends[0]} is before {begins[0]}, the first day of its beginning")
        bans.append(
            {
                "card": row.required("card"),
                "identity": row.text("identity"),
                "versions": row.words_or_none("versions"),
                "type": type_of(row, known.game),
                "set_code": row.one_of("set", known.set_codes, "set in sets.csv"),
                "team": row.text("team", at_most=LONGEST_WORD),
                "universe": row.one_of("universe", UNIVERSES, "universe"),
                "printings": row.words("printings"),
                "formats": _formats(row, heirs),
                "begins_earliest": begins[0],
                "begins_latest": begins[1],
                "ends_earliest": ends[0],
                "ends_latest": ends[1],
                "event": row.text("event"),
                "reason": row.text("reason", at_most=200) or "",
                "replacement": row.text("replacement", at_most=40),
            }
        )
    return bans


def _begins(row: Row, held: Mapping[str, Mapping[str, str]]) -> tuple[str, str]:
    """The days between which it began: its own, else those of its event."""
    event = row.one_of("event", frozenset(held), "event in events.csv")
    begins = row.between("begins_earliest", "begins_latest")
    if begins:
        return begins
    if event is None:
        row.place("begins_earliest").refuse("is empty; a ban without an event begins between two days")
    return held[event]["earliest"], held[event]["latest"]


def _formats(row: Row, heirs: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The slugs of the formats, those that take over another's bans included."""
    row.required("formats")
    slugs = row.words("formats")
    if slugs == [ALL]:
        return slugs
    for slug in slugs:
        one_of(slug, frozenset(heirs), "format in formats.yaml", row.place("formats"))
    return list(dict.fromkeys(heir for slug in slugs for heir in heirs[slug]))
