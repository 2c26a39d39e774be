"""Sets, teams, events and cards out of their files: the columns that a game has, one row a thing.

What a card is called and what it is counted by, its title, copy key and address, follow from its name and versions.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.utils.text import slugify

from engine.model.games import ByGame, game_of
from engine.model.names import IDENTITY_MARK, VERSION_JOINER, fold, version_key
from vsdb.catalog.cards.reading.files import (
    MAX_NOTE_LENGTH,
    MAX_WORD_LENGTH,
    CsvRow,
    parse_address,
    parse_choice,
    quote_text,
    read_table,
    refuse_long,
    refuse_repeated,
    split_columns,
)

UNRECORDED = "?"
MAX_SLUG_LENGTH = 140  #: of 160, so that a number fits behind it
SET_COLUMNS = split_columns(
    "code code_verified name kind brand universe volume issue_order card_count numbered_to "
    "released_earliest released_latest legal_from follows official confidence note"
)
#: The words that these columns of a set take, and what they are called.
_WORDS_OF_SETS = {
    "kind": (("expansion", "starter", "crossover", "promo", "giant-size", "issue"), "kind of set"),
    "universe": (("Illustrated", "Photographic", "Mixed"), "universe"),
    "official": (("yes", "doubtful", "no"), "answer"),
    "confidence": (("high", "medium", "low"), "confidence"),
}
ALIGNMENTS = ("Good", "Evil", "Neutral")
UNIVERSES = ("Illustrated", "Photographic", "Any")
DOMAINS = frozenset(("Fury", "Calm", "Mind", "Body", "Chaos", "Order"))
RARITIES = ("Common", "Uncommon", "Rare", "Epic", "Showcase", "Promo")
POWER_SYMBOLS = frozenset(("Energy", "Intellect", "Might", "Skill", "Humanity", "Alien"))
CARD_TYPES = ByGame(lambda game: game.site.importing.types)
COLUMNS = ByGame(lambda game: game.site.importing.columns)
_WORDS_WITH_PAGES = frozenset(("keywords", "affiliations", "teams"))
#: Behind a bar the size of the set, where numbers of several sets stand in one: OPP-001/298.
_NUMBER = re.compile(r"[A-Za-z]{0,2}\d{1,4}[A-Za-z]{0,2}\*?(/\d{2,3})?", re.ASCII)
#: What tells a card from others, and what is said about it.
_NEVER_DOUBTFUL = frozenset(("slug", "name", "printings", "doubtful", "note"))
_PARAMETER = re.compile(r"(\D.*?) (\d+|X)", re.ASCII)
_TEAM_BEFORE = re.compile(r"\[([^\[\]]+)\] (\D.*)")


def read_sets(path: Path) -> list[dict[str, Any]]:
    """The rows of sets.csv; raises InputError."""
    rows = read_table(path, SET_COLUMNS, "code")
    codes = frozenset(row.cells["code"] for row in rows)
    return [_set(row, codes) for row in rows]


def _set(row: CsvRow, codes: frozenset[str]) -> dict[str, Any]:
    why = "give the earliest and the latest release day"
    released = row.days("released_earliest", "released_latest", why)
    follows = row.one_of("follows", codes, "set")
    if follows == row.cells["code"]:
        row.place("follows").refuse(f"{follows} cannot follow itself")
    row.required("code_verified")
    row.required("official")
    return {
        "code": row.required("code", at_most=10),
        "code_verified": row.flag("code_verified"),
        "name": row.required("name"),
        "brand": row.text("brand", at_most=40),
        "volume": row.text("volume", at_most=12),
        **{name: row.one_of(name, words, what) for name, (words, what) in _WORDS_OF_SETS.items()},
        **{name: row.count(name) for name in ("issue_order", "card_count", "numbered_to")},
        "released_earliest": released[0],
        "released_latest": released[1],
        "legal_from": row.day("legal_from"),
        "follows": follows,
        "note": row.text("note", at_most=MAX_NOTE_LENGTH),
    }


def read_regional_days(path: Path, sets: list[dict[str, Any]]) -> None:
    """Add the rows of regional-days.csv to those of their sets; none where a game has no such file.

    Raises InputError.
    """
    rows = read_table(path, ("set", "region", "legal_from"), "set", "region") if path.exists() else []
    by_code = {row["code"]: row for row in sets}
    for row in rows:
        row.required("set")
        code = row.one_of("set", frozenset(by_code), "set")
        day = row.day("legal_from") or row.required("legal_from")
        named = by_code[str(code)].setdefault("regional_days", [])
        named.append({"region": row.required("region", at_most=40), "legal_from": day})


def read_teams(path: Path) -> list[dict[str, Any]]:
    """The rows of teams.csv; none where a game has no such file. Raises InputError."""
    rows = read_table(path, ("name", "alignment"), "name") if path.exists() else []
    read = ((row.required("name", at_most=MAX_WORD_LENGTH), row) for row in rows)
    return [{"name": name, "alignment": row.one_of("alignment", ALIGNMENTS, "alignment")} for name, row in read]


def read_events(path: Path) -> list[dict[str, Any]]:
    """The rows of events.csv; none where a game has no such file. Raises InputError."""
    rows = read_table(path, ("name", "earliest", "latest"), "name") if path.exists() else []
    read = ((row, row.days("earliest", "latest", "give the earliest and the latest day of the event")) for row in rows)
    return [{"name": row.required("name"), "earliest": days[0], "latest": days[1]} for row, days in read]


@dataclass(frozen=True, slots=True)
class KnownReferences:
    """What a card or a format may refer to: the sets of its game, where they are listed its teams, and its brands."""

    game: str
    set_codes: frozenset[str]
    teams: frozenset[str]
    brands: frozenset[str] = frozenset()


def read_cards(path: Path, known: KnownReferences) -> list[dict[str, Any]]:
    """The rows of cards.csv as the engine takes them, with what only the tables keep; raises InputError."""
    rows = read_table(path, COLUMNS[known.game], "slug")
    refuse_repeated(rows, *game_of(known.game).site.importing.identifying)
    cards = [_card(row, known) for row in rows]
    _resolve_links(rows, cards)
    for column in _WORDS_WITH_PAGES.intersection(COLUMNS[known.game]):
        _refuse_other_spellings(rows, column)
    return cards


def parse_type(row: CsvRow, game: str) -> str | None:
    """The card type in a row; one of the game's, where these are listed."""
    types = CARD_TYPES[game]
    return row.one_of("type", types, "card type") if types else row.text("type")


