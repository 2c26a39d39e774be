"""A list, line by line, into a deck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from engine.decklists.encoding import split_lines
from engine.decklists.lines import MAX_LINE_LENGTH, ParsedLine, find_line_problem, parse_line, strip_comment
from engine.decklists.metadata import parse_comment, sort_metadata
from engine.decklists.name_index import PlainLine, build_name_index
from engine.decklists.resolving import LineResolution, resolve_line
from engine.decklists.sections import SectionHeading, is_ornament, list_plain_headings, parse_heading
from engine.model import decks
from engine.model.catalog import Catalog
from engine.model.decks import READ, UNKNOWN, UNREADABLE, Deck, DeckEntry, ReadingNote
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


def read_deck(text: str, catalog: Catalog, as_of: date, *, title: str | None = None) -> Deck:
    """Read a list against a catalog; lines that can't be read stay in it, marked. A `title` that is given stands in the
    place of all that the text says of itself. Raises InputError for a text that can't be a list at all: too long, NUL
    bytes, too many cards."""
    reader = ListReader(catalog, as_of)
    for number, line in enumerate(split_lines(text), start=1):
        reader.read_line(number, line)
    said = sort_metadata(reader.said) if title is None else {}
    title = said.pop("title", "") if title is None else title
    deck = Deck(catalog.game, reader.sort_into_sections(reader.opened), title, said)
    deck.totals  # noqa: B018 - added up while the lines are in the processor's cache, which takes half the time
    return deck


@dataclass
class ListReader:
    """Where a reading has got to."""

    catalog: Catalog
    as_of: date
    section: str = decks.DECK
    entries: list[DeckEntry] = field(default_factory=list)
    total: int = 0
    opened: set[str] = field(default_factory=set)
    said: dict[str, str] = field(default_factory=dict)
    _unknown: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._index = self.catalog.once(build_name_index)
        self._headings = list_plain_headings(self.catalog.game)

    def read_line(self, number: int, line: str) -> None:
        """Take in the next line."""
        if (kept := self._index.kept.get(line)) is not None:
            self._add_plain_line(number, line, kept, self.section)
            return
        text = line.strip()
        is_tidy = line.isprintable() and "  " not in text and len(line) <= MAX_LINE_LENGTH
        if is_tidy and self._read_plain_line(number, text, text, self.section):
            return
        if heading := self._headings.get(line.casefold()):
            self._open(heading)
        elif line:
            self._read_at_length(number, line)

    def _read_plain_line(self, number: int, written: str, text: str, section: str) -> bool:
        """Take in a plain line whose name settles its card; False for a line to be read at length."""
        line = self._index.read_line(text)
        if line is not None:
            self._add_plain_line(number, written, line, section)
        return line is not None

    def _add_plain_line(self, number: int, written: str, line: PlainLine, section: str) -> None:
        count, name, card, since, notes, code = line
        if card is None or since > self.as_of:
            parsed = ParsedLine(count, name)
            self._add_found(number, written, section, parsed, self.resolve(parsed, section))
        else:
            self.add(DeckEntry(section, count, card, READ, number, written, name, (), notes, "", code))

    def _read_at_length(self, number: int, line: str) -> None:
        problem = find_line_problem(line)
        if problem:
            written = line if len(line) <= MAX_LINE_LENGTH else line[:MAX_LINE_LENGTH] + "…"
            self.add(DeckEntry(self.section, 0, state=UNREADABLE, line=number, written=written, problem=problem))
            return
        if line.lstrip().startswith(("#", "//")):
            self._read_comment(line)
            return
        text = strip_comment(line)
        section = self.section
        if text.casefold().startswith(_ONE_LINE):
            section, text = decks.SIDEBOARD, text[len(_ONE_LINE) :].strip()
        if self._read_plain_line(number, line.strip(), text, section):
            return
        found = parse_heading(text, self.catalog.game)
        if found and not self._is_card(text):
            self._open(found)
            section, text = self.section, found.rest
        if text and not is_ornament(text):
            self._read_card(number, line, text, section)

    def _read_comment(self, line: str) -> None:
        comment = parse_comment(line)
        if comment:
            comment.add_to(self.said)
        if not (comment and comment.is_title):
            self._open(parse_heading(line.strip().lstrip("#/"), self.catalog.game))

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
                        number, line, section, f"“{_short(text)}” has no number of copies and isn’t a card name"
                    )
                return
            notes = (ReadingNote("count-inferred", f"“{_short(text)}” has no number of copies; read as 1"),)
        self._add_found(number, line.strip(), section, written, found, notes)

    def _add_found(
        self,
        number: int,
        written: str,
        section: str,
        parsed: ParsedLine,
        found: LineResolution,
        notes: tuple[ReadingNote, ...] = (),
    ) -> None:
        count, name = 1 if parsed.count is None else parsed.count, parsed.name or parsed.printing
        notes = (*notes, *found.notes)
        card, state, candidates = found.card, found.state, found.candidates
        self.add(DeckEntry(section, count, card, state, number, written, name, candidates, notes, "", found.printing))

    def _unreadable(self, number: int, line: str, section: str, problem: str) -> None:
        self.add(DeckEntry(section, 0, state=UNREADABLE, line=number, written=line.strip(), problem=problem))


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
