"""Reads the case files and chooses cases."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
VERDICTS, SEARCHES = "verdicts", "searches"
KINDS = (VERDICTS, SEARCHES)
#: Each level asks for everything that the levels before it ask for.
LEVELS = ("outcome", "codes", "citations", "figures")


@dataclass(frozen=True, slots=True)
class Case:
    """One question with its right answer. `asked` and `expected` are laid out as schema.json says."""

    id: str
    kind: str
    game: str
    why: str
    asked: dict[str, Any]
    expected: dict[str, Any]


def load_cases(kinds: Collection[str] = KINDS) -> tuple[Case, ...]:
    """The cases of these kinds, in the order of the files."""
    return tuple(_build_case(kind, row) for kind in KINDS if kind in kinds for row in load_file(kind)["cases"])


def load_file(kind: str) -> dict[str, Any]:
    """A whole case file, with its version and its documents."""
    loaded: dict[str, Any] = json.loads((FOLDER / f"{kind}.json").read_text(encoding="utf-8"))
    return loaded


def choose(cases: Sequence[Case], games: Collection[str] = (), ids: Collection[str] = ()) -> tuple[Case, ...]:
    """The cases of these games whose id is one of these or fits one as a pattern, such as `ban-*`; empty: all."""
    return tuple(
        case
        for case in cases
        if (not games or case.game in games) and (not ids or any(fnmatchcase(case.id, each) for each in ids))
    )


def _build_case(kind: str, row: dict[str, Any]) -> Case:
    if kind == VERDICTS:
        asked = {name: row[name] for name in ("game", "format", "as_of")}
        asked = {"deck": "\n".join(row["deck"]), **asked}
    else:
        asked = {"q": row["q"], "game": row["game"]}
    return Case(row["id"], kind, row["game"], row["why"], asked, row["expect"])
