"""Tables of collections: CSV from spreadsheets and other sites in, CSV that no spreadsheet takes for formulas out."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.model.errors import InputError
from vsdb.core.words import shorten
from vsdb.exchange.deck_lists.data_layouts import escape_cell, unescape_cell
from vsdb.exchange.deck_lists.drafts import broken_layout_error, to_one_line

COLUMNS = ("game", "name", "slug", "printing", "owned", "wanted")
#: What other sites and spreadsheets call the columns; of two columns of one name the first counts.
_NAMES = {
    **{
        name: name for name in ("game", "name", "slug", "printing", "owned", "wanted", "count", "set", "number", "kind")
    },
    **dict.fromkeys(
        ("quantity", "qty", "copies", "amount", "total", "total qty", "total quantity", "totalqtyowned"), "count"
    ),
    **dict.fromkeys(("reg qty", "add to quantity"), "count"),
    # Copies in columns of their own, which count together where no column has the count.
    **dict.fromkeys(("normal", "normal qty", "standard qty"), "normal"),
    **dict.fromkeys(("foil", "foil qty"), "foil"),
    "proving grounds qty": "promo",
    **dict.fromkeys(("card", "card name", "title", "product name", "cardname"), "name"),
    **dict.fromkeys(("set code", "edition code", "set prefix", "expansion code"), "set code"),
    **dict.fromkeys(("set name", "edition", "edition name", "expansion"), "set name"),
    **dict.fromkeys(("card number", "collector number", "collectors number", "no", "#", "nr"), "number"),
    "printnumber": "number",
    **dict.fromkeys(("code", "variant number", "printing code", "card code", "card id", "cardid"), "printing"),
    **dict.fromkeys(("own", "have", "owned count", "owned quantity", "have quantity", "in collection"), "owned"),
    **dict.fromkeys(("want", "wants", "wish list", "wishlist", "wanted count", "wish list count"), "wanted"),
    **dict.fromkeys(("list", "list type", "owned/wanted", "have/want", "status"), "kind"),
    "id": "slug",
}
_SEPARATORS = (",", ";", "\t", "|")
_LINE_END = re.compile("\r\n?|\n")
_TITLE = re.compile(r"[^\W\d_][^\d,;|\t]{0,80}")  #: of a table: words on a line of their own
_MAX_BEFORE = 20  #: lines before the header
_MAX_CELL = 500  #: characters
_IDENTIFYING = frozenset(("name", "slug", "printing", "number"))
_DESCRIBING = _IDENTIFYING | {"set", "set code", "set name"}
_COUNTING = frozenset(("count", "owned", "wanted", "normal"))
_SUMMED = ("normal", "foil", "promo")
#: What some sites write in a column “Printing”: how the copy looks, which a collection doesn't record.
_FINISHES = frozenset(
    ("normal", "standard", "regular", "foil", "non-foil", "nonfoil", "holofoil", "reverse holofoil", "etched")
)
_FINISH = re.compile("-foil$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row as it is written; `line` is where it ends in the file. `has_both`: its table has columns of its own for
    owned or wanted copies, so that an empty cell means none. `sets` are the codes and names of its set."""

    line: int
    written: str
    count: str = ""
    owned: str = ""
    wanted: str = ""
    kind: str = ""
    game: str = ""
    name: str = ""
    sets: tuple[str, ...] = ()
    printing: str = ""
    slug: str = ""
    has_both: bool = False


def is_table(text: str) -> bool:
    """Whether the text has a header that names a card, with a count or with the card's set or number."""
    return _find_header(text) is not None


