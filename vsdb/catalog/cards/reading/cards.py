"""Cards out of the three games' files: one layout a game, one row a card."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.text import slugify

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from vsdb.catalog.cards.identity import UNRECORDED, copy_key, title
from vsdb.catalog.cards.reading.csv_tables import Row, columns, read_table, refuse_repeated
from vsdb.catalog.cards.reading.places import LONGEST_NOTE, address, one_of, quoted, refuse_long
from vsdb.catalog.cards.reading.sets import ALIGNMENTS

UNIVERSES = ("Illustrated", "Photographic", "Any")
DOMAINS = frozenset(("Fury", "Calm", "Mind", "Body", "Chaos", "Order"))
SUPERTYPES = ("Champion", "Signature", "Basic", "Token")
RARITIES = ("Common", "Uncommon", "Rare", "Epic", "Showcase")
POWER_SYMBOLS = frozenset(("Energy", "Intellect", "Might", "Skill", "Humanity", "Alien"))
CARD_TYPES = {
    VS_CLASSIC: ("Character", "Plot Twist", "Location", "Equipment"),
    VS_2PCG: (
        "Main Character",
        "Supporting Character",
        "Plot Twist",
        "Equipment",
        "Location",
        "Basic Location",
        "Special Location",
        "Challenge Match",
        "Boss Battle",
        "Facehugger Pile card",
        "Story Mode",
        "Terrain",
        "Terrain Token",
        "Token (Supporting Character)",
    ),
    RIFTBOUND: ("Unit", "Spell", "Legend", "Gear", "Battlefield", "Rune"),
}
COLUMNS = {
    VS_CLASSIC: columns(
        "slug name identity versions versions_known type recruit_cost threshold_cost atk defense affiliations "
        "traits flight range concealed keywords rarity brand printings errata in_every_set"
    ),
    VS_2PCG: columns(
        "slug name type level cost atk defense health teams alignments universe flight range power_symbols "
        "printed_limit keywords linked aka uses_piles member_of_piles printings note"
    ),
    RIFTBOUND: columns("slug name type supertype domains energy power might tags keywords printings note"),
}
_WORDS_WITH_PAGES = frozenset(("keywords", "affiliations", "teams"))
_NUMBER = re.compile(r"[A-Za-z]{0,2}\d{1,4}[A-Za-z]{0,2}\*?", re.ASCII)
_PARAMETER = re.compile(r"(\D.*?) (\d+|X)", re.ASCII)
_TEAM_BEFORE = re.compile(r"\[([^\[\]]+)\] (\D.*)")


@dataclass(frozen=True, slots=True)
class Known:
    """What a card or a format may refer to: the sets of its game, where they are listed its teams, and its brands."""

    game: str
    set_codes: frozenset[str]
    teams: frozenset[str]
    brands: frozenset[str] = frozenset()


def read_cards(path: Path, known: Known) -> list[dict[str, Any]]:
    """The rows of cards.csv as the engine takes them, with what only the tables keep; raises InputError."""
    rows = read_table(path, COLUMNS[known.game])
    refuse_repeated(rows, "slug")
    refuse_repeated(rows, *_IDENTIFYING[known.game])
    cards = [{**_shared(row, known), **_READERS[known.game](row, known)} for row in rows]
    _resolve_links(rows, cards)
    for column in _WORDS_WITH_PAGES.intersection(COLUMNS[known.game]):
        _refuse_other_spellings(rows, column)
    return cards


def _shared(row: Row, known: Known) -> dict[str, Any]:
    """What every game's cards have."""
    printings = _printings(row, known.set_codes)
    return {
        "slug": address(row.required("slug", at_most=160), row.place("slug")),
        "name": row.required("name"),
        "type": row.one_of("type", CARD_TYPES[known.game], "card type"),
        "keywords": [keyword_pair(word) for word in row.words("keywords")],
        "printings": printings,
        "has_unrecorded_printing": not printings or UNRECORDED in row.words("printings"),
        "note": row.text("note", at_most=LONGEST_NOTE) if "note" in row.cells else None,
    }


def _classic(row: Row, known: Known) -> dict[str, Any]:
    name, identity, versions = row.required("name"), row.text("identity"), row.words("versions")
    row.required("versions_known")
    versions_known = row.flag("versions_known")
    if versions and not versions_known:
        row.place("versions_known").refuse("is n, while versions are given")
    full_title = title(name, identity, versions)
    counted_by = copy_key(VS_CLASSIC, "", name, versions, versions_known=bool(versions_known))
    for whole in (full_title, counted_by):
        if len(whole) > LONGEST_NOTE:
            refuse_long(whole, LONGEST_NOTE, row.place("versions"))
    return {
        "title": full_title,
        "copy_key": counted_by,
        "identity": identity,
        "versions": versions,
        "versions_known": versions_known,
        **_classic_cost(row),
        "atk": row.figure("atk"),
        "defense": row.figure("defense"),
        "teams": row.words_or_none("affiliations"),
        "traits": row.words("traits"),
        "has_flight": row.flag("flight"),
        "has_range": row.flag("range"),
        "is_concealed": row.flag("concealed"),
        "rarity": row.one_of("rarity", RARITIES, "rarity"),
        "brand": row.text("brand", at_most=40),
        "has_errata": row.flag("errata"),
        "is_in_every_set": bool(row.flag("in_every_set")),
    }


