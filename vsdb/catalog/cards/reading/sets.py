"""Sets, teams and events out of their files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vsdb.catalog.cards.reading.files import LONGEST_NOTE, LONGEST_WORD, columns, read_table, refuse_repeated

SET_COLUMNS = columns(
    "code code_verified name kind brand universe volume issue_order card_count numbered_to "
    "released_earliest released_latest legal_from follows official confidence note"
)
KINDS = ("expansion", "starter", "crossover", "promo", "giant-size", "issue")
SET_UNIVERSES = ("Illustrated", "Photographic", "Mixed")
OFFICIAL = ("yes", "doubtful", "no")
CONFIDENCE = ("high", "medium", "low")
ALIGNMENTS = ("Good", "Evil", "Neutral")


def read_sets(path: Path) -> list[dict[str, Any]]:
    """The rows of sets.csv; raises InputError."""
    rows = read_table(path, SET_COLUMNS)
    refuse_repeated(rows, "code")
    codes = frozenset(row.cells["code"] for row in rows)
    sets = []
    for row in rows:
        released = row.between("released_earliest", "released_latest")
        if released is None:
            row.place("released_earliest").refuse("is empty; a release lies between two days, however far apart")
        follows = row.one_of("follows", codes, "set")
        if follows == row.cells["code"]:
            row.place("follows").refuse(f"{follows} can't follow itself")
        row.required("code_verified")
        row.required("official")
        sets.append(
            {
                "code": row.required("code", at_most=10),
                "code_verified": row.flag("code_verified"),
                "name": row.required("name"),
                "kind": row.one_of("kind", KINDS, "kind of set"),
                "brand": row.text("brand", at_most=40),
                "universe": row.one_of("universe", SET_UNIVERSES, "universe"),
                "volume": row.text("volume", at_most=12),
                "issue_order": row.count("issue_order"),
                "card_count": row.count("card_count"),
                "numbered_to": row.count("numbered_to"),
                "released_earliest": released[0],
                "released_latest": released[1],
                "legal_from": row.day("legal_from"),
                "follows": follows,
                "official": row.one_of("official", OFFICIAL, "answer"),
                "confidence": row.one_of("confidence", CONFIDENCE, "confidence"),
                "note": row.text("note", at_most=LONGEST_NOTE),
            }
        )
    return sets


def read_teams(path: Path) -> list[dict[str, Any]]:
    """The rows of teams.csv; none where a game has no such file. Raises InputError."""
    if not path.exists():
        return []
    rows = read_table(path, ("name", "alignment"))
    refuse_repeated(rows, "name")
    return [
        {
            "name": row.required("name", at_most=LONGEST_WORD),
            "alignment": row.one_of("alignment", ALIGNMENTS, "alignment"),
        }
        for row in rows
    ]


def read_events(path: Path) -> list[dict[str, Any]]:
    """The rows of events.csv; none where a game has no such file. Raises InputError."""
    if not path.exists():
        return []
    rows = read_table(path, ("name", "earliest", "latest"))
    refuse_repeated(rows, "name")
    events = []
    for row in rows:
        held = row.between("earliest", "latest")
        if held is None:
            row.place("earliest").refuse("is empty; an event took place between two days")
        events.append({"name": row.required("name"), "earliest": held[0], "latest": held[1]})
    return events
