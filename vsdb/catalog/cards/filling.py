"""What is recorded of cards and sets, filled up with what files say: blanks only, never what is recorded."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from django.db.models import F

from engine.model.names import fold, version_key
from vsdb.catalog.cards.models import Card, ImportedRow
from vsdb.catalog.cards.reading.cards import derive_columns, is_told_by_printing
from vsdb.catalog.cards.reading.folder import GameRows
from vsdb.catalog.cards.to_engine import CARD_FACTS, FIGURES, LABELS, MAY_BE_NONE, SET_FACTS

Row = Mapping[str, Any]
Printing = list[str | None]  # set, number, rarity
#: The columns of a card's row that a file may fill; its printings and links are added to, its versions name it.
TEXTS = ("identity", "type", "supertype", "universe", "rarity", "brand")
LISTS = tuple(name for name in ("teams", *LABELS) if name != "versions")
FILLED = (*TEXTS, *CARD_FACTS, "is_in_every_set", *FIGURES, *LISTS, "keywords")
SET_FILLED = ("name", "kind", "brand", "universe", "volume", *SET_FACTS[1:], "legal_from")
NEW_SET = {"code_verified": True, "official": "doubtful", "follows": None}
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A column in which a file says something else than what is recorded."""

    column: str
    recorded: Any
    found: Any


def fill(game: str, row: Row, facts: Row) -> tuple[dict[str, Any], list[Disagreement]]:
    """The columns of a card's row that the facts fill, and those in which they contradict it."""
    filled, against = _fill(row, facts, FILLED)
    versions = facts.get("versions")
    if versions is not None and not row["versions_known"]:
        filled |= {"versions": list(versions), "versions_known": True}
    elif versions is not None and version_key(tuple(versions)) != version_key(tuple(row["versions"] or ())):
        against.append(Disagreement("versions", list(row["versions"] or ()), list(versions)))
    if filled:
        implied = derive_columns(game, {**row, **filled})
        filled |= {column: value for column, value in implied.items() if row.get(column) != value}
    return filled, against


def fill_set(row: Row, facts: Row) -> tuple[dict[str, Any], list[Disagreement]]:
    """The columns of a set's row that the facts fill, and those in which they contradict it."""
    return _fill(row, facts, SET_FILLED)


def build_card_row(game: str, slug: str, facts: Row) -> dict[str, Any]:
    """The row of a card that no fixture has; its printings and links are added afterwards, in `add_printings`."""
    row: dict[str, Any] = {
        "slug": slug,
        **dict.fromkeys((*TEXTS, *CARD_FACTS, *FIGURES)),
        **{name: None if name in MAY_BE_NONE else [] for name in LISTS},
        "versions": [],
        "keywords": [],
        **{name: value for name, value in facts.items() if name not in ("printings", "linked")},
        "printings": [],
        "linked": [],
        "has_unrecorded_printing": True,
    }
    return row | derive_columns(game, row)


def add_printings(row: dict[str, Any], found: Iterable[Printing], set_codes: Container[str]) -> list[Printing]:
    """Put printings into a card's row; those that said something new.

    A number fills the printing that is recorded without one, a rarity one without. A printing in a set that isn't
    recorded says something that can't be put there.
    """
    added = []
    for set_code, number, rarity in found:
        of_set = [each for each in row["printings"] if each[0] == set_code]
        same = (each for each in of_set if each[1] == number or (number and _strip_size(each[1]) == number))
        held = next(same, None) or next((each for each in of_set if not (number and each[1])), None)
        if held is None:
            if set_code in set_codes:
                row["printings"].append([set_code, number, rarity])
            added.append([set_code, number, rarity])
        elif (number and not held[1]) or (rarity and not held[2]):
            held[1:] = [held[1] or number, held[2] or rarity]
            added.append([*held])
    return added


def _strip_size(number: str | None) -> str:
    """A number without the size of its set: 001 for 001/298."""
    return (number or "").partition("/")[0]


def _fill(row: Row, facts: Row, columns: tuple[str, ...]) -> tuple[dict[str, Any], list[Disagreement]]:
    filled, against = {}, []
    for column in columns:
        found = facts.get(column)
        if found is None:
            continue
        recorded = row.get(column)
        if _is_blank(column, recorded):
            if not _is_blank(column, found):
                filled[column] = found
        elif not _same(recorded, found):
            against.append(Disagreement(column, recorded, found))
    return filled, against


def _is_blank(column: str, value: Any) -> bool:
    """Whether nothing is recorded: an empty list says so too, but where "none" is recorded apart."""
    return value is None or value == "" or (value == [] and column not in MAY_BE_NONE)


def _same(recorded: Any, found: Any) -> bool:
    if isinstance(recorded, list) and isinstance(found, list | tuple):
        return sorted(map(_fold_value, recorded)) == sorted(map(_fold_value, found))
    return bool(_fold_value(recorded) == _fold_value(found))


def _fold_value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(_fold_value(each) for each in value if each)
    return fold(value) if isinstance(value, str) else repr(value)


@dataclass
class MergedRows:
    """The rows of a game with what was imported, and what becomes of the imported rows themselves.

    `renamed` are cards of an import that a fixture has by now under another slug.
    """

    rows: GameRows
    changed: list[ImportedRow] = field(default_factory=list)
    useless: list[int] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)

    def rename(self, old: str, new: str) -> None:
        """A card of an import has another slug."""
        if old != new:
            self.renamed[old] = new

    def store(self) -> None:
        """Write what became of the imported rows; a query where nothing did, a few where something did."""
        game = self.rows.game
        for old, new in self.renamed.items():
            Card.objects.filter(game=game, slug=old).update(slug=new)
            ImportedRow.objects.filter(game=game, kind="card", key=old).update(key=new)
        ImportedRow.objects.bulk_update(self.changed, ["key", "facts", "is_new"], batch_size=_AT_ONCE)
        for start in range(0, len(self.useless), _AT_ONCE):
            ImportedRow.objects.filter(pk__in=self.useless[start : start + _AT_ONCE]).delete()


