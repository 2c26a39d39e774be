"""Two lists that were made from one, put together: what either changed is kept, what both changed is shown.

What is compared is the lines of one card in a section, so that it doesn't matter where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from engine.decklists.encoding import split_lines
from engine.decklists.lines import parse_line, strip_comment
from engine.decklists.metadata import read_comment, read_metadata
from engine.decklists.reading import ListReader
from engine.decklists.sections import parse_heading, section_title
from engine.decklists.text_merging import MergeConflict, MergedText, merge_whole
from engine.model.catalog import Catalog
from engine.model.decks import DECK, UNREADABLE
from engine.model.identities import section_key
from engine.model.names import fold

#: What a line is about: its section, its kind, and which card, key or text.
Key = tuple[str, str, str]

_CARD, _SAID, _TEXT, _SHAPE = "card", "said", "text", "shape"
_TITLE: Key = ("", _SAID, "title")
_ONE_LINE = "SB: "


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a list. Headings and blank lines give it shape and aren't compared.

    `opens` where a heading stands on it before a card; `is_inside` where the lines after it are in its section too.
    """

    text: str
    section: str
    key: Key
    name: str = ""
    opens: bool = False
    is_inside: bool = True


@dataclass(frozen=True, slots=True)
class _List:
    """A list by its lines; `values` are what it says about each thing: the texts of its lines, in order."""

    lines: tuple[_Line, ...]

    @property
    def values(self) -> Mapping[Key, str]:
        found: dict[Key, str] = {}
        for line in self.lines:
            if line.key[1] != _SHAPE:
                found[line.key] = f"{found[line.key]}\n{line.text}" if line.key in found else line.text
        return found


def merge_lists(base: str, mine: str, theirs: str, game: str) -> MergedText:
    """Two texts of a list made from one. Raises InputError for what can't be a list at all.

    The merged text stands in the order of mine; what only they added stands behind the line behind which they have it.
    Where both changed the lines of one card differently, the text has mine and the conflict has both.
    """
    certain = merge_whole(base, mine, theirs)
    if certain is not None:
        return MergedText(certain)
    sides = [_read_lines(text, game) for text in (base, mine, theirs)]
    values = [side.values for side in sides]
    about = {line.key: line for side in sides for line in side.lines}
    taken: dict[Key, str] = {}
    conflicts = []
    for key in sorted({*values[0], *values[1], *values[2]}):
        was, ours, others = (each.get(key, "") for each in values)
        value = merge_whole(was, ours, others)
        if value is None:
            conflicts.append(MergeConflict(was, ours, others, about[key].section, about[key].name))
        elif value != ours:
            taken[key] = value
    return MergedText("".join(f"{line}\n" for line in _merge_lines(sides[1], sides[2], taken)), tuple(conflicts))


def _merge_lines(mine: _List, theirs: _List, taken: Mapping[Key, str]) -> Iterator[str]:
    """The lines of mine with what is taken from theirs; an empty text takes a line away."""
    added = _Added(mine, theirs, taken)
    yield from added.top
    done: set[Key] = set()
    for line in mine.lines:
        if line.key not in taken:
            yield line.text
        elif line.opens:
            yield section_title(line.section)
        if line.key in taken and line.key not in done and taken[line.key]:
            yield _place_in_section(taken[line.key], line)
        if line.is_inside:
            yield from added.behind.pop(line.key, ())
        done.add(line.key)
    yield from added.below


def _place_in_section(text: str, line: _Line) -> str:
    """A text in the place of a line; outside of its section it says which that is."""
    if line.is_inside:
        return text
    return "\n".join(f"{_ONE_LINE}{each.removeprefix(_ONE_LINE)}" for each in text.split("\n"))


class _Added:
    """Where the lines stand that only theirs has: at the `top`, `behind` lines of mine, or `below` them all."""

    def __init__(self, mine: _List, theirs: _List, taken: Mapping[Key, str]) -> None:
        inside = [line for line in mine.lines if line.text and line.is_inside]
        keys = {line.key for line in inside}
        last = {line.key[0]: line.key for line in inside}
        held = mine.values
        left = {key: text for key, text in taken.items() if key not in held}
        self.top: list[str] = []
        self.behind: dict[Key, list[str]] = {}
        sections: dict[str, list[str]] = {}
        for line in theirs.lines:
            section = line.key[0]
            text = left.pop(line.key, None)
            if text is None:
                last |= {section: line.key} if line.key in keys else {}
            elif section in last:
                self.behind.setdefault(last[section], []).append(text)
            elif line.key[1] == _SAID:
                self.top.append(text)
            else:
                has_heading = section != DECK or bool(inside)
                sections.setdefault(section, [section_title(line.section)] if has_heading else []).append(text)
        without_heading = [] if inside else sections.pop(DECK, [])
        self.below = (*without_heading, *(text for texts in sections.values() for text in texts))


def _read_lines(text: str, game: str) -> _List:
    """A list by its lines, read without any card: the lines of one card are told by their names and printings."""
    reader = ListReader(Catalog(game, (), {}), date.min)
    lines: list[_Line] = []
    for number, raw in enumerate(split_lines(text), start=1):
        before, known = reader.section, len(reader.entries)
        reader.read_line(number, raw)
        if len(reader.entries) == known:
            lines.append(_read_other_line(raw.strip(), reader, may_be_title=all(line.key != _TITLE for line in lines)))
        else:
            lines.append(_read_card_line(raw.strip(), reader, opens=before != reader.section))
    return _List(tuple(lines))


def _read_card_line(text: str, reader: ListReader, *, opens: bool) -> _Line:
    """A line with a card, or one that can't be read."""
    entry = reader.entries[-1]
    is_inside = entry.section == reader.section
    section = section_key(entry.section)
    if entry.state == UNREADABLE:
        return _Line(text, entry.section, (section, _TEXT, text), text, opens, is_inside)
    printing = parse_line(strip_comment(text), reader.catalog).printing
    key = (section, _CARD, fold(f"{entry.name} {printing}".strip()))
    return _Line(text, entry.section, key, entry.name, opens, is_inside)


def _read_other_line(text: str, reader: ListReader, *, may_be_title: bool) -> _Line:
    """A line without a card: what the list says about itself, a comment, a heading, nothing."""
    is_comment = read_comment(text) is not None
    said = next(iter(read_metadata(text)), "") if is_comment else ""
    if said and (may_be_title or said != "title"):
        return _Line(text, "", ("", _SAID, said), said)
    # `4 Gear` may be a heading with its count or a card of that name; so that no card is lost, it is compared.
    is_shape = not text[:1].isdigit() and (
        not text or parse_heading(text.lstrip("#/"), reader.catalog.game) is not None
    )
    kind, about = (_SHAPE, fold(text)) if is_shape else (_TEXT, text)
    return _Line(text, reader.section, (section_key(reader.section), kind, about), text)
