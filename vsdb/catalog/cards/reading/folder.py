"""The fixtures of a game as rows that `engine.model.reference` takes, with bans resolved; keywords, rules documents."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from engine.model.cards import GAMES
from vsdb.catalog.cards.reading.cards import (
    UNIVERSES,
    KnownReferences,
    parse_type,
    read_cards,
    read_events,
    read_sets,
    read_teams,
)
from vsdb.catalog.cards.reading.files import (
    MAX_NOTE_LENGTH,
    MAX_WORD_LENGTH,
    CsvRow,
    YamlNode,
    parse_choice,
    read_table,
    read_yaml,
    refuse_repeated,
    split_columns,
)
from vsdb.catalog.cards.reading.formats import FormatRows

Rows = list[dict[str, Any]]
BAN_COLUMNS = split_columns(
    "card identity versions type set team universe printings formats begins_earliest begins_latest "
    "ends_earliest ends_latest event reason replacement"
)
ALL = "all"


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
        return fingerprint_rows(
            {field.name: getattr(self, field.name) for field in fields(self) if field.name != "keywords"}
        )


def fingerprint_rows(facts: object) -> str:
    """A fingerprint of plain rows, in whatever order their keys stand."""
    text = json.dumps(facts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read_game(folder: Path, game: str) -> GameRows:
    """Read the files of a game's folder; raises InputError with file, line and column at the first mistake."""
    sets = read_sets(folder / "sets.csv")
    teams = read_teams(folder / "teams.csv")
    brands = frozenset(row["brand"] for row in sets if row["brand"])
    known = KnownReferences(
        game, frozenset(row["code"] for row in sets), frozenset(row["name"] for row in teams), brands
    )
    events = read_events(folder / "events.csv")
    formats = FormatRows(folder / "formats.yaml", known)
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
        name = own["name"].text(at_most=MAX_WORD_LENGTH)
        if name in seen:
            own["name"].place.refuse(f"{name} stands in line {seen[name]} already")
        seen[name] = own["name"].place.line
        cited = own["citation"].mapping(("document", "rule"), ("document", "rule")) if "citation" in own else {}
        rows.append(
            {
                "name": name,
                "gloss": own["gloss"].text(at_most=MAX_NOTE_LENGTH) if "gloss" in own else "",
                "citation_document": cited["document"].text(at_most=40) if cited else "",
                "citation_rule": cited["rule"].text(at_most=MAX_WORD_LENGTH) if cited else "",
            }
        )
    return rows


def read_documents(path: Path) -> list[dict[str, Any]]:
    """The documents of documents.yaml, each with its rules in order; raises InputError."""
    rows = []
    seen: dict[str, int] = {}
    for entry in read_yaml(path).listed():
        own = entry.mapping(("slug", "name", "game", "edition_date", "note", "rules"), required=("slug", "name"))
        slug = own["slug"].text(at_most=MAX_WORD_LENGTH)
        if slug in seen:
            own["slug"].place.refuse(f"{slug} stands in line {seen[slug]} already")
        seen[slug] = own["slug"].place.line
        rows.append(
            {
                "slug": slug,
                "name": own["name"].text(at_most=160),
                "game": parse_choice(own["game"].text(), tuple(GAMES), "game", own["game"].place)
                if "game" in own
                else None,
                "edition_date": own["edition_date"].day() if "edition_date" in own else None,
                "note": own["note"].text(at_most=MAX_NOTE_LENGTH) if "note" in own else "",
                "rules": _rules(own["rules"]) if "rules" in own else [],
            }
        )
    return rows


def _rules(node: YamlNode) -> list[dict[str, Any]]:
    # The module of the tables, which only a program with Django set up can import; the others read cards and formats.
    from vsdb.catalog.rules.models import rule_slug

    rows = []
    seen: dict[str, int] = {}
    for entry in node.listed():
        own = entry.mapping(("number", "heading", "summary"), required=("number", "heading"))
        number = own["number"].text(at_most=MAX_WORD_LENGTH)
        slug = rule_slug(number)
        if slug in seen:
            own["number"].place.refuse(f"{number} stands in line {seen[slug]} already")
        seen[slug] = own["number"].place.line
        summary = own["summary"].text(at_most=600) if "summary" in own else ""
        rows.append({"number": number, "slug": slug, "heading": own["heading"].text(at_most=160), "summary": summary})
    return rows


def read_bans(
    path: Path, known: KnownReferences, events: list[dict[str, Any]], heirs: Mapping[str, tuple[str, ...]]
) -> list[dict[str, Any]]:
    """The rows of bans.csv; raises InputError.

    `heirs` gives, for each format, itself and the formats that take over its bans.
    """
    rows = read_table(path, BAN_COLUMNS)
    refuse_repeated(rows, *BAN_COLUMNS[:-2])
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
                "type": parse_type(row, known.game),
                "set_code": row.one_of("set", known.set_codes, "set in sets.csv"),
                "team": row.text("team", at_most=MAX_WORD_LENGTH),
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


def _begins(row: CsvRow, held: Mapping[str, Mapping[str, str]]) -> tuple[str, str]:
    """The days between which it began: its own, else those of its event."""
    event = row.one_of("event", frozenset(held), "event in events.csv")
    begins = row.between("begins_earliest", "begins_latest")
    if begins:
        return begins
    if event is None:
        row.place("begins_earliest").refuse("is empty; a ban without an event begins between two days")
    return held[event]["earliest"], held[event]["latest"]


def _formats(row: CsvRow, heirs: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The slugs of the formats, those that take over another's bans included."""
    row.required("formats")
    slugs = row.words("formats")
    if slugs == [ALL]:
        return slugs
    for slug in slugs:
        parse_choice(slug, frozenset(heirs), "format in formats.yaml", row.place("formats"))
    return list(dict.fromkeys(heir for slug in slugs for heir in heirs[slug]))
