"""Our deck code: a whole deck in a short text that stands alone (docs/deck-codes.md).

It names cards as sets print them, or by their titles, so that it means the same in every installation and after every
correction of the facts. A card that an installation doesn't have becomes a line of the deck.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterable, Iterator
from datetime import date

from engine.decklists.code_layout import CodeContent, CodeCopies, CodeSection, pack_content, unpack_content
from engine.decklists.default_sections import section_sort_key
from engine.decklists.encoding import MAX_BYTES, split_lines
from engine.decklists.items import disambiguating_code
from engine.decklists.lines import MAX_COPIES, find_line_problem, parse_line
from engine.decklists.packing import Unpacker, damaged_code_error, pack_text
from engine.decklists.reading import ListReader
from engine.decklists.sections import find_section
from engine.model.cards import GAMES, Card
from engine.model.catalog import Catalog
from engine.model.decks import Deck, DeckEntry
from engine.model.errors import InputError
from engine.model.games import game_of as game_value
from engine.model.games import games

VERSION = 1
MAX_BODY = 2 * MAX_BYTES  #: bytes of a code's inside
MAX_LENGTH = (MAX_BODY + 64) * 4 // 3  #: signs of a code

_DEFLATED = 1
_SPELT = 0  #: in the place of a game's number: the slug follows
_CHECK_BYTES = 4
_WRONG_SIGN = re.compile(r"[^A-Za-z0-9_-]")
_RAW = -zlib.MAX_WBITS  #: deflate without header


def encode_deck_code(deck: Deck, catalog: Catalog) -> str:
    """The deck's code: letters, digits, hyphens and underscores. Raises InputError for a list too long for one.

    Of each line it keeps section, count and printing, of a line that names no one card the text; also the title and
    what the list says about itself. The order of lines is lost: cards stand by set and number.
    """
    body = pack_content(_build_content(deck, catalog), deck.game)
    if len(body) > MAX_BODY:
        raise InputError(f"the deck is too long for a code; send its text instead, up to {MAX_BYTES:,} bytes")
    deflated = _deflate(body)
    is_shorter = len(deflated) < len(body)
    number = game_value(deck.game).code_number
    head = VERSION << 4 | (number or _SPELT) << 2 | (_DEFLATED if is_shorter else 0)
    slug = b"" if number else pack_text(deck.game)
    whole = bytes((head,)) + slug + (deflated if is_shorter else body)
    return _signs(whole + _check(whole))


def decode_deck_code(code: str, catalog: Catalog, as_of: date) -> Deck:
    """The deck that a code says, its lines read against a catalog. Raises InputError for what isn't a whole code of
    this game and a known version, and for one that holds more than a list may."""
    body, game, is_deflated = _open_code(code)
    if game != catalog.game:
        raise InputError(f"the code is for a {game} deck, not {catalog.game}", place="code", code="wrong-game")
    content = unpack_content(_inflate(body) if is_deflated else body, game)
    reader = ListReader(catalog, as_of)
    for number, (section, line) in enumerate(_lines(content.parts), start=1):
        if find_section(section, game) != section or len(split_lines(line)) != 1:
            raise damaged_code_error("the deck code has a line that a list can’t have")
        reader.section = section
        reader.read_line(number, line)
    said = {_one_line(key): _one_line(value) for key, value in content.metadata.items()}
    return Deck(game, tuple(reader.entries), _one_line(content.title), said)


def read_game_of_code(code: str) -> str:
    """The game of a code's deck, so that it can be read against that game's catalog. Raises InputError."""
    return _open_code(code)[1]


def _build_content(deck: Deck, catalog: Catalog) -> CodeContent:
    parts = (_part_of(section, entries, catalog) for section, entries in deck.sections.items())
    ordered = sorted(parts, key=lambda part: (section_sort_key(part.section, deck.game), part.section))
    return CodeContent(" ".join(deck.title.split()), deck.metadata, tuple(ordered))


def _part_of(section: str, entries: Iterable[DeckEntry], catalog: Catalog) -> CodeSection:
    by_printing: dict[tuple[str, str], int] = {}
    by_title: dict[Card, int] = {}
    unsettled = []
    for entry in entries:
        if entry.card is None:
            unsettled.append(entry.written.strip() or f"{entry.count} {entry.name}")
            continue
        # The card as this catalog has it: the deck may have been read for another day.
        card = catalog.by_slug.get(entry.card.slug, entry.card)
        named = _find_naming_printing(entry, card, catalog)
        if named:
            by_printing[named] = by_printing.get(named, 0) + entry.count
        else:
            by_title[card] = by_title.get(card, 0) + entry.count
    copies = tuple(
        CodeCopies(*named, each) for named, count in by_printing.items() for each in _split_count_over_lines(count)
    )
    titled = sorted(
        _line(each, card, catalog) for card, count in by_title.items() for each in _split_count_over_lines(count)
    )
    return CodeSection(section, copies, (*titled, *unsettled))


def _find_naming_printing(entry: DeckEntry, card: Card, catalog: Catalog) -> tuple[str, str] | None:
    """Set and number of a printing that names only this card: the line's own, else the first; None where none does."""
    printings = sorted(card.printings, key=lambda printing: printing.code != entry.printing)
    for printing in printings:
        names = printing.number and catalog.by_printing(printing.code) == (card,)
        if names and printing.set_code and printing.number and parse_line(f"1 {printing.code}", catalog).printing:
            return printing.set_code, printing.number
    return None


