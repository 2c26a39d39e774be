"""The judge's list: every card by name with its count, to be ticked in a deck check."""

from __future__ import annotations

from dataclasses import dataclass

from engine.decklists.sections import title_of
from engine.model.decks import READ, Deck
from engine.model.names import fold
from vsdb.decks.pdf.listing import Row, SheetRequest, ordered, row_of, totals, unread_row

CHECKS = 3  #: boxes to tick beside each card


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """A card in a section of the list, or a line that names no one card."""

    row: Row
    where: str


def judge_list(deck: Deck) -> tuple[JudgeRow, ...]:
    """The cards by name, a row for each section that a card stands in; lines that weren't read come last."""
    found = []
    for section in ordered(deck.sections):
        entries = deck.sections[section]
        found += [JudgeRow(row_of(card, count, entries), title_of(section)) for card, count in deck.read(section)]
        found += [JudgeRow(unread_row(entry), title_of(section)) for entry in entries if entry.state != READ]
    return tuple(sorted(found, key=lambda each: (not each.row.is_read, fold(each.row.name), each.row.code)))


@dataclass(frozen=True, slots=True)
class JudgePage:
    """The judge's list as a page; `back` is the address of the deck."""

    sheet: SheetRequest
    rows: tuple[JudgeRow, ...]
    totals: tuple[tuple[str, int], ...]
    back: str = ""
    checks: tuple[int, ...] = tuple(range(1, CHECKS + 1))

    @property
    def cards(self) -> int:
        """How many cards there are in all."""
        return sum(count for _, count in self.totals)

    @property
    def unread(self) -> int:
        """How many lines name no one card."""
        return len(self.sheet.deck.unsettled)


def judge_page(sheet: SheetRequest, back: str = "") -> JudgePage:
    """What templates/decks/judge_list.html shows, as `page`."""
    return JudgePage(sheet, judge_list(sheet.deck), tuple(totals(sheet.deck).items()), back)