def _card(row: CsvRow, known: KnownReferences) -> dict[str, Any]:
    site = game_of(known.game).site
    printings = _printings(row, known.set_codes)
    card: dict[str, Any] = {
        "slug": parse_address(row.required("slug", at_most=160), row.place("slug")),
        "name": row.required("name"),
        "type": parse_type(row, known.game),
        "keywords": [parse_keyword_pair(word) for word in row.words("keywords")],
        "printings": printings,
        "has_unrecorded_printing": not printings or UNRECORDED in row.words("printings"),
        "note": row.text("note", at_most=MAX_NOTE_LENGTH) if "note" in row.cells else None,
    }
    if "teams" in row.cells:
        card["teams"] = row.words_or_none("teams", known.teams, "team in teams.csv")
    for column, (fact, read) in _FACTS.items():
        if column in row.cells:
            card[fact] = read(row, column)
    if "threshold_cost" in row.cells:
        card["cost"] = _cost(row, has_threshold=card["type"] in site.importing.threshold_types)
    if "rarity" in site.search.fields and "rarity" not in row.cells:
        card["rarity"] = "".join(row.words("printings")[:1]).partition(" ")[2] or None
    card |= derive_columns(known.game, card)
    for whole in (card["title"], card["copy_key"]):
        if len(whole) > MAX_NOTE_LENGTH:
            refuse_long(whole, MAX_NOTE_LENGTH, row.place("versions"))
    return card


