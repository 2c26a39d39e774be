"""A list, line by line, into a deck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date

from engine.decklists.encoding import split_lines
from engine.decklists.lines import MAX_LINE_LENGTH, ParsedLine, find_line_problem, parse_line, strip_comment
from engine.decklists.metadata import is_title, read_comment, read_metadata_lines
from engine.decklists.resolving import LineResolution, resolve_line
from engine.decklists.sections import SectionHeading, is_ornament, parse_heading
from engine.model import decks
from engine.model.catalog import Catalog
from engine.model.decks import UNKNOWN, UNREADABLE, Deck, DeckEntry, ReadingNote
from engine.model.errors import InputError
from engine.model.games import game_of

MAX_CARDS = 10_000  #: in a list
MAX_SUGGESTED = 50  #: different unknown names of a list that get suggestions, the first ones

_ONE_LINE = "sb:"
#: Sections whose headings announce a name or two, often without a count.
_UNCOUNTED = frozenset(
    (
        *(decks.MAIN_CHARACTER, decks.LEVEL_UP),
        *(decks.LEGEND, decks.ADDITIONAL_LEGENDS, decks.CHAMPION, decks.BATTLEFIELDS),
    )
)


def read_deck(text: str, catalog: Catalog, as_of: date) -> Deck:
    """Read a list against a catalog; lines that can't be read stay in it, marked. Raises InputError for a text that
    can't be a list at all: too long, NUL bytes, too many cards."""
    lines = split_lines(text)
    said = read_metadata_lines(lines)
    reader = ListReader(catalog, as_of)
    for number, line in enumerate(lines, start=1):
        reader.read_line(number, line)
    title = said.pop("title", "")
    return Deck(catalog.game, reader.sort_into_sections(reader.opened), title, said)


@dataclass
class ListReader:
    """Where a reading has got to."""

    catalog: Catalog
    as_of: date
    section: str = decks.DECK
    entries: list[DeckEntry] = field(default_factory=list)
    total: int = 0
    opened: set[str] = field(default_factory=set)
    _unknown: set[str] = field(default_factory=set)

    def read_line(self, number: int, line: str) -> None:
        """Take in the next line."""
        problem = find_line_problem(line)
        if problem:
            written = line if len(line) <= MAX_LINE_LENGTH else line[:MAX_LINE_LENGTH] + "…"
            self.add(DeckEntry(self.section, 0, state=UNREADABLE, line=number, written=written, problem=problem))
            return
        said = read_comment(line)
        if said is not None or line.strip().startswith("//"):
            self._open(None if is_title(line) else parse_heading(line.strip().lstrip("#/"), self.catalog.game))
            return
        text = strip_comment(line)
        section = self.section
        if text.casefold().startswith(_ONE_LINE):
            section, text = decks.SIDEBOARD, text[len(_ONE_LINE) :].strip()
        found = parse_heading(text, self.catalog.game)
        if found and not self._is_card(text):
            self._open(found)
            section, text = self.section, found.rest
        if text and not is_ornament(text):
            self._read_card(number, line, text, section)

    def add(self, entry: DeckEntry) -> None:
        """Take in an entry. Raises InputError where the list gets too long by it."""
        self.total += entry.count
        if self.total > MAX_CARDS:
            raise InputError(f"the list has more than {MAX_CARDS:,} cards", place=f"line {entry.line}", code="too-long")
        self.entries.append(entry)

    def sort_into_sections(self, opened: Iterable[str]) -> tuple[DeckEntry, ...]:
        """The entries of a list that opens these sections; where that is none but a sideboard, where they belong."""
        has_headings = not {decks.SIDEBOARD}.issuperset(opened)
        return tuple(self.entries) if has_headings else game_of(self.catalog.game).sections.place(tuple(self.entries))

    def resolve(self, written: ParsedLine, section: str) -> LineResolution:
        """The card that a line names; suggestions for the first unknown names only, so that a long list stays quick."""
        suggest = written.name in self._unknown or len(self._unknown) < MAX_SUGGESTED
        found = resolve_line(written, section, self.catalog, self.as_of, suggest=suggest)
        if found.state == UNKNOWN:
            self._unknown.add(written.name)
        return found

    def _open(self, found: SectionHeading | None) -> None:
        if found:
            self.section = found.opens_after(self.section)
            self.opened |= {found.section} if found.section else set()

    def _is_card(self, text: str) -> bool:
        """Whether a line with a heading's words names a card all the same, with a count before it."""
        return text[:1].isdigit() and self.catalog.is_name(parse_line(text, self.catalog).name)

    def _read_card(self, number: int, line: str, text: str, section: str) -> None:
        written = parse_line(text, self.catalog)
        notes: tuple[ReadingNote, ...] = ()
        if written.problem:
            self._unreadable(number, line, section, written.problem)
            return
        found = self.resolve(written, section)
        if written.count is None:
            if found.state == UNKNOWN and not written.printing and section not in _UNCOUNTED:
                if not text.endswith(":"):
                    self._unreadable(
                        number, line, section, f"“{_short(text)}” has no number of copies and isn't a card name"
                    )
                return
            notes = (ReadingNote("count-inferred", f"“{_short(text)}” has no number of copies; read as 1"),)
            written = replace(written, count=1)
        self.add(
            DeckEntry(
                section,
                written.count or 0,
                found.card,
                found.state,
                number,
                line.strip(),
                written.name or written.printing,
                found.candidates,
                (*notes, *found.notes),
                printing=found.printing,
            )
        )

    def _unreadable(self, number: int, line: str, section: str, problem: str) -> None:
        self.add(DeckEntry(section, 0, state=UNREADABLE, line=number, written=line.strip(), problem=problem))


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
