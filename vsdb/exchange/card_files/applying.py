"""The items of a file into the database, a batch at a time; whoever calls holds the transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from dataclasses import replace

from django.utils.text import slugify

from engine.model.errors import InputError
from vsdb.exchange.card_files import proposals
from vsdb.exchange.card_files.card_index import IndexedCard, read_recorded_rows
from vsdb.exchange.card_files.card_placing import place_cards
from vsdb.exchange.card_files.card_writing import write_ids, write_late_printings
from vsdb.exchange.card_files.game_tables import GameTables, Spool
from vsdb.exchange.card_files.ruling_writing import remove_repeated, write_rulings
from vsdb.exchange.card_files.set_writing import write_groups, write_links, write_sets
from vsdb.exchange.card_files.text_placing import forget_empty_list, place_texts, remove_repeated_errata
from vsdb.exchange.card_files.wording_writing import ProposedText, write_wordings
from vsdb.exchange.reports import ImportReport

BATCH = 500
_RULINGS_AT_ONCE = 200


def apply(
    items: Iterable[proposals.Item], file_digest: str, report: ImportReport, *, at_most: int, told: Callable[[], None]
) -> None:
    """Put everything in its place. `told` is called after each batch.

    Raises InputError where the file has more than `at_most` items, or doesn't begin with its source.
    """
    rest = iter(items)
    source = next(rest, None)
    if not isinstance(source, proposals.SourceProposal):
        raise InputError("the file doesn't state its source", code="no-source")
    with ExitStack() as stack:
        work = _Application(source, file_digest, report, stack)
        for count, item in enumerate(rest, 2):
            if count > at_most:
                raise InputError(f"the file has more than {at_most} items; split it", code="too-many-items")
            if isinstance(item, proposals.SourceProposal):
                work.finish()
                work = _Application(item, file_digest, report, stack)
                told()
            elif work.take(item):
                told()
        work.finish()
        told()


class _Application:
    """One application: what waits for its batch, and what waits for the end of the file."""

    def __init__(
        self, source: proposals.SourceProposal, file_digest: str, report: ImportReport, stack: ExitStack
    ) -> None:
        source = replace(source, slug=slugify(source.slug)[:80].strip("-") or "file", name=source.name[:200])
        self.report = report
        report.sources.append({name: getattr(source, name) for name in ("game", "slug", "name", "kind", "authority")})
        late, *waiting = (stack.enter_context(closing(Spool())) for _ in range(4))
        self._rulings, self._links, self._excerpts = waiting
        self.tables = GameTables(source, file_digest, report, late)
        self._sets: list[proposals.SetProposal] = []
        self._cards: list[proposals.CardProposal] = []
        self._texts: list[proposals.TextsProposal] = []
        self._groups: list[proposals.GroupProposal] = []

    def take(self, item: proposals.Item) -> bool:
        """Take the next item; whether a batch was written."""
        match item:
            case proposals.ReadingProblem():
                self.report.problem(item.place, item.message, item.excerpt)
            case proposals.IgnoredText():
                self.report.ignore(item.place, item.reason, item.excerpt)
            case proposals.SetProposal():
                self._sets.append(item)
            case proposals.CardProposal():
                self._cards.append(item)
            case proposals.TextsProposal():
                self._texts.append(item)
            case proposals.RulingProposal():
                self._rulings.put((item, None))
            case proposals.GroupProposal():
                self._groups.append(item)
        is_full = len(self._cards) + len(self._sets) + len(self._texts) >= BATCH
        if is_full:
            self._flush()
        return is_full

    def finish(self) -> None:
        """Write what is left and what waited for all cards to be there: links, excerpts, groups, rulings."""
        self._flush()
        write_late_printings(self.tables)
        for links in self._links.batches(BATCH):
            write_links(self.tables, links, self.report)
        for texts in self._excerpts.batches(BATCH):
            pks = {pk for pk, *_ in texts}
            rows = dict(read_recorded_rows(pks, without_printings=pks))
            made = [ProposedText(IndexedCard(rows[pk], pk), *text) for pk, *text in texts]
            write_wordings(self.tables, made, self.report)
        if self._groups:
            write_groups(self.tables, self._groups, self.report)
        for rulings in self._rulings.batches(_RULINGS_AT_ONCE):
            write_rulings(self.tables, rulings, self.report)
        remove_repeated(self.tables, self.report)
        forget_empty_list(self.tables, self.report)

    def _flush(self) -> None:
        """Write the sets and cards that wait, with all that stands on them."""
        sets, cards = self._sets, self._cards
        self._sets, self._cards = [], []
        if sets:
            write_sets(self.tables, sets, self.report)
        texts, ids = [], []
        for each in place_cards(self.tables, cards, self.report) if cards else ():
            card, entry = each.card, each.entry
            for wording in card.wordings:
                if wording.is_excerpt:
                    self._excerpts.put((entry.pk, wording, each.set_code, each.number))
                else:
                    texts.append(ProposedText(entry, wording, each.set_code, each.number))
            ids += [(entry, system[:20], value[:80], card.place) for system, value in card.ids.items() if value]
            for ruling in card.rulings:
                self._rulings.put((ruling, entry.pk))
            if linked := card.facts.get("linked"):
                self._links.put((entry.pk, linked, card.place))
        write_wordings(self.tables, texts, self.report)
        write_ids(ids, self.report)
        self._write_texts()

    def _write_texts(self) -> None:
        """Write the texts of recorded cards that wait."""
        waiting, self._texts = self._texts, []
        if not waiting:
            return
        placed = place_texts(self.tables, waiting, self.report)
        write_wordings(self.tables, placed, self.report)
        remove_repeated_errata(self.tables, self.report)
