"""The columns of a card table, in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.model.cards import GAMES
from engine.model.games import game_of, games
from vsdb.catalog.cards.faces import CardFace, FaceFigure
from vsdb.catalog.cards.signs import DomainSign
from vsdb.search.language.field_types import list_games_with
from vsdb.search.refining import with_code

VERSION = "version"
FaceGroups = list[tuple[str | None, list[CardFace]]]  #: faces under their headings


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a card table. It tells facts not recorded from facts the card lacks.

    What `signs` or a `cost` say is drawn; the text says it in words.
    """

    text: str = ""
    is_unrecorded: bool = False
    signs: tuple[DomainSign, ...] = ()
    cost: FaceFigure | None = None


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: its word in the address, its heading, and how the table sorts by it.

    Cards of the games whose `Game.site.search.columns` name it have it; where none does, all.
    """

    key: str
    label: str
    cell: Callable[[CardFace], TableCell]
    sort: str = ""
    is_number: bool = False
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of the table: a card's face and its cells."""

    face: CardFace
    cells: tuple[tuple[TableColumn, TableCell], ...]

    @property
    def under(self) -> str:
        """The card's version, if no column shows it."""
        has_versions = VERSION in game_of(self.face.card.game).site.search.columns
        is_told = not has_versions or any(column.key == VERSION for column, _ in self.cells)
        return "" if is_told else self.face.under


def list_columns(game: str | None) -> list[TableColumn]:
    """Return the columns of a game, or of all games."""
    return [column for column in COLUMNS if not game or game in list_games_with(column.key, lambda own: own.columns)]


def choose_columns(keys: Sequence[str], game: str | None, *, of_printings: bool = False) -> list[TableColumn]:
    """The columns that an address asks for; the usual ones where it asks for none that there is.

    A table `of_printings` always says which printing a row is.
    """
    held = list_columns(game)
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


def build_table_rows(faces: Iterable[CardFace], columns: Sequence[TableColumn]) -> list[TableRow]:
    """Build the rows of a table."""
    return [TableRow(face, tuple((column, column.cell(face)) for column in columns)) for face in faces]


def _figure(label: str) -> Callable[[CardFace], TableCell]:
    """Return a number as shown on the face."""

    def cell(face: CardFace) -> TableCell:
        shown = next((each for each in (*face.coins, *face.figures) if each.label.endswith(label)), None)
        return TableCell(shown.value, is_unrecorded=not shown.value) if shown else TableCell()

    return cell


def _cost(label: str) -> Callable[[CardFace], TableCell]:
    """Return a cost in the corner of the face, drawn as there."""

    def cell(face: CardFace) -> TableCell:
        shown = next((each for each in face.coins if each.label == label), None)
        return TableCell(shown.value, is_unrecorded=not shown.value, cost=shown) if shown else TableCell()

    return cell


def _list_words(name: str) -> Callable[[CardFace], TableCell]:
    """Return a list of words; None if not recorded."""

    def cell(face: CardFace) -> TableCell:
        words = getattr(face.card, name)
        return TableCell(is_unrecorded=True) if words is None else TableCell(", ".join(map(str, words)))

    return cell


def _plain(name: str) -> Callable[[CardFace], TableCell]:
    """Return an optional word."""
    return lambda face: TableCell(getattr(face.card, name) or "")


def _yes_or_no(name: str) -> Callable[[CardFace], TableCell]:
    """A sign on the card: yes where it is there, nothing where it isn't."""

    def cell(face: CardFace) -> TableCell:
        has_it = getattr(face.card, name)
        return TableCell("yes" if has_it else "", is_unrecorded=has_it is None and face.has_team_place)

    return cell


def _type(face: CardFace) -> TableCell:
    card = face.card
    return TableCell(", ".join(filter(None, (card.type, card.supertype))), is_unrecorded=not card.type)


def _team(face: CardFace) -> TableCell:
    return TableCell(face.team, is_unrecorded=not face.team and face.has_team_place)