def _cost(row: CsvRow, *, has_threshold: bool) -> int | str | None:
    """Some types have a threshold cost, the others a recruit cost."""
    recruit, threshold = row.figure("recruit_cost", may_be_none=True), row.figure("threshold_cost", may_be_none=True)
    wrong = "recruit_cost" if has_threshold else "threshold_cost"
    if row.text(wrong) is not None:
        row.place(wrong).refuse(f"cards of type {row.text('type') or 'unrecorded'} have no {wrong.replace('_', ' ')}")
    if recruit is not None and row.text("type") is None:
        row.place("recruit_cost").refuse("a card without a type cannot have a recruit cost")
    return threshold if has_threshold else recruit


def _versions_known(row: CsvRow, column: str) -> bool | None:
    row.required(column)
    is_known = row.flag(column)
    if row.words("versions") and not is_known:
        row.place(column).refuse("n contradicts the given versions; use y")
    return is_known


def _doubtful(row: CsvRow, column: str) -> list[str]:
    """The facts of the card that are doubtful, each the name of a column."""
    words, known = row.words(column), (frozenset(row.cells) | {"rarity"}) - _NEVER_DOUBTFUL
    for word in words:
        parse_choice(word, known, "column of facts", row.place(column))
    return words


#: The columns of facts that cards of some games have: the fact, and how it is read.
_FACTS: Mapping[str, tuple[str, Callable[[CsvRow, str], Any]]] = {
    "alignments": ("alignments", lambda row, column: row.words_or_none(column, ALIGNMENTS, "alignment")),
    "power_symbols": (
        "power_symbols",
        lambda row, column: row.words_or_none(column, POWER_SYMBOLS, "power symbol", may_repeat=True),
    ),
    "domains": ("domains", lambda row, column: row.words_or_none(column, DOMAINS, "domain")),
    "identity": ("identity", CsvRow.text),
    "versions": ("versions", CsvRow.words),
    "versions_known": ("versions_known", _versions_known),
    "supertype": (
        "supertype",
        lambda row, column: row.one_of(column, ("Champion", "Signature", "Basic", "Token"), column),
    ),
    "level": ("level", CsvRow.count),
    **{column: (column, CsvRow.figure) for column in ("cost", "energy", "power", "might", "atk", "defense", "health")},
    "affiliations": ("teams", CsvRow.words_or_none),
    "traits": ("traits", CsvRow.words),
    "universe": ("universe", lambda row, column: row.one_of(column, UNIVERSES, column)),
    "flight": ("has_flight", CsvRow.flag),
    "range": ("has_range", CsvRow.flag),
    "concealed": ("is_concealed", CsvRow.flag),
    "tags": ("tags", CsvRow.words),
    "printed_limit": ("printed_limit", CsvRow.count),
    **{column: (column, CsvRow.words) for column in ("linked", "aka", "uses_piles", "member_of_piles")},
    "rarity": ("rarity", lambda row, column: row.one_of(column, RARITIES, column)),
    "brand": ("brand", lambda row, column: row.text(column, at_most=40)),
    "errata": ("has_errata", CsvRow.flag),
    "doubtful": ("doubtful", _doubtful),
    "in_every_set": ("is_in_every_set", lambda row, column: bool(row.flag(column))),
}


def parse_keyword_pair(word: str) -> list[str | None]:
    """A keyword with its parameter, as in Boost 2 and `[X-Men] Loyalty`."""
    if found := _TEAM_BEFORE.fullmatch(word):
        return [found[2], found[1]]
    found = _PARAMETER.fullmatch(word)
    return [found[1], found[2]] if found else [word, None]


def _printings(row: CsvRow, set_codes: frozenset[str]) -> list[list[str | None]]:
    """The printings as set, number and rarity; `?`, one that exists and isn't recorded, is left out."""
    printings: list[list[str | None]] = []
    for word in row.words("printings"):
        if word == UNRECORDED:
            continue
        code, _, rarity = word.partition(" ")
        set_code, _, number = code.partition("-")
        place = row.place("printings")
        parse_choice(set_code, set_codes, "set in sets.csv", place)
        if (number or "-" in code) and not _NUMBER.fullmatch(number):
            place.refuse(f"{quote_text(code)} is not a printing; write MOR-053, or MOR without a number")
        if rarity:
            parse_choice(rarity, RARITIES, "rarity", place)
        if any(printing[:2] == [set_code, number or None] for printing in printings):
            place.refuse(f"{quote_text(code)} is repeated")
        printings.append([set_code, number or None, rarity or None])
    return printings


