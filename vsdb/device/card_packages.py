"""The card reference of a game as a browser takes it along: what pages show of each card, and what a search needs.

The search without a network answers the plain part of the query language as the server does, so the package has the
texts that the server searches, the words that name a team, a keyword, a set, a type or a format, and each format's
answer of today.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from engine.formats import legality_table
from engine.formats.legality import BANNED, LEGAL, is_in_season
from engine.formats.names import list_format_names
from engine.formats.set_status import UNKNOWN
from engine.model.cards import Card
from engine.model.cards import Printing as EnginePrinting
from engine.model.formats import Format
from engine.model.games import game_of
from engine.model.names import show_identity
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.faces import name_card
from vsdb.catalog.cards.models import Card as CardRow
from vsdb.catalog.wordings.models import Wording
from vsdb.core.folding import to_compact_spelling
from vsdb.search.conditions.card_tags import LABELS, read_labels
from vsdb.search.conditions.context import SearchContext
from vsdb.search.conditions.legality import load_legality_tables
from vsdb.search.conditions.numeric_terms import COLUMNS
from vsdb.search.conditions.readings import map_labels
from vsdb.search.language.field_types import FieldKind
from vsdb.search.language.fields import FIELDS, list_games_of
from vsdb.search.services import search_cards

LAYOUT = 1  #: raised when packages are laid out in another way, so that browsers take them anew
#: One letter a card and format: legal, banned, unknown, not in the format.
_LETTERS = {LEGAL: "l", BANNED: "b", UNKNOWN: "u"}
_NOT_IN = "n"
#: Figures that stand in columns and nowhere else.
_FIGURES = tuple(name for name in COLUMNS if name != "limit")
_LABELS = ("team", "kw")


@selectors.keep_by_version
def write_card_package(game: str, today: date) -> bytes:
    """The package of a game as JSON."""
    return json.dumps(build_card_package(game, today), ensure_ascii=False, separators=(",", ":")).encode()


def build_card_package(game: str, today: date) -> dict[str, Any]:
    """The cards of a game as they count on a day, in the order in which a search without words gives them.

    About a dozen queries, and those of legality tables that nobody has asked for yet.
    """
    reference = selectors.get_reference(game)
    ids = search_cards("", game=game, today=today).ids
    slugs = _order_slugs(ids)
    places = {slug: place for place, slug in enumerate(slugs)}
    others = [each for each in selectors.list_references() if each.game != game]
    return {
        "layout": LAYOUT,
        "game": game,
        "name": game_of(game).name,
        "version": reference.data_version,
        "day": today.isoformat(),
        "cards": _build_cards(reference, slugs),
        "sets": [[each.code, each.name] for each in reference.sets.values()],
        "formats": [_build_format(reference, fmt, slugs, today) for fmt in reference.formats.values()],
        "types": sorted({card.type for card in reference.catalog.cards if card.type}),
        "figures": [name for name in _FIGURES if game in list_games_of(name)],
        "labels": {field: _list_members(field, game, places, today) for field in _LABELS},
        "readings": map_labels(reference),
        "has_rarity_letters": game_of(game).naming.has_rarity_letters,
        "fields": _list_fields(),
        "elsewhere": _list_names_elsewhere(others),
    }


def _order_slugs(ids: Iterable[int]) -> list[str]:
    slugs = dict(CardRow.objects.order_by().values_list("pk", "slug"))
    return [slugs[pk] for pk in ids]


def _build_cards(reference: Reference, slugs: Iterable[str]) -> list[dict[str, Any]]:
    """Each card; what isn't recorded is left out."""
    columns = ("name_words", "words", "text_of")
    rows = CardRow.objects.filter(game=reference.game).order_by()
    named = ("slug", "type", "cost_kind", "signs", *_columns(), *(f"search_text__{name}" for name in columns))
    held = {row["slug"]: row for row in rows.values(*named)}
    texts = dict(Wording.objects.filter(card__game=reference.game).order_by().values_list("pk", "text"))
    return [_leave_out_empty(_build_card(reference.catalog.by_slug[slug], held[slug], texts)) for slug in slugs]


def _columns() -> tuple[str, ...]:
    return tuple({COLUMNS[name].name for name in _FIGURES})


