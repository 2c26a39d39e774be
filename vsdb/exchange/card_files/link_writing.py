"""Level-up links into their table, once every card of the file is there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from vsdb.catalog.cards.models import Card, ImportedRow, Printing
from vsdb.catalog.cards.tables import insert
from vsdb.exchange.card_files.game_tables import GameTables
from vsdb.exchange.card_files.proposals import Place, Problem
from vsdb.exchange.card_files.report import Report

Link = tuple[int, Sequence[str], Place]


def write_links(tables: GameTables, links: Iterable[tuple[Any, ...]], report: Report) -> None:
    """Link cards, by their primary keys, with those of the given printings, where no link is recorded; six queries."""
    links = list(links)
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
                what = "a printing of several cards" if code in holders else "no recorded printing"
                report.problem(Problem(place, f"{slugs[pk]}: it is linked to {code}, which is {what}"))
        if not found:
            continue
        if not recorded[pk]:
            recorded[pk] = found
            pairs.update((pk, each) for each in found)
            new[pk] = codes
            report.count("links", "added", len(found))
        elif recorded[pk] == found:
            report.count("links", "unchanged", len(found))
        else:
            names = dict(Card.objects.filter(pk__in=recorded[pk] | found).values_list("pk", "slug"))
            before, now = (sorted(names[each] for each in side) for side in (recorded[pk], found))
            report.conflict(place, slugs[pk], "linked", before, now)
    if pairs:
        insert(through, ("from_card_id", "to_card_id"), sorted(pairs))
        _keep(tables, {slugs[pk]: list(codes) for pk, codes in new.items()})


def _holders(game: str, codes: Iterable[str]) -> dict[str, set[int]]:
    """The cards of printings; one query."""
    wanted = {code: code.partition("-")[::2] for code in codes}
    printed = Printing.objects.filter(
        card__game=game,
        card_set__code__in={set_code for set_code, _ in wanted.values()},
        number__in={number for _, number in wanted.values()},
    )
    found: dict[str, set[int]] = defaultdict(set)
    for card, set_code, number in printed.values_list("card", "card_set__code", "number"):
        if f"{set_code}-{number}" in wanted:
            found[f"{set_code}-{number}"].add(card)
    return dict(found)


def _keep(tables: GameTables, links: dict[str, list[str]]) -> None:
    """Keep the links for the next load of the fixtures."""
    kind, source = ImportedRow.Kind.CARD, tables.source.slug
    held = ImportedRow.objects.filter(game=tables.game, kind=kind, source=source, key__in=links)
    by_key = {row.key: row for row in held}
    for row in by_key.values():
        row.facts["linked"] = links[row.key]
    ImportedRow.objects.bulk_update(by_key.values(), ["facts"], batch_size=100)
    ImportedRow.objects.bulk_create(
        ImportedRow(
            game_id=tables.game,
            kind=ImportedRow.Kind.CARD,
            key=slug,
            source=tables.source.slug,
            facts={"linked": codes},
        )
        for slug, codes in links.items()
        if slug not in by_key
    )
