"""A rulebook without numbers: a list of contents with pages, headings that it names, glossaries, lists and examples."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.model.errors import InputError
from vsdb.exchange.rule_documents import rulebook_lines
from vsdb.exchange.rule_documents.rulebook_lines import ContentsList, HeadingMatch, RulebookLine, fold_heading
from vsdb.exchange.rule_documents.units import (
    DocumentDefect,
    DocumentText,
    DocumentUnit,
    UnitGathering,
    UnitMention,
    slugify_heading,
    strip_bullet,
    strip_markup,
)

LAYOUT = "rulebook"
_MAX_EXCERPT_LENGTH = 80  #: characters
_BROKEN = re.compile(r"[\w,’'\"”)&-]$")
_NAME_OF_TERM = re.compile(r" ?\(Name\)")

_Terms = Callable[[str], tuple[str, str] | None]
_GLOSSARIES: dict[str, _Terms] = {
    "game terms": rulebook_lines.split_term_by_colon,
    "keyword glossary": rulebook_lines.split_term_by_dash,
    "ability glossary": rulebook_lines.split_term_by_dash,
    "team glossary": rulebook_lines.split_team_by_mark,
}


def read(text: str, document: str) -> DocumentText:
    """The units of a rulebook. Raises InputError where it has no list of contents, or none of what that names."""
    lines = rulebook_lines.split_lines(text)
    contents = rulebook_lines.find_contents(lines)
    found = rulebook_lines.match(lines, contents) if contents else None
    if contents is None or found is None or not found.headings:
        why = "the text needs a table of contents, with a heading, a tab and a page number on each line"
        raise InputError(f"{why}, and the headings below it", place=document, code="wrong-format")
    book = _Rulebook()
    book.take_before(lines, contents)
    places = sorted({*found.headings, *found.misplaced})
    depths = dict(zip(places, rulebook_lines.find_levels(lines[place].text for place in places), strict=True))
    for place, line in _whole(lines, contents.end, depths, book.defects):
        if place in depths:
            book.begin_heading(line, depths[place])
        else:
            book.take(line)
    by_entry = {entry: book.slugs[lines[place].number] for place, entry in found.headings.items()}
    _resolve_links(book.gathering.units, by_entry, book.defects)
    defects = sorted((*_contents_defects(lines, contents, found), *book.defects), key=lambda defect: defect.line)
    return DocumentText(LAYOUT, tuple(book.gathering.units), tuple(defects))


def _whole(
    lines: Sequence[RulebookLine], start: int, headings: dict[int, int], defects: list[DocumentDefect]
) -> Iterator[tuple[int, RulebookLine]]:
    """The lines with their places, a paragraph that a page's end cuts in two as one."""
    held: tuple[int, RulebookLine] | None = None
    for place, line in enumerate(lines[start:], start):
        if held and not {place, held[0]} & headings.keys() and _goes_on(held[1], line):
            if rulebook_lines.parse_list_point(line.text):
                message = "a list item was split in two"
                defects.append(_defect("broken-line", line, message))
            held = held[0], replace(held[1], text=f"{held[1].text} {strip_bullet(line.text)}")
            continue
        if held:
            yield held
        held = place, line
    if held:
        yield held


def _goes_on(before: RulebookLine, line: RulebookLine) -> bool:
    if not rulebook_lines.is_rest(line.text) or not _BROKEN.search(before.text):
        return False
    point, point_before = map(rulebook_lines.parse_list_point, (line.text, before.text))
    return point is None or point_before is not None


def _contents_defects(
    lines: Sequence[RulebookLine], contents: ContentsList, found: HeadingMatch
) -> Iterator[DocumentDefect]:
    for entry in found.missing:
        yield _defect("contents-differ", contents.entries[entry].line, "no heading matches this entry")
    for place in sorted(found.renamed):
        title = contents.entries[found.headings[place]].title[:_MAX_EXCERPT_LENGTH]
        yield _defect("contents-differ", lines[place], f"the contents call this heading “{title}”")
    for place in found.misplaced:
        yield _defect("heading-misplaced", lines[place], "the contents list this heading elsewhere")
    for before, after in pairwise(contents.entries):
        if int(after.page) < int(before.page):
            yield _defect("contents-differ", after.line, f"page {after.page} follows page {before.page}", after.title)
    times = Counter(fold_heading(lines[place].text) for place in found.headings)
    seen: Counter[str] = Counter()
    for place in sorted(found.headings):
        title = fold_heading(lines[place].text)
        seen[title] += 1
        if seen[title] > 1:
            yield _defect("heading-twice", lines[place], f"heading {seen[title]} of {times[title]} with the same words")


def _defect(code: str, line: RulebookLine, message: str, text: str | None = None) -> DocumentDefect:
    return DocumentDefect(code, line.number, message, _excerpt(line.text if text is None else text))


def _excerpt(text: str) -> str:
    return " ".join(text.split())[:_MAX_EXCERPT_LENGTH]


