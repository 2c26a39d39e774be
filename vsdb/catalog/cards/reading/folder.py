"""The fixtures of a game as rows: what `engine.model.reference` takes, checked, with formats and bans resolved."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from engine.model.cards import GAMES
from vsdb.catalog.cards.reading.bans import read_bans
from vsdb.catalog.cards.reading.cards import Known, read_cards, read_events, read_sets, read_teams
from vsdb.catalog.cards.reading.files import LONGEST_NOTE, LONGEST_WORD, Node, one_of, read_yaml
from vsdb.catalog.cards.reading.formats import Formats
from vsdb.catalog.rules.addresses import rule_slug

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


def read_keywords(path: Path) -> list[dict[str, Any]]:
    """The rows of keywords.yaml: name, gloss (empty where it has none), document and rule; raises InputError."""
    rows = []
    seen: dict[str, int] = {}
    for entry in read_yaml(path).listed():
        own = entry.mapping(("name", "gloss", "citation"), required=("name",))
        name = own["name"].text(at_most=LONGEST_WORD)
        if name in seen:
            own["name"].place.refuse(f"{name} stands in line {seen[name]} already")
        seen[name] = own["name"].place.line
        cited = own["citation"].mapping(("document", "rule"), ("document", "rule")) if "citation" in own else {}
        rows.append(
            {
                "name": name,
                "gloss": own["gloss"].text(at_most=LONGEST_NOTE) if "gloss" in own else "",
                "citation_document": cited["document"].text(at_most=40) if cited else "",
                "citation_rule": cited["rule"].text(at_most=LONGEST_WORD) if cited else "",
            }
        )
    return rows


def read_documents(path: Path) -> list[dict[str, Any]]:
    """The documents of documents.yaml, each with its rules in order; raises InputError."""
    rows = []
    seen: dict[str, int] = {}
    for entry in read_yaml(path).listed():
        own = entry.mapping(("slug", "name", "game", "edition_date", "note", "rules"), required=("slug", "name"))
        slug = own["slug"].text(at_most=LONGEST_WORD)
        if slug in seen:
            own["slug"].place.refuse(f"{slug} stands in line {seen[slug]} already")
        seen[slug] = own["slug"].place.line
        rows.append(
            {
                "slug": slug,
                "name": own["name"].text(at_most=160),
                "game": one_of(own["game"].text(), tuple(GAMES), "game", own["game"].place) if "game" in own else None,
                "edition_date": own["edition_date"].day() if "edition_date" in own else None,
                "note": own["note"].text(at_most=LONGEST_NOTE) if "note" in own else "",
                "rules": _rules(own["rules"]) if "rules" in own else [],
            }
        )
    return rows


def _rules(node: Node) -> list[dict[str, Any]]:
    rows = []
    seen: dict[str, int] = {}
    for entry in node.listed():
        own = entry.mapping(("number", "heading", "summary"), required=("number", "heading"))
        number = own["number"].text(at_most=LONGEST_WORD)
        slug = rule_slug(number)
        if slug in seen:
            own["number"].place.refuse(f"{number} stands in line {seen[slug]} already")
        seen[slug] = own["number"].place.line
        summary = own["summary"].text(at_most=600) if "summary" in own else ""
        rows.append({"number": number, "slug": slug, "heading": own["heading"].text(at_most=160), "summary": summary})
    return rows
