"""Riftbound deck codes in the public format of Piltover Archive, versions 1 to 5.

Written to the description that its package publishes (@piltoverarchive/riftbound-deck-codes, with whose codes the tests
compare). A code holds two piles of printings: the sideboard and all the rest, of which one may be marked as the chosen
champion. It has no check: a changed sign may give another deck.

Up to version 4 a pile has a place for each count of copies, from 12 (sideboard: 3) down to 1; version 5 names the
counts that it has. Numbers such as R01 and SP1 need a mark before each number of the deck: version 4 has one for R,
version 5 one for both, and says whether the deck has marks at all. A deck is written in the lowest version that can
hold it, 3 at least.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from engine.decklists.packing import Unpacker, damaged_code_error, pack_number
from engine.decklists.reading import ListReader
from engine.games.riftbound.lists import TITLES, move_to_section_of_type, sort_into_sections
from engine.model import decks
from engine.model.cards import RIFTBOUND
from engine.model.catalog import Catalog
from engine.model.decks import Deck, DeckEntry
from engine.model.errors import InputError
from engine.model.games import OwnCode

VERSION = 5
MAX_LENGTH = 4_000  #: signs of a code
SETS = ("OGN", "OGS", "ARC", "SFD", "UNL", "VEN", "RAD")  #: by the numbers that the format has for them
_VARIANTS = {"": 0, "a": 1, "*": 2, "s": 2, "b": 3}
_SUFFIXES = {0: ("",), 1: ("a",), 2: ("*", "s"), 3: ("b",)}
_MAX_MAIN, _MAX_SIDE = 12, 3  #: copies of a printing, before version 5
_PREFIXES = ("", "r", "sp")  #: of numbers, by their marks
_SPECIAL = 2
_PADDED = ("{:03}", "R{:02}", "SP{}")  #: numbers as they are printed, by their marks

_FORMAT = 1
_NUMBER = re.compile(r"(r|sp)?([0-9]{1,4})([abs*]?)", re.ASCII)
_CODE = re.compile(r"C[E-Z2-7][A-Z2-7]{8,}", re.ASCII)  #: format 1, a version up to 7


@dataclass(frozen=True, order=True, slots=True)
class _Printed:
    """A printing by the numbers of the format."""

    set_number: int
    variant: int
    prefix: int
    number: int


@dataclass(frozen=True, slots=True)
class OmittedCopies:
    """Copies that the code doesn't hold, or not as the list has them, and why."""

    section: str
    name: str
    count: int
    why: str


@dataclass(frozen=True, slots=True)
class RiftboundCode:
    """A deck's code, and what the format has no way to say."""

    code: str
    left_out: tuple[OmittedCopies, ...] = ()


def encode_riftbound_code(deck: Deck) -> RiftboundCode:
    """The deck in the lowest version of the format that can hold it. Title and order are lost; lines that name no one
    card, and cards that the format has no numbers for, are left out, and said."""
    main: dict[_Printed, int] = {}
    side: dict[_Printed, int] = {}
    left_out: list[OmittedCopies] = []
    for entry in deck.entries:
        pile = side if entry.section == decks.SIDEBOARD else main
        printed = _get_printed(entry)
        if printed is None:
            left_out.append(_omit(entry, entry.count, _explain_omission(entry)))
            continue
        pile[printed] = pile.get(printed, 0) + entry.count
    champions = [
        (entry, printed) for entry in deck.sections.get(decks.CHAMPION, ()) if (printed := _get_printed(entry))
    ]
    left_out.extend(_without_place(deck, champions[:1]))
    champion = champions[0][1] if champions else None
    version = _find_version(main, side)
    is_marked = any(printed.prefix for printed in (*main, *side))
    packed = (
        bytes((_FORMAT << 4 | version,)),
        *((bytes((is_marked,)),) if version > 4 else ()),
        *_pack_pile(main, _MAX_MAIN, version, is_marked=is_marked),
        *_pack_pile(side, _MAX_SIDE, version, is_marked=is_marked),
        b"\x01" + _pack_head(champion) + _pack_printed(champion, is_marked=is_marked) if champion else b"\x00",
    )
    return RiftboundCode(base64.b32encode(b"".join(packed)).decode().rstrip("="), tuple(left_out))


def _find_version(main: Mapping[_Printed, int], side: Mapping[_Printed, int]) -> int:
    """The lowest version that can hold two piles, of those that mark the champion."""
    prefixes = {printed.prefix for printed in (*main, *side)}
    if _SPECIAL in prefixes or max(main.values(), default=0) > _MAX_MAIN or max(side.values(), default=0) > _MAX_SIDE:
        return 5
    return 4 if any(prefixes) else 3


