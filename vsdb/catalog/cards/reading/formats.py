"""Formats out of their file, with what they take over from one another resolved."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.formats.definitions import POOLS
from engine.formats.definitions import KnownNames as KnownToParts
from engine.formats.definitions.definition import FIGURES, validate_pool, validate_restriction
from engine.formats.definitions.parts import UNIVERSES
from engine.formats.definitions.terms import DefinitionProblem
from vsdb.catalog.cards.reading.cards import KnownReferences
from vsdb.catalog.cards.reading.files import (
    MAX_NOTE_LENGTH,
    MAX_WORD_LENGTH,
    YamlNode,
    parse_address,
    parse_choice,
    read_yaml,
    split_columns,
)

FIELDS = split_columns(
    "slug name kind short aliases starts ends inherits pool_of bans_of universe_of pool construction "
    "universe restrictions doubts notes recorded"
)
POOL_FIELDS = ("kind", *dict.fromkeys(term.name for part in POOLS.values() for term in part.terms))
RECORDED_FIELDS = ("days", "said", "sets", "without", "bans")
_STEPS = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]", re.ASCII)
_FROM_ANOTHER = ("inherits", "pool_of", "bans_of", "universe_of")


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
        self.heirs: Mapping[str, tuple[str, ...]] = {
            slug: tuple(other for other in self._nodes if slug in self._ban_sources(other)) for slug in self._nodes
        }

    def _add(self, entry: YamlNode) -> None:
        named = entry.mapping(FIELDS, required=("slug", "name"))
        slug = parse_address(named["slug"].text(at_most=MAX_WORD_LENGTH), named["slug"].place)
        if slug in self._nodes:
            named["slug"].place.refuse(f"{slug} stands in line {self._places[slug].place.line} already")
        for short in named["short"].listed() if "short" in named else ():
            for other, node in self._nodes.items():
                if short.text() == other or ("short" in node and short.text() in node["short"].plain):
                    short.place.refuse(f"{short.text()} is a name of {other} already")
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
                node.place.refuse(f"the formats refer to one another in a circle: {' -> '.join([*seen, source])}")
            seen.append(source)

    def _source(self, slug: str, key: str | None) -> str | None:
        """The format that a format takes something over from: the one named for it, else the one it inherits."""
        named = self._nodes[slug]
        node = named.get(key) if key else None
        node = node or named.get("inherits")
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
            "universe": self._universe(slug),
            "restrictions": self._restrictions(slug),
            "doubts": named["doubts"].texts(at_most=MAX_NOTE_LENGTH) if "doubts" in named else [],
            "notes": named["notes"].text(at_most=MAX_NOTE_LENGTH) if "notes" in named else "",
            "recorded": [self._recorded(entry) for entry in named["recorded"].listed()] if "recorded" in named else [],
        }

    def _recorded(self, entry: YamlNode) -> dict[str, Any]:
        own = entry.mapping(RECORDED_FIELDS, required=("days", "said"))
        for code in (code for key in ("sets", "without") if key in own for code in own[key].listed()):
            parse_choice(code.text(), self._known.set_codes, "set in sets.csv", code.place)
        return {
            "days": _read_interval(own["days"]),
            "said": own["said"].text(at_most=MAX_NOTE_LENGTH),
            **{key: own[key].texts() for key in ("sets", "without", "bans") if key in own},
        }

    def _pool(self, slug: str) -> dict[str, Any]:
        named = self._nodes[slug]
        if "pool" not in named:
            source = self._source(slug, "pool_of")
            return self._pool(source) if source else {"kind": "all"}
        pool = named["pool"].mapping(POOL_FIELDS, required=("kind",))
        _refuse_first(validate_pool(named["pool"].plain, self._parts), named["pool"], "pool")
        return {key: node.plain for key, node in pool.items()}

    def _construction(self, slug: str) -> dict[str, Any]:
        named = self._nodes[slug]
        source = named["inherits"].text() if "inherits" in named else None
        row = self._construction(source) if source else {}
        if "construction" in named:
            own = named["construction"].mapping(FIGURES)
            row |= {key: node.count() for key, node in own.items()}
        return row

    def _universe(self, slug: str) -> str | None:
        named = self._nodes[slug]
        if "universe" not in named:
            source = self._source(slug, "universe_of")
            return self._universe(source) if source else None
        node = named["universe"]
        return None if node.plain is None else parse_choice(node.text(), UNIVERSES, "universe of a format", node.place)

    def _restrictions(self, slug: str) -> list[dict[str, Any]]:
        named = self._nodes[slug]
        if "restrictions" not in named:
            return self._restrictions(named["inherits"].text()) if "inherits" in named else []
        rows = []
        for entry in named["restrictions"].listed():
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
        node.place.refuse(f"{len(days)} days stand where the earliest and the latest are expected")
    earliest = days[0].day()
    if may_be_open and days[1].plain is None:
        return [earliest, None]
    latest = days[1].day()
    if latest < earliest:
        days[1].place.refuse(f"{latest} is before {earliest}, the earliest day")
    return [earliest, latest]
