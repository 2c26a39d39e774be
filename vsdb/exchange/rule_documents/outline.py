"""The pieces of a numbered edition in their places: chapters, sections, rules, examples, glossary, and what is around.

Which line begins what:

- up to the first chapter: the title (the line before `Last updated`), marked headings with their paragraphs, and lines
  of a page around the text (furniture);
- the list of contents, where the first chapter stands twice: each line is one;
- a number begins a chapter, a section, a rule or a sub-rule; `Example:` an example of what was numbered last;
- below `Glossary` each marked heading is a term, and what follows defines it; below `Credits` and `Contacts` each is a
  heading with its paragraphs;
- any other line goes on with what stands before it: with its sentence where that is broken off, else as its next
  paragraph.

Chapters are numbered 1, sections 101, rules 101.2, sub-rules 101.2a, in that order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import zip_longest

from vsdb.catalog.rules.models import rule_slug
from vsdb.exchange.rule_documents.units import (
    DocumentDefect,
    GrowingUnit,
    UnitGathering,
    ends_sentence,
    strip_bullet,
    strip_markup,
)

#: The longest line that is taken for a heading, in characters; titles are stored in 200, slugs made of them in 160.
MAX_TITLE_LENGTH = 100

_HEADING = re.compile(r"\s*(?:[-•]\s+)*#{1,6}\s")
_ITEM = re.compile(r"\s*[-•○]\s")
_NUMBER = re.compile(r"(?P<number>[1-9](?:[0-9]{2}(?:\.[0-9]{1,3}[a-z]?)?)?)(?P<stop>\.?)(?: (?P<rest>.*))?$")
_EXAMPLE = re.compile(r"Examples?\s*(?:[0-9]{1,2}\s*)?:")
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
        if words := " ".join(strip_bullet(strip_markup(raw)).split()):
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
    start: int | None = None
    for place, piece in enumerate(found):
        entry = parse_number(piece.words)
        if start is None:
            start = place if entry and len(entry.number) == 1 else None
        elif piece.folded == found[start].folded:
            return start, place
        elif entry and "." in entry.number:
            break
    return 0, 0


#: Digits that letters are misread as, by the letter.
_LOOKS_LIKE = {"l": "1", "i": "1", "o": "0", "s": "5", "z": "2", "b": "8", "g": "9"}


def get_parent_number(number: str) -> str:
    """The number that a number stands under: of `101.2a` `101.2`, of `101.2` `101`, of `101` `1`, of `1` nothing."""
    if number[-1:].isalpha():
        return number[:-1]
    if "." in number:
        return number.partition(".")[0]
    return number[:1] if len(number) > 1 else ""


def place_under(number: str) -> int:
    """Which one it is under the number above: chapters, rules and sub-rules count from 1, sections from 0."""
    if number[-1:].isalpha():
        return ord(number[-1]) - ord("a") + 1
    if "." in number:
        return int(number.partition(".")[2])
    return int(number[1:]) if len(number) > 1 else int(number)


def build_number_at_place(parent: str, like: str, place: int) -> str:
    """The number at that place under the number above, written as one like it is."""
    if like[-1:].isalpha():
        return f"{parent}{chr(ord('a') + place - 1)}"
    if "." in like:
        return f"{parent}.{place}"
    return f"{parent}{place:02}" if len(like) > 1 else str(place)


@dataclass(slots=True)
class NumberSequence:
    """The numbers seen so far, and what is wrong with them."""

    defects: list[DocumentDefect] = field(default_factory=list)
    _last_under: dict[str, int] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)
    _last: str = ""

    def take(self, number: str, line: int) -> str:
        """The next number; as it should read, where it is misread. What is wrong is added to `defects`."""
        meant = self._meant(number)
        if meant != number:
            message = f"{number} is in the place of {meant} and was read as {meant}"
            self.defects.append(DocumentDefect("misread-number", line, message, number))
        self._check(meant, line)
        self._seen.add(meant)
        self._last = meant
        return meant

    def _meant(self, number: str) -> str:
        """After a sub-rule, the next letter may be read as a digit, or be lost beside a digit that it looks like."""
        if number[-1:].isalpha() or not self._last[-1:].isalpha() or self._last[-1] == "z":
            return number
        parent = get_parent_number(self._last)
        due = build_number_at_place(parent, self._last, self._last_under[parent] + 1)
        digit = _LOOKS_LIKE.get(due[-1], "?")
        is_lost = number == parent and number.endswith(digit)
        return due if number == parent + digit or is_lost else number

    def _check(self, number: str, line: int) -> None:
        parent = get_parent_number(number)
        if parent and parent not in self._seen:
            self._missing(parent, parent, line)
            self._check(parent, line)
            self._seen.add(parent)
        place = place_under(number)
        # A lettered number or one with a point begins at 1; a chapter's sections begin at 0.
        last = self._last_under.get(parent, -1 if len(number) == 3 else 0)
        if number in self._seen:
            self.defects.append(DocumentDefect("number-twice", line, f"{number} appears twice", number))
        elif place <= last:
            message = f"{number} comes after later numbers"
            self.defects.append(DocumentDefect("number-out-of-order", line, message, number))
        elif place > last + 1:
            first, end = (build_number_at_place(parent, number, each) for each in (last + 1, place - 1))
            self._missing(first, end, line)
        self._last_under[parent] = max(place, last)

    def _missing(self, first: str, last: str, line: int) -> None:
        run = first if first == last else f"{first} to {last}"
        self.defects.append(DocumentDefect("number-missing", line, f"missing: {run}", run))


def get_number_depth(number: str) -> int:
    """How deep it stands: chapters 0, sections 1, rules 2, sub-rules 3."""
    if number[-1:].isalpha():
        return 3
    return 2 if "." in number else int(len(number) > 1)


_GLOSSARY = "glossary"
_CLOSING = frozenset({"credits", "contact", "contacts", "contact-information", "questions"})
_UPDATED = "last-updated"
_SENTENCES = frozenset({"rule", "example", "glossary", "paragraph"})
_Zone = Enum("_Zone", ["HEAD", "RULES", "GLOSSARY", "CLOSING"])


class DocumentOutline:
    """The units of an edition and what is wrong with its numbers."""

    def __init__(self, found: Sequence[DocumentLine]) -> None:
        self.gathering = UnitGathering(GrowingUnit)
        self.by_number: dict[str, GrowingUnit] = {}
        self.sequence = NumberSequence()
        self._zone = _Zone.HEAD
        self._top: GrowingUnit | None = None  # the heading that opened the glossary, the credits or the contacts
        self._owner: GrowingUnit | None = None  # what examples and paragraphs belong to
        begin, end = find_contents_span(found)
        for place, (piece, following) in enumerate(zip_longest(found, found[1:])):
            if begin <= place < end:
                self.gathering.piece("contents", None, piece.line, piece.words)
            else:
                self._take(piece, following)
        for unit in self.gathering.units:
            unit.finish()

    def _take(self, piece: DocumentLine, following: DocumentLine | None) -> None:
        entry = parse_number(piece.words) if self._zone in {_Zone.HEAD, _Zone.RULES} else None
        if entry is not None and not self._is_cut_before_number():
            self._take_numbered(entry, piece, following)
        elif is_example(piece.words) and self._zone in {_Zone.RULES, _Zone.GLOSSARY} and self._owner is not None:
            self.gathering.piece("example", self._owner, piece.line, piece.words)
        elif self._zone is _Zone.HEAD and self._take_title(piece, following):
            pass
        elif piece.is_heading and len(piece.words) <= MAX_TITLE_LENGTH:
            self._take_heading(piece)
        else:
            self._go_on(piece)

    def _is_cut_before_number(self) -> bool:
        last = self.gathering.last
        return last is not None and last.kind in _SENTENCES and last.is_broken and announces_number(last.end)

    def _take_numbered(self, entry: NumberedLine, piece: DocumentLine, following: DocumentLine | None) -> None:
        meant = self.sequence.take(entry.number, piece.line)
        is_heading = _is_heading(entry, piece, following)
        kind = "example" if is_example(entry.rest) else "heading" if is_heading else "rule"
        said = {"title" if is_heading else "text": entry.rest, "likely": meant if meant != entry.number else ""}
        above, depth = self._nearest(get_parent_number(meant)), get_number_depth(meant)
        said["number"] = number = entry.number
        draft = self.gathering.add(kind, number, piece.line, parent=above, depth=depth, **said)
        self.by_number.setdefault(meant, draft)
        self._zone, self._owner = _Zone.RULES, draft

    def _nearest(self, number: str) -> GrowingUnit | None:
        while number and number not in self.by_number:
            number = get_parent_number(number)
        return self.by_number.get(number)

    def _take_title(self, piece: DocumentLine, following: DocumentLine | None) -> bool:
        if piece.folded.startswith(_UPDATED):
            self.gathering.add("paragraph", "updated", piece.line, text=piece.words)
        elif following is not None and following.folded.startswith(_UPDATED) and is_title(piece.words):
            self.gathering.add("heading", "title", piece.line, title=piece.words)
        else:
            return False
        return True

    def _take_heading(self, piece: DocumentLine) -> None:
        name = piece.folded or "heading"
        if self._zone is not _Zone.HEAD and (name == _GLOSSARY or name in _CLOSING):
            self._zone = _Zone.GLOSSARY if name == _GLOSSARY else _Zone.CLOSING
            self._owner = self._top = self.gathering.add("heading", name, piece.line, title=piece.words)
            return
        kind = "glossary" if self._zone is _Zone.GLOSSARY else "heading"
        slug = f"{self._top.slug}-{name}" if self._top else name
        self._owner = self.gathering.add(kind, slug, piece.line, title=piece.words, parent=self._top)

    def _go_on(self, piece: DocumentLine) -> None:
        last = self.gathering.last
        if self._zone is _Zone.HEAD and self._owner is None:
            self.gathering.piece("furniture", None, piece.line, piece.words)
        elif last is None or last.kind in {"heading", "contents", "furniture"} or self._is_new_paragraph(last):
            self.gathering.piece("paragraph", self._owner, piece.line, piece.words)
        else:
            last.grow(piece.words, piece.line, is_item=piece.is_item)

    def _is_new_paragraph(self, last: GrowingUnit) -> bool:
        """In the glossary an example is one paragraph; in a rule what follows an example is still about it.

        Credits and addresses are lines without sentences.
        """
        if self._zone is _Zone.CLOSING:
            return True
        in_one = {"paragraph", "example"} if self._zone is _Zone.GLOSSARY else {"paragraph"}
        return last.kind in in_one and not last.is_broken


def _is_heading(entry: NumberedLine, piece: DocumentLine, following: DocumentLine | None) -> bool:
    """Chapters and sections; a rule without a letter that has only a title, marked as one or with its sub-rule next."""
    if "." not in entry.number:
        return True
    if entry.number[-1].isalpha() or not is_title(entry.rest):
        return False
    first = parse_number(following.words) if following else None
    return piece.is_heading or bool(first and first.number == f"{entry.number}a")
