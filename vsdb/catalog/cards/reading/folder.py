"""The fixtures of a game as rows that `engine.model.reference` takes, with bans resolved; keywords, rules documents."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from engine.formats.definitions import POOLS
from engine.formats.definitions import KnownNames as KnownToParts
from engine.formats.definitions.definition import FIGURES, validate_pool, validate_restriction
from engine.formats.definitions.parts import UNIVERSES as FORMAT_UNIVERSES
from engine.formats.definitions.terms import DefinitionProblem
from engine.model.cards import GAMES
from vsdb.catalog.cards.reading.cards import (
    UNIVERSES,
    KnownReferences,
    parse_type,
    read_cards,
    read_events,
    read_regional_days,
    read_sets,
    read_teams,
)
from vsdb.catalog.cards.reading.files import (
    MAX_NOTE_LENGTH,
    MAX_WORD_LENGTH,
    CsvRow,
    YamlNode,
    parse_address,
    parse_choice,
    read_table,
    read_yaml,
    split_columns,
)

Rows = list[dict[str, Any]]
BAN_COLUMNS = split_columns(
    "card identity versions type set team universe printings formats begins_earliest begins_latest "
    "ends_earliest ends_latest event reason replacement"
)
FORMAT_FIELDS = split_columns(
    "slug name kind short aliases starts ends inherits pool_of bans_of universe_of pool construction "
    "construction_changes universe restrictions doubts notes recorded"
)
POOL_FIELDS = ("kind", *dict.fromkeys(term.name for part in POOLS.values() for term in part.terms))
_STEPS = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]", re.ASCII)
_FROM_ANOTHER = ("inherits", "pool_of", "bans_of", "universe_of")


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
        names = (field.name for field in fields(self) if field.name != "keywords")
        return fingerprint_rows({name: getattr(self, name) for name in names})


def fingerprint_rows(facts: object) -> str:
    """A fingerprint of plain rows, in whatever order their keys stand."""
    text = json.dumps(facts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read_game(folder: Path, game: str) -> GameRows:
    """Read the files of a game's folder; raises InputError with file, line and column at the first mistake."""
    sets = read_sets(folder / "sets.csv")
    read_regional_days(folder / "regional-days.csv", sets)
    teams = read_teams(folder / "teams.csv")
    named = (row["code"] for row in sets), (row["name"] for row in teams), (row["brand"] for row in sets)
    known = KnownReferences(game, *(frozenset(filter(None, names)) for names in named))
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


def read_keywords(path: Path) -> Rows:
    """The rows of keywords.yaml: name, gloss (empty where it has none), document and rule; raises InputError."""
    rows = []
    for name, own in read_yaml(path).unique("name", ("name", "gloss", "citation"), ("name",)):
        cited = own["citation"].mapping(("document", "rule"), ("document", "rule")) if "citation" in own else {}
        gloss = own["gloss"].text(at_most=MAX_NOTE_LENGTH) if "gloss" in own else ""
        document = cited["document"].text(at_most=40) if cited else ""
        rule = cited["rule"].text(at_most=MAX_WORD_LENGTH) if cited else ""
        rows.append({"name": name, "gloss": gloss, "citation_document": document, "citation_rule": rule})
    return rows


def read_documents(path: Path) -> Rows:
    """The documents of documents.yaml, each with its rules in order; raises InputError."""
    keys = ("slug", "name", "game", "edition_date", "note", "rules")
    return [
        {
            "slug": slug,
            "name": own["name"].text(at_most=160),
            "game": parse_choice((game := own["game"]).text(), tuple(GAMES), "game", game.place)
            if "game" in own
            else None,
            "edition_date": own["edition_date"].day() if "edition_date" in own else None,
            "note": own["note"].text(at_most=MAX_NOTE_LENGTH) if "note" in own else "",
            "rules": _rules(own["rules"]) if "rules" in own else [],
        }
        for slug, own in read_yaml(path).unique("slug", keys, ("slug", "name"))
    ]


def _rules(node: YamlNode) -> Rows:
    # The module of the tables, which only a program with Django set up can import; the others read cards and formats.
    from vsdb.catalog.rules.models import rule_slug

    rows = []
    for number, own in node.unique("number", ("number", "heading", "summary"), ("number", "heading"), rule_slug):
        summary = own["summary"].text(at_most=600) if "summary" in own else ""
        heading = own["heading"].text(at_most=160)
        rows.append({"number": number, "slug": rule_slug(number), "heading": heading, "summary": summary})
    return rows