def _without_place(deck: Deck, marked: Sequence[tuple[DeckEntry, _Printed]]) -> Iterator[OmittedCopies]:
    """Cards that the code holds, but not their section: it marks one champion, and the others go by their types."""
    for entry in deck.entries:
        home = move_to_section_of_type(replace(entry, section=decks.DECK)).section
        is_marked = any(entry is champion for champion, _ in marked)
        astray = entry.count - 1 if is_marked else entry.count if entry.section not in {home, decks.SIDEBOARD} else 0
        if astray and _get_printed(entry):
            yield _omit(entry, astray, f"a code has no such section; these cards will be read as {TITLES[home]}")


def decode_riftbound_code(code: str, catalog: Catalog, as_of: date) -> Deck:
    """The deck that a code says, each card in the section of its type. Raises InputError for what is no such code.

    A printing that the catalog doesn't have, or of a set that the format has learnt since, becomes a line.
    """
    source, version = _open_code(code)
    most_prefix = _unpack_marks(source, version)
    main = list(_unpack_pile(source, _MAX_MAIN, version, most_prefix))
    side = list(_unpack_pile(source, _MAX_SIDE, version, most_prefix)) if version > 1 else []
    marks_champion = version > 2 and source.byte() == 1
    champion = _unpack_printed(source, (source.byte(), source.byte()), most_prefix) if marks_champion else None
    if not source.is_at_end:
        raise damaged_code_error("the deck code has extra data at the end")
    reader = ListReader(catalog, as_of)
    if champion:
        main = list(_remove_one(main, champion))
        _read(reader, decks.CHAMPION, [(champion, 1)])
    _read(reader, decks.DECK, main)
    _read(reader, decks.SIDEBOARD, side)
    # Before version 3 no code could mark the chosen champion; the first that may be it is taken, and said.
    entries = sort_into_sections(reader.entries) if version < 3 else map(move_to_section_of_type, reader.entries)
    return Deck(RIFTBOUND, tuple(entries))


def describe_code(deck: Deck) -> tuple[str, tuple[str, ...]]:
    """The deck's code, and what is left out of it: copies and card; a line that names no card has its count with it."""
    coded = encode_riftbound_code(deck)
    names = [each.name if each.name[:1].isdigit() else f"{each.count} {each.name}" for each in coded.left_out]
    return coded.code, tuple(f"{name}: {each.why}." for name, each in zip(names, coded.left_out, strict=True))


def is_code_alone(text: str) -> bool:
    """Whether a text is a code and no list: one in capitals, which no list of names is."""
    return text == text.upper() and is_riftbound_code(text)


def is_riftbound_code(text: str) -> bool:
    """Whether a text has the look of such a code."""
    return _CODE.fullmatch("".join(text.split()).upper()) is not None


PILTOVER_CODE = OwnCode(
    slug="riftbound-code",
    name="Riftbound code",
    recognises=is_code_alone,
    read=decode_riftbound_code,
    write=describe_code,
)


def _get_printed(entry: DeckEntry) -> _Printed | None:
    """The printing of an entry's card that the format can say: the line's own, else the card's first; None without."""
    printings = entry.card.printings if entry.card else ()
    for printing in sorted(printings, key=lambda printing: printing.code != entry.printing):
        found = _NUMBER.fullmatch((printing.number or "").casefold())
        if found and printing.set_code in SETS:
            prefix = _PREFIXES.index(found[1] or "")
            return _Printed(SETS.index(printing.set_code), _VARIANTS[found[3]], prefix, int(found[2]))
    return None


def _explain_omission(entry: DeckEntry) -> str:
    if entry.card is None:
        return "the line doesn’t name exactly 1 card"
    codes = [printing.code for printing in entry.card.printings if printing.set_code in SETS and printing.number]
    if codes:
        return f"the format can’t hold the number {codes[0]}"
    return f"the format supports only the sets {', '.join(SETS)}"


def _omit(entry: DeckEntry, count: int, why: str) -> OmittedCopies:
    return OmittedCopies(entry.section, entry.card.title if entry.card else entry.written or entry.name, count, why)


def _pack_pile(pile: Mapping[_Printed, int], most: int, version: int, *, is_marked: bool) -> Iterator[bytes]:
    """For each count, the highest first: how many groups of one set and variant, and each with its numbers.

    From version 5 on only the counts that occur: how many, and each before its groups.
    """
    counts = sorted({*pile.values()}, reverse=True) if version > 4 else range(most, 0, -1)
    if version > 4:
        yield pack_number(len(counts))
    for count in counts:
        groups: dict[bytes, list[bytes]] = {}
        for printed in sorted(each for each, copies in pile.items() if copies == count):
            groups.setdefault(_pack_head(printed), []).append(_pack_printed(printed, is_marked=is_marked))
        if version > 4:
            yield pack_number(count)
        yield pack_number(len(groups))
        for head, numbers in groups.items():
            yield pack_number(len(numbers)) + head + b"".join(numbers)