def merge_imported_rows(rows: GameRows) -> MergedRows:
    """The rows with what was imported for the game; one query."""
    held = list(ImportedRow.objects.filter(game=rows.game).order_by(F("is_new").desc(), "pk"))
    if not held:
        return MergedRows(rows)
    cards = [{**row, "printings": [list(printing) for printing in row["printings"]]} for row in rows.cards]
    found = MergedRows(replace(rows, sets=[*map(dict, rows.sets)], cards=cards))
    _merge_sets(found, [row for row in held if row.kind == ImportedRow.Kind.SET])
    _merge_cards(found, [row for row in held if row.kind == ImportedRow.Kind.CARD])
    return found


def _merge_sets(found: MergedRows, held: Iterable[ImportedRow]) -> None:
    by_code = {row["code"]: row for row in found.rows.sets}
    for each in held:
        recorded = by_code.get(each.key)
        if recorded is None and each.is_new:
            by_code[each.key] = {**NEW_SET, **each.facts, "code": each.key}
            found.rows.sets.append(by_code[each.key])
        elif recorded is None:
            found.useless.append(each.pk)
        else:
            filled, _ = fill_set(recorded, each.facts)
            recorded.update(filled)
            _keep(found, each, each.key, filled)


def _merge_cards(found: MergedRows, held: list[ImportedRow]) -> None:
    game, rows = found.rows.game, found.rows
    by_slug = {row["slug"]: row for row in rows.cards}
    by_identity = {key: row for row in rows.cards for key in _identities(game, row)}
    set_codes = {row["code"] for row in rows.sets}
    linking: list[tuple[ImportedRow, dict[str, Any], dict[str, Any]]] = []
    for each in held:
        key = found.renamed.get(each.key, each.key)
        recorded = by_slug.get(key)
        if each.is_new:
            fresh = build_card_row(game, key, each.facts)
            add_printings(fresh, each.facts.get("printings", ()), set_codes)
            fresh["has_unrecorded_printing"] = not fresh["printings"]
            keys = _identities(game, fresh)
            if recorded is not None and not keys & _identities(game, recorded):
                recorded = None
            recorded = recorded or next((by_identity[one] for one in keys if one in by_identity), None)
            if recorded is None:
                fresh["slug"] = _free(key, by_slug)
                found.rename(each.key, fresh["slug"])
                by_slug[fresh["slug"]] = fresh
                rows.cards.append(fresh)
                linking.append((each, fresh, each.facts))
                continue
            found.rename(each.key, recorded["slug"])
        if recorded is None:
            found.useless.append(each.pk)
            continue
        filled, _ = fill(game, recorded, each.facts)
        recorded.update(filled)
        kept = {column: value for column, value in each.facts.items() if column in filled}
        printings = add_printings(recorded, each.facts.get("printings", ()), set_codes)
        linking.append((each, recorded, kept | ({"printings": printings} if printings else {})))
    _link(found, linking)
    rows.cards.sort(key=lambda row: str(row["slug"]))


def _link(found: MergedRows, linking: Iterable[tuple[ImportedRow, dict[str, Any], dict[str, Any]]]) -> None:
    """Point level-up links at the first printings of the cards, now that all are there, and keep what counted."""
    first: dict[str, str] = {}
    for row in found.rows.cards:
        codes = [f"{set_code}-{number}" for set_code, number, _ in row["printings"] if number]
        first.update((code, codes[0]) for code in codes if code not in first)
    for each, recorded, kept in linking:
        wanted = each.facts.get("linked")
        if wanted and not recorded.get("linked"):
            recorded["linked"] = sorted({first[code] for code in wanted if code in first})
            kept["linked"] = wanted
        if each.is_new and kept is each.facts:
            continue
        _keep(found, each, recorded["slug"], kept)


def _keep(found: MergedRows, row: ImportedRow, key: str, facts: Mapping[str, Any]) -> None:
    """Keep of an imported row what still fills a blank; it is no new card or set any more."""
    wanted = {column: row.facts.get(column, value) for column, value in facts.items() if column in row.facts}
    if "printings" in facts:
        wanted["printings"] = facts["printings"]
    if not wanted:
        found.useless.append(row.pk)
    elif (row.key, row.facts, row.is_new) != (key, wanted, False):
        row.key, row.facts, row.is_new = key, wanted, False
        found.changed.append(row)


def _identities(game: str, row: Mapping[str, Any]) -> frozenset[tuple[str, ...]]:
    """What tells the card from all others: its name with a number where it takes one, else what it is counted by."""
    if is_told_by_printing(game):
        codes = (f"{set_code}-{number}" for set_code, number, _ in row["printings"] if number)
        return frozenset((fold(row["name"]), code) for code in codes) or frozenset(((row["slug"], fold(row["name"])),))
    return frozenset(((row["copy_key"],),))


def _free(slug: str, taken: Mapping[str, Any]) -> str:
    """The slug, or the first with a number behind it that no card has."""
    numbered = (f"{slug}-{number}" for number in count(2))
    return slug if slug not in taken else next(free for free in numbered if free not in taken)
