"""The columns that a table of cards can show, in the order in which they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from vsdb.catalog.cards.faces import Face

_CLASSIC = frozenset({VS_CLASSIC})
_PCG = frozenset({VS_2PCG})
_RIFTBOUND = frozenset({RIFTBOUND})
_VS = _CLASSIC | _PCG
_ALL = frozenset(GAMES)
VERSION = "version"


@dataclass(frozen=True, slots=True)
class Cell:
    """What a table says of a card in one column; a fact that isn't recorded is told from one that the card lacks."""

    text: str = ""
    is_unrecorded: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its word in the address, its heading, the games whose cards have it, and how the table sorts by it."""

    key: str
    label: str
    games: frozenset[str]
    cell: Callable[[Face], Cell]
    sort: str = ""
    is_number: bool = False
    is_usual: bool = False
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A card of the table: its face and a cell for each column."""

    face: Face
    cells: tuple[tuple[Column, Cell], ...]

    @property
    def under(self) -> str:
        """The version that tells the card from others of its name, where no column does."""
        is_told = self.face.card.game not in _CLASSIC or any(column.key == VERSION for column, _ in self.cells)
        return "" if is_told else self.face.under


def columns_of(game: str | None) -> list[Column]:
    """The columns that cards of a game can fill; without a game those of all of them."""
    return [column for column in COLUMNS if (game in column.games if game else True)]


def chosen_columns(keys: Sequence[str], game: str | None, *, of_printings: bool = False) -> list[Column]:
    """The columns that an address asks for; the usual ones where it asks for none that there is.

    A table `of_printings` always says which printing a row is.
    """
    held = columns_of(game)
    chosen = [column for column in held if column.key in keys]
    if chosen and of_printings:
        chosen = [column for column in held if column in chosen or column.key == "printing"]
    return chosen or [column for column in held if column.is_usual and (game or len(column.games) > 1)]


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
    Column("game", "Game", _ALL, lambda face: Cell(GAMES[face.card.game])),
    Column(VERSION, "Version", _CLASSIC, lambda face: Cell(face.under), is_usual=True),
    Column("type", "Type", _ALL, _type, "type", is_usual=True),
    Column("team", "Team", _VS, _team, "team", is_usual=True),
    Column("domain", "Domains", _RIFTBOUND, _team, is_usual=True),
    Column("level", "Level", _PCG, _figure("level"), "level", is_number=True, is_usual=True),
    Column("cost", "Cost", _VS, _figure("cost"), "cost", is_number=True, is_usual=True),
    Column("energy", "Energy", _RIFTBOUND, _figure("energy"), "energy", is_number=True, is_usual=True),
    Column("power", "Power", _RIFTBOUND, _figure("power"), "power", is_number=True, is_usual=True),
    Column("attack", "ATK", _VS, _figure("ATK"), "atk", is_number=True, is_usual=True),
    Column("defense", "DEF", _VS, _figure("DEF"), "def", is_number=True, is_usual=True),
    Column("health", "Health", _PCG, _figure("health"), "health", is_number=True, is_usual=True),
    Column("might", "Might", _RIFTBOUND, _figure("might"), "might", is_number=True, is_usual=True),
    Column("flight", "Flight", _VS, _yes_or_no("has_flight")),
    Column("range", "Range", _VS, _yes_or_no("has_range")),
    Column("concealed", "Concealed", _CLASSIC, _yes_or_no("is_concealed")),
    Column("keywords", "Keywords", _ALL, _listed("keywords"), is_usual=True),
    Column("text", "Text", _ALL, _text),
    Column("traits", "Traits", _VS, _listed("traits")),
    Column("tags", "Tags", _RIFTBOUND, _listed("tags")),
    Column("side", "Side", _PCG, _listed("alignments")),
    Column("symbols", "Power symbols", _PCG, _listed("power_symbols")),
    Column("universe", "Universe", _PCG, _plain("universe")),
    Column("rarity", "Rarity", _CLASSIC | _RIFTBOUND, _plain("rarity"), "rarity"),
    Column("brand", "Brand", _CLASSIC, _plain("brand")),
    Column("printing", "Printing", _ALL, lambda face: Cell(face.code), "set", is_usual=True, is_code=True),
)
