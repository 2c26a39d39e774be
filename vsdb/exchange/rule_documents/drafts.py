"""Units while they grow: each knows the lines that its text came from."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from vsdb.exchange.rule_documents.pieces import Piece, ends_sentence
from vsdb.exchange.rule_documents.units import Mention, Unit

#: A word parted at its hyphen; a single letter at the beginning of a line may be a bullet.
_SYLLABLE = re.compile(r"[a-z]-$")
_REST = re.compile(r"[a-z]{2}")


@dataclass(slots=True, eq=False)
class Draft:
    """A unit that may still grow."""

    kind: str
    slug: str
    depth: int
    line: int
    number: str = ""
    title: str = ""
    parent: Draft | None = None
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

    def unit(self, mentions: tuple[Mention, ...]) -> Unit:
        """The unit that it has become."""
        return Unit(
            kind=self.kind,
            slug=self.slug,
            depth=self.depth,
            line=self.line,
            number=self.number,
            title=self.title,
            text=self.text(),
            parent=self.parent.slug if self.parent else None,
            mentions=mentions,
            likely=self.likely,
        )

    def _add(self, words: str) -> None:
        if words:
            self._parts.append(words)
            self._length += len(words)


class Drafts:
    """All drafts in order; no two have one slug."""

    def __init__(self) -> None:
        self.all: list[Draft] = []
        self.by_number: dict[str, Draft] = {}
        self._taken: dict[str, int] = {}
        self._top: dict[str, int] = {}

    @property
    def last(self) -> Draft | None:
        """The one that grew last."""
        return self.all[-1] if self.all else None

    def add(
        self,
        kind: str,
        slug: str,
        piece: Piece,
        *,
        number: str = "",
        title: str = "",
        text: str = "",
        parent: Draft | None = None,
        depth: int | None = None,
    ) -> Draft:
        """A new one, at the end; one level below its parent unless told."""
        level = depth if depth is not None else parent.depth + 1 if parent else 0
        draft = Draft(kind, self._free(slug), level, piece.line, number, title, parent)
        draft.grow(text, piece.line)
        self.all.append(draft)
        return draft

    def add_under(self, parent: Draft | None, kind: str, piece: Piece) -> Draft:
        """A new one without a name of its own: the parent's slug with what and which it is."""
        counts = parent.children if parent else self._top
        counts[kind] = counts.get(kind, 0) + 1
        stem = f"{parent.slug}-{kind}" if parent else kind
        return self.add(kind, f"{stem}-{counts[kind]}", piece, text=piece.words, parent=parent)

    def _free(self, slug: str) -> str:
        wanted = slug
        while wanted in self._taken:
            self._taken[slug] += 1
            wanted = f"{slug}-{self._taken[slug]}"
        self._taken[wanted] = 1
        return wanted
