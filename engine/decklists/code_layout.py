"""The inside of our deck code: what a deck is there, and how that stands in bytes (docs/deck-codes.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.decklists.encoding import MAX_LINES
from engine.decklists.packing import Unpacker, damaged, packed_number, packed_text
from engine.model import decks
from engine.model.games import game_of

#: These numbers never change; a new key or section gets the next one.
_KEYS = ("", "game", "format", "as-of", "event", "date", "player")
_SAME_GAME = 7  #: the key `game` with the code's own game
_SECTIONS = (
    decks.DECK,
    decks.SIDEBOARD,
    decks.MAIN_CHARACTER,
    decks.LEVEL_UP,
    decks.LEGEND,
    decks.CHAMPION,
    decks.RUNES,
    decks.BATTLEFIELDS,
)
_PILE = 8
_OTHER = 9  #: a section of a game that came later, by its slug

#: A number whose figure alone says how it is printed; any other stands as text.
_PLAIN = re.compile(r"[0-9]{3}|[1-9][0-9]{3,5}", re.ASCII)
_COUNT_BITS = 3
#: Of sections, sets, cards and lines together; each line has a section and a set at most.
_MOST = 3 * MAX_LINES + 64


@dataclass(frozen=True, slots=True)
class Copies:
    """Copies of the one card that a printing names."""

    set_code: str
    number: str
    count: int


@dataclass(frozen=True, slots=True)
class Part:
    """A section of a deck: copies by printing, and the lines of text that say the rest."""

    section: str
    copies: tuple[Copies, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Content:
    """What a code says: a title, what the list says about itself, and its sections."""

    title: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()


def packed(content: Content, game: str) -> bytes:
    """The content as bytes."""
    said = b"".join(_packed_pair(key, value, game) for key, value in content.metadata.items())
    parts = b"".join(map(_packed_part, content.parts))
    return b"".join(
        (
            packed_text(content.title),
            packed_number(len(content.metadata)),
            said,
            packed_number(len(content.parts)),
            parts,
        )
    )


def unpacked(body: bytes, game: str) -> Content:
    """The content that these bytes say. Raises InputError."""
    source = _Source(body)
    title = source.text()
    said = dict(_pair(source, game) for _ in range(source.length()))
    parts = tuple(_part(source, game) for _ in range(source.length()))
    if not source.is_at_end:
        raise damaged("the deck code goes on where it should end")
    return Content(title, said, parts)


class _Source(Unpacker):
    """The bytes of a body, of which no more can be asked for than a list holds."""

    def __init__(self, body: bytes) -> None:
        super().__init__(body)
        self._left = _MOST

    def length(self) -> int:
        """How many of something follow."""
        found = self.number()
        self._left -= found
        if self._left < 0:
            raise damaged(f"the deck code holds more than the {MAX_LINES:,} lines of a list")
        return found


def _packed_pair(key: str, value: str, game: str) -> bytes:
    if (key, value) == ("game", game):
        return bytes((_SAME_GAME,))
    number = _KEYS.index(key) if key in _KEYS else 0
    return bytes((number,)) + (b"" if number else packed_text(key)) + packed_text(value)


def _pair(source: _Source, game: str) -> tuple[str, str]:
    number = source.byte()
    if number == _SAME_GAME:
        return "game", game
    if number > _SAME_GAME:
        raise damaged("the deck code says something that this version doesn't know")
    return _KEYS[number] or source.text(), source.text()


def _packed_part(part: Part) -> bytes:
    is_pile = part.section.startswith(decks.PILE)
    number = _PILE if is_pile else _SECTIONS.index(part.section) if part.section in _SECTIONS else _OTHER
    head = bytes((number,))
    name = packed_text(part.section.removeprefix(decks.PILE)) if number >= _PILE else b""
    by_set: dict[str, list[Copies]] = {}
    for copies in part.copies:
        by_set.setdefault(copies.set_code, []).append(copies)
    sets = b"".join(packed_text(code) + _packed_set(by_set[code]) for code in sorted(by_set))
    lines = b"".join(map(packed_text, part.lines))
    return b"".join((head, name, packed_number(len(by_set)), sets, packed_number(len(part.lines)), lines))


def _packed_set(copies: Sequence[Copies]) -> bytes:
    plain = sorted(filter(_is_plain, copies), key=lambda each: int(each.number))
    other = sorted((each for each in copies if not _is_plain(each)), key=lambda each: each.number)
    return _packed_plain(plain) + packed_number(len(other)) + b"".join(map(_packed_other, other))


def _packed_plain(copies: Sequence[Copies]) -> bytes:
    """Numbers as their distances, each with its count in the three lowest bits; 0 there: the count follows."""
    found = [packed_number(len(copies))]
    before = 0
    for each in copies:
        number = int(each.number)
        is_short = each.count < 1 << _COUNT_BITS
        found.append(packed_number(number - before << _COUNT_BITS | (each.count if is_short else 0)))
        found.append(b"" if is_short else packed_number(each.count))
        before = number
    return b"".join(found)


def _packed_other(copies: Copies) -> bytes:
    return packed_text(copies.number) + packed_number(copies.count)


def _is_plain(copies: Copies) -> bool:
    return _PLAIN.fullmatch(copies.number) is not None


def _part(source: _Source, game: str) -> Part:
    section = _section(source)
    if section not in _SECTIONS and not section.startswith(decks.PILE) and section not in _own(game):
        raise damaged("the deck code has a section that this version doesn't know")
    copies = tuple(each for _ in range(source.length()) for each in _set(source))
    return Part(section, copies, tuple(source.text() for _ in range(source.length())))


def _section(source: _Source) -> str:
    number = source.byte()
    if number == _PILE:
        return decks.PILE + source.text()
    return _SECTIONS[number] if number < _PILE else source.text() if number == _OTHER else ""


def _own(game: str) -> frozenset[str]:
    return frozenset(section.slug for section in game_of(game).sections.own)


def _set(source: _Source) -> Iterator[Copies]:
    code = source.text()
    number = 0
    for _ in range(source.length()):
        distance, count = divmod(source.number(), 1 << _COUNT_BITS)
        number += distance
        yield Copies(code, f"{number:03}", count or source.number())
    for _ in range(source.length()):
        yield Copies(code, source.text(), source.number())
