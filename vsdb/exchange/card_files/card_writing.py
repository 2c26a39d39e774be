"""New cards, and recorded ones whose blanks a batch fills, into their tables: a few statements for the whole batch."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from vsdb.catalog.cards.models import Card, CardId, CardKeyword, CardLabel, CardTeam, ImportedRow, Printing
from vsdb.catalog.cards.reading.cards import slugify_word
from vsdb.catalog.cards.tables import insert_rows
from vsdb.catalog.cards.to_engine import CARD_FIELDS, LABELS, build_card_columns
from vsdb.exchange.card_files.card_index import IndexedCard
from vsdb.exchange.card_files.game_tables import GameTables
from vsdb.exchange.card_files.proposals import FilePosition
from vsdb.exchange.reports import ImportReport

#: Follow from the others and are never kept as facts of an import.
IMPLIED = frozenset(("title", "copy_key", "cost_kind"))
_CARD = ("game_id", "slug", *CARD_FIELDS)
_KEPT = ("game_id", "kind", "key", "source", "facts", "is_new", "place")
_LATE_AT_ONCE = 50_000  #: printings
_LONG_ROWS = 10  #: rows, each with very many printings


def write_cards(tables: GameTables, entries: Iterable[IndexedCard]) -> None:
    """Write what is new of these cards; new ones get their primary keys. About ten statements, however many cards."""
    touched = [entry for entry in entries if entry.pk is None or entry.filled or entry.printings]
    if not touched:
        return
    new = [entry for entry in touched if entry.pk is None]
    held = [entry for entry in touched if entry.pk is not None]
    renewed = _keep(tables, new, held)
    for entry in touched:
        if entry.pk is None or (entry.row["slug"] in renewed and entry.printings):
            entry.row["has_unrecorded_printing"] = not entry.row["printings"]
    tables.teams.add(name for entry in touched for name in entry.filled.get("teams") or ())
    tables.keywords.add(name for entry in touched for name, _ in entry.filled.get("keywords") or ())
    _renumber(tables, held)
    _write_rows(tables, new, held)
    _write_parts(tables, touched)
    for entry in held:
        if entry.pk is not None and entry.unfetched:
            tables.count_printings(entry.pk, entry.unfetched + len(entry.row["printings"]))


def _write_rows(tables: GameTables, new: list[IndexedCard], held: list[IndexedCard]) -> None:
    if new:
        rows = (build_card_columns(entry.row) for entry in new)
        insert_rows(Card, _CARD, ((tables.game, *(row[name] for name in _CARD[1:])) for row in rows))
        slugs = [entry.row["slug"] for entry in new]
        pks = dict(Card.objects.filter(game=tables.game, slug__among=slugs).values_list("slug", "pk"))
        for entry in new:
            entry.pk = pks[entry.row["slug"]]
    if held:
        cards = [Card(pk=entry.pk, **build_card_columns(entry.row)) for entry in held]
        Card.objects.bulk_update(cards, CARD_FIELDS, batch_size=100)


def _write_parts(tables: GameTables, entries: list[IndexedCard]) -> None:
    """Printings, teams, keywords and labels: what a list had before, this import doesn't touch."""
    parts: tuple[tuple[Any, tuple[str, ...], Callable[[GameTables, IndexedCard], Iterator[tuple[Any, ...]]]], ...] = (
        (Printing, ("card_id", "card_set_id", "number", "rarity", "position"), _printings),
        (CardTeam, ("card_id", "team_id", "position"), _teams),
        (CardKeyword, ("card_id", "keyword_id", "parameter", "position"), _keywords),
        (CardLabel, ("card_id", "kind", "position", "name"), _labels),
    )
    for model, columns, made in parts:
        insert_rows(model, columns, (row for entry in entries for row in made(tables, entry)))


def _printings(tables: GameTables, entry: IndexedCard) -> Iterator[tuple[Any, ...]]:
    added = {(set_code, number) for set_code, number, _ in entry.printings}
    for index, (set_code, number, rarity) in enumerate(entry.row["printings"]):
        if (set_code, number) in added:
            place = entry.position(index)
            yield entry.pk, tables.sets[set_code.casefold()].pk, number or "", rarity or "", place


def _teams(tables: GameTables, entry: IndexedCard) -> Iterator[tuple[Any, ...]]:
    for position, team in enumerate(entry.filled.get("teams") or ()):
        yield entry.pk, tables.teams[slugify_word(team)][0], position


def _keywords(tables: GameTables, entry: IndexedCard) -> Iterator[tuple[Any, ...]]:
    for position, (keyword, parameter) in enumerate(entry.filled.get("keywords") or ()):
        yield entry.pk, tables.keywords[slugify_word(keyword)][0], parameter or "", position


