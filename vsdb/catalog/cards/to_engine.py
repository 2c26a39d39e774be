"""Rows of the reference, as files, imports and `engine.model.reference` have them, to columns of tables and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any

from django.db.models import Model

from engine.card_text import FACTS
from engine.model.names import fold
from vsdb.catalog.cards.models import Card, CardKeyword, CardLabel, CardSet, CardTeam, Printing
from vsdb.catalog.cards.reading.files import split_columns
from vsdb.catalog.formats.models import Ban, Format
from vsdb.catalog.wordings.models import AGE_COLUMNS, Aged, Wording, sort_by_age
from vsdb.core.dates import format_iso
from vsdb.core.stored_json import sort_keys

FIGURES = ("cost", "atk", "defense", "health", "energy", "power", "might")
#: The columns of words, each with its kind of label, in the order of the kinds.
LABELS = dict(
    zip(
        split_columns("versions traits tags domains alignments power_symbols aka uses_piles member_of_piles"),
        CardLabel.Kind,
        strict=True,
    )
)
MAY_BE_NONE = ("teams", "alignments", "domains", "power_symbols")
CARD_TEXTS = split_columns("name title copy_key identity type supertype cost_kind universe rarity brand note")
CARD_FACTS = ("level", "has_flight", "has_range", "is_concealed", "has_errata", "printed_limit")
CARD_FLAGS = {"versions_known": True, "is_in_every_set": False, "has_unrecorded_printing": False}
_RECORDED = tuple(f"{name}_recorded" for name in MAY_BE_NONE)
CARD_FIELDS = ("name_key", *CARD_TEXTS, *CARD_FACTS, *CARD_FLAGS, *FIGURES, "signs", "doubtful", *_RECORDED)
SET_TEXTS = ("name", "kind", "brand", "universe", "volume", "official", "confidence", "note")
SET_FACTS = ("code_verified", "issue_order", "card_count", "numbered_to")
SET_DAYS = ("released_earliest", "released_latest", "legal_from")
SET_FIELDS = (*SET_TEXTS, *SET_FACTS, *SET_DAYS, "regional_days")

Rows = list[dict[str, Any]]
_ONLY_HERE = frozenset(("has_errata", "note"))  # kept for people, of no use to a verdict
_TEXTS = tuple(name for name in CARD_TEXTS if name not in _ONLY_HERE)
_FACTS = (*(name for name in CARD_FACTS if name not in _ONLY_HERE), *CARD_FLAGS)
_SET_TEXTS = ("kind", "brand", "universe", "volume")
_BAN_FACTS = split_columns("card identity versions type set_code team universe printings reason replacement")
_BAN_DAYS = ("begins_earliest", "begins_latest", "ends_earliest", "ends_latest")
_OF_WORDINGS = ("card__slug", *AGE_COLUMNS, "derived")


def set_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a set, but for its place among the others and what it follows."""
    return {
        "code": row["code"],
        **{name: row.get(name) or "" for name in SET_TEXTS},
        **{name: row.get(name) for name in SET_FACTS},
        **{name: date.fromisoformat(row[name]) if row.get(name) else None for name in SET_DAYS},
        "regional_days": row.get("regional_days") or [],
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
        "doubtful": list(row.get("doubtful") or ()),
        **{f"{name}_recorded": row.get(name) is not None for name in MAY_BE_NONE},
    }


def list_card_rows(game: str) -> Rows:
    """A game's cards in the order of their slugs; six queries."""
    said = _of_cards(game, Printing, "card_set__code", "number", "rarity")
    printings = _group((card, [code, number or None, rarity or None]) for card, code, number, rarity in said)
    # The code of each card's first printing, by which other cards are linked to it.
    codes = {card: f"{held[0][0]}-{held[0][1] or ''}" for card, held in printings.items()}
    teams = _group(_of_cards(game, CardTeam, "team__name"))
    said = _of_cards(game, CardKeyword, "keyword__name", "parameter")
    keywords = _group((card, [name, parameter or None]) for card, name, parameter in said)
    labels = _group(((card, kind), name) for card, kind, name in _of_cards(game, CardLabel, "kind", "name"))
    through = Card.linked_cards.through.objects.filter(from_card__game=game)
    links = _group(through.order_by().values_list("from_card", "to_card"))
    columns = ("pk", "slug", "signs", "doubtful", *_TEXTS, *_FACTS, *FIGURES, *_RECORDED)
    rows = []
    for held in Card.objects.filter(game=game).order_by().values(*columns):
        pk = held["pk"]
        row = {
            "slug": held["slug"],
            **{name: held[name] or None for name in _TEXTS},
            **{name: held[name] for name in _FACTS},
            **{name: held["signs"].get(name, held[name]) for name in FIGURES},
            "printings": printings.get(pk, []),
            "keywords": keywords.get(pk, []),
            "linked": sorted(codes[linked] for linked in links.get(pk, ())),
            "teams": teams.get(pk, []),
            **{name: labels.get((pk, kind), []) for name, kind in LABELS.items()},
            **{name: None for name in MAY_BE_NONE if not held[f"{name}_recorded"]},
            **({"doubtful": held["doubtful"]} if held["doubtful"] else {}),
        }
        rows.append(row)
    return sorted(rows, key=itemgetter("slug"))


