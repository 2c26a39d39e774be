"""Sets, named groups and level-up links into their tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Max
from django.utils.text import slugify

from engine.model.names import fold
from vsdb.catalog.cards.filling import NEW_SET, fill_set
from vsdb.catalog.cards.models import Card, CardSet, ImportedRow, Printing
from vsdb.catalog.cards.tables import insert_rows
from vsdb.catalog.cards.to_engine import SET_DAYS, SET_FACTS, SET_FIELDS, SET_TEXTS, set_columns
from vsdb.catalog.wordings.models import NamedGroup
from vsdb.core.dates import format_iso
from vsdb.exchange.card_files.card_writing import keep_facts
from vsdb.exchange.card_files.checking import check_set, find_text_fault, find_unstorable
from vsdb.exchange.card_files.game_tables import GameTables
from vsdb.exchange.card_files.proposals import FilePosition, GroupProposal, SetProposal
from vsdb.exchange.reports import ImportReport

_MAX_CODE_LENGTH = 10
Row = dict[str, Any]


def write_sets(tables: GameTables, proposals: Iterable[SetProposal], report: ImportReport) -> None:
    """Write what is new of these sets; five statements, however many sets."""
    held = {row["code"]: row for row in map(_row, CardSet.objects.filter(game=tables.game).order_by("position"))}
    by_name = {fold(row["name"]): code for code, row in held.items()}
    new: dict[str, Row] = {}
    kept: dict[str, tuple[Row, str]] = {}
    for proposal in proposals:
        facts, faults = check_set({"name": proposal.name, **proposal.facts})
        label = proposal.code or proposal.name or "?"
        for fault in faults:
            report.problem(proposal.place, f"set {label[:40]}: {fault}")
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
            kept.setdefault(code, ({}, proposal.place.cut()))[0].update(filled)
    if kept:
        _store(tables, held, new, kept)


def _add(
    proposal: SetProposal, facts: Row, new: dict[str, Row], kept: dict[str, tuple[Row, str]], report: ImportReport
) -> None:
    """A set that isn't recorded: a new one where the file says its code, its name and its release."""
    code = (proposal.code or "").strip().upper()
    is_dated = facts.get("released_earliest") and facts.get("released_latest")
    if not code or not facts.get("name") or not is_dated:
        told = ", ".join(filter(None, (proposal.code, proposal.name))) or "?"
        report.ignore(proposal.place, "set not recorded, and no release date in the file", told)
    elif len(code) > _MAX_CODE_LENGTH or find_unstorable(code):
        report.problem(proposal.place, f"{code[:40]!r} is not a set code; at most 10 characters")
    else:
        new[code] = {**NEW_SET, **facts, "code": code}
        kept[code] = (facts, proposal.place.cut())
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
    facts = {code: said for code, (said, _) in kept.items()}
    keep_facts(tables, ImportedRow.Kind.SET, facts, {code: place for code, (_, place) in kept.items()}, new)
    tables.read_sets()


def _row(card_set: CardSet) -> Row:
    return {
        "code": card_set.code,
        **{name: getattr(card_set, name) or None for name in SET_TEXTS},
        **{name: getattr(card_set, name) for name in SET_FACTS},
        **{name: format_iso(getattr(card_set, name)) for name in SET_DAYS},
        "regional_days": card_set.regional_days,
    }


_MAX_LENGTH = 80


def write_groups(tables: GameTables, proposals: Iterable[GroupProposal], report: ImportReport) -> None:
    """Write the groups; a group that another source has already is a conflict where the members differ."""
    held = {group.slug: group for group in NamedGroup.objects.filter(game=tables.game)}
    for proposal in proposals:
        slug, members = slugify(proposal.name)[:_MAX_LENGTH], list(proposal.members)
        fault = find_text_fault(proposal.name, *members)
        if fault or not slug or len(proposal.name) > _MAX_LENGTH:
            message = f"the group {fault}" if fault else "the group needs a name of at most 80 characters"
            report.problem(proposal.place, message, proposal.name)
            continue
        said = {"name": proposal.name, "members": members, "place": proposal.place.cut()}
        group = held.get(slug)
        if group is None:
            held[slug] = NamedGroup.objects.create(source=tables.source, game_id=tables.game, slug=slug, **said)
            report.count("groups", "added")
        elif group.source_id == tables.source.pk and any(getattr(group, name) != said[name] for name in said):
            NamedGroup.objects.filter(pk=group.pk).update(**said)
            report.count("groups", "changed")
        else:
            if sorted(group.members) != sorted(members):
                report.conflict(proposal.place, slug, "members", group.members, members)
            report.count("groups", "unchanged")


def write_links(
    tables: GameTables, links: Sequence[tuple[int, Sequence[str], FilePosition]], report: ImportReport
) -> None:
    """Link cards, by their primary keys, with those of the given printings, where no link is recorded; six queries."""
    through = Card.linked_cards.through
    recorded: dict[int, set[int]] = defaultdict(set)
    of_these = through.objects.filter(from_card__in=[pk for pk, _, _ in links])
    for card, linked in of_these.values_list("from_card", "to_card"):
        recorded[card].add(linked)
    holders = _holders(tables.game, {code for _, codes, _ in links for code in codes})
    slugs = dict(Card.objects.filter(pk__in=[pk for pk, _, _ in links]).values_list("pk", "slug"))
    new: dict[int, Sequence[str]] = {}
    pairs: set[tuple[int, int]] = set()
    for pk, codes, place in links:
        found = {holder for code in codes for holder in holders.get(code, ())}
        for code in codes:
            if len(holders.get(code, ())) != 1:
                what = "belongs to several cards" if code in holders else "is not recorded"
                report.problem(place, f"{slugs[pk]}: not linked to {code}; that printing {what}")
        if found and not recorded[pk]:
            recorded[pk] = found
            pairs.update((pk, each) for each in found)
            new[pk] = codes
            report.count("links", "added", len(found))
        elif recorded[pk] == found:
            report.count("links", "unchanged", len(found))
        elif found:
            names = dict(Card.objects.filter(pk__in=recorded[pk] | found).values_list("pk", "slug"))
            before, now = (sorted(names[each] for each in side) for side in (recorded[pk], found))
            report.conflict(place, slugs[pk], "linked", before, now)
    if pairs:
        insert_rows(through, ("from_card_id", "to_card_id"), sorted(pairs))
        facts = {slugs[pk]: {"linked": list(codes)} for pk, codes in new.items()}
        keep_facts(tables, ImportedRow.Kind.CARD, facts)


def _holders(game: str, codes: Iterable[str]) -> dict[str, set[int]]:
    """The cards of printings; one query."""
    wanted = set(codes)
    sets, _, numbers = zip(*(code.partition("-") for code in wanted), strict=True)
    printed = Printing.objects.filter(card__game=game, card_set__code__in=sets, number__in=numbers)
    found: dict[str, set[int]] = {}
    for card, set_code, number in printed.values_list("card", "card_set__code", "number"):
        if (code := f"{set_code}-{number}") in wanted:
            found.setdefault(code, set()).add(card)
    return found