def _resolve_links(rows: list[CsvRow], cards: list[dict[str, Any]]) -> None:
    """Put the first printing of the linked card in each link's place; refuse a link that isn't to exactly one card."""
    holders: dict[str, list[str]] = {}
    for card in cards:
        codes = [f"{set_code}-{number}" for set_code, number, _ in card["printings"] if number]
        for code in codes:
            holders.setdefault(code, []).append(codes[0])
    for row, card in zip(rows, cards, strict=True):
        for code in card.get("linked") or ():
            if len(holders.get(code, ())) != 1:
                found = "is a printing of several cards" if code in holders else "is not a printing of any card"
                row.place("linked").refuse(f"{quote_text(code)} {found}")
        if card.get("linked"):
            card["linked"] = sorted(holders[code][0] for code in card["linked"])


def _refuse_other_spellings(rows: list[CsvRow], column: str) -> None:
    """Refuse a word whose spelling differs from that of the same word further up: one of the two is a slip."""
    spellings: dict[str, str] = {}
    for row in rows:
        for word in row.words(column):
            first = spellings.setdefault(slugify(word), word)
            if word != first:
                row.place(column).refuse(f"{quote_text(word)} is spelled {quote_text(first)} above; use one spelling")


def build_title(name: str, identity: str | None = None, versions: Sequence[str] = ()) -> str:
    """The full title of a card: `Name <> Identity, Version ○ Version`."""
    named = f"{name}{IDENTITY_MARK}{identity}" if identity else name
    return f"{named}, {VERSION_JOINER.join(versions)}" if versions else named


def copy_key(game: str, slug: str, name: str, versions: Sequence[str] = (), *, versions_known: bool = True) -> str:
    """What copies of one card share: the design where cards are told by their printings, else name and versions."""
    if is_told_by_printing(game):
        return slug
    if not game_of(game).copies.are_by_version:
        return fold(name)
    return "|".join((fold(name), *(version_key(tuple(versions)) if versions_known else (UNRECORDED,))))


def is_told_by_printing(game: str) -> bool:
    """Whether it takes a printing to tell a card from others of its name."""
    return "printings" in game_of(game).site.importing.identifying


def derive_columns(game: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a card's row that follow from others: title, copy key and the kind of its cost."""
    versions = tuple(row.get("versions") or ())
    known = bool(row.get("versions_known", True))
    key = copy_key(game, row["slug"], row["name"], versions, versions_known=known)
    implied: dict[str, Any] = {"title": build_title(row["name"], row.get("identity"), versions), "copy_key": key}
    if with_threshold := game_of(game).site.importing.threshold_types:
        kind = "threshold" if row.get("type") in with_threshold else "recruit"
        implied["cost_kind"] = kind if row.get("type") else None
    return implied


def build_card_slug(
    game: str, name: str, identity: str | None, versions: Sequence[str], set_code: str | None, number: str | None
) -> str:
    """The address of a card that no fixture has: its name, and what else tells it from others of that name."""
    identifying = game_of(game).site.importing.identifying
    words = [name]
    if "versions" in identifying:
        words += [identity or "", *versions]
    if "printings" in identifying:
        words += [set_code or "", number or ""]
    if not slugify(name):
        words.insert(0, f"card {digest(name)}")
    return slugify(" ".join(filter(None, words)))[:MAX_SLUG_LENGTH].strip("-")


@lru_cache(maxsize=4096)
def slugify_word(word: str) -> str:
    """The address of a team or a keyword, which are few and often asked for."""
    return slugify(word)


def digest(*words: str | None) -> str:
    """A few letters that tell names apart which no address can."""
    return hashlib.sha256("|".join(word or "" for word in words).encode()).hexdigest()[:8]
