"""Decks as CSV: a row a line of the list, and no cell that a spreadsheet would take for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping

from engine.model.decks import READ, DeckEntry
from vsdb.exchange.deck_lists.drafts import (
    DraftRow,
    ExportedText,
    ListDraft,
    OutgoingDeck,
    broken_layout_error,
    to_one_line,
    write_head_lines,
    write_line,
)

COLUMNS = ("section", "count", "name", "slug", "printing", "note", "written")
_OTHER_NAMES = {
    **dict.fromkeys(("qty", "quantity", "copies", "amount"), "count"),
    **dict.fromkeys(("card", "card name", "title"), "name"),
    **dict.fromkeys(("card number", "collector number", "code"), "printing"),
    **dict.fromkeys(("board", "zone", "pile"), "section"),
    **dict.fromkeys(("notes", "comment"), "note"),
}
_SEPARATORS = (",", ";", "\t")
_LINE_END = re.compile("\r\n?|\n")
_MAX_BEFORE = 60  #: lines before the header
_WHAT = "CSV"
#: Where a formula could begin: at the start of a cell, and after what some spreadsheets part cells by.
_BEGINS = r"(?:\A|(?<=[;\t\r\n]))"
_FORMULA = "'*[ \u00a0]*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]"
_BARE = re.compile(rf"{_BEGINS}(?={_FORMULA})")
_INERT = re.compile(rf"{_BEGINS}'(?={_FORMULA})")


def write(out: OutgoingDeck) -> ExportedText:
    """Title and metadata as comments before the header, then the list."""
    file = io.StringIO(newline="")
    rows = csv.writer(file, lineterminator="\r\n")
    rows.writerows([escape_cell(line)] for line in write_head_lines(out.deck))
    rows.writerow(COLUMNS)
    rows.writerows([escape_cell(cell) for cell in _cells(entry, out)] for entry in out.deck.entries)
    remarks = ("The notes on the deck as a whole don't go into a CSV.",) if out.notes.strip() else ()
    return ExportedText(file.getvalue(), remarks)


def is_csv(text: str) -> bool:
    """Whether the first line that is no comment is a header with a count and a card."""
    return _header(text) is not None


def read(text: str) -> ListDraft:
    """A table with a header in which a count and a name, slug or printing stand; columns in any order."""
    found = _header(text)
    if found is None:
        raise broken_layout_error(_WHAT, f"no row names its columns; they are {', '.join(COLUMNS)}")
    skipped, separator = found
    table = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=separator)
    lines: list[str | DraftRow] = []
    remarks: list[str] = []
    names: list[str] = []
    try:
        for number, cells in enumerate(table):
            if number < skipped:
                lines += [said] if (said := _comment(cells, separator)).startswith("#") else []
            elif number == skipped:
                names = [_column(cell) for cell in cells]
                surplus = [cell.strip()[:40] for cell in cells if cell.strip() and not _column(cell)]
                remarks += [f"The column “{name}” isn't read." for name in surplus]
            elif any(cell.strip() for cell in cells):
                lines.append(_row(names, cells, separator))
    except csv.Error as error:
        raise broken_layout_error(_WHAT, f"a row can't be read: {error}", f"line {table.line_num}") from error
    return ListDraft(tuple(lines), _game_said(lines), remarks=tuple(remarks))


def escape_cell(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe stands before what would begin one."""
    return _BARE.sub("'", cell)


def unescape_cell(cell: str) -> str:
    """The cell that was made inert."""
    return _INERT.sub("", cell)


def _cells(entry: DeckEntry, out: OutgoingDeck) -> tuple[str, ...]:
    card = entry.card
    if entry.state != READ or card is None:
        return (entry.section, str(entry.count), entry.name, "", "", "", write_line(entry, out.deck.game))
    return (entry.section, str(entry.count), card.title, card.slug, entry.printing, out.note_on(entry), "")


def _row(names: list[str], cells: list[str], separator: str) -> DraftRow:
    """A row. One that is wider than the header had a comma in its name, where the name stands last; any other such row
    is kept whole, to be decided by a person."""
    if len(cells) > len(names) and any(cell.strip() for cell in cells[len(names) :]):
        last = len(names) - 1
        if names[last] != "name":
            return DraftRow(written=to_one_line(separator.join(map(unescape_cell, cells))), section="")
        cells = [*cells[:last], separator.join(cells[last:])]
    fields: dict[str, str] = {}
    for name, cell in zip(names, cells, strict=False):
        if name and name not in fields:
            fields[name] = unescape_cell(cell) if name == "note" else to_one_line(unescape_cell(cell))
    return DraftRow(**{"section": "", **fields})


def _comment(cells: list[str], separator: str) -> str:
    """A line before the header, without the empty cells that spreadsheets fill it up with."""
    width = max((place for place, cell in enumerate(cells, start=1) if cell.strip()), default=0)
    return to_one_line(separator.join(map(unescape_cell, cells[:width])))


def _header(text: str) -> tuple[int, str] | None:
    """How many rows stand before the header, and what parts its cells; None for a text that is no table."""
    for number, line in enumerate(_LINE_END.split(text.removeprefix("\ufeff"))[:_MAX_BEFORE]):
        begun = line.strip(" \"',;\t")
        if not begun or begun.startswith("#") or begun.casefold().startswith("sep="):
            continue
        separator = max(_SEPARATORS, key=line.count)
        columns = {_column(cell.strip(' "')) for cell in line.split(separator)}
        is_table = "count" in columns and not columns.isdisjoint({"name", "slug", "printing", "written"})
        return (number, separator) if is_table else None
    return None


def _column(cell: str) -> str:
    word = " ".join(cell.strip().casefold().replace("_", " ").split())
    return word if word in COLUMNS else _OTHER_NAMES.get(word, "")


def _game_said(lines: list[str | DraftRow]) -> str:
    said: Mapping[str, str] = {
        key.strip("# ").casefold(): value.strip()
        for key, _, value in (line.partition(":") for line in lines if isinstance(line, str))
    }
    return said.get("game", "")
