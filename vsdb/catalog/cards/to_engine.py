"""Rows of cards and sets, as files, imports and `engine.model.reference` have them, to columns of tables and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from engine.model.names import fold
from vsdb.catalog.cards.models import Card, CardKeyword, CardLabel, CardSet, CardTeam, Printing
from vsdb.catalog.cards.reading.files import split_columns
from vsdb.core.dates import format_iso

FIGURES = ("cost", "atk", "defense", "health", "energy", "power", "might")
LABELS = {
    "versions": CardLabel.Kind.VERSION,
    "traits": CardLabel.Kind.TRAIT,
    "tags": CardLabel.Kind.TAG,
    "domains": CardLabel.Kind.DOMAIN,
    "alignments": CardLabel.Kind.ALIGNMENT,
    "power_symbols": CardLabel.Kind.POWER_SYMBOL,
    "aka": CardLabel.Kind.AKA,
    "uses_piles": CardLabel.Kind.USES_PILE,
    "member_of_piles": CardLabel.Kind.MEMBER_OF_PILE,
}
MAY_BE_NONE = ("teams", "alignments", "domains", "power_symbols")
CARD_TEXTS = split_columns("name title copy_key identity type supertype cost_kind universe rarity brand note")
CARD_FACTS = ("level", "has_flight", "has_range", "is_concealed", "has_errata", "printed_limit")
CARD_FLAGS = {"versions_known": True, "is_in_every_set": False, "has_unrecorded_printing": False}
CARD_FIELDS = (
    "name_key", *CARD_TEXTS, *CARD_FACTS, *CARD_FLAGS, *FIGURES, "signs", *(f"{name}_recorded" for name in MAY_BE_NONE)
)  # fmt: skip
SET_TEXTS = ("name", "kind", "brand", "universe", "volume", "official", "confidence", "note")
SET_FACTS = ("code_verified", "issue_order", "card_count", "numbered_to")
SET_DAYS = ("released_earliest", "released_latest", "legal_from")

SET_FIELDS = (*SET_TEXTS, *SET_FACTS, *SET_DAYS)


Rows = list[dict[str, Any]]
_ONLY_HERE = frozenset(("has_errata", "note"))  # kept for people, of no use to a verdict
_TEXTS = tuple(name for name in CARD_TEXTS if name not in _ONLY_HERE)
_FACTS = tuple(name for name in CARD_FACTS if name not in _ONLY_HERE)
_FLAGS = tuple(CARD_FLAGS)
_RECORDED = tuple(f"{name}_recorded" for name in MAY_BE_NONE)
_SET_TEXTS = ("kind", "brand", "universe", "volume")
_SET_DAYS = ("released_earliest", "released_latest", "legal_from")


def set_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a set, but for its place among the others and what it follows."""
    return {
        "code": row["code"],
        **{name: row.get(name) or "" for name in SET_TEXTS},
        **{name: row.get(name) for name in SET_FACTS},
        **{name: date.fromisoformat(row[name]) if row.get(name) else None for name in SET_DAYS},
    }


def build_card_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a card in its own table."""
    figures = {name: row.get(name) for name in FIGURES}
    return {
        "slug": row["slug"],
        "name_key": fold(row["name"]),
        **{name: row.get(name) or "" for name in CARD_TEXTS},
        **{name: row.get(name) for name in CARD_FACTS},
        **{name: row.get(name, default) for name, default in CARD_FLAGS.items()},
        **{name: figure if isinstance(figure, int) else None for name, figure in figures.items()},
        "signs": {name: figure for name, figure in figures.items() if isinstance(figure, str)},
        **{f"{name}_recorded": row.get(name) is not None for name in MAY_BE_NONE},
    }


def list_card_rows(game: str) -> Rows:
    """A game's cards in the order of their slugs; six queries."""
    printings, codes = _printings(game)
    teams = _lists(CardTeam.objects.filter(card__game=game).order_by("position").values_list("card", "team__name"))
    keywords: dict[int, list[list[str | None]]] = defaultdict(list)
    said = CardKeyword.objects.filter(card__game=game).order_by("position")
    for card, name, parameter in said.values_list("card", "keyword__name", "parameter"):
        keywords[card].append([name, parameter or None])
    labels: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    worded = CardLabel.objects.filter(card__game=game).order_by("position")
    for card, kind, name in worded.values_list("card", "kind", "name"):
        labels[kind][card].append(name)
    through = Card.linked_cards.through.objects.filter(from_card__game=game)
    links = _lists(through.order_by().values_list("from_card", "to_card"))
    columns = ("pk", "slug", "signs", *_TEXTS, *_FACTS, *_FLAGS, *FIGURES, *_RECORDED)
    rows = []
    for held in Card.objects.filter(game=game).order_by().values(*columns):
        pk = held["pk"]
        row = _facts(held)
        row["printings"] = printings.get(pk, [])
        row["keywords"] = keywords.get(pk, [])
        row["linked"] = sorted(codes[linked] for linked in links.get(pk, ()))
        row["teams"] = teams.get(pk, [])
        row.update((name, labels[kind].get(pk, [])) for name, kind in LABELS.items())
        row.update((name, None) for name in MAY_BE_NONE if not held[f"{name}_recorded"])
        rows.append(row)
    return sorted(rows, key=_slug)


def set_rows(game: str) -> Rows:
    """A game's sets in their order; one query."""
    held = CardSet.objects.filter(game=game).order_by("position")
    return [
        {
            "code": row["code"],
            "name": row["name"],
            **{name: row[name] or None for name in _SET_TEXTS},
            **{name: format_iso(row[name]) for name in _SET_DAYS},
            "follows": row["follows__code"],
            "official": row["official"],
        }
        for row in held.values("code", "name", *_SET_TEXTS, *_SET_DAYS, "follows__code", "official")
    ]


def _facts(held: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "slug": held["slug"],
        **{name: held[name] or None for name in _TEXTS},
        **{name: held[name] for name in (*_FACTS, *_FLAGS)},
        **{name: held["signs"].get(name, held[name]) for name in FIGURES},
    }


def _printings(game: str) -> tuple[dict[int, list[list[str | None]]], dict[int, str]]:
    """The printings of each card, and the code of its first one, by which other cards are linked to it."""
    printings: dict[int, list[list[str | None]]] = defaultdict(list)
    codes: dict[int, str] = {}
    held = Printing.objects.filter(card__game=game).order_by("position")
    for card, set_code, number, rarity in held.values_list("card", "card_set__code", "number", "rarity"):
        printings[card].append([set_code, number or None, rarity or None])
        codes.setdefault(card, f"{set_code}-{number}")
    return printings, codes


def _lists(pairs: Iterable[tuple[int, Any]]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for owner, value in pairs:
        found[owner].append(value)
    return found


def _slug(row: Mapping[str, Any]) -> str:
    return str(row["slug"])
