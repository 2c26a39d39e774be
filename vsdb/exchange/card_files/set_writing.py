"""Facts of sets into their table: blanks filled, and sets that aren't recorded where the file dates them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Max

from engine.model.names import fold
from vsdb.catalog.cards.filling import fill_set
from vsdb.catalog.cards.imported import NEW_SET
from vsdb.catalog.cards.models import CardSet, ImportedRow
from vsdb.catalog.cards.row_columns import SET_DAYS, SET_FACTS, SET_FIELDS, SET_TEXTS, set_columns
from vsdb.core.dates import iso
from vsdb.exchange.card_files.card_writing import place_text
from vsdb.exchange.card_files.checking import checked_set, unstorable
from vsdb.exchange.card_files.game_tables import GameTables
from vsdb.exchange.card_files.proposals import Ignored, Problem, SetProposal
from vsdb.exchange.card_files.report import Report

_LONGEST_CODE = 10
Row = dict[str, Any]


def write_sets(tables: GameTables, proposals: Iterable[SetProposal], report: Report) -> None:
    """Write what is new of these sets; five statements, however many sets."""
    held = {row["code"]: row for row in map(_row, CardSet.objects.filter(game=tables.game).order_by("position"))}
    by_name = {fold(row["name"]): code for code, row in held.items()}
    new: dict[str, Row] = {}
    kept: dict[str, tuple[Row, str]] = {}
    for proposal in proposals:
        facts, faults = checked_set({"name": proposal.name, **proposal.facts})
        label = proposal.code or proposal.name or "?"
        for fault in faults:
            report.problem(Problem(proposal.place, f"set {label[:40]}: {fault}"))
        recorded = tables.sets.get((proposal.code or "").casefold())
        code = recorded.code if recorded else by_name.get(fold(proposal.name or ""))
        if code is None and (proposal.code or "").upper() in new:
            code = (proposal.code or "").upper()
        if code is None:
            _add(proposal, facts, new, kept, report)
            continue
        row = new.get(code) or held[code]
        filled, against = fill_set(row, {name: value for name, value in facts.items() if name != "name"})
        for each in against:
            report.conflict(proposal.place, code, each.column, each.recorded, each.found)
        row.update(filled)
        report.count("sets", "filled" if filled else "unchanged")
        if filled:
            kept.setdefault(code, ({}, place_text(proposal.place)))[0].update(filled)
    if kept:
        _store(tables, held, new, kept)


def _add(
    proposal: SetProposal, facts: Row, new: dict[str, Row], kept: dict[str, tuple[Row, str]], report: Report
) -> None:
    """A set that isn't recorded: a new one where the file says its code, its name and its release."""
    code = (proposal.code or "").strip().upper()
    is_dated = facts.get("released_earliest") and facts.get("released_latest")
    if not code or not facts.get("name") or not is_dated:
        told = ", ".join(filter(None, (proposal.code, proposal.name))) or "?"
        report.ignore(Ignored(proposal.place, "a set that isn't recorded, without a release", told))
    elif len(code) > _LONGEST_CODE or unstorable(code):
        report.problem(Problem(proposal.place, f"{code[:40]!r} is no code of a set; one has at most 10 characters"))
    else:
        new[code] = {**NEW_SET, **facts, "code": code}
        kept[code] = (facts, place_text(proposal.place))
        report.count("sets", "new")


def _store(tables: GameTables, held: dict[str, Row], new: dict[str, Row], kept: dict[str, tuple[Row, str]]) -> None:
    rows = CardSet.objects.filter(game=tables.game)
    last = rows.aggregate(last=Max("position"))["last"]
    CardSet.objects.bulk_create(
        CardSet(game_id=tables.game, position=position, **set_columns(row))
        for position, row in enumerate(new.values(), 0 if last is None else last + 1)
    )
    pks = dict(rows.filter(code__in=kept).values_list("code", "pk"))
    filled = [CardSet(pk=pks[code], **set_columns(held[code])) for code in kept if code in held]
    CardSet.objects.bulk_update(filled, SET_FIELDS)
    source = tables.source.slug
    before = ImportedRow.objects.filter(game=tables.game, kind=ImportedRow.Kind.SET, source=source, key__in=kept)
    by_key = {row.key: row for row in before}
    for code, (facts, place) in kept.items():
        row = by_key.setdefault(
            code,
            ImportedRow(
                game_id=tables.game, kind=ImportedRow.Kind.SET, key=code, source=source, is_new=code in new, place=place
            ),
        )
        row.facts = {**row.facts, **facts}
    ImportedRow.objects.bulk_create([row for row in by_key.values() if row.pk is None])
    ImportedRow.objects.bulk_update([row for row in by_key.values() if row.pk is not None], ["facts"])
    tables.read_sets()


def _row(card_set: CardSet) -> Row:
    return {
        "code": card_set.code,
        **{name: getattr(card_set, name) or None for name in SET_TEXTS},
        **{name: getattr(card_set, name) for name in SET_FACTS},
        **{name: iso(getattr(card_set, name)) for name in SET_DAYS},
    }
