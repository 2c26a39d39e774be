"""The columns that a table of cards can show, in the order in which they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.model.cards import GAMES
from engine.model.games import game_of, games
from vsdb.catalog.cards.faces import Face
from vsdb.search.language.field_types import games_with
from vsdb.search.refining import with_code

VERSION = "version"


@dataclass(frozen=True, slots=True)
class Cell:
    """What a table says of a card in one column; a fact that isn't recorded is told from one that the card lacks."""

    text: str = ""
    is_unrecorded: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its word in the address, its heading, and how the table sorts by it.

    Cards of the games whose `Game.site.search.columns` name it have it; where none does, all.
    """

    key: str
    label: str
    cell: Callable[[Face], Cell]
    sort: str = ""
    is_number: bool = False
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A card of the table: its face and a cell for each column."""

    face: Face
    cells: tuple[tuple[Column, Cell], ...]

    @property
    def under(self) -> str:
        """The version that tells the card from others of its name, where no column does."""
        has_versions = VERSION in game_of(self.face.card.game).site.search.columns
        is_told = not has_versions or any(column.key == VERSION for column, _ in self.cells)
        return "" if is_told else self.face.under


def columns_of(game: str | None) -> list[Column]:
    """The columns that cards of a game can fill; without a game those of all of them."""
    return [column for column in COLUMNS if not game or game in games_with(column.key, lambda own: own.columns)]


def chosen_columns(keys: Sequence[str], game: str | None, *, of_printings: bool = False) -> list[Column]:
    """The columns that an address asks for; the usual ones where it asks for none that there is.

    A table `of_printings` always says which printing a row is.
    """
    held = columns_of(game)
    chosen = [column for column in held if column.key in keys]
    if chosen and of_printings:
        chosen = [column for column in held if column in chosen or column.key == "printing"]
    usual = _usual_columns(game)
    return chosen or [column for column in held if column.key in usual]


def _usual_columns(game: str | None) -> Collection[str]:
    """The columns that a game shows unless others are asked for; over all games those that more than one shows."""
    if game:
        return game_of(game).site.search.usual_columns
    often = Counter(key for each in games() for key in each.site.search.usual_columns)
    return [key for key, count in often.items() if count > 1]


def table_rows(faces: Iterable[Face], columns: Sequence[Column]) -> list[Row]:
    """The rows of a table."""
    return [Row(face, tuple((column, column.cell(face)) for column in columns)) for face in faces]


def _figure(label: str) -> Callable[[Face], Cell]:
    """A figure as the face shows it."""

    def cell(face: Face) -> Cell:
        shown = next((each for each in (*face.coins, *face.figures) if each.label.endswith(label)), None)
        return Cell(shown.value, is_unrecorded=not shown.value) if shown else Cell()

    return cell


def _listed(name: str) -> Callable[[Face], Cell]:
    """Words of which a card may have several, None where they aren't recorded."""

    def cell(face: Face) -> Cell:
        words = getattr(face.card, name)
        return Cell(is_unrecorded=True) if words is None else Cell(", ".join(map(str, words)))

    return cell


def _plain(name: str) -> Callable[[Face], Cell]:
    """A word that a card may lack."""
    return lambda face: Cell(getattr(face.card, name) or "")


def _yes_or_no(name: str) -> Callable[[Face], Cell]:
    """A sign on the card: yes where it is there, nothing where it isn't."""

    def cell(face: Face) -> Cell:
        has_it = getattr(face.card, name)
        return Cell("yes" if has_it else "", is_unrecorded=has_it is None and face.has_team_place)

    return cell


def _type(face: Face) -> Cell:
    card = face.card
    return Cell(", ".join(filter(None, (card.type, card.supertype))), is_unrecorded=not card.type)


def _team(face: Face) -> Cell:
    return Cell(face.team, is_unrecorded=not face.team and face.has_team_place)


def _text(face: Face) -> Cell:
    """The text that counts today, without its reminders; a card without a loaded one has none recorded."""
    if face.lines is None:
        return Cell(is_unrecorded=True)
    lines = ("".join(piece.text for run in line for piece in run.pieces) for line in face.lines)
    return Cell(" / ".join(line.strip() for line in lines))


COLUMNS: tuple[Column, ...] = (
    Column("game", "Game", lambda face: Cell(GAMES[face.card.game])),
    Column(VERSION, "Version", lambda face: Cell(face.under)),
    Column("type", "Type", _type, "type"),
    Column("team", "Team", _team, "team"),
    Column("domain", "Domains", _team),
    Column("level", "Level", _figure("level"), "level", is_number=True),
    Column("cost", "Cost", _figure("cost"), "cost", is_number=True),
    Column("energy", "Energy", _figure("energy"), "energy", is_number=True),
    Column("power", "Power", _figure("power"), "power", is_number=True),
    Column("attack", "ATK", _figure("ATK"), "atk", is_number=True),
    Column("defense", "DEF", _figure("DEF"), "def", is_number=True),
    Column("health", "Health", _figure("health"), "health", is_number=True),
    Column("might", "Might", _figure("might"), "might", is_number=True),
    Column("flight", "Flight", _yes_or_no("has_flight")),
    Column("range", "Range", _yes_or_no("has_range")),
    Column("concealed", "Concealed", _yes_or_no("is_concealed")),
    Column("keywords", "Keywords", _listed("keywords")),
    Column("text", "Text", _text),
    Column("traits", "Traits", _listed("traits")),
    Column("tags", "Tags", _listed("tags")),
    Column("side", "Side", _listed("alignments")),
    Column("symbols", "Power symbols", _listed("power_symbols")),
    Column("universe", "Universe", _plain("universe")),
    Column("rarity", "Rarity", _plain("rarity"), "rarity"),
    Column("brand", "Brand", _plain("brand")),
    Column("printing", "Printing", lambda face: Cell(face.code), "set", is_code=True),
)


def grouped(faces: Iterable[Face], group: str, set_names: Mapping[str, str]) -> list[tuple[str | None, list[Face]]]:
    """The faces under their headings, in their order; under None where they aren't grouped."""
    if group not in _HEADINGS:
        return [(None, list(faces))]
    return [(said, list(run)) for said, run in groupby(faces, lambda face: _HEADINGS[group](face, set_names))]


def _figure_heading(face: Face, label: str, *names: str) -> str:
    held = (getattr(face.card, name) for name in names)
    value = next((each for each in held if isinstance(each, int)), None)
    return f"Without a recorded {label.lower()}" if value is None else f"{label} {value}"


def _rarity(face: Face) -> str:
    printed = next((printing.rarity for printing in face.card.printings), None)
    return face.card.rarity or printed or "Rarity not recorded"


def _set_heading(face: Face, set_names: Mapping[str, str]) -> str:
    code = next((printing.set_code for printing in face.card.printings if printing.set_code), None)
    return with_code(set_names.get(code, code), code) if code else "Set not recorded"


#: What the heading of a card says in a grouped list, given the names of the sets.
_HEADINGS: Mapping[str, Callable[[Face, Mapping[str, str]], str]] = {
    "game": lambda face, _: GAMES[face.card.game],
    "type": lambda face, _: face.card.type or "Type not recorded",
    "team": lambda face, _: next(iter(face.card.teams or ()), "Without a recorded team"),
    "cost": lambda face, _: _figure_heading(face, "Cost", "cost", "energy"),
    "set": _set_heading,
    "rarity": lambda face, _: _rarity(face),
    "level": lambda face, _: _figure_heading(face, "Level", "level"),
}