def _classic_cost(row: Row) -> dict[str, Any]:
    """Characters and equipment have a recruit cost, plot twists and locations a threshold cost."""
    recruit, threshold = row.figure("recruit_cost", may_be_none=True), row.figure("threshold_cost", may_be_none=True)
    has_threshold = row.text("type") in {"Plot Twist", "Location"}
    wrong = "recruit_cost" if has_threshold else "threshold_cost"
    if row.text(wrong) is not None:
        row.place(wrong).refuse(f"is given for a card of type {row.text('type') or 'unrecorded'}, which has none")
    if recruit is not None and row.text("type") is None:
        row.place("recruit_cost").refuse("is given for a card whose type isn't")
    cost = threshold if has_threshold else recruit
    kind = ("threshold" if has_threshold else "recruit") if row.text("type") else None
    return {"cost": cost, "cost_kind": kind}


def _pcg(row: Row, known: Known) -> dict[str, Any]:
    teams = row.words_or_none("teams")
    for team in teams or []:
        one_of(team, known.teams, "team in teams.csv", row.place("teams"))
    alignments = row.words_or_none("alignments")
    for alignment in alignments or []:
        one_of(alignment, ALIGNMENTS, "alignment", row.place("alignments"))
    symbols = row.words_or_none("power_symbols", may_repeat=True)
    for symbol in symbols or []:
        one_of(symbol, POWER_SYMBOLS, "power symbol", row.place("power_symbols"))
    return {
        "title": row.required("name"),
        "copy_key": row.required("slug", at_most=160),
        "level": row.count("level"),
        "cost": row.figure("cost"),
        "atk": row.figure("atk"),
        "defense": row.figure("defense"),
        "health": row.figure("health"),
        "teams": teams,
        "alignments": alignments,
        "universe": row.one_of("universe", UNIVERSES, "universe"),
        "has_flight": row.flag("flight"),
        "has_range": row.flag("range"),
        "power_symbols": symbols,
        "printed_limit": row.count("printed_limit"),
        "linked": row.words("linked"),
        "aka": row.words("aka"),
        "uses_piles": row.words("uses_piles"),
        "member_of_piles": row.words("member_of_piles"),
    }


def _riftbound(row: Row, known: Known) -> dict[str, Any]:
    domains = row.words_or_none("domains")
    for domain in domains or []:
        one_of(domain, DOMAINS, "domain", row.place("domains"))
    first = row.words("printings")[:1]
    return {
        "title": row.required("name"),
        "copy_key": copy_key(RIFTBOUND, "", row.required("name")),
        "supertype": row.one_of("supertype", SUPERTYPES, "supertype"),
        "domains": domains,
        "energy": row.figure("energy"),
        "power": row.figure("power"),
        "might": row.figure("might"),
        "tags": row.words("tags"),
        "rarity": first[0].partition(" ")[2] or None if first else None,
    }


_READERS: dict[str, Callable[[Row, Known], dict[str, Any]]] = {
    VS_CLASSIC: _classic,
    VS_2PCG: _pcg,
    RIFTBOUND: _riftbound,
}
_IDENTIFYING = {
    VS_CLASSIC: ("name", "identity", "versions", "versions_known"),
    VS_2PCG: ("name", "printings"),
    RIFTBOUND: ("name",),
}


def keyword_pair(word: str) -> list[str | None]:
    """A keyword with its parameter, as in Boost 2 and `[X-Men] Loyalty`."""
    if found := _TEAM_BEFORE.fullmatch(word):
        return [found[2], found[1]]
    found = _PARAMETER.fullmatch(word)
    return [found[1], found[2]] if found else [word, None]


def _printings(row: Row, set_codes: frozenset[str]) -> list[list[str | None]]:
    """The printings as set, number and rarity; `?`, one that exists and isn't recorded, is left out."""
    printings: list[list[str | None]] = []
    for word in row.words("printings"):
        if word == UNRECORDED:
            continue
        code, _, rarity = word.partition(" ")
        set_code, _, number = code.partition("-")
        place = row.place("printings")
        one_of(set_code, set_codes, "set in sets.csv", place)
        if (number or "-" in code) and not _NUMBER.fullmatch(number):
            place.refuse(f"{quoted(code)} is no printing; one is written as in MOR-053 or, without its number, MOR")
        if rarity:
            one_of(rarity, RARITIES, "rarity", place)
        if any(printing[:2] == [set_code, number or None] for printing in printings):
            place.refuse(f"{quoted(code)} stands there twice")
        printings.append([set_code, number or None, rarity or None])
    return printings


def _resolve_links(rows: list[Row], cards: list[dict[str, Any]]) -> None:
    """Put the first printing of the linked card in each link's place; refuse a link that isn't to exactly one card."""
    holders: dict[str, list[str]] = {}
    for card in cards:
        codes = [f"{set_code}-{number}" for set_code, number, _ in card["printings"] if number]
        for code in codes:
            holders.setdefault(code, []).append(codes[0])
    for row, card in zip(rows, cards, strict=True):
        for code in card.get("linked") or ():
            if len(holders.get(code, ())) != 1:
                found = "is a printing of several cards" if code in holders else "is no printing of any card"
                row.place("linked").refuse(f"{quoted(code)} {found}")
        if card.get("linked"):
            card["linked"] = sorted(holders[code][0] for code in card["linked"])


def _refuse_other_spellings(rows: list[Row], column: str) -> None:
    """Refuse a word whose spelling differs from that of the same word further up: one of the two is a slip."""
    spellings: dict[str, str] = {}
    for row in rows:
        for word in row.words(column):
            first = spellings.setdefault(slugify(word), word)
            if word != first:
                row.place(column).refuse(f"{quoted(word)} is written {quoted(first)} further up")
