"""CSV with documented columns (`docs/importing.md`), any subset of them, in any order.

The cells mean what they mean in the fixtures: empty is "not recorded", `none` is "recorded as having none", lists are
joined by semicolons. Lines that begin with # before the header are comments.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import chain
from typing import BinaryIO

from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.exchange.card_files.proposals import FilePosition, Item, ReadingProblem
from vsdb.exchange.card_files.sources import vocabulary
from vsdb.exchange.card_files.sources.proposing import build_file_slug, propose_cards, put_source_first
from vsdb.exchange.card_files.sources.text_streams import read_lines
from vsdb.exchange.card_files.sources.vocabulary import FactCell

MAX_CELL_LENGTH = 10_000  #: characters
_MAX_COLUMNS = 200
_SEPARATORS = (",", ";", "\t")
_BEGINS_A_FORMULA = tuple("=@\t\r\uff1d\uff20")
_SIGNED = tuple("+-\uff0b\uff0d")
_FIGURE = re.compile(r"[+-]\d+(?:/[+-]?\d+)?(?=$|[.,;:)]|\s)[.,;:)\s]*+(?![-+*/^&<>=%!(])", re.ASCII)


class _Table:
    """The rows of a file under its header. Raises InputError for a header that tells no cards."""

    def __init__(self, texts: Iterator[str]) -> None:
        self.skipped = 0
        header = ""
        for text in texts:
            if text.strip() and not text.startswith("#"):
                header = text
                break
            self.skipped += 1
        self.reader = csv.reader(chain([header], texts), delimiter=max(_SEPARATORS, key=header.count), strict=True)
        cells = next(self._cells(), (1, []))[1]
        if isinstance(cells, csv.Error) or not any(cells):
            raise FilePosition(1).error("the file has no header row")
        self.width = len(cells)
        self.columns: list[tuple[int, str]] = []  # by their numbers, from 1
        self.problems: list[ReadingProblem] = []
        self._read_header(cells)

    def _read_header(self, cells: list[str]) -> None:
        line = self.skipped + 1
        fields: dict[str, str] = {}
        for number, written in enumerate(cells[:_MAX_COLUMNS], start=1):
            name = written.strip()
            place = FilePosition(line, number, name[:60])
            field = vocabulary.find_fact_field(name)
            if field is None and not vocabulary.is_useless(name):
                near = get_close_matches(name.casefold()[:40], vocabulary.NAMES, 1)
                meant = f"did you mean {near[0]}?" if near else f"the columns are {', '.join(vocabulary.NAMES)}"
                message = f"no column named {name[:60]!r}; it was skipped; {meant}"
                self.problems.append(ReadingProblem(place, message))
            elif field in fields:
                message = f"{name!r} means the same as {fields[field]!r}; it was skipped"
                self.problems.append(ReadingProblem(place, message))
            else:
                if field:
                    fields[field] = name
                self.columns.append((number, name))
        if not fields.keys() & {"name", "number", "printings"}:
            needed = "add a column `name`, or `set` and `number`; the columns are"
            raise FilePosition(line).error(f"the header names no card: {needed} {', '.join(vocabulary.NAMES)}")

    def rows(self) -> Iterator[list[FactCell] | ReadingProblem]:
        """The cells of each row, and what is wrong with others."""
        for line, cells in self._cells():
            if isinstance(cells, csv.Error):
                yield ReadingProblem(FilePosition(line), f"the row is not valid CSV ({cells}); it was skipped")
            elif not any(cell.strip() for cell in cells):
                continue
            elif len(cells) != self.width:
                beyond = min(len(cells), self.width) + 1
                message = f"the row has {len(cells)} cells, the header {self.width}; it was skipped"
                yield ReadingProblem(FilePosition(line, beyond), message, " ".join(" ".join(cells)[:120].split()))
            else:
                row = []
                for number, name in self.columns:
                    text, place = cells[number - 1], FilePosition(line, number, name[:60])
                    if wrong := find_cell_fault(text):
                        yield ReadingProblem(place, wrong, " ".join(text[:120].split()))
                    else:
                        row.append(FactCell(name, text.strip(), place))
                yield row

    def _cells(self) -> Iterator[tuple[int, list[str] | csv.Error]]:
        """Each row with the line on which it begins."""
        while True:
            line = self.skipped + self.reader.line_num + 1
            try:
                yield line, next(self.reader)
            except StopIteration:
                return
            except csv.Error as error:
                if "field limit" in str(error):
                    message = "the cell that starts here never ends; check for a missing closing quote"
                    raise FilePosition(line).error(message) from error
                yield line, error


def read(file: BinaryIO, name: str) -> Iterator[Item]:
    """The cards of a CSV file. Raises InputError where it isn't UTF-8, or where nothing tells cards or their game."""
    table = _Table(read_lines(file))
    rows = table.rows()
    game = vocabulary.find_game_in_text(name)
    held: list[list[FactCell] | ReadingProblem] = []
    while game is None:
        row = next(rows, None)
        if row is None or len(held) > _MAX_COLUMNS:
            raise _without_game(held)
        held.append(row)
        if not isinstance(row, ReadingProblem):
            game = vocabulary.find_game_by_name(_game_cell(row).text)
    source = f"csv-{build_file_slug(name)}", f"CSV file {name}"
    return put_source_first(chain(table.problems, _items(chain(held, rows), game)), game, lambda _: source)


