"""Files as text, a piece at a time: what isn't text in its encoding is refused with its line and column."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from vsdb.exchange.card_files.proposals import FilePosition

UTF_8 = "utf-8-sig"
MAX_LINE_LENGTH = 1 << 20  #: characters
_CHUNK = 1 << 14  #: bytes
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode_stream(file: BinaryIO, encoding: str = UTF_8) -> Iterator[str]:
    """The file's text in pieces. Raises InputError for bytes of another encoding and for NUL characters."""
    decoder = codecs.getincrementaldecoder(encoding)()
    place = FilePosition(1, 1)
    while True:
        chunk = file.read(_CHUNK)
        if place == FilePosition(1, 1) and encoding == UTF_8 and chunk.startswith(_UTF_16):
            raise FilePosition().error("the file is in UTF-16; save it as UTF-8 and import it again", "wrong-encoding")
        try:
            text = decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            at = place.after(error.object[: error.start].decode(encoding, errors="ignore"))
            byte, name = error.object[error.start], encoding.removesuffix("-sig").upper()
            message = f"the byte 0x{byte:02X} is not valid {name}; save the file as UTF-8 and import it again"
            raise at.error(message, "wrong-encoding") from error
        nul = text.find("\0")
        if nul >= 0:
            raise place.after(text[:nul]).error("a NUL character; remove it", "not-text")
        if text:
            yield text
            place = place.after(text)
        if not chunk:
            return


def with_line_feeds(texts: Iterable[str]) -> Iterator[str]:
    """The texts with every line ended by a line feed, as XML is read, so that lines are counted alike everywhere."""
    decoder = io.IncrementalNewlineDecoder(None, translate=True)
    for text in texts:
        yield decoder.decode(text)
    yield decoder.decode("", final=True)


def read_lines(file: BinaryIO) -> Iterator[str]:
    """The lines of a UTF-8 file with their ends. Raises InputError for one that is longer than a file of cards has."""
    rest, number = "", 1
    for text in decode_stream(file):
        *whole, rest = (rest + text).split("\n")
        for line in whole:
            yield f"{line}\n"
        number += len(whole)
        if len(rest) > MAX_LINE_LENGTH:
            message = f"the line has more than {MAX_LINE_LENGTH:,} characters; check that this is a card file"
            raise FilePosition(number).error(message, "too-long")
    if rest:
        yield rest
