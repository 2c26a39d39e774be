"""The comment lines of a list: its title, and what it says about itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.decklists.encoding import split_lines
from engine.decklists.lines import find_line_problem
from engine.decklists.sections import parse_heading

KEYS = ("title", "game", "format", "as-of", "event", "date", "player")
_SPELLINGS = {key.replace("-", joint): key for key in KEYS for joint in ("-", " ", "_", "")}


def read_metadata(text: str) -> dict[str, str]:
    """The `# key: value` lines of a list (`title` for the first line without a key), without reading its cards."""
    said: dict[str, str] = {}
    for line in split_lines(text):
        if "#" in line and not find_line_problem(line) and (comment := parse_comment(line)):
            comment.add_to(said)
    return sort_metadata(said)


def sort_metadata(said: Mapping[str, str]) -> dict[str, str]:
    """What a list says about itself, in the order of `KEYS`."""
    return {key: said[key] for key in KEYS if key in said}


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment line: a known `key` with its value, or the words that may be the list's title."""

    key: str
    value: str
    is_title: bool = False

    def add_to(self, said: dict[str, str]) -> None:
        """Add what the line says; of two lines with one key the first counts."""
        if self.value and self.key:
            said.setdefault(self.key, self.value)


def parse_comment(line: str) -> Comment | None:
    """What a comment line says about its list; None for a line that is none.

    It can be the title with one sign, something to say, no key, and no heading of any game.
    """
    said = read_comment(line)
    if said is None:
        return None
    key, value = _pair(said)
    if key or not said or line.strip().startswith("##") or parse_heading(said):
        return Comment(key, value)
    return Comment("title", said, is_title=True)


def read_comment(line: str) -> str | None:
    """The words of a comment line; None for a line that is none."""
    line = line.strip()
    return " ".join(line[1:].split()) if line.startswith("#") else None


def is_title(line: str) -> bool:
    """Whether a line is a comment that can be the list's title."""
    comment = parse_comment(line)
    return comment is not None and comment.is_title


def _pair(said: str) -> tuple[str, str]:
    """The key and the value in `key: value`; an empty key where there is none that means something."""
    key, colon, value = said.partition(":")
    return (_SPELLINGS.get(key.strip().casefold(), "") if colon else "", value.strip())
