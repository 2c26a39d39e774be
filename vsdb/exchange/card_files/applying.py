"""The items of a file into the database, a batch at a time; whoever calls holds the transaction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from django.utils.text import slugify

from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.exchange.card_files import proposals
from vsdb.exchange.card_files.card_index import IndexedCard, read_recorded_rows
from vsdb.exchange.card_files.card_placing import place_cards
from vsdb.exchange.card_files.card_writing import write_ids, write_late_printings
from vsdb.exchange.card_files.game_tables import GameTables, Spool
from vsdb.exchange.card_files.ruling_writing import remove_repeated, write_rulings
from vsdb.exchange.card_files.set_writing import write_groups, write_links, write_sets
from vsdb.exchange.card_files.wording_writing import ProposedText, write_wordings
from vsdb.exchange.reports import ImportReport

BATCH = 500
_RULINGS_AT_ONCE = 200
Told = Callable[[], None]


def apply(
    items: Iterable[proposals.Item], file_digest: str, report: ImportReport, *, at_most: int, told: Told
) -> Collection[str]:
    """Put everything in its place; the games that the file is of. `told` is called after each batch.

    Raises InputError where the file has more than `at_most` items, or doesn't begin with its source.
    """
    with ExitStack() as stack:
        work = _Application(file_digest, report, stack)
        for count, item in enumerate(items, 1):
            if count > at_most:
                raise InputError(f"the file has more than {at_most} items", code="too-many-items")
            if work.take(item):
                told()
        work.finish()
        told()
        return tuple(work.tables)


class _Application:
    """One application: what waits for its batch, and what waits for the end of the file."""

    def __init__(self, file_digest: str, report: ImportReport, stack: ExitStack) -> None:
        self.report = report
        self.tables: dict[str, GameTables] = {}
        self._digest = file_digest
        self._stack = stack
        self._source: proposals.SourceProposal | None = None
        self._sets: list[proposals.SetProposal] = []
        self._cards: list[proposals.CardProposal] = []
        self._groups: list[proposals.GroupProposal] = []
        self._rulings, self._links, self._excerpts = (stack.enter_context(Spool()) for _ in range(3))

    def take(self, item: proposals.Item) -> bool:
        """Take the next item; whether a batch was written."""
        match item:
            case proposals.ReadingProblem():
                self.report.problem(item.place, item.message, item.excerpt)
            case proposals.IgnoredText():
                self.report.ignore(item.place, item.reason, item.excerpt)
            case proposals.SourceProposal():
                self._begin(item)
            case proposals.SetProposal():
                self._sets.append(item)
            case proposals.CardProposal():
                self._cards.append(item)
            case proposals.RulingProposal():
                self._rulings.put((self._main_source().game, item, None))
            case proposals.GroupProposal():
                self._groups.append(item)
        if len(self._cards) + len(self._sets) >= BATCH:
            self._flush()
            return True
        return False

    def finish(self) -> None:
        """Write what is left and what waited for all cards to be there: links, excerpts, groups, rulings."""
        source = self._main_source()
        self._flush()
        for tables in self.tables.values():
            write_late_printings(tables)
        for batch in self._links.batches(BATCH):
            for game, links in _by_game(batch):
                write_links(self.tables[game], links, self.report)
        for batch in self._excerpts.batches(BATCH):
            for game, texts in _by_game(batch):
                pks = {pk for pk, *_ in texts}
                rows = dict(read_recorded_rows(pks, without_printings=pks))
                made = [ProposedText(IndexedCard(rows[pk], pk), *text) for pk, *text in texts]
                write_wordings(self.tables[game], made, self.report)
        if self._groups:
            write_groups(self._of(source.game), self._groups, self.report)
        for batch in self._rulings.batches(_RULINGS_AT_ONCE):
            for game, rulings in _by_game(batch):
                write_rulings(self._of(game), rulings, self.report)
        for tables in self.tables.values():
            remove_repeated(tables, self.report)

    def _begin(self, source: proposals.SourceProposal) -> None:
        if self._source is not None:
            raise InputError("the reader gave two sources", code="two-sources")
        if source.game not in GAMES:
            raise InputError(f"the file is of no game that is known: {source.game!r}", code="no-such-game")
        self._source = replace(source, slug=slugify(source.slug)[:80].strip("-") or "file", name=source.name[:200])
        self.report.source = {
            "game": source.game, "slug": self._source.slug, "name": self._source.name, "kind": source.kind,
            "authority": source.authority,
        }  # fmt: skip
        self._of(source.game)

    def _main_source(self) -> proposals.SourceProposal:
        if self._source is None:
            raise InputError("the file doesn't say what it is", code="no-source")
        return self._source

    def _of(self, game: str) -> GameTables:
        if game not in self.tables:
            late = self._stack.enter_context(Spool())
            self.tables[game] = GameTables(game, self._main_source(), self._digest, self.report, late)
        return self.tables[game]

    def _flush(self) -> None:
        """Write the sets and cards that wait."""
        self._main_source()
        sets, cards = self._sets, self._cards
        self._sets, self._cards = [], []
        for game, of_sets in _by_game([(each.game, each) for each in sets]):
            write_sets(self._of(game), [each for (each,) in of_sets], self.report)
        for game, of_game in _by_game([(each.game, each) for each in cards]):
            self._write(game, [each for (each,) in of_game])

    def _write(self, game: str, cards: list[proposals.CardProposal]) -> None:
        """Write cards of one game with all that stands on them."""
        tables = self._of(game)
        placed = place_cards(tables, cards, self.report)
        texts, ids = [], []
        for each in placed:
            card, entry = each.card, each.entry
            for wording in card.wordings:
                if wording.is_excerpt:
                    self._excerpts.put((game, entry.pk, wording, each.set_code, each.number))
                else:
                    texts.append(ProposedText(entry, wording, each.set_code, each.number))
            ids += [(entry, system[:20], value[:80], card.place) for system, value in card.ids.items() if value]
            for ruling in card.rulings:
                self._rulings.put((game, ruling, entry.pk))
            if linked := card.facts.get("linked"):
                self._links.put((game, entry.pk, linked, card.place))
        write_wordings(tables, texts, self.report)
        write_ids(ids, self.report)


def _by_game(rows: Iterable[tuple[str, *tuple[Any, ...]]]) -> Iterable[tuple[str, list[tuple[Any, ...]]]]:
    """Rows without their game, by game."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for game, *row in rows:
        found.setdefault(game, []).append(tuple(row))
    return found.items()