def _labels(tables: GameTables, entry: IndexedCard) -> Iterator[tuple[Any, ...]]:
    for column, kind in LABELS.items():
        for position, name in enumerate(entry.filled.get(column) or ()):
            yield entry.pk, kind.value, position, name


def _renumber(tables: GameTables, held: list[IndexedCard]) -> None:
    """Take away the printings of these cards that were recorded without the number or the rarity that they get."""
    told: dict[tuple[int | None, int], set[str]] = {}
    for entry in held:
        for set_code, number, _ in entry.printings:
            if set_code and set_code.casefold() in tables.sets:
                place = (entry.pk, tables.sets[set_code.casefold()].pk)
                told.setdefault(place, {""}).add(number or "")
    if not told:
        return
    of_these = Printing.objects.filter(card__in={card for card, _ in told})
    printed = of_these.values_list("pk", "card", "card_set", "number")
    replaced = [pk for pk, card, card_set, number in printed if number in told.get((card, card_set), ())]
    Printing.objects.filter(pk__in=replaced).delete()


def _keep(tables: GameTables, new: list[IndexedCard], held: list[IndexedCard]) -> set[str]:
    """Keep the facts apart, for the next load of the fixtures; the slugs of those that this source brought first.

    The printings of a card that has very many are kept once all are known: they stand in one row.
    """
    facts: dict[str, dict[str, Any]] = {}
    places: dict[str, str] = {}
    for entry in (*new, *held):
        slug, printings = entry.row["slug"], entry.printings
        said = {column: value for column, value in entry.filled.items() if column not in IMPLIED}
        if entry.unfetched:
            for printing in printings:
                tables.late_printings.put((slug, printing, entry.place))
        elif printings:
            said["printings"] = printings
        if said or not entry.unfetched:
            facts[slug], places[slug] = said, entry.place
    before = keep_facts(tables, ImportedRow.Kind.CARD, facts, places, new={entry.row["slug"] for entry in new})
    return {row.key for row in before if row.is_new}


def write_late_printings(tables: GameTables) -> None:
    """Keep the printings that were put off, for the next load of the fixtures; three statements for some cards."""
    for batch in tables.late_printings.batches(_LATE_AT_ONCE):
        added: dict[str, list[list[str | None]]] = {}
        places: dict[str, str] = {}
        for slug, printing, place in batch:
            added.setdefault(slug, []).append(printing)
            places.setdefault(slug, place)
        slugs = list(added)
        for start in range(0, len(slugs), _LONG_ROWS):
            facts = {slug: {"printings": added[slug]} for slug in slugs[start : start + _LONG_ROWS]}
            keep_facts(tables, ImportedRow.Kind.CARD, facts, places)


def keep_facts(
    tables: GameTables,
    kind: ImportedRow.Kind,
    facts: Mapping[str, dict[str, Any]],
    places: Mapping[str, str] = MappingProxyType({}),
    new: Collection[str] = (),
) -> list[ImportedRow]:
    """Keep facts by their card or set for the next load of the fixtures, printings beside those that are kept; those of
    `new` are in no fixture. What this source had brought of them before; three statements."""
    source = tables.source.slug
    before = list(ImportedRow.objects.filter(game=tables.game, kind=kind, source=source, key__among=facts))
    for row in before:
        said = facts[row.key]
        if "printings" in said:
            said = {**said, "printings": [*row.facts.get("printings", ()), *said["printings"]]}
        row.facts |= said
    ImportedRow.objects.bulk_update(before, ["facts"], batch_size=100)
    kept = {row.key for row in before}
    missing = ((key, said) for key, said in facts.items() if key not in kept)
    rows = ((tables.game, kind.value, key, source, said, key in new, places.get(key, "")) for key, said in missing)
    insert_rows(ImportedRow, _KEPT, rows)
    return before


def write_ids(wanted: Iterable[tuple[IndexedCard, str, str, FilePosition]], report: ImportReport) -> None:
    """The identifiers that other systems give these cards; two statements."""
    by_id = {(system, value): (entry, place) for entry, system, value, place in wanted}
    if not by_id:
        return
    systems, values = map(set, zip(*by_id, strict=True))
    held = CardId.objects.filter(system__in=systems, value__among=values)
    rows = held.values_list("system", "value", "card", "card__slug")
    recorded = {(system, value): (pk, slug) for system, value, pk, slug in rows}
    new = []
    for (system, value), (entry, place) in by_id.items():
        pk, slug = recorded.get((system, value), (None, ""))
        if pk is None:
            new.append((entry.pk, system, value))
        elif pk != entry.pk:
            report.conflict(place, entry.row["slug"], f"id ({system})", slug, value, "this id belongs to another card")
        else:
            report.count("ids", "unchanged")
    report.count("ids", "added", len(new))
    insert_rows(CardId, ("card_id", "system", "value"), new)
