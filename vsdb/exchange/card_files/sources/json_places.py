"""JSON in which every value knows its line and column; a file is read whole, or refused with the place of its fault."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, BinaryIO

from vsdb.exchange.card_files.proposals import FilePosition
from vsdb.exchange.card_files.sources.text_streams import decode_stream
from vsdb.exchange.card_files.sources.vocabulary import is_useless

MAX_LENGTH = 1 << 24  #: characters of a file
MAX_DEPTH = 20
_BLANK = re.compile(r"[ \t\r\n]*")
_PLAIN = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null", re.ASCII)
_MAX_SHOWN = 60


@dataclass(frozen=True, slots=True)
class JsonValue:
    """A value with its place; the values of a list and an object are `JsonValue`s too."""

    value: Any
    place: FilePosition

    def get_object(self, known: Collection[str], what: str) -> Mapping[str, JsonValue]:
        """The fields of an object, of which none but the known ones may be there; raises InputError."""
        if not isinstance(self.value, dict):
            raise self.place.error(f"{what} must be an object in braces")
        for name, held in self.value.items():
            if name not in known and not is_useless(name):
                fields = ", ".join(sorted(known))
                raise held.place.error(f"{what} has no field {name[:_MAX_SHOWN]!r}; it has {fields}", "unknown-field")
        fields_found: Mapping[str, JsonValue] = self.value
        return fields_found

    def get_list(self, name: str) -> list[JsonValue]:
        """The values of a list; raises InputError."""
        if not isinstance(self.value, list):
            raise self.place.error(f"{name} must be a list in square brackets")
        return self.value

    def as_text(self) -> JsonValue:
        """A whole number as the text of its digits; any other value as it is."""
        return JsonValue(str(self.value), self.place) if type(self.value) is int else self

    def get_text(self, name: str) -> str:
        """A text; raises InputError."""
        if not isinstance(self.value, str):
            raise self.place.error(f"{name} must be text in quotes")
        return self.value


def read_json(file: BinaryIO) -> JsonValue:
    """The value that a file holds. Raises InputError for one that is too long, cut off or no JSON."""
    pieces, length = [], 0
    for piece in decode_stream(file):
        pieces.append(piece)
        length += len(piece)
        if length > MAX_LENGTH:
            raise FilePosition().error(f"the file has more than {MAX_LENGTH:,} characters", "too-long")
    return _JsonText("".join(pieces)).parse()


class _JsonText:
    """A text that is parsed; positions in it become lines and columns only where they are asked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    def parse(self) -> JsonValue:
        if not self._text.strip():
            raise FilePosition().error("the file is empty")
        value, end = self._value(self._skip(0), 0)
        if self._skip(end) < len(self._text):
            raise self._place(self._skip(end)).error("more text follows the end of the JSON")
        return value

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self._text))]

    def _place(self, at: int) -> FilePosition:
        line = bisect_right(self._line_starts, at)
        return FilePosition(line, at - self._line_starts[line - 1] + 1)

    def _skip(self, at: int) -> int:
        found = _BLANK.match(self._text, at)
        return found.end() if found else at

    def _value(self, at: int, depth: int) -> tuple[JsonValue, int]:
        if depth > MAX_DEPTH:
            raise self._place(at).error(f"the JSON is nested deeper than {MAX_DEPTH} levels")
        place, sign = self._place(at), self._text[at : at + 1]
        if sign == "{":
            return self._object(at, place, depth)
        if sign == "[":
            return self._list(at, place, depth)
        if sign == '"':
            text, end = self._string(at)
            return JsonValue(text, place), end
        found = _PLAIN.match(self._text, at)
        if not found:
            raise self._fault(at, "a value")
        return JsonValue(json.loads(found[0]) if len(found[0]) < _MAX_SHOWN else found[0], place), found.end()

    def _object(self, at: int, place: FilePosition, depth: int) -> tuple[JsonValue, int]:
        fields: dict[str, JsonValue] = {}
        at = self._skip(at + 1)
        while self._text[at : at + 1] != "}":
            if fields:
                at = self._skip(self._take(at, ",", "a comma or a closing brace"))
            begins = at
            if self._text[at : at + 1] != '"':
                raise self._fault(at, "the name of a field")
            name, at = self._string(at)
            at = self._skip(self._take(self._skip(at), ":", "a colon"))
            if name in fields:
                raise self._place(begins).error(f"the field {name[:_MAX_SHOWN]!r} is given twice")
            fields[name], at = self._value(at, depth + 1)
            at = self._skip(at)
        return JsonValue(fields, place), at + 1

    def _list(self, at: int, place: FilePosition, depth: int) -> tuple[JsonValue, int]:
        values: list[JsonValue] = []
        at = self._skip(at + 1)
        while self._text[at : at + 1] != "]":
            if values:
                at = self._skip(self._take(at, ",", "a comma or a closing bracket"))
            value, at = self._value(at, depth + 1)
            values.append(value)
            at = self._skip(at)
        return JsonValue(values, place), at + 1

    def _string(self, at: int) -> tuple[str, int]:
        try:
            text, end = scanstring(self._text, at + 1, True)
        except json.JSONDecodeError as error:
            if error.msg.startswith("Unterminated"):
                raise self._place(at).error("the file is cut off in the text that begins here", "cut-off") from error
            raise self._place(error.pos).error(f"the JSON is malformed ({error.msg})") from error
        return text, end

    def _take(self, at: int, sign: str, what: str) -> int:
        if self._text[at : at + 1] != sign:
            raise self._fault(at, what)
        return at + 1

    def _fault(self, at: int, what: str) -> Exception:
        if at >= len(self._text):
            return self._place(at).error(f"the file is cut off; {what} is missing", "cut-off")
        return self._place(at).error(f"the JSON is malformed; {what} is missing")
