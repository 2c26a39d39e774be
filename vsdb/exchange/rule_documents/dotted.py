"""An edition with numbers of many parts, one rule a line: `103.2.b.1. …`; chapters are the hundreds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.model.errors import InputError
from vsdb.exchange.rule_documents.outline import is_title
from vsdb.exchange.rule_documents.units import (
    DocumentDefect,
    DocumentText,
    GrowingUnit,
    UnitGathering,
    UnitMention,
)

LAYOUT = "dotted"
_NUMBER = r"[0-9]{3}(?:\.(?:[0-9]{1,3}|[a-z]))*"
_LINE = re.compile(rf"(?P<number>{_NUMBER})\.(?: (?P<rest>.*))?$")
_DEEP = re.compile(r"^[0-9]{3}\.[0-9]{1,3}\.[a-z]\.", re.MULTILINE)
_MIN_DEEP = 3  #: lines with a number of three parts that tell the layout
_CITED = re.compile(rf"\b(?:rules?|see)\s+(?P<number>{_NUMBER})(?!\w)", re.IGNORECASE)
_UPDATED = re.compile(r"last updated", re.IGNORECASE)


def is_dotted(text: str) -> bool:
    """Whether the lines have numbers of many parts."""
    return sum(1 for _ in _DEEP.finditer(text)) >= _MIN_DEEP


def read(text: str, document: str) -> DocumentText:
    """The units of the edition. Raises InputError where no line begins with a number."""
    sheet = _Sheet()
    lines = [(number, words) for number, line in enumerate(text.split("\n"), 1) if (words := " ".join(line.split()))]
    for place, (number, words) in enumerate(lines):
        sheet.take(number, words, lines[place + 1][1] if place + 1 < len(lines) else "")
    if not sheet.by_number:
        raise InputError("no line starts with a rule number such as 103.2.b", place=document, code="no-rules")
    units = sheet.gathering.units
    slugs = {number: unit.slug for number, unit in sheet.by_number.items()}
    defects = list(sheet.defects)
    for unit in units:
        unit.finish()
        unit.mentions = tuple(_find_mentions(unit.text, slugs))
        for mention in unit.mentions:
            if mention.target is None:
                said = f"refers to {mention.written}, which is not in the document"
                line = unit.line_at(mention.start)
                defects.append(DocumentDefect("dangling-reference", line, said, mention.written))
    return DocumentText(LAYOUT, tuple(units), tuple(sorted(defects, key=lambda defect: defect.line)))


class _Sheet:
    """The rules read up to here, the chapter and the section that the lines have come to."""

    def __init__(self) -> None:
        self.gathering = UnitGathering(GrowingUnit)
        self.by_number: dict[str, GrowingUnit] = {}
        self.defects: list[DocumentDefect] = []
        self._chapter: GrowingUnit | None = None
        self._section: GrowingUnit | None = None

    def take(self, line: int, words: str, following: str) -> None:
        """Make a unit of a line, or go on with the one before it."""
        if entry := _LINE.match(words):
            self._take_numbered(line, entry["number"], entry["rest"] or "", following)
        elif not self.by_number:
            self._take_head(line, words)
        elif last := self.gathering.last:
            last.grow(words, line)
            self.defects.append(
                DocumentDefect("broken-line", line, "a line without a number continues the rule above", words[:80])
            )

    def _take_head(self, line: int, words: str) -> None:
        if _UPDATED.search(words):
            self.gathering.add("paragraph", "updated", line, text=words)
        elif is_title(words):
            self.gathering.add("heading", "title", line, title=words)
        else:
            self.gathering.piece("paragraph", None, line, words)

    def _take_numbered(self, line: int, number: str, rest: str, following: str) -> None:
        if number in self.by_number:
            self.defects.append(DocumentDefect("number-twice", line, f"{number} appears twice", number))
        has_title = is_title(rest) and ("." not in number or following.startswith(f"{number}."))
        is_heading = has_title and "." not in number
        said = {"title" if has_title else "text": rest, "number": number}
        kind = "heading" if is_heading else "rule"
        unit = self.gathering.add(kind, number, line, parent=self._above(number, is_heading=is_heading), **said)
        self.by_number.setdefault(number, unit)
        if is_heading and number.endswith("00"):
            self._chapter, self._section = unit, None
        elif is_heading:
            self._section = unit

    def _above(self, number: str, *, is_heading: bool) -> GrowingUnit | None:
        """The nearest number above it; of three digits alone its section, or of a section its chapter."""
        above = number
        while "." in above:
            above = above.rpartition(".")[0]
            if found := self.by_number.get(above):
                return found
        if is_heading:
            return None if number.endswith("00") else self._chapter
        return self._section or self._chapter


def _find_mentions(text: str, slugs: Mapping[str, str]) -> Iterator[UnitMention]:
    for found in _CITED.finditer(text):
        yield UnitMention(*found.span("number"), found["number"], slugs.get(found["number"]))
