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

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import zip_longest

from vsdb.exchange.rule_documents import drafts
from vsdb.exchange.rule_documents.units import DocumentDefect

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
            self.defects.append(
                DocumentDefect(
                    "misread-number", line, f"{number} stands where {meant} is due; it is likely {meant}", number
                )
            )
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
            self.defects.append(DocumentDefect("number-twice", line, f"{number} is given twice", number))
        elif place <= last:
            self.defects.append(
                DocumentDefect("number-out-of-order", line, f"{number} stands after later numbers", number)
            )
        elif place > last + 1:
            self._missing(
                build_number_at_place(parent, number, last + 1), build_number_at_place(parent, number, place - 1), line
            )
        self._last_under[parent] = max(place, last)

    def _missing(self, first: str, last: str, line: int) -> None:
        run = first if first == last else f"{first} to {last}"
        self.defects.append(DocumentDefect("number-missing", line, f"there is no {run}", run))


def get_number_depth(number: str) -> int:
    """How deep it stands: chapters 0, sections 1, rules 2, sub-rules 3."""
    if number[-1:].isalpha():
        return 3
    return 2 if "." in number else int(len(number) > 1)


_GLOSSARY = "glossary"
_CLOSING = frozenset({"credits", "contact", "contacts", "contact-information", "questions"})
_UPDATED = "last-updated"
_SENTENCES = frozenset({"rule", "example", "glossary", "paragraph"})


class _Zone(Enum):
    HEAD = auto()
    RULES = auto()
    GLOSSARY = auto()
    CLOSING = auto()


class DocumentOutline:
    """The drafts of an edition's units and what is wrong with its numbers."""

    def __init__(self, found: Sequence[drafts.DocumentLine]) -> None:
        self.drafts = drafts.UnitDrafts()
        self._sequence = NumberSequence()
        self._zone = _Zone.HEAD
        self._top: drafts.UnitDraft | None = None  # the heading that opened the glossary, the credits or the contacts
        self._owner: drafts.UnitDraft | None = None  # what examples and paragraphs belong to
        begin, end = drafts.find_contents_span(found)
        for place, (piece, following) in enumerate(zip_longest(found, found[1:])):
            if begin <= place < end:
                self.drafts.add_under(None, "contents", piece)
            else:
                self._take(piece, following)

    @property
    def number_defects(self) -> Iterable[DocumentDefect]:
        """What is wrong with the numbers, in order."""
        return self._sequence.defects

    def _take(self, piece: drafts.DocumentLine, following: drafts.DocumentLine | None) -> None:
        entry = drafts.parse_number(piece.words) if self._zone in {_Zone.HEAD, _Zone.RULES} else None
        if entry is not None and not self._is_cut_before_number():
            self._take_numbered(entry, piece, following)
        elif drafts.is_example(piece.words) and self._zone in {_Zone.RULES, _Zone.GLOSSARY} and self._owner is not None:
            self.drafts.add_under(self._owner, "example", piece)
        elif self._zone is _Zone.HEAD and self._take_title(piece, following):
            pass
        elif piece.is_heading and len(piece.words) <= drafts.MAX_TITLE_LENGTH:
            self._take_heading(piece)
        else:
            self._go_on(piece)

    def _is_cut_before_number(self) -> bool:
        last = self.drafts.last
        return last is not None and last.kind in _SENTENCES and last.is_broken and drafts.announces_number(last.end)

    def _take_numbered(
        self, entry: drafts.NumberedLine, piece: drafts.DocumentLine, following: drafts.DocumentLine | None
    ) -> None:
        meant = self._sequence.take(entry.number, piece.line)
        is_heading = _is_heading(entry, piece, following)
        draft = self.drafts.add(
            "example" if drafts.is_example(entry.rest) else "heading" if is_heading else "rule",
            entry.number,
            piece,
            number=entry.number,
            title=entry.rest if is_heading else "",
            text="" if is_heading else entry.rest,
            parent=self._nearest(get_parent_number(meant)),
            depth=get_number_depth(meant),
        )
        draft.likely = meant if meant != entry.number else ""
        self.drafts.by_number.setdefault(meant, draft)
        self._zone, self._owner = _Zone.RULES, draft

    def _nearest(self, number: str) -> drafts.UnitDraft | None:
        while number and number not in self.drafts.by_number:
            number = get_parent_number(number)
        return self.drafts.by_number.get(number)

    def _take_title(self, piece: drafts.DocumentLine, following: drafts.DocumentLine | None) -> bool:
        if piece.folded.startswith(_UPDATED):
            self.drafts.add("paragraph", "updated", piece, text=piece.words)
            return True
        if following is not None and following.folded.startswith(_UPDATED) and drafts.is_title(piece.words):
            self.drafts.add("heading", "title", piece, title=piece.words)
            return True
        return False

    def _take_heading(self, piece: drafts.DocumentLine) -> None:
        name = piece.folded or "heading"
        if self._zone is not _Zone.HEAD and (name == _GLOSSARY or name in _CLOSING):
            self._zone = _Zone.GLOSSARY if name == _GLOSSARY else _Zone.CLOSING
            self._owner = self._top = self.drafts.add("heading", name, piece, title=piece.words)
            return
        kind = "glossary" if self._zone is _Zone.GLOSSARY else "heading"
        slug = f"{self._top.slug}-{name}" if self._top else name
        self._owner = self.drafts.add(kind, slug, piece, title=piece.words, parent=self._top)

    def _go_on(self, piece: drafts.DocumentLine) -> None:
        last = self.drafts.last
        if self._zone is _Zone.HEAD and self._owner is None:
            self.drafts.add_under(None, "furniture", piece)
        elif last is None or last.kind in {"heading", "contents", "furniture"} or self._is_new_paragraph(last):
            self.drafts.add_under(self._owner, "paragraph", piece)
        else:
            last.grow(piece.words, piece.line, is_item=piece.is_item)

    def _is_new_paragraph(self, last: drafts.UnitDraft) -> bool:
        """In the glossary an example is one paragraph; in a rule what follows an example is still about it.

        Credits and addresses are lines without sentences.
        """
        if self._zone is _Zone.CLOSING:
            return True
        in_one = {"paragraph", "example"} if self._zone is _Zone.GLOSSARY else {"paragraph"}
        return last.kind in in_one and not last.is_broken


def _is_heading(entry: drafts.NumberedLine, piece: drafts.DocumentLine, following: drafts.DocumentLine | None) -> bool:
    """Chapters and sections; a rule without a letter that has only a title, marked as one or with its sub-rule next."""
    if "." not in entry.number:
        return True
    if entry.number[-1].isalpha() or not drafts.is_title(entry.rest):
        return False
    first = drafts.parse_number(following.words) if following is not None else None
    return piece.is_heading or (first is not None and first.number == f"{entry.number}a")