def _domain(face: CardFace) -> TableCell:
    words = " / ".join(sign.word for sign in face.signs)
    return TableCell(words, is_unrecorded=not words and face.has_team_place, signs=face.signs)


def _text(face: CardFace) -> TableCell:
    """Return the current text without reminder text; not recorded if it is not loaded."""
    if face.lines is None:
        return TableCell(is_unrecorded=True)
    lines = ("".join(piece.text for run in line for piece in run.pieces) for line in face.lines)
    return TableCell(" / ".join(line.strip() for line in lines))


COLUMNS: tuple[TableColumn, ...] = (
    TableColumn("game", "Game", lambda face: TableCell(GAMES[face.card.game])),
    TableColumn(VERSION, "Version", lambda face: TableCell(face.under)),
    TableColumn("type", "Type", _type, "type"),
    TableColumn("team", "Team", _team, "team"),
    TableColumn("domain", "Domains", _domain),
    TableColumn("level", "Level", _figure("level"), "level", is_number=True),
    TableColumn("cost", "Cost", _figure("cost"), "cost", is_number=True),
    TableColumn("energy", "Energy", _cost("energy"), "energy", is_number=True),
    TableColumn("power", "Power", _cost("power"), "power", is_number=True),
    TableColumn("attack", "ATK", _figure("ATK"), "atk", is_number=True),
    TableColumn("defense", "DEF", _figure("DEF"), "def", is_number=True),
    TableColumn("health", "Health", _figure("health"), "health", is_number=True),
    TableColumn("might", "Might", _figure("might"), "might", is_number=True),
    TableColumn("flight", "Flight", _yes_or_no("has_flight")),
    TableColumn("range", "Range", _yes_or_no("has_range")),
    TableColumn("concealed", "Concealed", _yes_or_no("is_concealed")),
    TableColumn("keywords", "Keywords", _list_words("keywords")),
    TableColumn("text", "Text", _text),
    TableColumn("traits", "Traits", _list_words("traits")),
    TableColumn("tags", "Tags", _list_words("tags")),
    TableColumn("side", "Side", _list_words("alignments")),
    TableColumn("symbols", "Power symbols", _list_words("power_symbols")),
    TableColumn("universe", "Universe", _plain("universe")),
    TableColumn("rarity", "Rarity", _plain("rarity"), "rarity"),
    TableColumn("brand", "Brand", _plain("brand")),
    TableColumn("printing", "Printing", lambda face: TableCell(face.code), "set", is_code=True),
)


def group_faces(faces: Iterable[CardFace], group: str, set_names: Mapping[str, str]) -> FaceGroups:
    """Group the faces under headings, in order; under None if they aren't grouped."""
    if group not in _HEADINGS:
        return [(None, list(faces))]
    return [(said, list(run)) for said, run in groupby(faces, lambda face: _HEADINGS[group](face, set_names))]


def _figure_heading(face: CardFace, label: str, *names: str) -> str:
    held = (getattr(face.card, name) for name in names)
    value = next((each for each in held if isinstance(each, int)), None)
    return f"{label} not recorded" if value is None else f"{label} {value}"


def _rarity(face: CardFace) -> str:
    printed = next((printing.rarity for printing in face.card.printings), None)
    return face.card.rarity or printed or "Rarity not recorded"


def _set_heading(face: CardFace, set_names: Mapping[str, str]) -> str:
    code = next((printing.set_code for printing in face.card.printings if printing.set_code), None)
    return with_code(set_names.get(code, code), code) if code else "Set not recorded"


#: What the heading of a card says in a grouped list, given the names of the sets.
_HEADINGS: Mapping[str, Callable[[CardFace, Mapping[str, str]], str]] = {
    "game": lambda face, _: GAMES[face.card.game],
    "type": lambda face, _: face.card.type or "Type not recorded",
    "team": lambda face, _: next(iter(face.card.teams or ()), "Team not recorded"),
    "cost": lambda face, _: _figure_heading(face, "Cost", "cost", "energy"),
    "set": _set_heading,
    "rarity": lambda face, _: _rarity(face),
    "level": lambda face, _: _figure_heading(face, "Level", "level"),
}