def _of_cards(game: str, model: type[Model], *columns: str) -> Iterable[tuple[Any, ...]]:
    """What belongs to the cards of a game, in order: the card's primary key with these columns; one query."""
    return model._default_manager.filter(card__game=game).order_by("position").values_list("card", *columns)


def _group(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = defaultdict(list)
    for owner, value in pairs:
        found[owner].append(value)
    return found


def set_rows(game: str) -> Rows:
    """A game's sets in their order; one query."""
    held = CardSet.objects.filter(game=game).order_by("position")
    return [
        {
            "code": row["code"],
            "name": row["name"],
            **{name: row[name] or None for name in _SET_TEXTS},
            **{name: format_iso(row[name]) for name in SET_DAYS},
            "follows": row["follows__code"],
            "official": row["official"],
            **({"regional_days": row["regional_days"]} if row["regional_days"] else {}),
        }
        for row in held.values("code", "name", *_SET_TEXTS, *SET_DAYS, "follows__code", "official", "regional_days")
    ]


def format_rows(game: str) -> Rows:
    """A game's formats in their order, resolved; one query."""
    return [
        {
            **{name: getattr(row, name) for name in ("slug", "name", "kind", "short", "aliases", "doubts", "notes")},
            "starts": _build_interval(row.starts_earliest, row.starts_latest),
            "ends": _build_interval(row.ends_earliest, row.ends_latest),
            **sort_keys(row.definition),
        }
        for row in Format.objects.filter(game=game).order_by("position")
    ]


def list_ban_rows(game: str) -> Rows:
    """A game's bans in their order, each with the slugs of its formats; two queries."""
    through = Ban.formats.through.objects.filter(ban__game=game).order_by("format__position")
    slugs = _group(through.values_list("ban", "format__slug"))
    held = Ban.objects.filter(game=game).order_by("position")
    return [
        {
            **{name: row[name] for name in _BAN_FACTS},
            **{name: format_iso(row[name]) for name in _BAN_DAYS},
            "formats": ["all"] if row["for_all_formats"] else slugs[row["pk"]],
            "event": row["event__name"],
        }
        for row in held.values("pk", *_BAN_FACTS, *_BAN_DAYS, "for_all_formats", "event__name")
    ]


def _build_interval(earliest: date | None, latest: date | None) -> list[str | None] | None:
    return [format_iso(earliest), format_iso(latest)] if earliest else None


def list_reading_rows(game: str) -> Rows:
    """A game's readings, card by card in the order of their slugs, the oldest of a card first; one query.

    Left out are cards whose texts state nothing that the engine asks for, and texts that state what the one before
    stated.
    """
    held = Wording.objects.filter(card__game=game).order_by("card__slug").values_list(*_OF_WORDINGS)
    by_card = groupby(held.iterator(2_000), key=itemgetter(0))
    return [row for slug, wordings in by_card for row in _readings(slug, sort_by_age(map(_build_aged, wordings)))]


def _build_aged(values: tuple[Any, ...]) -> Aged[dict[str, Any]]:
    _, *columns, derived = values
    return Aged({name: derived[name] for name in FACTS if name in derived}, *columns)


def _readings(slug: str, wordings: Iterable[Aged[dict[str, Any]]]) -> Rows:
    rows: Rows = []
    for wording in wordings:
        earliest, latest, facts = wording.effective_earliest, wording.effective_latest, wording.known
        since = [earliest.isoformat(), latest.isoformat()] if earliest and latest else None
        if not rows and wording.kind == Wording.Kind.PRINTED:
            since = None  # before its first printing nobody has the card, and it has no other text
        if rows and rows[-1]["since"] == since:
            rows.pop()
        rows.append({"card": slug, "since": since, "facts": facts})
    different = [
        row for before, row in pairwise((None, *rows)) if row and (not before or row["facts"] != before["facts"])
    ]
    return different if any(row["facts"] for row in different) else []
