"""Plain rows into engine values: the one door through which facts come in, from a database, a dump or a test.

A reference is four lists of rows, and a fifth where wordings are known. Missing keys and `None` both mean "not
recorded".

A card: `slug name title copy_key type identity versions versions_known supertype level cost cost_kind atk defense
health energy power might teams alignments universe domains power_symbols keywords traits tags aka has_flight has_range
is_concealed printed_limit linked uses_piles member_of_piles deck_building rarity brand is_in_every_set
has_unrecorded_printing printings doubtful`, where keywords are `[name, parameter]` pairs and printings are
`[set, number, rarity]`.
A set: `code name released_earliest released_latest legal_from kind brand universe volume follows official
regional_days`, the last a list of `region` and `legal_from`.
A format: `slug name kind short aliases starts ends pool construction universe restrictions doubts notes recorded`,
already resolved: nothing in it refers to another format; `construction_changes` are figures with the day `since` which
they hold. A ban: the fields of `engine.model.formats.Ban`, with
`begins_earliest begins_latest ends_earliest ends_latest`. A reading: `card` (a slug), `since` (two days, or None for a
text as old as the card) and `facts`, which are columns of a card's row as `engine.card_text` derives them from a text;
the readings of a card stand in the order of their texts, the oldest first. Days are ISO text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from engine.model.cards import Between, Card, CardSet, Keyword, Printing, RegionalDay, StatedFacts
from engine.model.catalog import Catalog
from engine.model.effective_facts import get_effective_card, list_fact_change_days
from engine.model.formats import Ban, Construction, ConstructionChange, Format, Pool, RecordedPool, Restriction
from engine.model.games import game_of

Row = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Reference:
    """Everything that is known of one game, at one data version."""

    game: str
    data_version: str
    catalog: Catalog
    sets: Mapping[str, CardSet]
    formats: Mapping[str, Format]
    recorded: Reference | None = None  #: of a reference `on` a day: the one it was made of
    _held: dict[date, Reference] = field(default_factory=dict, init=False, repr=False)

    def on(self, day: date) -> Reference:
        """The reference with its cards as they read on a day; itself where no text makes a difference by then.

        Days between which no card's facts change share one value, which is kept.
        """
        base = self.recorded or self
        if not base.turns:
            return base
        since = next((turn for turn in reversed(base.turns) if turn <= day), date.min)
        return base._held.get(since) or base._held.setdefault(since, base._read_on(since))

    @cached_property
    def turns(self) -> tuple[date, ...]:
        """The days on which the facts of any card change by its wording, in order; the first day there is for one that
        has never been as recorded."""
        return tuple(
            sorted({turn for card in self.catalog.cards if card.readings for turn in list_fact_change_days(card)})
        )

    def _read_on(self, day: date) -> Reference:
        cards = tuple(get_effective_card(card, day) if card.readings else card for card in self.catalog.cards)
        if all(one is other for one, other in zip(cards, self.catalog.cards, strict=True)):
            return self
        catalog = build_catalog(self.game, cards, self.sets)
        return Reference(self.game, self.data_version, catalog, self.sets, self.formats, self)

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
    readings: Iterable[Row] = (),
    data_version: str = "",
) -> Reference:
    """The reference of a game out of its rows, in the order they are given."""
    read: dict[str, list[StatedFacts]] = {}
    for row in readings:
        read.setdefault(row["card"], []).append(parse_stated_facts(row))
    sets_by_code = {row["code"]: parse_card_set(game, row) for row in sets}
    all_bans = tuple(parse_ban(row) for row in bans)
    built = (build_format(game, row, sets_by_code, all_bans, data_version) for row in formats)
    all_cards: Iterable[Card] = (parse_card(game, row, tuple(read.get(row["slug"], ()))) for row in cards)
    catalog = build_catalog(game, all_cards, sets_by_code)
    return Reference(game, data_version, catalog, sets_by_code, {fmt.slug: fmt for fmt in built})


def build_catalog(game: str, cards: Iterable[Card], sets: Mapping[str, CardSet]) -> Catalog:
    """The catalog of some cards, with what follows for one from others."""
    return Catalog(game, game_of(game).complete(cards), sets)


_TUPLES = ("versions", "traits", "tags", "aka", "linked", "uses_piles", "member_of_piles", "deck_building", "doubtful")
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


def parse_card(game: str, row: Row, readings: tuple[StatedFacts, ...] = ()) -> Card:
    """A card out of its row and its readings."""
    facts: dict[str, Any] = {name: row.get(name) for name in _PLAIN}
    facts.update((name, tuple(row.get(name) or ())) for name in _TUPLES)
    facts.update((name, None if row.get(name) is None else tuple(row[name])) for name in _TUPLES_OR_NONE)
    return Card(
        game=game,
        versions_known=row.get("versions_known", True),
        is_in_every_set=row.get("is_in_every_set", False),
        has_unrecorded_printing=row.get("has_unrecorded_printing", False),
        keywords=_keywords(row.get("keywords")),
        printings=tuple(Printing(*printing) for printing in row.get("printings") or ()),
        readings=readings,
        **facts,
    )


def parse_stated_facts(row: Row) -> StatedFacts:
    """A reading out of its row; of its facts those that a card has."""
    facts = row.get("facts") or {}
    said: dict[str, object] = {name: facts[name] for name in _PLAIN if name in facts}
    said.update((name, tuple(facts[name])) for name in (*_TUPLES, *_TUPLES_OR_NONE) if name in facts)
    if "keywords" in facts:
        said["keywords"] = _keywords(facts["keywords"])
    return StatedFacts(_parse_interval(row.get("since")), said)


def _keywords(pairs: Iterable[Sequence[Any]] | None) -> tuple[Keyword, ...]:
    return tuple(Keyword(*pair) for pair in pairs or ())


def parse_card_set(game: str, row: Row) -> CardSet:
    """A set out of its row."""
    return CardSet(
        game=game,
        code=row["code"],
        name=row["name"],
        released=Between(_parse_day(row["released_earliest"]), _parse_day(row["released_latest"])),
        legal_from=_parse_day(row["legal_from"]) if row.get("legal_from") else None,
        kind=row.get("kind") or "",
        brand=row.get("brand"),
        universe=row.get("universe"),
        volume=row.get("volume"),
        follows=row.get("follows"),
        official=row.get("official") or "yes",
        regional_days=tuple(
            RegionalDay(each["region"], _parse_day(each["legal_from"])) for each in row.get("regional_days") or ()
        ),
    )


def parse_ban(row: Row) -> Ban:
    """A ban out of its row."""
    return Ban(
        card=row["card"],
        begins=Between(_parse_day(row["begins_earliest"]), _parse_day(row["begins_latest"])),
        ends=_parse_interval([row.get("ends_earliest"), row.get("ends_latest")]),
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


def build_format(
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
        starts=_parse_interval(row.get("starts")),
        ends=_parse_interval(row.get("ends")),
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
        construction_changes=tuple(map(_parse_construction_change, row.get("construction_changes") or ())),
        universe=row.get("universe"),
        restrictions=tuple(Restriction(r["kind"], r.get("terms") or {}) for r in row.get("restrictions") or ()),
        bans=tuple(ban for ban in bans if "all" in ban.formats or row["slug"] in ban.formats),
        sets=sets,
        doubts=tuple(row.get("doubts") or ()),
        notes=row.get("notes") or "",
        recorded=tuple(map(_parse_recorded_pool, row.get("recorded") or ())),
        data_version=data_version,
    )


def _parse_construction_change(row: Row) -> ConstructionChange:
    return ConstructionChange(_parse_day(row["since"]), {name: row[name] for name in row if name != "since"})


def _parse_recorded_pool(row: Row) -> RecordedPool:
    return RecordedPool(
        days=Between(*map(_parse_day, row["days"])),
        said=row["said"],
        sets=None if row.get("sets") is None else tuple(row["sets"]),
        without=tuple(row.get("without") or ()),
        bans=None if row.get("bans") is None else tuple(row["bans"]),
    )


def _parse_interval(days: Any) -> Between | None:
    """An interval out of two days; an end with no latest day lasts to the last day there is."""
    if not days or not days[0]:
        return None
    return Between(_parse_day(days[0]), _parse_day(days[1]) if days[1] else date.max)


def _parse_day(text: str | date) -> date:
    return text if isinstance(text, date) else date.fromisoformat(text)