def read_table(text: str) -> tuple[list[TableRow], tuple[str, ...]]:
    """The rows of a table, and remarks on its columns. Raises InputError for one that is broken, with its line."""
    found = _find_header(text)
    if found is None:
        raise InputError("no row names the columns; use count, name, set and number", place="text", code="wrong-file")
    skipped, separator = found
    body = "\n".join(_LINE_END.split(text.removeprefix("\ufeff"))[skipped:])
    table = csv.reader(io.StringIO(body, newline=""), delimiter=separator)
    rows: list[TableRow] = []
    names: list[str] = []
    ignored: tuple[str, ...] = ()
    try:
        for cells in table:
            if not names:
                names = _name_columns(cells)
                ignored = tuple(
                    cell.strip() for cell, name in zip(cells, names, strict=True) if cell.strip() and not name
                )
            elif any(cell.strip(" -:") for cell in cells):
                rows.append(_build_row(names, cells, skipped + table.line_num))
    except csv.Error as error:
        raise broken_layout_error("CSV", f"a row can't be read: {error}", f"line {skipped + table.line_num}") from error
    said = ", ".join(shorten(name, 40) for name in ignored[:12])
    remarks = [f"Ignored columns: {said}."] if ignored else []
    if _COUNTING.isdisjoint(names):
        remarks.append("No column has a number of copies; each row counts as 1.")
    return rows, tuple(remarks)


def write_table(rows: Iterable[Sequence[object]], columns: Sequence[str] = COLUMNS) -> str:
    """Rows as CSV. No cell begins as a formula does."""
    file = io.StringIO(newline="")
    table = csv.writer(file, lineterminator="\r\n")
    table.writerow(columns)
    table.writerows([escape_cell(str(cell)) for cell in row] for row in rows)
    return file.getvalue()


def _find_header(text: str) -> tuple[int, str] | None:
    """How many lines stand before the header, and what parts its cells; None for a text that is no table."""
    begun = text.removeprefix("\ufeff")[:20_000]
    for number, line in enumerate(_LINE_END.split(begun)[:_MAX_BEFORE]):
        if not line.strip(" \"',;\t") or line.lstrip().startswith("#") or line.casefold().startswith(("sep=", '"sep=')):
            continue
        if _TITLE.fullmatch(line):
            continue
        separator = max(_SEPARATORS, key=line.count)
        columns = {_name_column(cell.strip(' "')) for cell in line.split(separator)}
        is_counted = bool(columns & _COUNTING and columns & _IDENTIFYING)
        # Without a count there have to be a name and more, so that no line of a list is taken for a header.
        is_header = is_counted or ("name" in columns and len(columns & _DESCRIBING) > 1)
        return (number, separator) if is_header else None
    return None


def _name_columns(cells: Sequence[str]) -> list[str]:
    """What columns mean; empty for one that isn't read. “Foil” is a number of copies beside “Normal” alone."""
    names = [_name_column(cell) for cell in cells]
    is_summed = "normal" in names and "count" not in names
    return [name if is_summed or name not in _SUMMED else "" for name in names]


def _name_column(cell: str) -> str:
    word = " ".join(cell.strip().casefold().replace("_", " ").replace("’", "").replace("'", "").rstrip(".:").split())
    return _NAMES.get(word, "")


def _build_row(names: Sequence[str], cells: Sequence[str], line: int) -> TableRow:
    fields: dict[str, str] = {}
    for name, cell in zip(names, cells, strict=False):
        if name and not fields.get(name):
            fields[name] = to_one_line(unescape_cell(cell))[:_MAX_CELL]
    count = _add_copies(fields) if "normal" in names else fields.get("count", "")
    if _COUNTING.isdisjoint(names):
        count = "1"
    printing = fields.get("printing", "")
    if printing.casefold() in _FINISHES:
        printing = ""
    return TableRow(
        line,
        shorten(to_one_line(", ".join(cell.strip() for cell in cells if cell.strip())), 300),
        count=count,
        owned=fields.get("owned", ""),
        wanted=fields.get("wanted", ""),
        kind=fields.get("kind", ""),
        game=fields.get("game", ""),
        name=fields.get("name", ""),
        sets=tuple(filter(None, map(fields.get, ("set code", "set", "set name")))),
        printing=_FINISH.sub("", printing) or fields.get("number", ""),
        slug=fields.get("slug", ""),
        has_both=not {"owned", "wanted"}.isdisjoint(names) and "count" not in names,
    )


def _add_copies(fields: Mapping[str, str]) -> str:
    """The copies in columns of their own, together; what is no number is given as it is written."""
    said = [fields[name] for name in _SUMMED if fields.get(name)]
    wrong = next((each for each in said if not (each.isascii() and each.isdigit() and len(each) < 10)), "")
    return wrong or str(sum(map(int, said)))