def _resolve_links(units: Sequence[DocumentUnit], by_entry: dict[int, str], defects: list[DocumentDefect]) -> None:
    """Point the contents' entries and the links at the headings and terms that they name."""
    named: dict[str, str] = {}
    for unit in units:
        if unit.kind in {"heading", "glossary"} and unit.title:
            named.setdefault(fold_heading(unit.title), unit.slug)
            named.setdefault(unit.slug, unit.slug)
    entry = -1  # The first line of the contents says what they are.
    for unit in units:
        if unit.kind == "contents":
            title = unit.text.partition("\t")[0].rstrip()
            unit.mentions = (UnitMention(0, len(title), title, by_entry[entry]),) if entry in by_entry else ()
            entry += 1
        else:
            _resolve_links_of_unit(unit, named, defects)


def _resolve_links_of_unit(unit: DocumentUnit, named: Mapping[str, str], defects: list[DocumentDefect]) -> None:
    def resolve(anchor: str, name: str) -> str | None:
        target = named.get(anchor.lower()) or named.get(fold_heading(name))
        if anchor and target is None:
            message = f"the link target {anchor[:_MAX_EXCERPT_LENGTH]!r} does not exist"
            defects.append(DocumentDefect("dangling-reference", unit.line, message, _excerpt(name)))
        return target

    text, mentions = rulebook_lines.strip_links(unit.text, resolve)
    if text.strip():
        unit.text, unit.mentions = text, mentions


class _Rulebook:
    """The headings, the term and the list that the lines have come to."""

    def __init__(self) -> None:
        self.gathering = UnitGathering(DocumentUnit)
        self.defects: list[DocumentDefect] = []
        self.headings: list[DocumentUnit] = []  # From the chapter down to the newest.
        self.slugs: dict[int, str] = {}  # Of the headings, by line.
        self.term: DocumentUnit | None = None
        self.points: list[tuple[tuple[int, int], DocumentUnit]] = []  # From the outermost point of the list down.

    def take_before(self, lines: Sequence[RulebookLine], contents: ContentsList) -> None:
        """What stands before the contents, and the contents."""
        for place, line in enumerate(lines[: contents.start]):
            title = _plain(line.text) if place == 0 and len(line.text) <= _MAX_EXCERPT_LENGTH else ""
            if title:
                self.gathering.add("heading", slugify_heading(title), line.number, title=title)
            else:
                self.gathering.piece("paragraph", None, line.number, line.text.strip())
        for line in lines[contents.start : contents.end]:
            self.gathering.piece("contents", None, line.number, line.text.strip())

    def begin_heading(self, line: RulebookLine, level: int) -> None:
        """Begin a heading of that level."""
        self._look_at(line)
        title = _plain(line.text)
        self.headings = [heading for heading in self.headings if heading.depth < level]
        parent = self.headings[-1] if self.headings else None
        slug = slugify_heading(title)
        heading = self.gathering.add("heading", slug, line.number, parent=parent, depth=level, title=title)
        self.headings.append(heading)
        self.slugs[line.number] = heading.slug
        self.term, self.points = None, []

    def take(self, line: RulebookLine) -> None:
        """Make a unit of a paragraph, a point of a list, an example, a step or a term."""
        self._look_at(line)
        point = rulebook_lines.parse_list_point(line.text)
        if point is None:
            self._paragraph(line.number, line.text.strip())
        elif rulebook_lines.is_step(point.text):
            self.points = []
            self.gathering.piece("step", self._owner(), line.number, "", title=_plain(point.text), number=point.number)
        else:
            self._point(line.number, point)

    def _paragraph(self, number: int, text: str) -> None:
        terms = _GLOSSARIES.get(fold_heading(self.headings[0].title)) if self.headings else None
        if terms and (found := terms(text)):
            glossary = self.headings[0]
            slug = slugify_heading(f"{glossary.slug}-{slugify_heading(_NAME_OF_TERM.sub('', found[0]))}")
            self.points, above, (title, meaning) = [], self.headings[-1], found
            self.term = self.gathering.add("glossary", slug, number, parent=above, title=title, text=meaning)
        elif rulebook_lines.is_example(text):
            self.gathering.piece("example", self._owner(), number, text)
        else:
            self.points = []
            self.gathering.piece("paragraph", self._owner(), number, text)

    def _point(self, number: int, point: rulebook_lines.ListPoint) -> None:
        self.points = [(rank, unit) for rank, unit in self.points if rank < point.rank]
        kind = "example" if rulebook_lines.is_example(point.text) else "step" if point.number else "paragraph"
        parent = self.points[-1][1] if self.points else None
        unit = self.gathering.piece(kind, self._owner(), number, point.text, parent=parent, number=point.number)
        self.points.append((point.rank, unit))

    def _owner(self) -> DocumentUnit | None:
        return self.term or (self.headings[-1] if self.headings else None)

    def _look_at(self, line: RulebookLine) -> None:
        text = line.text
        for anchor, name in rulebook_lines.find_links(text):
            if not anchor:
                self.defects.append(_defect("broken-link", line, "the link has no target", name))
        if "\\" in text:
            self.defects.append(_defect("leftover-markup", line, "a stray backslash"))
        if text.count("**") % 2:
            self.defects.append(_defect("leftover-markup", line, "a bold mark is not closed"))
        if lost := rulebook_lines.count_lost_symbols(text):
            message = f"{lost} symbols are missing" if lost > 1 else "a symbol is missing"
            self.defects.append(_defect("missing-symbol", line, message))


def _plain(text: str) -> str:
    """A heading or a name without markup."""
    return strip_markup(strip_bullet(text)).strip()
