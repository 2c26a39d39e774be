"""The lines of a text file out of its bytes, its paragraphs out of its lines, and what is given with its lines."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, islice
from typing import BinaryIO

from engine.model.errors import InputError
from vsdb.exchange.card_files.proposals import FilePosition, IgnoredText, Item
from vsdb.exchange.card_files.sources.reference.layout import is_meta, is_title, opens_paragraph, parse_type_line

MAX_LINE_LENGTH = 32 * 1024  #: bytes
_CHUNK = 64 * 1024  #: bytes
_BREAK = re.compile(rb"\r\n|\n|\r")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
#: Lines as long as this were cut by whatever wrote the file, where nothing ends with them.
_CUT_AT_LEAST = 60  #: characters
#: What tells a file whose lines are cut to a width: its lines' lengths, measured over the first of them.
_LINES_MEASURED, _FULL_LINES, _RAGGED, _NARROWEST, _WIDEST = 400, 5, 12, 50, 110
_ENDS = re.compile(r"[.!?:;)\]\"'”’…]$")


@dataclass(frozen=True, slots=True)
class FileParagraph:
    """A paragraph, single-spaced: its first and last line, counted from 1, and how many blank lines stand before it."""

    line: int
    last: int
    text: str
    gap: int


def read_paragraphs(file: BinaryIO) -> Iterator[FileParagraph]:
    """The paragraphs of a file. Each line is one, but for those that were cut to a width or in a sentence's middle.

    Raises InputError where the file is no text.
    """
    held: FileParagraph | None = None
    gap, length_of_last = 0, 0
    numbered_lines = read_numbered_lines(file)
    first = list(islice(numbered_lines, _LINES_MEASURED))
    width = _width([text for _, text in first])
    for number, text in chain(first, numbered_lines):
        if not text:
            gap += 1
            continue
        if held and not gap and _goes_on(held.text, length_of_last, text, width):
            held = FileParagraph(held.line, number, f"{held.text} {text}", held.gap)
        else:
            if held:
                yield held
            held = FileParagraph(number, number, text, gap)
        gap, length_of_last = 0, len(text)
    if held:
        yield held


def _width(texts: list[str]) -> int | None:
    """To how many characters a file's lines are cut; None where they aren't."""
    longest = max(map(len, texts), default=0)
    full = sum(len(text) > longest - _RAGGED for text in texts)
    return longest if _NARROWEST <= longest <= _WIDEST and full >= _FULL_LINES else None


def _goes_on(before: str, length_of_last: int, text: str, width: int | None) -> bool:
    """Whether a line is the rest of the paragraph that the lines before it begin."""
    if (
        opens_paragraph(text)
        or is_meta(text)
        or len(before) > MAX_LINE_LENGTH
        or parse_type_line(before)
        or parse_type_line(text)
    ):
        return False
    if width is not None and length_of_last + 1 + len(text.split(maxsplit=1)[0]) > width:
        return True
    if _ENDS.search(before):
        return False
    return text[0].islower() or (width is None and length_of_last >= _CUT_AT_LEAST and not is_title(before))


def read_numbered_lines(file: BinaryIO) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, single-spaced; UTF-8 or else, line by line, Windows-1252."""
    for number, line in enumerate(_split(file), start=1):
        place = f"line {number}"
        if len(line) > MAX_LINE_LENGTH:
            raise InputError(
                f"is longer than {MAX_LINE_LENGTH} bytes; this is no card reference", place=place, code="too-long"
            )
        text = _decode(line, place)
        if found := _CONTROL.search(text):
            raise InputError(f"holds the control character {found[0]!r}; this is no text", place=place, code="not-text")
        yield number, " ".join(text.replace("\ufeff", "").split())


def _decode(line: bytes, place: str) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        try:
            return line.decode("cp1252")
        except UnicodeDecodeError as error:
            message = "is neither UTF-8 nor Windows-1252 text; save the file as UTF-8 and send it again"
            raise InputError(message, place=place, code="wrong-encoding") from error


def _split(file: BinaryIO) -> Iterator[bytes]:
    """The lines as bytes, ended by LF, CRLF or CR; of a line that is too long what was read of it so far."""
    pending = b""
    while chunk := file.read(_CHUNK):
        if not pending and chunk.startswith(_UTF_16):
            raise InputError("the file is in UTF-16; save it as UTF-8 and send it again", code="wrong-encoding")
        data = pending + chunk
        whole, held = (data[:-1], b"\r") if data.endswith(b"\r") else (data, b"")
        *done, rest = _BREAK.split(whole)
        yield from done
        pending = rest + held
        if len(pending) > MAX_LINE_LENGTH + 1:
            break
    yield pending.removesuffix(b"\r")


class LineRole(StrEnum):
    """What a line of the file is."""

    SOURCE = "source"
    HEADING = "heading"
    FACTS = "facts"
    WORDING = "wording"
    RULING = "ruling"
    IGNORED = "ignored"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class LineSpan:
    """Lines from the first to the last, both included, and what they are."""

    first: int
    last: int
    role: LineRole


@dataclass(frozen=True, slots=True)
class GivenItem:
    """An item and its lines. What is read out of the lines of another item (a set, a group) has none of its own."""

    item: Item | None
    lines: tuple[LineSpan, ...] = ()

    @staticmethod
    def ignored(paragraph: FileParagraph, reason: str) -> GivenItem:
        """A paragraph that is of no use here, with the reason."""
        item = IgnoredText(FilePosition(paragraph.line), reason, paragraph.text)
        return GivenItem(item, list_spans([paragraph], LineRole.IGNORED))


def list_spans(paragraphs: Iterable[FileParagraph], role: LineRole) -> tuple[LineSpan, ...]:
    """The lines of some paragraphs."""
    return tuple(LineSpan(paragraph.line, paragraph.last, role) for paragraph in paragraphs)
