"""The fixtures of a game as rows: what `engine.model.reference` takes, checked, with formats and bans resolved."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from vsdb.catalog.cards.reading.bans import read_bans
from vsdb.catalog.cards.reading.cards import Known, read_cards, read_events, read_sets, read_teams
from vsdb.catalog.cards.reading.formats import Formats
from vsdb.catalog.cards.reading.rules import read_keywords

Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class GameRows:
    """Everything that the files say of one game, in the order in which they say it; cards by their slugs."""

    game: str
    sets: Rows
    teams: Rows
    cards: Rows
    keywords: Rows
    events: Rows
    formats: Rows
    bans: Rows

    @property
    def data_version(self) -> str:
        """The fingerprint of the facts, our glosses left out: the same facts give the same one everywhere."""
        return fingerprint(
            {field.name: getattr(self, field.name) for field in fields(self) if field.name != "keywords"}
        )


def fingerprint(facts: object) -> str:
    """A fingerprint of plain rows, in whatever order their keys stand."""
    text = json.dumps(facts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read_game(folder: Path, game: str) -> GameRows:
    """Read the files of a game's folder; raises InputError with file, line and column at the first mistake."""
    sets = read_sets(folder / "sets.csv")
    teams = read_teams(folder / "teams.csv")
    brands = frozenset(row["brand"] for row in sets if row["brand"])
    known = Known(game, frozenset(row["code"] for row in sets), frozenset(row["name"] for row in teams), brands)
    events = read_events(folder / "events.csv")
    formats = Formats(folder / "formats.yaml", known)
    return GameRows(
        game=game,
        sets=sets,
        teams=teams,
        cards=sorted(read_cards(folder / "cards.csv", known), key=lambda row: str(row["slug"])),
        keywords=read_keywords(folder / "keywords.yaml"),
        events=events,
        formats=formats.rows,
        bans=read_bans(folder / "bans.csv", known, events, formats.heirs),
    )
