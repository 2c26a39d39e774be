"""Decks as data. CSV: a row a line of the list, and no cell that a spreadsheet would take for a formula.

JSON: the layout `vsdb-deck`, version 1, which `docs/exchange.md` documents; items as the API takes them.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.model.decks import READ, DeckEntry
from engine.model.errors import InputError
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
from vsdb.exchange.deck_lists.markups import write_metadata_line, write_title_line

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
#: Where a formula could begin: at the start of a cell, and after what some spreadsheets part cells by.
_BEGINS = r"(?:\A|(?<=[;\t\r\n]))"
_FORMULA = "'*[ \u00a0]*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]"
_BARE = re.compile(rf"{_BEGINS}(?={_FORMULA})")
_INERT = re.compile(rf"{_BEGINS}'(?={_FORMULA})")


def write_csv(out: OutgoingDeck) -> ExportedText:
    """Title and metadata as comments before the header, then the list."""
    file = io.StringIO(newline="")
    rows = csv.writer(file, lineterminator="\r\n")
    rows.writerows([escape_cell(line)] for line in write_head_lines(out.deck))
    rows.writerow(COLUMNS)
    rows.writerows([escape_cell(cell) for cell in _cells(entry, out)] for entry in out.deck.entries)
    remarks = ("CSV has no place for the deck's notes.",) if out.notes.strip() else ()
    return ExportedText(file.getvalue(), remarks)


def is_csv(text: str) -> bool:
    """Whether the first line that is no comment is a header with a count and a card."""
    return _header(text) is not None


def read_csv(text: str, *_: object) -> ListDraft:
    """A table with a header in which a count and a name, slug or printing stand; columns in any order."""
    found = _header(text)
    if found is None:
        raise broken_layout_error("CSV", f"no row names the columns; use {', '.join(COLUMNS)}")
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
                remarks += [f"The column “{name}” was ignored." for name in surplus]
            elif any(cell.strip() for cell in cells):
                lines.append(_csv_row(names, cells, separator))
    except csv.Error as error:
        raise broken_layout_error("CSV", f"a row can't be read: {error}", f"line {table.line_num}") from error
    return ListDraft(tuple(lines), _game_said(lines), remarks=tuple(remarks))


def escape_cell(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe stands before what would begin one."""
    return _BARE.sub("'", cell)


def unescape_cell(cell: str) -> str:
    """The cell that was made inert."""
    return _INERT.sub("", cell)


def _cells(entry: DeckEntry, out: OutgoingDeck) -> tuple[str, ...]:
    card, begun = entry.card, (entry.section, str(entry.count))
    if entry.state != READ or card is None:
        return (*begun, entry.name, "", "", "", write_line(entry, out.deck.game))
    return (*begun, card.title, card.slug, entry.printing, out.note_on(entry), "")


def _csv_row(names: list[str], cells: list[str], separator: str) -> DraftRow:
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
    parts = (line.partition(":") for line in lines if isinstance(line, str))
    return {key.strip("# ").casefold(): value.strip() for key, _, value in parts}.get("game", "")


NAME = "vsdb-deck"
VERSION = 1
_LISTS = ("cards", "deck", "items")


def write_json(out: OutgoingDeck) -> ExportedText:
    """The deck as one object, a line a card."""
    deck = out.deck
    head: dict[str, Any] = {"layout": NAME, "version": VERSION, "game": deck.game, "title": deck.title}
    head |= {"metadata": dict(deck.metadata), "address": out.address, "notes": out.notes}
    cards = ",\n    ".join(_json(_item(entry, out)) for entry in deck.entries)
    lines = [f'  "{key}": {_json(value)}' for key, value in head.items()]
    lines.append(f'  "cards": [\n    {cards}\n  ]' if cards else '  "cards": []')
    return ExportedText("{\n" + ",\n".join(lines) + "\n}\n")


def is_json(text: str) -> bool:
    """Whether the text is an object or a list of objects; a deck text begins with neither."""
    begun = text.lstrip("\ufeff \t\r\n")
    return begun.startswith("{") or (begun.startswith("[") and begun[1:].lstrip()[:1] in {"{", "]"})


def read_json(text: str, *_: object) -> ListDraft:
    """A deck in our layout, or a list of items as the API takes them. Raises InputError with line and column."""
    value = _value(text)
    if isinstance(value, Mapping):
        layout, version = value.get("layout", NAME), value.get("version", VERSION)
        if layout != NAME or not isinstance(version, int):
            why = f"its layout is {str(layout)[:40]!r}, version {str(version)[:20]}; only {NAME} can be read"
            raise broken_layout_error("JSON", why)
        if version > VERSION:
            why = f"its layout has version {str(version)[:20]}; versions up to {VERSION} can be read"
            raise broken_layout_error("JSON", why)
        items = next((value[key] for key in _LISTS if isinstance(value.get(key), list)), None)
        if items is None:
            raise broken_layout_error("JSON", "the list “cards” is missing")
        said = value.get("metadata")
        given: Mapping[str, Any] = value
    else:
        items, said, given = value, None, {}
    title = to_one_line(_text(given.get("title"), "title"))
    lines: list[str | DraftRow] = [write_title_line(title)] if title else []
    if isinstance(said, Mapping):
        pairs = ((str(key), to_one_line(_text(each, f"metadata.{str(key)[:20]}"))) for key, each in said.items())
        lines += [line for key, each in pairs if each and (line := write_metadata_line(key, each))]
    lines += [row for place, item in enumerate(items) if (row := _json_row(item, f"cards[{place}]"))]
    return ListDraft(tuple(lines), _text(given.get("game"), "game"), _text(given.get("notes"), "notes"))


def _item(entry: DeckEntry, out: OutgoingDeck) -> dict[str, Any]:
    card = entry.card
    item: dict[str, Any] = {"section": entry.section, "count": entry.count}
    if entry.state != READ or card is None:
        return {**item, "state": entry.state, "name": entry.name, "written": write_line(entry, out.deck.game)}
    item |= {"slug": card.slug, "name": card.title, "printing": entry.printing or None}
    note = out.note_on(entry)
    return {**item, "note": note} if note else item


def _json_row(item: Any, place: str) -> DraftRow | None:
    if isinstance(item, str):
        return DraftRow(written=to_one_line(item), section=None) if item.strip() else None
    if not isinstance(item, Mapping):
        raise InputError(f"found {type(item).__name__}; write each card as an object", place=place)
    keys = ("section", "count", "name", "slug", "printing", "written")
    shown = {key: to_one_line(_text(item.get(key), f"{place}.{key}")) for key in keys}
    if not any(shown[key] for key in keys[2:]):
        return None if not shown["count"] else DraftRow(shown["count"], section=shown["section"])
    return DraftRow(**shown, note=_text(item.get("note"), f"{place}.note"))


def _value(text: str) -> Mapping[str, Any] | Sequence[Any]:
    try:
        value = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise broken_layout_error("JSON", f"the syntax is wrong here: {error.msg}", place) from error
    except (ValueError, RecursionError) as error:
        raise broken_layout_error("JSON", "a number is too large, or the nesting is too deep") from error
    if not isinstance(value, Mapping | list):
        raise broken_layout_error("JSON", "the top level must be an object or a list")
    return value


def _text(value: Any, place: str) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)[:40]
    raise InputError(f"found {type(value).__name__}; write text", place=place)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
