"""What a rulebook's lines are: its list of contents, the headings that it names, links, list markers, terms, examples.

How deep its headings stand is a table, since the contents list names them all on one level. A chapter stands at 0. A
heading in it that its table doesn't name stands as deep as the one before it, the first below the chapter; `BELOW`
opens one level below the heading before. Where a rulebook has chapters of other names, all its headings stand at 0.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from vsdb.exchange.rule_documents.units import UnitMention, strip_bullet, strip_markup

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
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            gap = number - 1 - (held[-1].number if held else 0)
            held.append(RulebookLine(number, line.rstrip(), gap))
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
        if not (found := _ENTRY.fullmatch(line.text.strip())):
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
    return all(line.gap > 0 for line in lines[place : place + 2])


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


_LINK = re.compile(r"\[(?P<name>[^\[\]\n]*)\]\(#(?P<anchor>[^()\s]*)\)")
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_LAST_ESCAPE = re.compile(r"\\\Z")
_BULLETS = re.compile(r"(?P<indent>\s*)(?P<marks>(?:[-•○]\s+(?:o\s+)?)*)(?:(?P<number>\d{1,3})\.\s+(?=\S))?")
_LETTER = re.compile(r"(?P<roman>[ivx]{1,4})\.\s|[a-z]\.\s")
_EXAMPLE = re.compile(r"\**Example(?: \d{1,2})?\**[:,]")
_STEP = re.compile(r"\**Step \d{1,2}: .{1,100}?\**")
_BY_DASH = re.compile(r"(?P<term>[^\s.!?:;\-–][^.!?:;]{0,70}?!?)\s+[–-](?:\s+(?P<text>.*))?")
_BY_COLON = re.compile(r"(?P<term>[^\s.!?:;\-–](?:[^.!?:;]|\.(?=\S)){0,70})(?<!\\):\**\s+(?P<text>\S.*)")
_BY_MARK = re.compile(r"(?P<term>\w[^()]{0,70}?) (?P<text>\((?:[^()]*)\) introduced in .*)")
_NO_TERM = re.compile(r"Note|Optional Rule|Setup|Rules|Number of players", re.IGNORECASE)
_LOST = re.compile(r"\(\s*\)|(?<=[\w:])\s+[,.](?=\s|$)")


@dataclass(frozen=True, slots=True)
class ListPoint:
    """A point of a list: how deep it stands as far as its signs tell, its number where it has one, and its text."""

    rank: tuple[int, int]
    number: str
    text: str


def parse_list_point(line: str) -> ListPoint | None:
    """A line as a point of a list; None for any other."""
    found = _BULLETS.match(line)
    if found is None or not (found["marks"] or found["number"]):
        return None
    text = strip_bullet(line[found.end() :])
    if not text:
        return None
    letter = _LETTER.match(text)
    kind = 2 if letter and letter["roman"] else 1 if letter or "o" in found["marks"] else 0
    return ListPoint((len(found["indent"]), kind), found["number"] or "", text)


def is_rest(line: str) -> bool:
    """Whether a line reads as the rest of the one before it: it begins small, and no letter counts it in a list.

    Where a point of a list is broken in two, its rest may have a bullet of its own.
    """
    point = parse_list_point(line)
    text = point.text if point else line
    return text[0].islower() and not (point and (point.number or _LETTER.match(text)))


def is_example(text: str) -> bool:
    """Whether a paragraph is an example."""
    return _EXAMPLE.match(text) is not None


def is_step(text: str) -> bool:
    """Whether a paragraph is the name of a numbered step."""
    return _STEP.fullmatch(text) is not None


def split_term_by_dash(text: str) -> tuple[str, str] | None:
    """The term and its meaning of `Leap - This …`, or of `**Term Required**: Put …`."""
    found = _BY_DASH.fullmatch(text)
    if found is None and "**:" in text:
        found = _BY_COLON.fullmatch(text)
    return _term(found)


def split_term_by_colon(text: str) -> tuple[str, str] | None:
    """The term and its meaning of `Heal: To …`."""
    return _term(_BY_COLON.fullmatch(text))


def split_team_by_mark(text: str) -> tuple[str, str] | None:
    """The team and the rest of `Name (symbol) introduced in …`."""
    return _term(_BY_MARK.fullmatch(text))


def _term(found: re.Match[str] | None) -> tuple[str, str] | None:
    if found is None or not re.match(r"[\"'“*\[]*[A-Z0-9]|\[", found["term"]):
        return None
    term = strip_markup(found["term"]).strip()
    return None if not term or _NO_TERM.fullmatch(term) or is_example(text=f"{term}:") else (term, found["text"] or "")


def strip_links(text: str, resolve: Callable[[str, str], str | None]) -> tuple[str, tuple[UnitMention, ...]]:
    """The text with links inside the document (`[Name](#anchor)`) as their names alone, and where those stand.

    `resolve` gives the address of the unit that an anchor and a name mean, None where there is none.
    """
    parts: list[str] = []
    mentions: list[UnitMention] = []
    length = end = 0
    for link in _LINK.finditer(text):
        # A sign may escape the bracket that goes with the link; left behind, it would be a word of the text.
        between = _LAST_ESCAPE.sub("", text[end : link.start()])
        name = _ESCAPE.sub("", link["name"])
        parts += [between, name]
        length += len(between)
        if name:
            mentions.append(UnitMention(length, length + len(name), name, resolve(link["anchor"], name)))
        length += len(name)
        end = link.end()
    return "".join([*parts, text[end:]]), tuple(mentions)


def find_links(text: str) -> Iterator[tuple[str, str]]:
    """The anchor and the name of each link inside the document."""
    return ((link["anchor"], link["name"]) for link in _LINK.finditer(text))


def count_lost_symbols(text: str) -> int:
    """At how many places a symbol is missing: empty parentheses, a space before a comma or a full stop."""
    return len(_LOST.findall(text))


BELOW = 0

_WITHOUT_TABLE = (
    *("introduction", "gameplay overview", "basic game concepts", "setting up the game"),
    *("ending the game", "deck building rules", "the golden rules", "game terms", "keyword glossary"),
    *("ability glossary", "team glossary", "alternative formats", "credits", "version history"),
    "appendix",
)
_NO_TABLE: Mapping[str, int] = {}
CHAPTERS: Mapping[str, Mapping[str, int]] = {
    **dict.fromkeys(_WITHOUT_TABLE, _NO_TABLE),
    "the card types": {"infinity gem": BELOW, "locations": 1},
    "turn sequence": {"resource step (optional)": BELOW, "main phase": 1},
    "combat step": {
        **dict.fromkeys(("solo attack", "ferocious resolution"), BELOW),
        **dict.fromkeys(("during combat", "combat clean up"), 1),
        "normal resolution": 2,
    },
    "powers": {
        **dict.fromkeys(("triggers", 'intervening "if" clause', "once per game restrictions"), BELOW),
        **dict.fromkeys(("super powers", "copying powers"), 1),
        "continuous": 2,
    },
    "modifiers": {
        **dict.fromkeys(("continuous/conditional power", "variables"), BELOW),
        "resolving effects": 2,
        "delayed trigger modifiers": 1,
    },
    "additional rules": {
        "demoting/promoting a character": BELOW,
        "can't appear": 1,
        "plot twist": BELOW,
        "power ups": 1,
    },
}


def find_levels(titles: Iterable[str]) -> Iterator[int]:
    """The level of each heading, in their order."""
    chapter: Mapping[str, int] | None = None
    level = 0
    for title in map(fold_heading, titles):
        if title in CHAPTERS:
            chapter, level = CHAPTERS[title], 0
        elif chapter is not None and title in chapter:
            level = chapter[title] or level + 1
        elif chapter is not None:
            level = level or 1
        yield level
