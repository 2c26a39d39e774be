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
from collections import Counter
from dataclasses import dataclass, field


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


@dataclass(frozen=True, slots=True)
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
    `broken-link`, `broken-line`, `leftover-markup`, `missing-symbol`.
    """

    code: str
    line: int
    message: str
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document that was read: its units in order and its defects."""

    layout: str
    units: tuple[DocumentUnit, ...]
    defects: tuple[DocumentDefect, ...] = field(default=())


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


class Slugs:
    """Addresses, each once: one that is taken gets `-2`, `-3` and so on."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._next: Counter[str] = Counter()

    def take(self, slug: str) -> str:
        """The address, or the next that is free."""
        free = slug
        while free in self._taken:
            self._next[slug] += 1
            free = f"{slug}-{self._next[slug] + 1}"
        self._taken.add(free)
        return free


class UnitGathering:
    """Units in the order of the document, each with an address of its own."""

    def __init__(self) -> None:
        self.units: list[DocumentUnit] = []
        self._slugs = Slugs()
        self._pieces: Counter[str] = Counter()

    def add(
        self,
        kind: str,
        slug: str,
        line: int,
        *,
        parent: DocumentUnit | None = None,
        depth: int | None = None,
        number: str = "",
        title: str = "",
        text: str = "",
        mentions: tuple[UnitMention, ...] = (),
    ) -> DocumentUnit:
        """A unit of its own; one deeper than its parent where no depth is given."""
        if depth is None:
            depth = parent.depth + 1 if parent else 0
        above = parent.slug if parent else None
        unit = DocumentUnit(kind, self._slugs.take(slug or kind), depth, line, number, title, text, above, mentions)
        self.units.append(unit)
        return unit

    def piece(
        self,
        kind: str,
        owner: DocumentUnit | None,
        line: int,
        text: str,
        *,
        parent: DocumentUnit | None = None,
        number: str = "",
        title: str = "",
        mentions: tuple[UnitMention, ...] = (),
    ) -> DocumentUnit:
        """A unit without a name: its address counts it among those of its kind that belong to the same owner.

        `parent` is the piece that it stands under, where that isn't the owner itself.
        """
        within = f"{owner.slug}-{kind}" if owner else kind
        self._pieces[within] += 1
        slug = f"{within}-{self._pieces[within]}"
        return self.add(
            kind, slug, line, parent=parent or owner, number=number, title=title, text=text, mentions=mentions
        )
