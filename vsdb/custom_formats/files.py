"""A format as a file: JSON with everything that it is built from, its test decks too; read back, it is the same.

`{"vsdb-format": 1, "game", "slug", "name", "version", "comment", "definition", "tests"}`; `docs/own-formats.md` says
what stands in a definition. `version` and `comment` tell where the file came from and are not needed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from engine import InputError
from vsdb.custom_formats import selectors
from vsdb.custom_formats.definitions import complete_definition
from vsdb.custom_formats.models import OwnFormat, OwnFormatVersion

LAYOUT = 1
MARK = "vsdb-format"
MAX_BYTES = 512 * 1024
FIELDS = (MARK, "game", "slug", "name", "version", "comment", "definition", "tests")


@dataclass(frozen=True, slots=True)
class FormatFile:
    """What a file says; `definition` and `tests` are checked by whoever takes them in."""

    game: str
    slug: str
    name: str
    definition: Any
    tests: Any


def version_to_file(version: OwnFormatVersion) -> dict[str, Any]:
    """A published version as a file."""
    said = {"name": version.name, "version": version.number, "comment": version.comment}
    return _file(version.format, **said, definition=version.definition, tests=version.tests)


def draft_to_file(fmt: OwnFormat) -> dict[str, Any]:
    """A draft as a file; one query."""
    said = {"name": fmt.working_name, "version": None, "comment": ""}
    return _file(fmt, **said, definition=complete_definition(fmt.draft), tests=selectors.test_rows(fmt))


def _file(fmt: OwnFormat, **said: Any) -> dict[str, Any]:
    return {MARK: LAYOUT, "game": fmt.game_id, "slug": fmt.slug, **said}


def dump_file(file: dict[str, Any]) -> str:
    """The text of a file."""
    return json.dumps(file, ensure_ascii=False, indent=1) + "\n"


def read(given: bytes | str) -> FormatFile:
    """What a file's text says. Raises InputError with the place of what is wrong."""
    data = given.encode("utf-8", "surrogatepass") if isinstance(given, str) else given
    if len(data) > MAX_BYTES:
        raise InputError(f"more than {MAX_BYTES // 1024} KiB; a format is much smaller", place="file")
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8 text", place="file") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"is not JSON: {error.msg}", place=where) from error
    except (RecursionError, ValueError) as error:
        said = "can't be read as JSON: it is nested too deeply, or a number is too long"
        raise InputError(said, place="file") from error
    return parse_file(value)


def parse_file(value: Any) -> FormatFile:
    """What a file's value says. Raises InputError."""
    if not isinstance(value, dict) or value.get(MARK) != LAYOUT:
        raise InputError(f'is not a format file: expected a JSON object with "{MARK}": {LAYOUT}', place="file")
    if not _is_text(value):
        raise InputError("holds half a character (a lone surrogate)", place="file")
    if others := [str(key) for key in value if key not in FIELDS]:
        raise InputError(f"is not a field; the fields are {', '.join(FIELDS)}", place=others[0][:60])
    for key in ("game", "slug", "name"):
        if not isinstance(value.get(key), str) or "\x00" in value[key]:
            raise InputError("expected a text", place=key)
    if "definition" not in value:
        raise InputError("is missing", place="definition")
    return FormatFile(value["game"], value["slug"], value["name"], value["definition"], value.get("tests") or [])


def _is_text(value: Any) -> bool:
    """Whether every text in it can be stored and shown: JSON may name halves of characters."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
