"""A document's lines, each without its markup, and what a line begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from vsdb.catalog.rules.models import rule_slug
from vsdb.exchange.rule_documents.bare import unmarked, without_bullet

#: The longest line that is taken for a heading, in characters; titles are stored in 200, slugs made of them in 160.
LONGEST_TITLE = 100

_HEADING = re.compile(r"\s*(?:[-•]\s+)*#{1,6}\s")
_ITEM = re.compile(r"\s*[-•○]\s")
_NUMBER = re.compile(r"(?P<number>[1-9](?:[0-9]{2}(?:\.[0-9]{1,3}[a-z]?)?)?)(?P<stop>\.?)(?: (?P<rest>.*))?$")
_EXAMPLE = re.compile(r"Examples?\s*(?:[0-9]{1,2}\s*)?:")
_SENTENCE_END = re.compile(r"[.!?:;][\"'”’)\]]*$")
_ANNOUNCES_NUMBER = re.compile(r"(?:\b(?:rules?|sections?|see|and|or|to|than|via|by|in|of)|[,(–])$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A line that isn't blank: its place in the file (from 1), its words, whether a heading or a bullet marks it."""

    line: int
    words: str
    is_heading: bool
    is_item: bool

    @property
    def folded(self) -> str:
        """Its words as they are compared."""
        return fold(self.words)


@dataclass(frozen=True, slots=True)
class Numbered:
    """What a line that begins with a number says; the number without its full stop."""

    number: str
    rest: str


def fold(words: str) -> str:
    """Words as they are compared: ASCII letters in lower case and digits, with a hyphen between the words."""
    return rule_slug(f"x {words}").removeprefix("x").removeprefix("-")


def pieces(text: str, *, has_markup: bool) -> tuple[Piece, ...]:
    """The lines that aren't blank, in order; nothing marks one in a text without markup."""
    found = []
    for line, raw in enumerate(text.split("\n"), 1):
        words = " ".join(without_bullet(unmarked(raw)).split())
        if words:
            is_heading = has_markup and _HEADING.match(raw) is not None
            is_item = has_markup and not is_heading and _ITEM.match(raw) is not None
            found.append(Piece(line, words, is_heading, is_item))
    return tuple(found)


def numbered(words: str) -> Numbered | None:
    """The number that the words begin with: `1.` a chapter's, `101.` a section's, `101.2` and `101.2a` a rule's.

    Chapters and sections need their full stop and a title.
    """
    match = _NUMBER.match(words)
    if match is None:
        return None
    number, rest = match["number"], match["rest"] or ""
    if "." not in number and not (match["stop"] and is_title(rest)):
        return None
    return Numbered(number, rest)


def is_title(words: str) -> bool:
    """Whether the words are short and no sentence."""
    return 0 < len(words) <= LONGEST_TITLE and not ends_sentence(words)


def ends_sentence(words: str) -> bool:
    """Whether the last words end a sentence or announce a list."""
    return _SENTENCE_END.search(words) is not None


def announces_number(words: str) -> bool:
    """Whether the words break off where a number is to come, as in `(See rule`."""
    return _ANNOUNCES_NUMBER.search(words) is not None


def is_example(words: str) -> bool:
    """Whether the words begin an example."""
    return _EXAMPLE.match(words) is not None


def contents_span(found: Sequence[Piece]) -> tuple[int, int]:
    """Where the list of contents begins and ends: from the first chapter to where that chapter stands again.

    Both are 0 where there is none.
    """
    start = next((i for i, piece in enumerate(found) if _is_chapter(piece)), None)
    if start is None:
        return 0, 0
    for place in range(start + 1, len(found)):
        if found[place].folded == found[start].folded:
            return start, place
        entry = numbered(found[place].words)
        if entry is not None and "." in entry.number:
            break
    return 0, 0


def _is_chapter(piece: Piece) -> bool:
    entry = numbered(piece.words)
    return entry is not None and len(entry.number) == 1