def _line(count: int, card: Card, catalog: Catalog) -> str:
    """A line that the reader takes for this card and no other."""
    line = f"{count} {card.title}"
    code = disambiguating_code(card, catalog) or (card.slug if parse_line(line, catalog).name != card.title else "")
    return f"{line} [{code}]" if code else line


def _split_count_over_lines(count: int) -> Iterator[int]:
    """A number of copies, as many a line as a line may hold."""
    while count > MAX_COPIES:
        yield MAX_COPIES
        count -= MAX_COPIES
    yield count


def _lines(parts: Iterable[CodeSection]) -> Iterator[tuple[str, str]]:
    """The lines of a list that says the same, each with its section."""
    for part in parts:
        yield from ((part.section, f"{each.count} {each.set_code}-{each.number}") for each in part.copies)
        yield from ((part.section, line) for line in part.lines)


def _one_line(text: str) -> str:
    """A text that stands on one line, its spaces evened. Raises InputError for what no line of a list can hold."""
    if find_line_problem(text):
        raise damaged_code_error("the deck code has a line that isn’t text")
    return " ".join(text.split())


def _open_code(code: str) -> tuple[bytes, str, bool]:
    """The body of a whole code, its game, and whether the body is deflated. Raises InputError."""
    if len(code) > MAX_LENGTH:
        raise InputError(
            f"the code has {len(code):,} characters; at most {MAX_LENGTH:,}", place="code", code="too-long"
        )
    signs = "".join(code.split()).rstrip("=")
    wrong = _WRONG_SIGN.search(signs)
    if wrong:
        raise damaged_code_error(f"“{wrong[0]}” can’t be in a deck code")
    whole = b"" if len(signs) % 4 == 1 else base64.urlsafe_b64decode(signs + "=" * (-len(signs) % 4))
    if len(whole) <= _CHECK_BYTES or _signs(whole) != signs:
        raise damaged_code_error("the deck code is cut off")
    if whole[0] >> 4 != VERSION:
        message = f"not a deck code, or one newer than version {VERSION}"
        raise InputError(f"{message}; paste the list instead", place="code", code="unknown-version")
    raw, check = whole[:-_CHECK_BYTES], whole[-_CHECK_BYTES:]
    if check != _check(raw) or raw[0] & 2:
        raise damaged_code_error("the deck code is damaged or cut off: its checksum is wrong")
    game, body = _game_and_body(raw)
    return body, game, bool(raw[0] & _DEFLATED)


def _game_and_body(raw: bytes) -> tuple[str, bytes]:
    """The game of a code, by its number or its slug, and what stands behind that. Raises InputError."""
    number = raw[0] >> 2 & 3
    if number != _SPELT:
        return next(game.slug for game in games() if game.code_number == number), raw[1:]
    slug = Unpacker(raw[1:]).text()
    if slug not in GAMES:
        raise damaged_code_error("the deck code is damaged, or for an unknown game")
    return slug, raw[1 + len(pack_text(slug)) :]


def _signs(whole: bytes) -> str:
    return base64.urlsafe_b64encode(whole).decode().rstrip("=")


def _check(raw: bytes) -> bytes:
    return zlib.crc32(raw).to_bytes(_CHECK_BYTES, "big")


def _deflate(body: bytes) -> bytes:
    packer = zlib.compressobj(9, wbits=_RAW)
    return packer.compress(body) + packer.flush()


def _inflate(deflated: bytes) -> bytes:
    """What a deflated body holds, and no more of it than a code may."""
    unpacker = zlib.decompressobj(_RAW)
    try:
        body = unpacker.decompress(deflated, MAX_BODY + 1)
    except zlib.error as exc:
        raise damaged_code_error("the deck code can’t be unpacked") from exc
    if len(body) > MAX_BODY:
        raise InputError(f"the code unpacks to more than {MAX_BODY:,} bytes", place="code", code="too-long")
    if not unpacker.eof or unpacker.unused_data:
        raise damaged_code_error("the deck code can’t be unpacked")
    return body