def _without_game(rows: Iterable[list[FactCell] | ReadingProblem]) -> InputError:
    """What to say of a file whose rows name no game: the first that can't be read, where there is one."""
    hint = f"name the game in the file's name, as in cards-{next(iter(GAMES))}.csv ({', '.join(GAMES)})"
    said = f"{vocabulary.UNKNOWN_GAME}; add a column `game`, or {hint}"
    broken = next((row for row in rows if isinstance(row, ReadingProblem)), None)
    place = broken.place if broken else FilePosition()
    return place.error(f"{broken.message}; {said}" if broken else said, "unknown-game")


def find_cell_fault(text: str) -> str:
    """Why a cell is refused; empty for one that is fine.

    A spreadsheet takes a cell that begins with =, @, a tab or a line break for a formula, and one that begins with a
    sign unless a figure follows and then words, as in +1/+1 this turn.
    """
    if len(text) > MAX_CELL_LENGTH:
        return f"the cell has {len(text):,} characters; at most {MAX_CELL_LENGTH:,} are allowed"
    begun, plain = text.strip(" "), text.strip()
    is_formula = begun.startswith(_BEGINS_A_FORMULA) or plain.startswith(_BEGINS_A_FORMULA)
    if plain.startswith(_SIGNED):
        is_formula = not _FIGURE.match(plain) or "|" in plain
    return "the cell starts like a spreadsheet formula; start it with a letter or a digit" if is_formula else ""


def _game_cell(row: list[FactCell]) -> FactCell:
    named = (cell for cell in row if vocabulary.find_fact_field(cell.written) == "game")
    return next(named, FactCell("game", "", FilePosition()))


def _items(rows: Iterable[list[FactCell] | ReadingProblem], game: str) -> Iterator[Item]:
    surplus = vocabulary.SurplusProperties()
    for row in rows:
        if isinstance(row, ReadingProblem):
            yield row
            continue
        of_game = _game_cell(row)
        said = vocabulary.find_game_by_name(of_game.text)
        if of_game.text and said != game:
            other = f"this file is for {game}; put cards of another game in a separate file"
            message = other if said else f"no such game; the games are {', '.join(GAMES)}"
            yield ReadingProblem(of_game.place, message, of_game.text[:80])
            continue
        cells = vocabulary.sort_cells(row, surplus)
        label = cells["name"].text[:80] if "name" in cells else ""
        place = FilePosition(row[0].place.line if row else None, None, label)
        yield from propose_cards(cells, game, place, text_kind="reference")
    yield from surplus.told()
