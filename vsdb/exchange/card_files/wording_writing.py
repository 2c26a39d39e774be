"""The texts of a batch into their table: added, changed or left alone, each with what can be read off it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from engine.card_text import derive_facts, name_own_symbol, strip_reminders, to_printed_form, unify_symbols
from engine.model.cards import Between
from vsdb.catalog.cards.tables import insert_rows
from vsdb.catalog.wordings.models import Source, Wording
from vsdb.catalog.wordings.services import find_differences
from vsdb.core.folding import join_spellings
from vsdb.exchange.card_files.card_index import IndexedCard
from vsdb.exchange.card_files.checking import find_text_fault
from vsdb.exchange.card_files.game_tables import GameTables
from vsdb.exchange.card_files.proposals import WordingProposal
from vsdb.exchange.reports import ImportReport

KINDS = {Wording.Kind.PRINTED: 0, Wording.Kind.FORMER: 0, Wording.Kind.REFERENCE: 1, Wording.Kind.ERRATA: 2}
AUTHORITIES = {"community": 0, "judge": 1, "publisher": 2}
_KEY = ("card_id", "kind", "printing_code")
_DAYS = ("effective_earliest", "effective_latest")
_VALUES = ("text", "flavour", "changed", *_DAYS, "precedence", "place", "derived", "folded", "folded_full")
_COLUMNS = ("source_id", *_KEY, *_VALUES)
_SPACES = re.compile(r"\s+")
Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class ProposedText:
    """A proposed text of a card; `set_code` and `number` are the recorded printing that it stands on, if it does."""

    entry: IndexedCard
    wording: WordingProposal
    set_code: str | None
    number: str | None


def write_wordings(tables: GameTables, texts: Iterable[ProposedText], report: ImportReport) -> None:
    """Write the texts of cards that have their primary keys by now; a few queries, one statement for all new ones.

    Of two texts of a file for one place the first counts; an excerpt takes the place of no other text.
    """
    rows = _rows(tables, texts, report)
    held = _load_recorded(tables, rows)
    new, changed = [], []
    for key, (values, text) in rows.items():
        pk, before = held.get(key, (None, ()))
        if pk is None:
            report.count("wordings", "added")
            new.append((tables.source.pk, *key, *values))
            continue
        is_second = pk > tables.newest_before or not tables.seen_wordings.add(pk)
        if before == values or text.wording.is_excerpt:
            report.count("wordings", "unchanged")
        elif is_second:
            _report_second(text, report)
        else:
            report.count("wordings", "changed")
            changed.append(Wording(pk=pk, **dict(zip(_VALUES, values, strict=True))))
    insert_rows(Wording, _COLUMNS, new)
    Wording.objects.bulk_update(changed, _VALUES, batch_size=100)


def _load_recorded(
    tables: GameTables, rows: Mapping[Key, tuple[Any, ProposedText]]
) -> dict[Key, tuple[int, tuple[Any, ...]]]:
    """The texts that these cards have of the source, by what tells them apart; of a card with very many printings, and
    so perhaps as many texts, those of the printings that are asked for. One query or two."""
    many = {key[0] for key, (_, text) in rows.items() if text.entry.unfetched}
    of_source = Wording.objects.filter(source=tables.source).order_by()
    kinds, codes = ({key[place] for key in rows if key[0] in many} for place in (1, 2))
    of_few = of_source.filter(card__id__among={key[0] for key in rows} - many)
    found = (of_few, of_source.filter(card__in=many, kind__in=kinds, printing_code__in=codes))
    recorded = chain.from_iterable(texts.values_list("pk", *_KEY, *_VALUES) for texts in found)
    return {row[1:4]: (row[0], row[4:]) for row in recorded}


def _rows(
    tables: GameTables, texts: Iterable[ProposedText], report: ImportReport
) -> dict[Key, tuple[tuple[Any, ...], ProposedText]]:
    """The columns of each text by what tells it apart."""
    rows: dict[Key, tuple[tuple[Any, ...], ProposedText]] = {}
    for text in texts:
        if made := _row(tables, text, report):
            key, values = made
            first, _ = rows.setdefault(key, (values, text))
            if not text.wording.is_excerpt and _differ(first[0], values[0], tables.game):
                _report_second(text, report)
    return rows


def _row(tables: GameTables, text: ProposedText, report: ImportReport) -> tuple[Key, tuple[Any, ...]] | None:
    proposal, row = text.wording, text.entry.row
    if fault := find_text_fault(proposal.text, proposal.flavour, *proposal.changed):
        report.problem(proposal.place, f"{row['slug']}: the text {fault}", proposal.text)
        return None
    printed = to_printed_form(proposal.text, tables.game)
    flavour = _SPACES.sub(" ", proposal.flavour).strip()
    if not printed and not flavour:
        report.ignore(proposal.place, "empty text", row["slug"])
        return None
    game, words = tables.game, unify_symbols(printed, tables.game)
    domains = row["domains"] or ()
    spelt, words = words, name_own_symbol(words, game, domains)
    derived: dict[str, Any] = {}
    # A text that may be shortened says nothing of what it doesn't hold.
    if tables.source.kind != Source.Kind.ERRATA_LIST:
        facts = {"name": row["name"], "type": row["type"], "keywords": tables.keywords.names}
        derived = derive_facts(words, game=game, is_normal=True, **facts)
        for difference in find_differences(row, derived):
            report.difference(proposal.place, row["slug"], *difference)
    if spelt != words:
        derived["own_domains"] = list(domains)
    effective = _effective(tables, text)
    is_of_printing = proposal.kind == Wording.Kind.PRINTED or proposal.is_of_printing
    code = "-".join(filter(None, (text.set_code, text.number))) if is_of_printing else ""
    changed = [*filter(None, (to_printed_form(each, tables.game) for each in proposal.changed))]
    # What a reference shows on one printing counts below its text for the card.
    rank = 0 if proposal.is_of_printing else KINDS[Wording.Kind(proposal.kind)]
    precedence = 10 * rank + AUTHORITIES[tables.source.authority]
    days = (effective.earliest, effective.latest) if effective else (None, None)
    folded = _build_search_text(words, printed)
    values = (printed, flavour, changed, *days, precedence, proposal.place.cut(), derived, *folded)
    return (text.entry.pk, proposal.kind, code), values


def _differ(one: str, other: str, game: str) -> bool:
    """Whether two texts differ in more than the spelling of symbols."""
    return one != other and unify_symbols(one, game) != unify_symbols(other, game)


def _build_search_text(words: str, printed: str) -> tuple[str, str]:
    """The searched words of a text in its normal form and as printed: without reminders, and with them."""
    spellings = [words] if words == printed else [words, printed]
    said = [strip_reminders(spelling) for spelling in spellings]
    full = join_spellings(*spellings)
    return full if said == spellings else join_spellings(*said), full


def _effective(tables: GameTables, text: ProposedText) -> Between | None:
    """The day from which a text counts: its own, a printed one's its set's release, another's its source's day.

    Since when a text counted that an erratum replaced, nobody says.
    """
    if text.wording.effective is not None:
        return text.wording.effective
    if text.wording.kind == Wording.Kind.FORMER:
        return None
    if text.wording.kind == Wording.Kind.PRINTED:
        return tables.sets[text.set_code.casefold()].released if text.set_code else None
    earliest, latest = tables.source.published_earliest, tables.source.published_latest
    return Between(earliest, latest) if earliest and latest else None


def _report_second(text: ProposedText, report: ImportReport) -> None:
    slug, proposal = text.entry.row["slug"], text.wording
    report.problem(
        proposal.place, f"{slug}: an earlier line has another {proposal.kind} text for this card", proposal.text
    )
