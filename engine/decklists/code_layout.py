"""The inside of our deck code: what a deck is there, and how that stands in bytes (docs/deck-codes.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.decklists.encoding import MAX_LINES
from engine.decklists.packing import Unpacker, damaged_code_error, pack_number, pack_text
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
_MAX_COUNT = 3 * MAX_LINES + 64


@dataclass(frozen=True, slots=True)
class CodeCopies:
    """Copies of the one card that a printing names."""

    set_code: str
    number: str
    count: int


@dataclass(frozen=True, slots=True)
class CodeSection:
    """A section of a deck: copies by printing, and the lines of text that say the rest."""

    section: str
    copies: tuple[CodeCopies, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CodeContent:
    """What a code says: a title, what the list says about itself, and its sections."""

    title: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[CodeSection, ...] = ()


def pack_content(content: CodeContent, game: str) -> bytes:
    """The content as bytes."""
    said = b"".join(_pack_pair(key, value, game) for key, value in content.metadata.items())
    parts = b"".join(map(_pack_part, content.parts))
    return b"".join(
        (
            pack_text(content.title),
            pack_number(len(content.metadata)),
            said,
            pack_number(len(content.parts)),
            parts,
        )
    )


def unpack_content(body: bytes, game: str) -> CodeContent:
    """The content that these bytes say. Raises InputError."""
    source = _CodeUnpacker(body)
    title = source.text()
    said = dict(_unpack_pair(source, game) for _ in range(source.length()))
    parts = tuple(_unpack_part(source, game) for _ in range(source.length()))
    if not source.is_at_end:
        raise damaged_code_error("the deck code has extra data at the end")
    return CodeContent(title, said, parts)


class _CodeUnpacker(Unpacker):
    """The bytes of a body, of which no more can be asked for than a list holds."""

    def __init__(self, body: bytes) -> None:
        super().__init__(body)
        self._left = _MAX_COUNT

    def length(self) -> int:
        """How many of something follow."""
        found = self.number()
        self._left -= found
        if self._left < 0:
            raise damaged_code_error(f"the deck code has more than {MAX_LINES:,} lines")
        return found


def _pack_pair(key: str, value: str, game: str) -> bytes:
    if (key, value) == ("game", game):
        return bytes((_SAME_GAME,))
    number = _KEYS.index(key) if key in _KEYS else 0
    return bytes((number,)) + (b"" if number else pack_text(key)) + pack_text(value)


def _unpack_pair(source: _CodeUnpacker, game: str) -> tuple[str, str]:
    number = source.byte()
    if number == _SAME_GAME:
        return "game", game
    if number > _SAME_GAME:
        raise damaged_code_error("the deck code uses something that this version doesn’t know")
    return _KEYS[number] or source.text(), source.text()


def _pack_part(part: CodeSection) -> bytes:
    is_pile = part.section.startswith(decks.PILE)
    number = _PILE if is_pile else _SECTIONS.index(part.section) if part.section in _SECTIONS else _OTHER
    head = bytes((number,))
    name = pack_text(part.section.removeprefix(decks.PILE)) if number >= _PILE else b""
    by_set: dict[str, list[CodeCopies]] = {}
    for copies in part.copies:
        by_set.setdefault(copies.set_code, []).append(copies)
    sets = b"".join(pack_text(code) + _pack_set(by_set[code]) for code in sorted(by_set))
    lines = b"".join(map(pack_text, part.lines))
    return b"".join((head, name, pack_number(len(by_set)), sets, pack_number(len(part.lines)), lines))


def _pack_set(copies: Sequence[CodeCopies]) -> bytes:
    plain = sorted(filter(_is_plain, copies), key=lambda each: int(each.number))
    other = sorted((each for each in copies if not _is_plain(each)), key=lambda each: each.number)
    return _pack_plain(plain) + pack_number(len(other)) + b"".join(map(_pack_other, other))


def _pack_plain(copies: Sequence[CodeCopies]) -> bytes:
    """Numbers as their distances, each with its count in the three lowest bits; 0 there: the count follows."""
    found = [pack_number(len(copies))]
    before = 0
    for each in copies:
        number = int(each.number)
        is_short = each.count < 1 << _COUNT_BITS
        found.append(pack_number(number - before << _COUNT_BITS | (each.count if is_short else 0)))
        found.append(b"" if is_short else pack_number(each.count))
        before = number
    return b"".join(found)


def _pack_other(copies: CodeCopies) -> bytes:
    return pack_text(copies.number) + pack_number(copies.count)


def _is_plain(copies: CodeCopies) -> bool:
    return _PLAIN.fullmatch(copies.number) is not None


def _unpack_part(source: _CodeUnpacker, game: str) -> CodeSection:
    section = _unpack_section(source)
    if section not in _SECTIONS and not section.startswith(decks.PILE) and section not in _list_own_sections(game):
        raise damaged_code_error("the deck code has a section that this version doesn’t know")
    copies = tuple(each for _ in range(source.length()) for each in _unpack_set(source))
    return CodeSection(section, copies, tuple(source.text() for _ in range(source.length())))


def _unpack_section(source: _CodeUnpacker) -> str:
    number = source.byte()
    if number == _PILE:
        return decks.PILE + source.text()
    return _SECTIONS[number] if number < _PILE else source.text() if number == _OTHER else ""


def _list_own_sections(game: str) -> frozenset[str]:
    return frozenset(section.slug for section in game_of(game).sections.own)


def _unpack_set(source: _CodeUnpacker) -> Iterator[CodeCopies]:
    code = source.text()
    number = 0
    for _ in range(source.length()):
        distance, count = divmod(source.number(), 1 << _COUNT_BITS)
        number += distance
        yield CodeCopies(code, f"{number:03}", count or source.number())
    for _ in range(source.length()):
        yield CodeCopies(code, source.text(), source.number())