def read_bans(path: Path, known: KnownReferences, events: Rows, heirs: Mapping[str, tuple[str, ...]]) -> Rows:
    """The rows of bans.csv; raises InputError.

    `heirs` gives, for each format, itself and the formats that take over its bans.
    """
    held = {event["name"]: event for event in events}
    bans = []
    for row in read_table(path, BAN_COLUMNS, *BAN_COLUMNS[:-2]):
        begins = _begins(row, held)
        ends = row.day("ends_earliest"), row.day("ends_latest")
        if ends[1] and not ends[0]:
            row.place("ends_earliest").refuse("a value is required, since the latest day is given")
        if ends[0] and ends[1] and ends[0] > ends[1]:
            row.place("ends_latest").refuse(f"{ends[1]} is before the earliest day, {ends[0]}")
        if ends[0] and ends[0] < begins[0]:
            row.place("ends_earliest").refuse(f"{ends[0]} is before the ban begins, {begins[0]} at the earliest")
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
    if event is None:
        return row.days("begins_earliest", "begins_latest", "give the earliest and the latest first day, or an event")
    return row.between("begins_earliest", "begins_latest") or (held[event]["earliest"], held[event]["latest"])


def _formats(row: CsvRow, heirs: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The slugs of the formats, those that take over another's bans included."""
    row.required("formats")
    slugs = row.words("formats")
    if slugs == ["all"]:
        return slugs
    for slug in slugs:
        parse_choice(slug, frozenset(heirs), "format in formats.yaml", row.place("formats"))
    return list(dict.fromkeys(heir for slug in slugs for heir in heirs[slug]))


class FormatRows:
    """The formats of a file: `rows` with nothing left to look up, and `heirs`, where a format's bans reach."""

    def __init__(self, path: Path, known: KnownReferences) -> None:
        self._known = known
        self._parts = KnownToParts(known.game, known.set_codes, known.brands)
        self._nodes: dict[str, dict[str, YamlNode]] = {}
        self._places: dict[str, YamlNode] = {}
        for entry in read_yaml(path).listed():
            self._add(entry)
        self._check_references()
        self.rows = [self._row(slug) for slug in self._nodes]
        sources = {slug: [*self._ban_sources(slug)] for slug in self._nodes}
        self.heirs = {slug: tuple(other for other in sources if slug in sources[other]) for slug in sources}

    def _add(self, entry: YamlNode) -> None:
        named = entry.mapping(FORMAT_FIELDS, required=("slug", "name"))
        slug = parse_address(named["slug"].text(at_most=MAX_WORD_LENGTH), named["slug"].place)
        if slug in self._nodes:
            named["slug"].place.refuse(f"{slug} is already on line {self._places[slug].place.line}")
        for short in named["short"].listed() if "short" in named else ():
            for other, node in self._nodes.items():
                if short.text() == other or ("short" in node and short.text() in node["short"].plain):
                    short.place.refuse(f"{short.text()} is already a name of {other}")
        self._nodes[slug] = named
        self._places[slug] = entry

    def _check_references(self) -> None:
        """Refuse a format that refers to one that isn't there, or in a circle back to itself."""
        for slug, named in self._nodes.items():
            for key in _FROM_ANOTHER:
                if key in named:
                    parse_choice(named[key].text(), frozenset(self._nodes), "format of this file", named[key].place)
            for taken in ("pool_of", "bans_of", "universe_of", None):
                self._refuse_circle(slug, taken)

    def _refuse_circle(self, slug: str, key: str | None) -> None:
        seen = [slug]
        while (source := self._source(seen[-1], key)) is not None:
            if source in seen:
                named = self._nodes[seen[-1]]
                node = named.get(key or "inherits") or named["inherits"]
                node.place.refuse(f"circular reference between formats: {' -> '.join([*seen, source])}")
            seen.append(source)

    def _source(self, slug: str, key: str | None) -> str | None:
        """The format that a format takes something over from: the one named for it, else the one it inherits."""
        named = self._nodes[slug]
        node = named.get(key or "") or named.get("inherits")
        return node.text() if node else None

    def _ban_sources(self, slug: str) -> Iterator[str]:
        """The formats whose bans reach a format, itself first."""
        source: str | None = slug
        while source is not None:
            yield source
            source = self._source(source, "bans_of")

    def _row(self, slug: str) -> dict[str, Any]:
        named = self._nodes[slug]
        return {
            "slug": slug,
            "name": named["name"].text(),
            "kind": named["kind"].text(at_most=60) if "kind" in named else "",
            "short": named["short"].texts() if "short" in named else [],
            "aliases": named["aliases"].texts() if "aliases" in named else [],
            "starts": _read_interval(named.get("starts")),
            "ends": _read_interval(named.get("ends"), may_be_open=True),
            "inherits": named["inherits"].text() if "inherits" in named else None,
            "pool": self._pool(slug),
            "construction": self._construction(slug),
            **({"construction_changes": changes} if (changes := self._construction_changes(slug)) else {}),
            "universe": self._universe(slug),
            "restrictions": self._restrictions(slug),
            "doubts": named["doubts"].texts(at_most=MAX_NOTE_LENGTH) if "doubts" in named else [],
            "notes": named["notes"].text(at_most=MAX_NOTE_LENGTH) if "notes" in named else "",
            "recorded": [self._recorded(entry) for entry in named["recorded"].listed()] if "recorded" in named else [],
        }

    def _recorded(self, entry: YamlNode) -> dict[str, Any]:
        own = entry.mapping(("days", "said", "sets", "without", "bans"), required=("days", "said"))
        for code in (code for key in ("sets", "without") if key in own for code in own[key].listed()):
            parse_choice(code.text(), self._known.set_codes, "set in sets.csv", code.place)
        return {
            "days": _read_interval(own["days"]),
            "said": own["said"].text(at_most=MAX_NOTE_LENGTH),
            **{key: own[key].texts() for key in ("sets", "without", "bans") if key in own},
        }

    def _pool(self, slug: str) -> dict[str, Any]:
        if (node := self._nodes[slug].get("pool")) is None:
            source = self._source(slug, "pool_of")
            return self._pool(source) if source else {"kind": "all"}
        pool = node.mapping(POOL_FIELDS, required=("kind",))
        _refuse_first(validate_pool(node.plain, self._parts), node, "pool")
        return {key: value.plain for key, value in pool.items()}

    def _construction(self, slug: str) -> dict[str, Any]:
        source, named = self._source(slug, None), self._nodes[slug].get("construction")
        own = {key: node.count() for key, node in named.mapping(FIGURES).items()} if named else {}
        return {**(self._construction(source) if source else {}), **own}

    def _construction_changes(self, slug: str) -> list[dict[str, Any]]:
        """Figures with the day since which they hold, in the order of their days."""
        if (named := self._nodes[slug].get("construction_changes")) is None:
            return self._inherited_changes(slug)
        rows: list[dict[str, Any]] = []
        for entry in named.listed():
            own = entry.mapping(("since", *FIGURES), required=("since",))
            since = own["since"].day()
            if rows and since <= rows[-1]["since"]:
                own["since"].place.refuse(f"{since} is not after {rows[-1]['since']}, the change before it")
            if len(own) == 1:
                entry.place.refuse(f"no figure changes on {since}; the figures are {', '.join(FIGURES)}")
            rows.append({"since": since, **{key: node.count() for key, node in own.items() if key != "since"}})
        return rows

    def _inherited_changes(self, slug: str) -> list[dict[str, Any]]:
        """Those of the format that it inherits from, but for figures that it gives itself."""
        if (source := self._source(slug, None)) is None:
            return []
        named = self._nodes[slug].get("construction")
        own = named.fields.keys() if named else ()
        rows = self._construction_changes(source)
        kept = [{key: value for key, value in row.items() if key not in own} for row in rows]
        return [row for row in kept if len(row) > 1]

    def _universe(self, slug: str) -> str | None:
        if (node := self._nodes[slug].get("universe")) is None:
            source = self._source(slug, "universe_of")
            return self._universe(source) if source else None
        allowed = FORMAT_UNIVERSES
        return None if node.plain is None else parse_choice(node.text(), allowed, "universe of a format", node.place)

    def _restrictions(self, slug: str) -> list[dict[str, Any]]:
        if (named := self._nodes[slug].get("restrictions")) is None:
            source = self._source(slug, None)
            return self._restrictions(source) if source else []
        rows = []
        for entry in named.listed():
            own = entry.mapping(("kind", "terms"), required=("kind",))
            _refuse_first(validate_restriction(entry.plain, "restriction", self._parts), entry, "restriction")
            kind = own["kind"].text()
            rows.append({"kind": kind, "terms": own["terms"].plain if "terms" in own else {}})
        return rows


def _refuse_first(problems: Iterable[DefinitionProblem], node: YamlNode, name: str) -> None:
    """Refuse the first of these problems where it stands; their places begin with `name`."""
    for problem in problems:
        _find_node(node, problem.place.removeprefix(name)).place.refuse(problem.message)


def _find_node(node: YamlNode, path: str) -> YamlNode:
    """The node at a path like `.terms.pairs[2]`, or the innermost one on the way to it."""
    for key, number in _STEPS.findall(path):
        found = node.fields.get(key) if key else dict(enumerate(node.entries)).get(int(number))
        if found is None:
            break
        node = found
    return node


def _read_interval(node: YamlNode | None, *, may_be_open: bool = False) -> list[str | None] | None:
    """The earliest and the latest day; of an end the latest may be null, where it is open."""
    if node is None or node.plain is None:
        return None
    days = node.listed()
    if len(days) != 2:
        node.place.refuse(
            f"expected the earliest and the latest day, found {len(days)} day{'' if len(days) == 1 else 's'}"
        )
    earliest = days[0].day()
    if may_be_open and days[1].plain is None:
        return [earliest, None]
    latest = days[1].day()
    if latest < earliest:
        days[1].place.refuse(f"{latest} is before the earliest day, {earliest}")
    return [earliest, latest]