def _build_card(card: Card, row: Mapping[str, Any], texts: Mapping[int, str]) -> dict[str, Any]:
    figures = {name: row[name] for name in sorted(_columns()) if row[name] is not None}
    return {
        "slug": card.slug,
        "name": card.name,
        "title": card.title,
        "shown": shown if (shown := show_identity(name_card(card))) != card.title else "",
        "identity": card.identity,
        "aka": list(card.aka),
        "type": row["type"],
        "figures": figures,
        "signs": row["signs"],
        "threshold": row["cost_kind"] == CardRow.CostKind.THRESHOLD,
        "teams": list(card.teams or ()),
        "keywords": [str(each) for each in card.keywords],
        "domains": list(card.domains or ()),
        "printings": [_build_printing(each) for each in card.printings],
        "in_name": row["search_text__name_words"],
        "words": row["search_text__words"],
        "text": texts.get(row["search_text__text_of"] or 0, ""),
    }


def _build_printing(printing: EnginePrinting) -> list[str]:
    return [printing.set_code or "", printing.number or ""]


def _leave_out_empty(card: dict[str, Any]) -> dict[str, Any]:
    """A card without what is empty, which half of the fields of half of the cards are."""
    return {name: value for name, value in card.items() if value}


def _build_format(reference: Reference, fmt: Format, slugs: Iterable[str], today: date) -> dict[str, Any]:
    """A format with the letters of its answers for the cards, in their order; `banned` also beside its pool."""
    tables = load_legality_tables(reference, [fmt])
    found = legality_table.find_best_statuses(reference, tables, today)
    bans = legality_table.find_banned_cards(tables, today)

    def find_letter(slug: str) -> str:
        status = found.cards.get(slug)
        if status is None:
            status = found.kinds[legality_table.get_card_class(reference.catalog.by_slug[slug])]
        return _LETTERS.get(status, _NOT_IN)

    places = {slug: place for place, slug in enumerate(slugs)}
    return {
        "slug": fmt.slug,
        "name": fmt.name,
        "short": list(fmt.short),
        "called": sorted(list_format_names(fmt)),
        "in_season": is_in_season(fmt, today),
        "answers": "".join(map(find_letter, slugs)),
        "banned": sorted(places[slug] for slug, status in bans.items() if status == BANNED),
    }


def _list_members(field: str, game: str, places: Mapping[str, int], today: date) -> dict[str, list[int]]:
    """The places of the cards that have each label of a field, by its compact spelling; the text of a card counts."""
    if game not in list_games_of(field):
        return {}
    kind = read_labels(LABELS[field], SearchContext((game,), today))
    otherwise = {card.slug: card for card in (kind.otherwise or {}).get(game, ())}
    rows = kind.rows().filter(card__game=game).order_by().values_list("card__slug", kind.column)
    pairs = [(slug, name) for slug, name in rows if slug not in otherwise]
    if kind.names is not None:
        pairs += [(slug, name) for slug, card in otherwise.items() for name in kind.names(card) or ()]
    found: dict[str, set[int]] = {}
    for slug, name in pairs:
        found.setdefault(to_compact_spelling(name), set()).add(places[slug])
    return {spelling: sorted(members) for spelling, members in sorted(found.items())}


def _list_fields() -> dict[str, str]:
    """Each key of a field of the language with the field's name; `#` behind it says a number, `%` a count."""
    marks = {FieldKind.NUMBER: "#", FieldKind.COUNT: "%"}
    return {key: f"{each.name}{marks.get(each.kind, '')}" for each in FIELDS for key in each.keys}


def _list_names_elsewhere(references: Iterable[Reference]) -> dict[str, list[str]]:
    """What other games call types, sets and formats: such a name is known and finds nothing here."""
    held = list(references)
    cards = (card for each in held for card in each.catalog.cards)
    sets = [one for each in held for one in each.sets.values()]
    formats = (fmt for each in held for fmt in each.formats.values())
    return {
        "types": sorted({card.type for card in cards if card.type}),
        "sets": sorted({to_compact_spelling(name) for each in sets for name in (each.code, each.name)}),
        "formats": sorted({name for fmt in formats for name in list_format_names(fmt)}),
    }
