"""What a drawn table is made of: typed values in units of the picture, a pixel each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

SIDES = ("you", "opponent")
SIDE_WORDS = {"you": "yours", "opponent": "your opponent’s", "none": "nobody’s"}
SIDE_TITLES = {"you": "You", "opponent": "Opponent"}
GAP = 4
CELL_WIDTH, CELL_HEIGHT = 84, 84
#: A card upright, and turned as an exhausted one lies.
UPRIGHT, TURNED = (66, 76), (78, 64)
_LINE_LENGTH = 10  #: characters of a name that fit on a line of an upright card
_LONG_LINE_LENGTH = 12
UNKNOWN = "?"


class Box(NamedTuple):
    """Where something stands and how large it is."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> int:
        """The middle from left to right."""
        return self.x + self.width // 2

    @property
    def centre(self) -> int:
        """The middle from top to bottom."""
        return self.y + self.height // 2

    @property
    def right(self) -> int:
        """Where it ends on the right."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """Where it ends below."""
        return self.y + self.height


class Icon(NamedTuple):
    """A symbol of the site's sheet with its word, and where it stands on a card."""

    name: str
    word: str
    from_right: int = -18  #: of the card's right edge


@dataclass(frozen=True, slots=True)
class Zone:
    """A row, an area, a base or a battlefield, with its title; dashed where nobody said what is in it."""

    title: str
    box: Box
    look: str = ""
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """Where something can be put: which list of the position then holds it, with which facts."""

    key: str
    words: str
    box: Box
    holder: str  #: the path of the list; empty for a player, who is a target and holds nothing
    facts: Mapping[str, Any] = field(default_factory=dict)
    side: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A card on the table. `ref` is the path of its thing; `words` say all that is known and shown of it."""

    ref: str
    id: str
    name: str
    side: str
    place: str
    box: Box
    figures: str = ""
    states: tuple[str, ...] = ()
    icons: tuple[Icon, ...] = ()
    looks: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    title: str = ""  #: what is written on it on one line, in place of its name

    @property
    def lines(self) -> tuple[str, ...]:
        """The name on at most two lines, as far as there is room."""
        if self.title:
            return (self.title,)
        return break_name(self.name, _LONG_LINE_LENGTH if "turned" in self.looks else _LINE_LENGTH)

    @property
    def shown_states(self) -> tuple[str, ...]:
        """The states that there is room for; a turned card says by lying so that it is exhausted."""
        if "turned" not in self.looks:
            return self.states[:2]
        return tuple(each for each in self.states if each != "exhausted")[:1] or self.states[:1]

    @property
    def said(self) -> str:
        """The whole card in words."""
        return f"{self.name}, {SIDE_WORDS.get(self.side, 'side not known')}, {', '.join((self.place, *self.words))}"


@dataclass(frozen=True, slots=True)
class Arrow:
    """Who attacks whom, or what goes where, from point to point; dashed where it is only asked about."""

    start: tuple[int, int]
    end: tuple[int, int]
    words: str
    is_asked: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A few words in the picture."""

    text: str
    x: int
    y: int
    look: str = ""


@dataclass(frozen=True, slots=True)
class Chip:
    """A small card without a name of its own: a resource, a rune, a card face down."""

    box: Box
    look: str
    words: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a side: endurance, points, cards in hand."""

    side: str
    title: str
    value: str

    @property
    def is_known(self) -> bool:
        """Whether anybody said it."""
        return self.value != UNKNOWN


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole table."""

    width: int
    height: int
    zones: tuple[Zone, ...] = ()
    places: tuple[Place, ...] = ()
    pieces: tuple[Piece, ...] = ()
    chips: tuple[Chip, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    labels: tuple[Label, ...] = ()
    figures: tuple[Figure, ...] = ()

    def find_piece(self, ref: str) -> Piece | None:
        """The card of a thing."""
        return next((each for each in self.pieces if each.ref == ref), None)

    def find_place(self, key: str) -> Place | None:
        """The place of a key."""
        return next((each for each in self.places if each.key == key), None)


def fit_card(cell: Box, *, is_turned: bool, shift: int = 0) -> Box:
    """Where a card lies in the middle of its cell, upright or turned; a second one in one cell is shifted."""
    width, height = TURNED if is_turned else UPRIGHT
    return Box(cell.middle - width // 2 + shift, cell.centre - height // 2 + shift, width, height)


def break_name(name: str, length: int) -> tuple[str, ...]:
    """A name on one line or two, cut where it is longer."""
    if len(name) <= length:
        return (name,)
    space = name.rfind(" ", 0, length + 1)
    head, rest = (name[:space], name[space + 1 :]) if space > 0 else (name[:length], name[length:])
    return (head, rest if len(rest) <= length else f"{rest[: length - 1]}…")


def place_icons(icons: list[tuple[str, str]]) -> tuple[Icon, ...]:
    """Symbols beside each other."""
    return tuple(Icon(name, word, -18 - number * 16) for number, (name, word) in enumerate(icons))


def draw_arrow(start: Box, end: Box, words: str, *, is_asked: bool = False) -> Arrow:
    """An arrow between the edges that face each other, so that neither card's words are crossed more than needed."""
    downward = end.centre > start.centre
    if abs(end.centre - start.centre) < CELL_HEIGHT // 2:
        rightward = end.middle > start.middle
        points = (
            ((start.right, start.centre), (end.x, end.centre))
            if rightward
            else (
                (start.x, start.centre),
                (end.right, end.centre),
            )
        )
        return Arrow(*points, words, is_asked)
    from_y, to_y = (start.bottom, end.y) if downward else (start.y, end.bottom)
    return Arrow((start.middle, from_y), (end.middle, to_y), words, is_asked)