def _pack_head(printed: _Printed) -> bytes:
    return bytes((printed.set_number, printed.variant))


def _pack_printed(printed: _Printed, *, is_marked: bool) -> bytes:
    """The number, with the mark of its prefix where the deck has marks."""
    return (bytes((printed.prefix,)) if is_marked else b"") + pack_number(printed.number)


def _open_code(code: str) -> tuple[Unpacker, int]:
    """What stands behind the version, and the version. Raises InputError."""
    signs = "".join(code.split()).rstrip("=").upper()
    if len(signs) > MAX_LENGTH:
        raise InputError(
            f"the code has {len(signs):,} characters; at most {MAX_LENGTH:,}", place="code", code="too-long"
        )
    try:
        source = Unpacker(base64.b32decode(signs + "=" * (-len(signs) % 8)))
    except (binascii.Error, ValueError) as exc:
        raise damaged_code_error("the deck code is cut off, or has a character other than A to Z and 2 to 7") from exc
    kind, version = divmod(source.byte(), 16)
    if kind == _FORMAT and version > VERSION:
        message = f"the deck code was made by a newer version of the format, {version}; this site reads up to {VERSION}"
        raise InputError(f"{message}. Paste the list instead", place="code", code="unknown-version")
    if kind != _FORMAT or not version:
        raise InputError("not a Riftbound deck code; paste the list instead", place="code", code="unknown-version")
    return source, version


def _unpack_marks(source: Unpacker, version: int) -> int | None:
    """The highest mark that a number may have in this code; None where numbers have no marks."""
    if version < 5:
        return _SPECIAL - 1 if version == 4 else None
    has_marks = source.byte()
    if has_marks > 1:
        raise damaged_code_error("the deck code has a mark that the format doesn’t know")
    return _SPECIAL if has_marks else None


def _unpack_pile(source: Unpacker, most: int, version: int, most_prefix: int | None) -> Iterator[tuple[_Printed, int]]:
    """The printings of a pile with their counts."""
    for place in range(source.number() if version > 4 else most):
        count = source.number() if version > 4 else most - place
        if not count:
            raise damaged_code_error("the deck code has a card with no copies")
        for _ in range(source.number()):
            size, head = source.number(), (source.byte(), source.byte())
            for _ in range(size):
                yield _unpack_printed(source, head, most_prefix), count


def _unpack_printed(source: Unpacker, head: tuple[int, int], most_prefix: int | None) -> _Printed:
    """A printing of this set and variant, its number with its mark where the deck has marks."""
    prefix = source.byte() if most_prefix is not None else 0
    if prefix > (most_prefix or 0):
        raise damaged_code_error("the deck code has a mark that the format doesn’t know")
    return _Printed(*head, prefix, source.number())


def _remove_one(pile: Iterable[tuple[_Printed, int]], champion: _Printed) -> Iterator[tuple[_Printed, int]]:
    """The pile without one copy of the chosen champion, which stands in it too."""
    is_there = False
    for printed, count in pile:
        left = count - (printed == champion and not is_there)
        is_there |= printed == champion
        if left:
            yield printed, left


def _read(reader: ListReader, section: str, pile: Iterable[tuple[_Printed, int]]) -> None:
    for printed, count in pile:
        reader.section = section
        reader.read_line(len(reader.entries) + 1, f"{count} {_name(printed, reader.catalog)}")


def _name(printed: _Printed, catalog: Catalog) -> str:
    """What a line calls the card: its printing, with the title where only another variant of it is recorded."""
    if printed.set_number >= len(SETS) or printed.variant not in _SUFFIXES:
        number = f"{_PREFIXES[printed.prefix].upper()}{printed.number}"
        return f"Piltover Archive card {printed.set_number}.{printed.variant}.{number}"
    plain = f"{SETS[printed.set_number]}-{_PADDED[printed.prefix].format(printed.number)}"
    codes = [plain + suffix for suffix in _SUFFIXES[printed.variant]]
    recorded = next((code for code in codes if catalog.by_printing(code)), None)
    if recorded is None and (cards := catalog.by_printing(plain)):
        return f"{cards[0].title} [{codes[0]}]"
    return recorded or codes[0]
