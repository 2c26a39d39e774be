"""What imports brought, put among the rows of the fixtures before a load: blanks filled, new cards and sets added.

What a fixture records by now wins, and the import's fact is dropped, so that the same facts are kept on every machine
whichever came first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import F

from engine.model.names import fold
from vsdb.catalog.cards.filling import add_printings, fill, fill_set, new_row
from vsdb.catalog.cards.fixture_files import GameRows
from vsdb.catalog.cards.identity import is_told_by_printing
from vsdb.catalog.cards.models import Card, ImportedRow

NEW_SET = {"code_verified": True, "official": "doubtful", "follows": None}
_AT_ONCE = 500


@dataclass
class Merged:
    """The rows of a game with what was imported, and what becomes of the imported rows themselves.

    `renamed` are cards of an import that a fixture has by now under another slug.
    """

    rows: GameRows
    changed: list[ImportedRow] = field(default_factory=list)
    useless: list[int] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)

    def store(self) -> None:
        """Write what became of the imported rows; a query where nothing did, a few where something did."""
        game = self.rows.game
        for old, new in self.renamed.items():
            Card.objects.filter(game=game, slug=old).update(slug=new)
            ImportedRow.objects.filter(game=game, kind="card", key=old).update(key=new)
        ImportedRow.objects.bulk_update(self.changed, ["key", "facts", "is_new"], batch_size=_AT_ONCE)
        for start in range(0, len(self.useless), _AT_ONCE):
            ImportedRow.objects.filter(pk__in=self.useless[start : start + _AT_ONCE]).delete()


def merged(rows: GameRows) -> Merged:
    """The rows with what was imported for the game; one query."""
    held = list(ImportedRow.objects.filter(game=rows.game).order_by(F("is_new").desc(), "pk"))
    if not held:
        return Merged(rows)
    found = Merged(replace(rows, sets=[*map(dict, rows.sets)], cards=[*map(_copied, rows.cards)]))
    _merge_sets(found, [row for row in held if row.kind == ImportedRow.Kind.SET])
    _merge_cards(found, [row for row in held if row.kind == ImportedRow.Kind.CARD])
    return found


def _copied(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, "printings": [list(printing) for printing in row["printings"]]}


def _merge_sets(found: Merged, held: Iterable[ImportedRow]) -> None:
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


def _merge_cards(found: Merged, held: list[ImportedRow]) -> None:
    game, rows = found.rows.game, found.rows
    by_slug = {row["slug"]: row for row in rows.cards}
    by_identity = {key: row for row in rows.cards for key in _identities(game, row)}
    set_codes = {row["code"] for row in rows.sets}
    linking: list[tuple[ImportedRow, dict[str, Any], dict[str, Any]]] = []
    for each in held:
        key = found.renamed.get(each.key, each.key)
        recorded = by_slug.get(key)
        if each.is_new:
            fresh = new_row(game, key, each.facts)
            add_printings(fresh, each.facts.get("printings", ()), set_codes)
            fresh["has_unrecorded_printing"] = not fresh["printings"]
            keys = _identities(game, fresh)
            if recorded is not None and not keys & _identities(game, recorded):
                recorded = None
            recorded = recorded or next((by_identity[one] for one in keys if one in by_identity), None)
            if recorded is None:
                fresh["slug"] = _free(key, by_slug)
                _name(found, each.key, fresh["slug"])
                by_slug[fresh["slug"]] = fresh
                rows.cards.append(fresh)
                linking.append((each, fresh, each.facts))
                continue
            key = recorded["slug"]
            _name(found, each.key, key)
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


def _link(found: Merged, linking: Iterable[tuple[ImportedRow, dict[str, Any], dict[str, Any]]]) -> None:
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


def _keep(found: Merged, row: ImportedRow, key: str, facts: Mapping[str, Any]) -> None:
    """Keep of an imported row what still fills a blank; it is no new card or set any more."""
    wanted = {column: row.facts.get(column, value) for column, value in facts.items() if column in row.facts}
    if "printings" in facts:
        wanted["printings"] = facts["printings"]
    if not wanted:
        found.useless.append(row.pk)
    elif (row.key, row.facts, row.is_new) != (key, wanted, False):
        row.key, row.facts, row.is_new = key, wanted, False
        found.changed.append(row)


def _name(found: Merged, old: str, new: str) -> None:
    if old != new:
        found.renamed[old] = new


def _identities(game: str, row: Mapping[str, Any]) -> frozenset[tuple[str, ...]]:
    """What tells the card from all others: its name with a number where it takes one, else what it is counted by."""
    if is_told_by_printing(game):
        codes = (f"{set_code}-{number}" for set_code, number, _ in row["printings"] if number)
        return frozenset((fold(row["name"]), code) for code in codes) or frozenset(((row["slug"], fold(row["name"])),))
    return frozenset(((row["copy_key"],),))


def _free(slug: str, taken: Mapping[str, Any]) -> str:
    """The slug, or the first with a number behind it that no card has."""
    number = 1
    free = slug
    while free in taken:
        number += 1
        free = f"{slug}-{number}"
    return free
