"""The comment lines of a list: its title, and what it says about itself."""

from __future__ import annotations

from engine.decklists.encoding import split_lines
from engine.decklists.lines import find_line_problem
from engine.decklists.sections import parse_heading

KEYS = ("title", "game", "format", "as-of", "event", "date", "player")
_SPELLINGS = {key.replace("-", joint): key for key in KEYS for joint in ("-", " ", "_", "")}


def read_metadata(text: str) -> dict[str, str]:
    """The `# key: value` lines of a list (`title` for the first line without a key), without reading its cards."""
    return read_metadata_lines(split_lines(text))


def read_metadata_lines(lines: list[str]) -> dict[str, str]:
    """The same for a list that is already cut into lines; of two lines with one key the first counts."""
    found: dict[str, str] = {}
    for line in lines:
        said = read_comment(line)
        if said is None or find_line_problem(line):
            continue
        key, value = _pair(said)
        if value and key:
            found.setdefault(key, value)
        elif is_title(line):
            found.setdefault("title", said)
    return {key: found[key] for key in KEYS if key in found}


def read_comment(line: str) -> str | None:
    """What a comment line says; None for a line that is none."""
    line = line.strip()
    return " ".join(line[1:].split()) if line.startswith("#") else None


def is_title(line: str) -> bool:
    """Whether a comment line can be the list's title: one sign, something to say, no key, and no heading."""
    said = read_comment(line)
    return (
        bool(said)
        and not line.strip().startswith("##")
        and parse_heading(said or "") is None
        and _pair(said or "")[0] == ""
    )


def _pair(said: str) -> tuple[str, str]:
    """The key and the value in `key: value`; an empty key where there is none that means something."""
    key, colon, value = said.partition(":")
    return (_SPELLINGS.get(key.strip().casefold(), "") if colon else "", value.strip())
