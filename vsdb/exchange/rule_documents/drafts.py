"""A document's lines without their markup and what each begins; units while they grow, with the lines of their text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from vsdb.catalog.rules.models import rule_slug
from vsdb.exchange.rule_documents.units import DocumentUnit, Slugs, UnitMention, strip_bullet, strip_markup

#: The longest line that is taken for a heading, in characters; titles are stored in 200, slugs made of them in 160.
MAX_TITLE_LENGTH = 100

_HEADING = re.compile(r"\s*(?:[-•]\s+)*#{1,6}\s")
_ITEM = re.compile(r"\s*[-•○]\s")
_NUMBER = re.compile(r"(?P<number>[1-9](?:[0-9]{2}(?:\.[0-9]{1,3}[a-z]?)?)?)(?P<stop>\.?)(?: (?P<rest>.*))?$")
_EXAMPLE = re.compile(r"Examples?\s*(?:[0-9]{1,2}\s*)?:")
_SENTENCE_END = re.compile(r"[.!?:;][\"'”’)\]]*$")
_ANNOUNCES_NUMBER = re.compile(r"(?:\b(?:rules?|sections?|see|and|or|to|than|via|by|in|of)|[,(–])$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DocumentLine:
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
class NumberedLine:
    """What a line that begins with a number says; the number without its full stop."""

    number: str
    rest: str


def fold(words: str) -> str:
    """Words as they are compared: ASCII letters in lower case and digits, with a hyphen between the words."""
    return rule_slug(f"x {words}").removeprefix("x").removeprefix("-")


def split_document_lines(text: str, *, has_markup: bool) -> tuple[DocumentLine, ...]:
    """The lines that aren't blank, in order; nothing marks one in a text without markup."""
    found = []
    for line, raw in enumerate(text.split("\n"), 1):
        words = " ".join(strip_bullet(strip_markup(raw)).split())
        if words:
            is_heading = has_markup and _HEADING.match(raw) is not None
            is_item = has_markup and not is_heading and _ITEM.match(raw) is not None
            found.append(DocumentLine(line, words, is_heading, is_item))
    return tuple(found)


def parse_number(words: str) -> NumberedLine | None:
    """The number that the words begin with: `1.` a chapter's, `101.` a section's, `101.2` and `101.2a` a rule's.

    Chapters and sections need their full stop and a title.
    """
    match = _NUMBER.match(words)
    if match is None:
        return None
    number, rest = match["number"], match["rest"] or ""
    if "." not in number and not (match["stop"] and is_title(rest)):
        return None
    return NumberedLine(number, rest)


def is_title(words: str) -> bool:
    """Whether the words are short and no sentence."""
    return 0 < len(words) <= MAX_TITLE_LENGTH and not ends_sentence(words)


def ends_sentence(words: str) -> bool:
    """Whether the last words end a sentence or announce a list."""
    return _SENTENCE_END.search(words) is not None


def announces_number(words: str) -> bool:
    """Whether the words break off where a number is to come, as in `(See rule`."""
    return _ANNOUNCES_NUMBER.search(words) is not None


def is_example(words: str) -> bool:
    """Whether the words begin an example."""
    return _EXAMPLE.match(words) is not None


def find_contents_span(found: Sequence[DocumentLine]) -> tuple[int, int]:
    """Where the list of contents begins and ends: from the first chapter to where that chapter stands again.

    Both are 0 where there is none.
    """
    start = next((i for i, piece in enumerate(found) if _is_chapter(piece)), None)
    if start is None:
        return 0, 0
    for place in range(start + 1, len(found)):
        if found[place].folded == found[start].folded:
            return start, place
        entry = parse_number(found[place].words)
        if entry is not None and "." in entry.number:
            break
    return 0, 0


def _is_chapter(piece: DocumentLine) -> bool:
    entry = parse_number(piece.words)
    return entry is not None and len(entry.number) == 1


#: A word parted at its hyphen; a single letter at the beginning of a line may be a bullet.
_SYLLABLE = re.compile(r"[a-z]-$")
_REST = re.compile(r"[a-z]{2}")


@dataclass(slots=True, eq=False)
class UnitDraft:
    """A unit that may still grow."""

    kind: str
    slug: str
    depth: int
    line: int
    number: str = ""
    title: str = ""
    parent: UnitDraft | None = None
    likely: str = ""
    children: dict[str, int] = field(default_factory=dict)
    _parts: list[str] = field(default_factory=list)
    _starts: list[int] = field(default_factory=list)
    _lines: list[int] = field(default_factory=list)
    _length: int = 0
    _is_list: bool = False

    @property
    def end(self) -> str:
        """The last words of its text; empty where it has none."""
        return self._parts[-1] if self._parts else ""

    @property
    def is_broken(self) -> bool:
        """Whether its text breaks off in the middle of a sentence."""
        return bool(self.end) and not ends_sentence(self.end)

    def grow(self, words: str, line: int, *, is_item: bool = False) -> None:
        """Go on: with the sentence where it is broken off, with a hyphened word where that is, else on a new line.

        A line with a bullet is an item of a list after a colon; elsewhere bullets stand before broken lines too.
        """
        if not words:
            return
        self._is_list = is_item and (self._is_list or self.end.endswith(":"))
        if self._parts:
            self._add(self._between(words))
        self._starts.append(self._length)
        self._lines.append(line)
        self._add(words)

    def _between(self, words: str) -> str:
        if self._is_list or not self.is_broken:
            return "\n"
        return "" if _SYLLABLE.search(self.end) and _REST.match(words) else " "

    def line_at(self, place: int) -> int:
        """The line of the file that this place of the text came from."""
        return self._lines[bisect_right(self._starts, place) - 1]

    def text(self) -> str:
        """Its text so far."""
        return "".join(self._parts)

    def unit(self, mentions: tuple[UnitMention, ...]) -> DocumentUnit:
        """The unit that it has become."""
        parent = self.parent.slug if self.parent else None
        about = (self.kind, self.slug, self.depth, self.line, self.number, self.title)
        return DocumentUnit(*about, self.text(), parent, mentions, self.likely)

    def _add(self, words: str) -> None:
        if words:
            self._parts.append(words)
            self._length += len(words)


class UnitDrafts:
    """All drafts in order; no two have one slug."""

    def __init__(self) -> None:
        self.all: list[UnitDraft] = []
        self.by_number: dict[str, UnitDraft] = {}
        self._slugs = Slugs()
        self._top: dict[str, int] = {}

    @property
    def last(self) -> UnitDraft | None:
        """The one that grew last."""
        return self.all[-1] if self.all else None

    def add(
        self,
        kind: str,
        slug: str,
        piece: DocumentLine,
        *,
        number: str = "",
        title: str = "",
        text: str = "",
        parent: UnitDraft | None = None,
        depth: int | None = None,
    ) -> UnitDraft:
        """A new one, at the end; one level below its parent unless told."""
        level = depth if depth is not None else parent.depth + 1 if parent else 0
        draft = UnitDraft(kind, self._slugs.take(slug), level, piece.line, number, title, parent)
        draft.grow(text, piece.line)
        self.all.append(draft)
        return draft

    def add_under(self, parent: UnitDraft | None, kind: str, piece: DocumentLine) -> UnitDraft:
        """A new one without a name of its own: the parent's slug with what and which it is."""
        counts = parent.children if parent else self._top
        counts[kind] = counts.get(kind, 0) + 1
        stem = f"{parent.slug}-{kind}" if parent else kind
        return self.add(kind, f"{stem}-{counts[kind]}", piece, text=piece.words, parent=parent)
