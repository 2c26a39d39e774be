"""What can be a deck list at all: its encoding, its size, its lines."""

from __future__ import annotations

import re

from engine.model.errors import InputError

MAX_BYTES = 256 * 1024  #: of text; the longest published list has 4 KiB
MAX_LINES = 2_000

_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_LINE_END = re.compile(r"\r\n?|[\n\u2028\u2029]")


def decode_list(raw: bytes, *, max_bytes: int = MAX_BYTES, max_lines: int = MAX_LINES) -> str:
    """The text of an uploaded list. Raises InputError for wrong encodings, NUL bytes and lists that are too long."""
    if len(raw) > max_bytes:
        raise too_long_error(len(raw), max_bytes)
    if raw.startswith(_UTF_16):
        raise InputError("the list is in UTF-16; save it as UTF-8 and send it again", code="wrong-encoding")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        line, column = _place(exc.object[: exc.start])
        byte = exc.object[exc.start]
        raise InputError(
            f"byte {column} is 0x{byte:02X}, which isn’t UTF-8; save the list as UTF-8 and send it again",
            place=f"line {line}",
            code="wrong-encoding",
        ) from exc
    split_lines(text, max_bytes=max_bytes, max_lines=max_lines)
    return text


def split_lines(text: str, *, max_bytes: int = MAX_BYTES, max_lines: int = MAX_LINES) -> list[str]:
    """The lines of a list. Raises InputError for one that is too long or isn't text."""
    if len(text) > max_bytes:
        raise too_long_error(len(text), max_bytes)
    try:
        size = len(text.encode())
    except UnicodeEncodeError as exc:
        line, column = _place(text[: exc.start].encode())
        raise InputError(
            f"column {column} has half a character; save the list as UTF-8 and send it again",
            place=f"line {line}",
            code="wrong-encoding",
        ) from exc
    if size > max_bytes:
        raise too_long_error(size, max_bytes)
    if "\0" in text:
        before = _LINE_END.split(text[: text.index("\0")])
        raise InputError(
            f"column {len(before[-1]) + 1} has a NUL byte; a list must be plain text",
            place=f"line {len(before)}",
            code="not-text",
        )
    lines = _LINE_END.split(text.removeprefix("\ufeff"))
    if not lines[-1].strip():
        lines.pop()
    if len(lines) > max_lines:
        raise InputError(f"the list has {len(lines):,} lines; at most {max_lines:,}", code="too-long")
    return lines


def too_long_error(size: int, max_bytes: int = MAX_BYTES) -> InputError:
    """The error for a list of that many bytes."""
    return InputError(f"the list has {size:,} bytes; at most {max_bytes:,}", code="too-long")


def _place(before: bytes) -> tuple[int, int]:
    """The line and the byte in it, from 1, that follow these bytes."""
    return before.count(b"\n") + 1, len(before) - (before.rfind(b"\n") + 1) + 1
