"""What readers make of rules documents: units, each with an address that no other has, and the markup inside them.

No reader touches the database. Markup inside a line is exactly this:

- HTML tags that set type or link: `<a href="…">`, `<b>`, `<br>`, `<em>`, `<i>`, `<strong>` and `<u>`, opening or
  closing. What else stands in angle brackets is the document's own (`<card name>`, `<a player>`, `<p>`) and stays.
- The target of a Markdown link and its brackets, `[name](#)` or `[name](https://…)`; brackets as in `[Flight]` stay.
- Asterisks, and a backslash that stands before punctuation.

Underscores stay: no document uses them as markup, and one has blanks to fill in.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from vsdb.exchange.rule_documents.lost_spaces import LostSpaces


@dataclass(frozen=True, slots=True)
class UnitMention:
    """A place in a unit's text (`start` and `end`, in characters) that refers to another unit.

    `target` is the slug of that unit; None where the document has none, which the report then tells. `outside` is the
    number of a rule of another document (`355.2.a`), for a document that refers to the numbers of another; such a
    mention has no target and is no defect.
    """

    start: int
    end: int
    written: str
    target: str | None
    outside: str = ""


@dataclass(slots=True)
class DocumentUnit:
    """One piece of the document, in its order: the fields of `rules.models.Unit`, its parent by its slug.

    `likely` is the number that is meant where the document's own is misread, else empty; it stands in no sentence.
    `title` is a heading, a defined term or a step's name, `text` what stands below or after it; `number` as the file
    has it. Together the three hold every sentence of the piece, once.
    """

    kind: str
    slug: str
    depth: int
    line: int
    number: str = ""
    title: str = ""
    text: str = ""
    parent: str | None = None
    mentions: tuple[UnitMention, ...] = ()
    likely: str = ""


@dataclass(frozen=True, slots=True)
class DocumentDefect:
    """Something that the document itself has wrong; `code` says what kind.

    `number-out-of-order`, `number-twice`, `number-missing`, `dangling-reference`, `leftover-reference`,
    `misread-number`, `broken-off`, `furniture-in-text`, `contents-differ`, `heading-twice`, `heading-misplaced`,
    `broken-link`, `broken-line`, `leftover-markup`, `missing-symbol`, `lost-spaces`.
    """

    code: str
    line: int
    message: str
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document that was read: its units in order, its defects, and the words that run together in it."""

    layout: str
    units: tuple[DocumentUnit, ...]
    defects: tuple[DocumentDefect, ...] = field(default=())
    lost_spaces: LostSpaces = field(default_factory=LostSpaces)


INLINE = re.compile(
    r"</?(?:a|b|br|em|i|strong|u)\s*/?>"
    r'|<a\s+href="[^"<>]*"\s*>'
    r"|\*+"
    r"|\\(?=[!-/:-@\[-`{-~])"
    r"|\[(?P<name>[^\[\]]*)\]\((?:#|https?://|mailto:)[^()\s]*\)"
)
_BULLET = re.compile(r"\s*(?:(?:#{1,6}|[-•○](?:\s+o)?)(?:\s+|$))*")


def strip_markup(text: str) -> str:
    """The text without the markup inside its lines: tags, links' targets, asterisks, backslashes."""
    return remove_until_stable(INLINE, text)


def strip_bullet(line: str) -> str:
    """The line without the white space, bullets and heading signs that it begins with."""
    match = _BULLET.match(line)
    return line[match.end() :] if match else line


def remove_until_stable(pattern: re.Pattern[str], text: str) -> str:
    """The text with only the groups of each match; once more as long as something goes, as `-<u></u> ` leaves some."""
    while True:
        less = pattern.sub(lambda match: "".join(filter(None, match.groups())), text)
        if less == text:
            return text
        text = less


MAX_SLUG_LENGTH = 140  #: characters
MAX_TITLE_LENGTH = 200  #: characters

_OTHER = re.compile(r"[^a-z0-9]+")


def slugify_heading(words: str) -> str:
    """A heading or a term as addresses carry it: `deck-building-rules`; `addresses.rule_slug` gives the same."""
    return _OTHER.sub("-", words.lower()).strip("-")[:MAX_SLUG_LENGTH].rstrip("-")


#: A word parted at its hyphen; a single letter at the beginning of a line may be a bullet.
_SYLLABLE = re.compile(r"[a-z]-$")
_REST = re.compile(r"[a-z]{2}")
_SENTENCE_END = re.compile(r"[.!?:;][\"'”’)\]]*$")


def ends_sentence(words: str) -> bool:
    """Whether the last words end a sentence or announce a list."""
    return _SENTENCE_END.search(words) is not None


@dataclass(slots=True, eq=False)
class GrowingUnit(DocumentUnit):
    """A unit that may still grow; it has its whole text when it is finished."""

    _parts: list[str] = field(default_factory=list)
    _starts: list[int] = field(default_factory=list)
    _lines: list[int] = field(default_factory=list)
    _length: int = 0
    _is_list: bool = False

    def __post_init__(self) -> None:
        self.grow(self.text, self.line)

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
        gap = ""
        if self._parts and (self._is_list or not self.is_broken):
            gap = "\n"
        elif self._parts and not (_SYLLABLE.search(self.end) and _REST.match(words)):
            gap = " "
        self._starts.append(self._length + len(gap))
        self._lines.append(line)
        self._parts += [gap, words]
        self._length += len(gap) + len(words)

    def line_at(self, place: int) -> int:
        """The line of the file that this place of the text came from."""
        return self._lines[bisect_right(self._starts, place) - 1]

    def finish(self) -> None:
        """Put its text together."""
        self.text = "".join(self._parts)


_Unit = TypeVar("_Unit", bound=DocumentUnit)


class UnitGathering(Generic[_Unit]):
    """Units in the order of the document, each with an address of its own: one that is taken gets `-2`, then `-3`."""

    def __init__(self, make: type[_Unit]) -> None:
        self.units: list[_Unit] = []
        self._make = make
        self._taken: set[str] = set()
        self._counts: Counter[str] = Counter()
        self._pieces: Counter[str] = Counter()

    @property
    def last(self) -> _Unit | None:
        """The newest."""
        return self.units[-1] if self.units else None

    def add(self, kind: str, slug: str, line: int, *, parent: DocumentUnit | None = None, **rest: Any) -> _Unit:
        """A unit of its own; one deeper than its parent where the `rest` of its fields gives no depth."""
        free = slug = slug or kind
        while free in self._taken:
            self._counts[slug] += 1
            free = f"{slug}-{self._counts[slug] + 1}"
        self._taken.add(free)
        place = {"depth": parent.depth + 1, "parent": parent.slug} if parent else {"depth": 0}
        self.units.append(self._make(kind, free, line=line, **(place | rest)))
        return self.units[-1]

    def piece(self, kind: str, owner: DocumentUnit | None, line: int, text: str, **rest: Any) -> _Unit:
        """A unit without a name: its address counts it among those of its kind that belong to the same owner.

        A `parent` is the piece that it stands under, where that isn't the owner itself.
        """
        within = f"{owner.slug}-{kind}" if owner else kind
        self._pieces[within] += 1
        parent = rest.pop("parent", None) or owner
        return self.add(kind, f"{within}-{self._pieces[within]}", line, text=text, parent=parent, **rest)
