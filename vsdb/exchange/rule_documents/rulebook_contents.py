"""A rulebook's list of contents, and which of its lines are the headings that the list names."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from vsdb.exchange.rule_documents.units import strip_markup

_ENTRY = re.compile(r"(?P<title>\S.*?)(?:[\t ]*\t[\t ]*|[ .]{4,})(?P<page>\d{1,4})")
_OPENING = re.compile(r"(?:table of )?contents:?", re.IGNORECASE)
_MIN = 3  #: entries that a list needs to be one
_ALIKE = 0.85  #: how like a renamed heading must be, of 1
_MAX_HEADING_LENGTH = 120  #: characters
_QUOTES = str.maketrans("“”‘’", "\"\"''")


@dataclass(frozen=True, slots=True)
class RulebookLine:
    """A line that isn't blank: its number from 1, its text as it is but for white space at its end, and how many blank
    lines stand before it."""

    number: int
    text: str
    gap: int


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A line of the list of contents."""

    line: RulebookLine
    title: str
    page: str


@dataclass(frozen=True, slots=True)
class ContentsList:
    """The list's opening line, its entries, and the places (in the lines) where it begins and ends."""

    entries: tuple[ContentsEntry, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class HeadingMatch:
    """Headings by their place in the lines, each with the place of its entry in the contents.

    `renamed` are those of them whose words differ, `misplaced` are places of lines that stand alone and read as an
    entry which the order has elsewhere, `missing` are entries without a line.
    """

    headings: dict[int, int]
    renamed: frozenset[int]
    misplaced: tuple[int, ...]
    missing: tuple[int, ...]


def split_lines(text: str) -> list[RulebookLine]:
    """The lines that aren't blank."""
    held: list[RulebookLine] = []
    gap = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            held.append(RulebookLine(number, line.rstrip(), gap))
            gap = 0
        else:
            gap += 1
    return held


def find_contents(lines: Sequence[RulebookLine]) -> ContentsList | None:
    """The first list of contents: an opening line, then a title and a page in each line."""
    for start, line in enumerate(lines):
        if not _OPENING.fullmatch(strip_markup(line.text).strip("# ")):
            continue
        entries = tuple(_entries(lines, start + 1))
        if len(entries) >= _MIN:
            return ContentsList(entries, start, start + 1 + len(entries))
    return None


def _entries(lines: Sequence[RulebookLine], start: int) -> Iterator[ContentsEntry]:
    for line in lines[start:]:
        found = _ENTRY.fullmatch(line.text.strip())
        if found is None:
            return
        yield ContentsEntry(line, found["title"], found["page"])


def fold_heading(title: str) -> str:
    """A heading as it is compared: without markup, case, the shape of quotes and a full stop at its end."""
    return " ".join(strip_markup(title).translate(_QUOTES).lower().split()).rstrip(".: ")


def match(lines: Sequence[RulebookLine], contents: ContentsList) -> HeadingMatch:
    """Find the headings: as many lines as can be that read as entries of the contents, in the order of the contents."""
    wanted: dict[str, list[int]] = defaultdict(list)
    for place, entry in enumerate(contents.entries):
        if title := fold_heading(entry.title):
            wanted[title].append(place)
    named = {
        place: wanted[title]
        for place in range(contents.end, len(lines))
        if len(lines[place].text) <= _MAX_HEADING_LENGTH and (title := fold_heading(lines[place].text)) in wanted
    }
    headings = dict(_longest_in_order([(place, entry) for place, some in named.items() for entry in reversed(some)]))
    misplaced = [place for place in named if place not in headings and _stands_alone(lines, place)]
    renamed = _find_renamed(lines, contents, headings)
    found = {**headings, **renamed}
    missing = set(range(len(contents.entries))) - set(found.values())
    return HeadingMatch(found, frozenset(renamed), tuple(misplaced), tuple(sorted(missing)))


def _longest_in_order(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most pairs of which both places rise; of one first place the pairs come with their second ones falling."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int | None] = []
    for index, (_, entry) in enumerate(pairs):
        length = bisect_left(ends, entry)
        before.append(last[length - 1] if length else None)
        ends[length : length + 1] = [entry]
        last[length : length + 1] = [index]
    chosen: list[tuple[int, int]] = []
    at = last[-1] if last else None
    while at is not None:
        chosen.append(pairs[at])
        at = before[at]
    return chosen[::-1]


def _stands_alone(lines: Sequence[RulebookLine], place: int) -> bool:
    following = lines[place + 1] if place + 1 < len(lines) else None
    return lines[place].gap > 0 and (following is None or following.gap > 0)


def _find_renamed(lines: Sequence[RulebookLine], contents: ContentsList, headings: dict[int, int]) -> dict[int, int]:
    """Lines that stand alone and are nearly an entry, between the headings of the entries around it."""
    renamed: dict[int, int] = {}
    places = {entry: place for place, entry in headings.items()}
    low = contents.end
    for entry in range(len(contents.entries)):
        if entry in places:
            low = places[entry] + 1
            continue
        high = next((places[later] for later in range(entry + 1, len(contents.entries)) if later in places), len(lines))
        title = fold_heading(contents.entries[entry].title)
        for place in range(low, high):
            text = lines[place].text
            if len(text) > _MAX_HEADING_LENGTH or place in renamed or not _stands_alone(lines, place):
                continue
            if SequenceMatcher(None, title, fold_heading(text), autojunk=False).ratio() >= _ALIKE:
                renamed[place] = entry
                low = place + 1
                break
    return renamed
