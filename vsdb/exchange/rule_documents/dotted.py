"""An edition with numbers of many parts, one rule a line: `103.2.b.1. …`; chapters are the hundreds.

Examples stand behind the rule on its line, and become units of their own. A line without a number goes on with the one
before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.model.errors import InputError
from vsdb.exchange.rule_documents.lost_spaces import LostSpaces, find_lost_spaces
from vsdb.exchange.rule_documents.outline import is_title
from vsdb.exchange.rule_documents.units import (
    DocumentDefect,
    DocumentText,
    GrowingUnit,
    UnitGathering,
    UnitMention,
)

LAYOUT = "dotted"
_NUMBER = r"[0-9]{3}(?:\.(?:[0-9]{1,3}|[a-z])(?![0-9A-Za-z]))*"
_LINE = re.compile(r"(?P<number>[0-9]{3}(?:\.(?:[0-9]{1,3}|[a-z]))*)\.(?: (?P<rest>.*))?$")
_DEEP = re.compile(r"^[0-9]{3}\.[0-9]{1,3}\.[a-z]\.", re.MULTILINE)
_MIN_DEEP = 3  #: lines with a number of three parts that tell the layout
_UPDATED = re.compile(r"last updated", re.IGNORECASE)

#: What begins an example: at the beginning of a line, or right behind a sentence; in brackets it belongs to the rule.
_EXAMPLE = re.compile(r"(?:^|(?<=[.!?:\"”’')\]]))\s*(?=Examples?(?: [0-9]+)?:)", re.IGNORECASE)
#: A part of a number that was torn from it: `461. 4 The …` and `461.7. b All …`, where 461 and 461.7 were before.
_TORN = re.compile(r"(?P<part>[0-9]{1,3}|[a-z])\.? +[A-Z\"“]")
_STUCK = re.compile(
    r"[A-Za-z]{1,8}(?P<number>[0-9]{3})\. +[A-Z]"
)  #: letters stuck before a number: `Refl391. Delayed …`

_DOTTED = r"[0-9]{3}(?:\.(?:[0-9]{1,3}|[a-z])(?![0-9A-Za-z]))+"
_CITED = re.compile(
    rf"\b(?:(?P<core>CR)|rules?|see|sections?|under)\s*(?P<named>{_NUMBER})(?![\w/])|(?<![\w./$]){_DOTTED}(?![\w/])",
    re.IGNORECASE,
)
_LISTED = re.compile(rf"(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|to)\s+|\.?\s*[-–]\s*)(?P<number>{_NUMBER})(?![\w/])")
_OF_CORE_RULES = re.compile(r"\.?\s+(?:in|of)\s+the\s+core\s+rules\b", re.IGNORECASE)


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
    lost = find_lost_spaces(words for _, words in lines)
    defects = [*sheet.defects, *_lost_spaces_defect(lost, lines[0][0])]
    for unit in units:
        unit.finish()
        unit.mentions = tuple(_find_mentions(unit.text, slugs))
        for mention in unit.mentions:
            if mention.target is None and not mention.outside:
                said = f"refers to {mention.written}, which is not in the document"
                line = unit.line_at(mention.start)
                defects.append(DocumentDefect("dangling-reference", line, said, mention.written))
    return DocumentText(LAYOUT, tuple(units), tuple(sorted(defects, key=lambda defect: defect.line)), lost)


def _lost_spaces_defect(lost: LostSpaces, line: int) -> Iterator[DocumentDefect]:
    if lost:
        message = f"spaces are missing at about {lost.count:,} places; the search reads the words apart"
        yield DocumentDefect("lost-spaces", line, message, ", ".join(lost.examples))


class _Sheet:
    """The rules read up to here, the chapter and the section that the lines have come to."""

    def __init__(self) -> None:
        self.gathering = UnitGathering(GrowingUnit)
        self.by_number: dict[str, GrowingUnit] = {}
        self.defects: list[DocumentDefect] = []
        self._chapter: GrowingUnit | None = None
        self._section: GrowingUnit | None = None
        self._owner: GrowingUnit | None = None  # the rule that examples belong to
        self._top = 0  # the first three digits of the last number

    def take(self, line: int, words: str, following: str) -> None:
        """Make units of a line, or go on with the one before it."""
        if entry := _LINE.match(words):
            self._take_numbered(line, entry["number"], entry["rest"] or "", following)
        elif not self.by_number:
            self._take_head(line, words)
        elif (stuck := _STUCK.match(words)) and int(stuck["number"]) == self._top + 1:
            self._take_stuck(line, stuck["number"], words)
        else:
            self._go_on(line, words)

    def _take_head(self, line: int, words: str) -> None:
        if _UPDATED.search(words):
            self.gathering.add("paragraph", "updated", line, text=words)
        elif is_title(words):
            self.gathering.add("heading", "title", line, title=words)
        else:
            self.gathering.piece("paragraph", None, line, words)

    def _go_on(self, line: int, words: str) -> None:
        said, *examples = _EXAMPLE.split(words)
        last = self.gathering.last
        if said and last is not None:
            last.grow(said, line)
            message = "a line without a number continues the rule above"
            self.defects.append(DocumentDefect("broken-line", line, message, words[:80]))
        self._take_examples(line, examples)

    def _take_stuck(self, line: int, meant: str, words: str) -> None:
        message = f"{words.partition(' ')[0]} is in the place of {meant} and was read as {meant}"
        self.defects.append(DocumentDefect("misread-number", line, message, words[:80]))
        said, *examples = _EXAMPLE.split(words)
        self._add("rule", meant, line, text=said, likely=meant)
        self._take_examples(line, examples)

    def _take_numbered(self, line: int, number: str, rest: str, following: str) -> None:
        meant = self._read_number(line, number, rest)
        said, *examples = _EXAMPLE.split(rest)
        is_example = not said and bool(examples) and not following.startswith(f"{number}.")
        if not said and examples:
            said, *examples = examples
        has_title = is_title(said) and ("." not in meant or following.startswith(f"{number}."))
        is_heading = has_title and "." not in meant
        kind = "heading" if is_heading else "example" if is_example else "rule"
        own = {"title" if has_title else "text": said, "number": number, "likely": meant if meant != number else ""}
        unit = self._add(kind, meant, line, **own)
        if is_heading and number.endswith("00"):
            self._chapter, self._section = unit, None
        elif is_heading:
            self._section = unit
        self._take_examples(line, examples)

    def _read_number(self, line: int, number: str, rest: str) -> str:
        """The number that is meant: one that was before has a part that was torn from it."""
        if number not in self.by_number:
            return number
        torn = _TORN.match(rest)
        meant = f"{number}.{torn['part']}" if torn else number
        if meant in self.by_number:
            self.defects.append(DocumentDefect("number-twice", line, f"{number} appears twice", number))
            return number
        message = f"{number} is in the place of {meant} and was read as {meant}"
        self.defects.append(DocumentDefect("misread-number", line, message, number))
        return meant

    def _add(self, kind: str, meant: str, line: int, **said: str) -> GrowingUnit:
        above = self._above(meant, is_heading=kind == "heading")
        unit = self.gathering.add(kind, meant, line, parent=above, **said)
        self._owner = self.by_number.setdefault(meant, unit)
        self._top = int(meant[:3])
        return unit

    def _take_examples(self, line: int, examples: list[str]) -> None:
        for words in examples:
            self.gathering.piece("example", self._owner, line, words)

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
    """The rules that a text names, in order: `See rule 164`, `CR 110`, `602.4.a.2-602.4.a.4`, `702 or 703`.

    Those of the core rules that another document names have no target: `CR 110`, `484.8.e. in the Core Rules`.
    """
    end = 0
    for found in _CITED.finditer(text):
        if found.start() < end:
            continue
        place = found.span("named" if found["named"] else 0)
        is_outside = bool(found["core"]) or _OF_CORE_RULES.match(text, place[1]) is not None
        while True:
            start, end = place
            number = text[start:end]
            yield UnitMention(start, end, number, None if is_outside else slugs.get(number), number * is_outside)
            following = _LISTED.match(text, end)
            if following is None:
                break
            place = following.span("number")
