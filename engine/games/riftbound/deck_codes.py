"""Riftbound deck codes in the public format of Piltover Archive, versions 1 to 3.

Written to the description that its package publishes (@piltoverarchive/riftbound-deck-codes 1.1.0, with whose codes the
tests compare). A code holds two piles of printings: the sideboard and all the rest, of which one may be marked as the
chosen champion. It has no check: a changed sign may give another deck.
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

VERSION = 3
MAX_LENGTH = 4_000  #: signs of a code
SETS = ("OGN", "OGS", "ARC", "SFD")  #: by the numbers that the format has for them; it has none for later sets
_VARIANTS = {"": 0, "a": 1, "*": 2, "s": 2, "b": 3}
_SUFFIXES = {0: ("",), 1: ("a",), 2: ("*", "s"), 3: ("b",)}
_MAX_MAIN, _MAX_SIDE = 12, 3  #: copies of a printing

_FORMAT = 1
_NUMBER = re.compile(r"([0-9]{1,4})([abs*]?)", re.ASCII)
_CODE = re.compile(r"C[E-P][A-Z2-7]{8,}", re.ASCII)  #: format 1, a version up to 3


@dataclass(frozen=True, order=True, slots=True)
class _Printed:
    """A printing by the numbers of the format."""

    set_number: int
    variant: int
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
    """The deck in the newest version of the format. Title and order are lost; lines that name no one card, cards of
    sets that the format doesn't know and copies beyond what it can count are left out, and said."""
    main: dict[_Printed, int] = {}
    side: dict[_Printed, int] = {}
    left_out: list[OmittedCopies] = []
    for entry in deck.entries:
        pile, most = (side, _MAX_SIDE) if entry.section == decks.SIDEBOARD else (main, _MAX_MAIN)
        printed = _get_printed(entry)
        if printed is None:
            left_out.append(_omit(entry, entry.count, _explain_omission(entry)))
            continue
        there = pile.get(printed, 0)
        pile[printed] = min(there + entry.count, most)
        surplus = there + entry.count - pile[printed]
        if surplus:
            left_out.append(_omit(entry, surplus, f"a code can have at most {most} copies of a printing there"))
    champions = [
        (entry, printed) for entry in deck.sections.get(decks.CHAMPION, ()) if (printed := _get_printed(entry))
    ]
    left_out.extend(_without_place(deck, champions[:1]))
    champion = champions[0][1] if champions else None
    packed = (
        bytes((_FORMAT << 4 | VERSION,)),
        *_pack_pile(main, _MAX_MAIN),
        *_pack_pile(side, _MAX_SIDE),
        b"\x01" + _pack_head(champion) + pack_number(champion.number) if champion else b"\x00",
    )
    return RiftboundCode(base64.b32encode(b"".join(packed)).decode().rstrip("="), tuple(left_out))


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
    main = list(_unpack_pile(source, _MAX_MAIN))
    side = list(_unpack_pile(source, _MAX_SIDE)) if version > 1 else []
    marks_champion = version > 2 and source.byte() == 1
    champion = _unpack_head(source) if marks_champion else None
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
        found = _NUMBER.fullmatch(printing.number or "")
        if found and printing.set_code in SETS:
            return _Printed(SETS.index(printing.set_code), _VARIANTS[found[2]], int(found[1]))
    return None


def _explain_omission(entry: DeckEntry) -> str:
    if entry.card is None:
        return "the line doesn't name exactly 1 card"
    return f"the format supports only the sets {', '.join(SETS)}"


def _omit(entry: DeckEntry, count: int, why: str) -> OmittedCopies:
    return OmittedCopies(entry.section, entry.card.title if entry.card else entry.written or entry.name, count, why)


def _pack_pile(pile: Mapping[_Printed, int], most: int) -> Iterator[bytes]:
    """For each count, the highest first: how many groups of one set and variant, and each with its numbers."""
    for count in range(most, 0, -1):
        groups: dict[bytes, list[bytes]] = {}
        for printed in sorted(each for each, copies in pile.items() if copies == count):
            groups.setdefault(_pack_head(printed), []).append(pack_number(printed.number))
        yield pack_number(len(groups))
        for head, numbers in groups.items():
            yield pack_number(len(numbers)) + head + b"".join(numbers)


def _pack_head(printed: _Printed) -> bytes:
    return bytes((printed.set_number, printed.variant))


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
    if kind != _FORMAT or not 1 <= version <= VERSION:
        message = f"not a Riftbound deck code, or one newer than version {VERSION}"
        raise InputError(f"{message}; paste the list instead", place="code", code="unknown-version")
    return source, version


def _unpack_pile(source: Unpacker, most: int) -> Iterator[tuple[_Printed, int]]:
    for count in range(most, 0, -1):
        for _ in range(source.number()):
            size, set_number, variant = source.number(), source.byte(), source.byte()
            for _ in range(size):
                yield _Printed(set_number, variant, source.number()), count


def _unpack_head(source: Unpacker) -> _Printed:
    return _Printed(source.byte(), source.byte(), source.number())


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
        return f"Piltover Archive card {printed.set_number}.{printed.variant}.{printed.number}"
    plain = f"{SETS[printed.set_number]}-{printed.number:03}"
    codes = [plain + suffix for suffix in _SUFFIXES[printed.variant]]
    recorded = next((code for code in codes if catalog.by_printing(code)), None)
    if recorded is None and (cards := catalog.by_printing(plain)):
        return f"{cards[0].title} [{codes[0]}]"
    return recorded or codes[0]
