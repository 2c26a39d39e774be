"""Plain rows into engine values: the one door through which facts come in, from a database, a dump or a test.

A reference is four lists of rows. Missing keys and `None` both mean "not recorded".

A card: `slug name title copy_key type identity versions versions_known supertype level cost cost_kind atk defense
health energy power might teams alignments universe domains power_symbols keywords traits tags aka has_flight has_range
is_concealed printed_limit linked uses_piles member_of_piles rarity brand is_in_every_set has_unrecorded_printing
printings`, where keywords are `[name, parameter]` pairs and printings are `[set, number, rarity]`.
A set: `code name released_earliest released_latest legal_from kind brand universe volume follows official`.
A format: `slug name kind short aliases starts ends pool construction universe restrictions doubts notes`, already
resolved: nothing in it refers to another format. A ban: the fields of `engine.formats.Ban`, with
`begins_earliest begins_latest ends_earliest ends_latest`. Days are ISO text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from engine.cards import VS_2PCG, Between, Card, CardSet, Keyword, Printing
from engine.catalog import Catalog
from engine.formats import Ban, Construction, Format, Pool, Restriction
from engine.rulesets.pcg_levels import with_followers

Row = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Reference:
    """Everything that is known of one game, at one data version."""

    game: str
    data_version: str
    catalog: Catalog
    sets: Mapping[str, CardSet]
    formats: Mapping[str, Format]

    def format(self, slug: str) -> Format | None:
        """The format of that slug or short name."""
        return self.formats.get(slug) or next((fmt for fmt in self.formats.values() if slug in fmt.short), None)


def build_reference(
    game: str,
    *,
    cards: Iterable[Row],
    sets: Iterable[Row],
    formats: Iterable[Row],
    bans: Iterable[Row],
    data_version: str = "",
) -> Reference:
    """The reference of a game out of its rows, in the order they are given."""
    sets_by_code = {row["code"]: card_set(game, row) for row in sets}
    all_bans = tuple(ban(row) for row in bans)
    built = (format_value(game, row, sets_by_code, all_bans, data_version) for row in formats)
    all_cards: Iterable[Card] = (card(game, row) for row in cards)
    catalog = Catalog(game, with_followers(all_cards) if game == VS_2PCG else all_cards, sets_by_code)
    return Reference(game, data_version, catalog, sets_by_code, {fmt.slug: fmt for fmt in built})


_TUPLES = ("versions", "traits", "tags", "aka", "linked", "uses_piles", "member_of_piles")
_TUPLES_OR_NONE = ("teams", "alignments", "domains", "power_symbols")
_PLAIN = (
    "slug",
    "name",
    "title",
    "copy_key",
    "type",
    "identity",
    "supertype",
    "level",
    "cost",
    "cost_kind",
    "atk",
    "defense",
    "health",
    "energy",
    "power",
    "might",
    "universe",
    "has_flight",
    "has_range",
    "is_concealed",
    "printed_limit",
    "rarity",
    "brand",
)


def card(game: str, row: Row) -> Card:
    """A card out of its row."""
    facts: dict[str, Any] = {name: row.get(name) for name in _PLAIN}
    facts.update((name, tuple(row.get(name) or ())) for name in _TUPLES)
    facts.update((name, None if row.get(name) is None else tuple(row[name])) for name in _TUPLES_OR_NONE)
    return Card(
        game=game,
        versions_known=row.get("versions_known", True),
        is_in_every_set=row.get("is_in_every_set", False),
        has_unrecorded_printing=row.get("has_unrecorded_printing", False),
        keywords=tuple(Keyword(*keyword) for keyword in row.get("keywords") or ()),
        printings=tuple(Printing(*printing) for printing in row.get("printings") or ()),
        **facts,
    )


def card_set(game: str, row: Row) -> CardSet:
    """A set out of its row."""
    return CardSet(
        game=game,
        code=row["code"],
        name=row["name"],
        released=Between(_day(row["released_earliest"]), _day(row["released_latest"])),
        legal_from=_day(row["legal_from"]) if row.get("legal_from") else None,
        kind=row.get("kind") or "",
        brand=row.get("brand"),
        universe=row.get("universe"),
        volume=row.get("volume"),
        follows=row.get("follows"),
        official=row.get("official") or "yes",
    )


def ban(row: Row) -> Ban:
    """A ban out of its row."""
    return Ban(
        card=row["card"],
        begins=Between(_day(row["begins_earliest"]), _day(row["begins_latest"])),
        ends=_between([row.get("ends_earliest"), row.get("ends_latest")]),
        identity=row.get("identity"),
        versions=None if row.get("versions") is None else tuple(row["versions"]),
        type=row.get("type"),
        set_code=row.get("set_code"),
        team=row.get("team"),
        universe=row.get("universe"),
        printings=tuple(row.get("printings") or ()),
        formats=tuple(row.get("formats") or ()),
        event=row.get("event"),
        reason=row.get("reason") or "",
        replacement=row.get("replacement"),
    )


def format_value(
    game: str, row: Row, sets: Mapping[str, CardSet], bans: Iterable[Ban], data_version: str = ""
) -> Format:
    """A format out of its resolved row, with the bans that apply to it."""
    pool = {**(row.get("pool") or {})}
    return Format(
        game=game,
        slug=row["slug"],
        name=row["name"],
        kind=row.get("kind") or "",
        short=tuple(row.get("short") or ()),
        aliases=tuple(row.get("aliases") or ()),
        starts=_between(row.get("starts")),
        ends=_between(row.get("ends")),
        pool=Pool(
            kind=pool.get("kind", "all"),
            sets=tuple(pool.get("sets") or ()),
            per_brand=dict(pool.get("per_brand") or {}),
            from_volume=pool.get("from_volume"),
            first_rotation=pool.get("first_rotation"),
            always=tuple(pool.get("always") or ()),
            is_inferred=bool(pool.get("is_inferred")),
        ),
        construction=Construction(**(row.get("construction") or {})),
        universe=row.get("universe"),
        restrictions=tuple(Restriction(r["kind"], r.get("terms") or {}) for r in row.get("restrictions") or ()),
        bans=tuple(ban for ban in bans if "all" in ban.formats or row["slug"] in ban.formats),
        sets=sets,
        doubts=tuple(row.get("doubts") or ()),
        notes=row.get("notes") or "",
        data_version=data_version,
    )


def _between(days: Any) -> Between | None:
    """An interval out of two days; an end with no latest day lasts to the last day there is."""
    if not days or not days[0]:
        return None
    return Between(_day(days[0]), _day(days[1]) if days[1] else date.max)


def _day(text: str | date) -> date:
    return text if isinstance(text, date) else date.fromisoformat(text)
