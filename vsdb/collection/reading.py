"""Read pasted lists and tables of cards that somebody owns or wants.

Names, printings and misspellings are read as in deck lists. A line that names no one recorded card, or a printing that
isn't recorded, is kept as unread with the nearest cards; it never changes a collection.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

from engine.decklists.addresses import refuse_address
from engine.decklists.encoding import decode_list, split_lines
from engine.decklists.lines import ParsedLine, find_line_problem, parse_line, strip_comment
from engine.decklists.metadata import read_comment
from engine.decklists.resolving import MAX_SUGGESTIONS, LineResolution, resolve_line
from engine.decklists.sections import is_ornament, parse_heading
from engine.formats.names import find_game
from engine.model import decks
from engine.model.cards import GAMES, Card, Printing
from engine.model.catalog import Catalog
from engine.model.decks import AMBIGUOUS, READ, UNKNOWN
from engine.model.errors import InputError, NotFound
from engine.model.reference import Reference
from vsdb.collection.models import MAX_COPIES
from vsdb.collection.tables import TableRow, is_table, read_table
from vsdb.core.words import shorten, to_sentence

OWNED, WANTED = "owned", "wanted"
KINDS = (OWNED, WANTED)
MAX_BYTES = 768 * 1024
MAX_LINES = 20_000
MAX_UNREAD = 2_000  #: lines; a list with more isn't what it was taken for
_MAX_SUGGESTED = 50  #: different unknown names that get suggestions at a time
_KIND_OF_HEADING = {
    **dict.fromkeys(("owned", "own", "have", "haves", "collection", "my collection"), OWNED),
    **dict.fromkeys(("wanted", "want", "wants", "wish list", "wishlist", "my wish list"), WANTED),
}
_SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  #: how files of Excel and others begin
_PRINTING_MISSING = "printing-not-recorded"
_COUNT = re.compile(r"\s*([0-9]{1,9})(?:[.,]0{1,4})?\s*[xX×]?\s*", re.ASCII)


class CardKey(NamedTuple):
    """A printing of a card as a collection names it; without a `set_code` any printing."""

    game: str
    slug: str
    set_code: str = ""
    number: str = ""

    @property
    def code(self) -> str:
        """The printing's code, `MOR-053`; empty for any printing."""
        return "-".join(filter(None, (self.set_code, self.number)))

    @classmethod
    def of(cls, card: Card, printing: Printing | None = None) -> CardKey:
        """The name of a printing."""
        if printing is None:
            return cls(card.game, card.slug)
        return cls(card.game, card.slug, printing.set_code or "", printing.number or "")


class CardChoice(NamedTuple):
    """A card, or one of its printings, that a line may mean."""

    card: Card
    key: CardKey

    @property
    def value(self) -> str:
        """What a form sends for it."""
        return "/".join((self.key.game, self.key.slug, self.key.code))


#: What a person chose (`CardChoice.value`) for lines, by number and words: a line that has changed since is read anew.
Decisions = Mapping[tuple[int, str], str]


@dataclass(frozen=True, slots=True)
class CollectionLine:
    """A line of a list: `count` copies of `key`, owned or wanted. Without a `key` it is unread: `problem` says why.

    `notes` say what was settled while it was read.
    """

    line: int
    written: str
    kind: str
    count: int = 0
    card: Card | None = None
    key: CardKey | None = None
    problem: str = ""
    nearest: tuple[CardChoice, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReadLines:
    """A list as it was read. `remarks` are about all of it."""

    text: str
    lines: tuple[CollectionLine, ...]
    remarks: tuple[str, ...] = ()

    @property
    def read(self) -> list[CollectionLine]:
        """The lines that name a card."""
        return [line for line in self.lines if line.key]

    @property
    def unread(self) -> list[CollectionLine]:
        """The lines that don't."""
        return [line for line in self.lines if not line.key]


def decode_collection(raw: bytes) -> str:
    """The text of an uploaded list or table. Raises InputError for what is no text, or too long."""
    if raw.startswith(_SPREADSHEETS):
        said = "the file is a spreadsheet, not text; save it as CSV in UTF-8 and choose that file"
        raise InputError(said, place="file", code="wrong-file")
    return decode_list(raw, max_bytes=MAX_BYTES, max_lines=MAX_LINES)


def read_collection(
    text: str,
    references: Sequence[Reference],
    on: date,
    *,
    game: str = "",
    kind: str = OWNED,
    decisions: Decisions | None = None,
) -> ReadLines:
    """Read a list or a table; no query. Where no `game` is given, each line may be of any game.

    `kind` is what lines are that don't say whether they are owned or wanted. `decisions` are the choices that a person
    made for lines. Raises InputError for what can't be a list at all, such as an address, and NotFound for an unknown
    game.
    """
    lines = split_lines(text, max_bytes=MAX_BYTES, max_lines=MAX_LINES)
    refuse_address(text, "text")
    held = {each.game: each.on(on).catalog for each in references}
    if game and find_game(game) not in held:
        raise NotFound(f"no cards of {GAMES[find_game(game)]} are recorded")
    reader = _Reader(held, on, find_game(game) if game else "", kind, decisions or {})
    remarks: tuple[str, ...] = ()
    if is_table(text):
        rows, remarks = read_table(text)
        each = (line for row in rows for line in reader.read_row(row))
    else:
        each = (read for number, line in enumerate(lines, start=1) for read in reader.read_line(number, line))
    return ReadLines(text, tuple(_refuse_unreadable(each)), remarks)


def _refuse_unreadable(lines: Iterator[CollectionLine]) -> Iterator[CollectionLine]:
    """The lines, as they are read. Raises InputError once very many can't be read."""
    unread = 0
    for line in lines:
        unread += line.key is None
        if unread > MAX_UNREAD:
            said = f"more than {MAX_UNREAD:,} lines can't be read; check the game and the columns"
            raise InputError(said, place=f"line {line.line}", code="unreadable-list")
        yield line


@dataclass
class _Reader:
    """Where a reading has got to."""

    catalogs: Mapping[str, Catalog]
    on: date
    game: str
    kind: str
    decisions: Decisions
    unknown: set[str] = field(default_factory=set)

    def read_line(self, number: int, line: str) -> Iterator[CollectionLine]:
        """The line of a pasted list; none for comments and headings, which may change game and kind."""
        written = shorten(line.strip(), 300)
        if problem := find_line_problem(line):
            yield CollectionLine(number, written, self.kind, problem=to_sentence(problem))
            return
        if (said := read_comment(line)) is not None:
            self._read_comment(said)
            return
        text = strip_comment(line)
        if not text or text.startswith("//") or is_ornament(text) or self._is_heading(text):
            return
        yield self._read(number, written, self.kind, None, text)

    def read_row(self, row: TableRow) -> Iterator[CollectionLine]:
        """The lines of a row of a table: one for owned and one for wanted copies, where it has both."""
        kind = _KIND_OF_HEADING.get(row.kind.casefold(), "") if row.kind else self.kind
        counts = [(each, said) for each, said in ((OWNED, row.owned), (WANTED, row.wanted)) if said]
        if not counts and not row.has_both:
            if not kind:
                why = f"“{shorten(row.kind, 40)}” is neither owned nor wanted."
                yield CollectionLine(row.line, row.written, self.kind, problem=why)
                return
            # An empty cell of a column of counts means none.
            counts = [(kind, row.count or "0")]
        game = row.game
        for each, said in counts:
            if game:
                try:
                    # Some sites add the game's full name: “Riftbound: League of Legends TCG”.
                    game = find_game(game.partition(":")[0])
                except NotFound:
                    why = f"No game named “{shorten(game, 40)}”."
                    yield CollectionLine(row.line, row.written, each, problem=why)
                    continue
            found = _COUNT.fullmatch(said)
            if not found or int(found[1]) > MAX_COPIES:
                why = f"“{shorten(said, 20)}” is not a number of copies; at most {MAX_COPIES:,}."
                yield CollectionLine(row.line, row.written, each, problem=why)
                continue
            line = self._find_by_slug(CollectionLine(row.line, row.written, each, int(found[1])), row, game)
            counted = replace(row, count=found[1])
            yield line or self._read(row.line, row.written, each, counted, row.name, game=game)

    def _find_by_slug(self, line: CollectionLine, row: TableRow, game: str) -> CollectionLine | None:
        """The line of a row that names its card by slug, with a recorded printing or none; None for another."""
        held = (each.by_slug.get(row.slug) for each in self._catalogs(game)) if row.slug and not row.sets else ()
        cards = [card for card in held if card]
        key = find_key(cards[0], row.printing) if len(cards) == 1 else None
        is_open = (row.line, row.written) not in self.decisions
        return replace(line, card=cards[0], key=key) if key and is_open else None

    def _read_comment(self, said: str) -> None:
        key, colon, value = said.partition(":")
        if colon and key.strip().casefold() == "game":
            try:
                self.game = find_game(value.strip())
            except NotFound:
                return
        self.kind = _KIND_OF_HEADING.get(said.strip(" :").casefold(), self.kind)

    def _is_heading(self, text: str) -> bool:
        """Whether a line is a heading of a collection or of a deck list, and no card."""
        if found := _KIND_OF_HEADING.get(text.strip(" :").casefold()):
            self.kind = found
            return True
        heading = parse_heading(text, self.game or None)
        return bool(heading and not heading.rest) and not any(
            catalog.is_name(parse_line(text, catalog).name) for catalog in self._catalogs("")
        )

    def _catalogs(self, game: str) -> list[Catalog]:
        wanted = game or self.game
        return [each for slug, each in self.catalogs.items() if not wanted or slug == wanted]

    def _read(
        self, number: int, written: str, kind: str, row: TableRow | None, text: str, *, game: str = ""
    ) -> CollectionLine:
        """A line by the catalog that knows its card, or as unread."""
        base = CollectionLine(number, written, kind)
        parsed = [
            (each, parse_line(text, each) if row is None else _settle_row(row, each)) for each in self._catalogs(game)
        ]
        if decided := self._decide(base, [each for _, each in parsed]):
            return decided
        found = [self._resolve(base, each, text, catalog) for catalog, each in parsed]
        read = [line for line in found if line.key]
        read = [line for line in read if not line.notes] or read
        if len(read) == 1:
            return read[0]
        if len(read) > 1:
            names = " and ".join(GAMES[line.key.game] for line in read if line.key)
            choices = tuple(CardChoice(line.card, line.key) for line in read if line.card and line.key)
            why = f"Names cards of {names}. Choose the game."
            return replace(base, count=read[0].count, problem=why, nearest=choices)
        if not found:
            return replace(base, problem="No cards of this game are recorded.")
        # What one game nearly knows says more than what no game knows.
        best = min(found, key=lambda line: (line.problem.startswith("No card"), not line.nearest))
        return self._suggest(best, parsed) if best.problem.startswith("No card") else best

    def _decide(self, line: CollectionLine, parsed: Sequence[ParsedLine]) -> CollectionLine | None:
        """The line with what a person chose for it; None where they chose no recorded card, or it has no count."""
        key = parse_choice(self.decisions.get((line.line, line.written), ""), self.catalogs)
        counts = [1 if each.count is None else each.count for each in parsed if not each.problem]
        if key is None or not counts:
            return None
        return replace(line, count=max(counts), card=self.catalogs[key.game].by_slug[key.slug], key=key)

    def _suggest(self, line: CollectionLine, parsed: Sequence[tuple[Catalog, ParsedLine]]) -> CollectionLine:
        """A line that names no card with the nearest names of each game, as long as not very many were searched."""
        name = next((each.name for _, each in parsed if each.name), "")
        if not name:
            return line
        if name not in self.unknown and len(self.unknown) >= _MAX_SUGGESTED:
            said = f"Similar names are searched {_MAX_SUGGESTED} at a time: settle those above and preview again."
            return replace(line, problem=f"{line.problem} {said}")
        self.unknown.add(name)
        nearest = (card for catalog, each in parsed for card in catalog.nearest(each.name, MAX_SUGGESTIONS))
        choices = tuple(CardChoice(card, CardKey.of(card)) for card in nearest)
        return replace(line, nearest=choices[: 2 * MAX_SUGGESTIONS])

    def _resolve(self, line: CollectionLine, parsed: ParsedLine, text: str, catalog: Catalog) -> CollectionLine:
        if parsed.problem:
            return replace(line, problem=to_sentence(parsed.problem))
        found = resolve_line(parsed, decks.DECK, catalog, self.on, suggest=False)
        line = replace(line, count=1 if parsed.count is None else parsed.count)
        if found.state == READ and found.card:
            return _settle_printing(line, parsed, found, found.card, catalog)
        nearest = tuple(CardChoice(card, CardKey.of(card)) for card in found.candidates)
        name = shorten(parsed.name or parsed.printing or text, 80)
        why = f"“{name}” fits {len(nearest)} cards." if found.state == AMBIGUOUS else f"No card named “{name}”."
        if found.state == UNKNOWN and not parsed.name:
            why = f"No card has the printing {name}."
        return replace(line, problem=why, nearest=nearest)


def _settle_row(row: TableRow, catalog: Catalog) -> ParsedLine:
    """A row of a table with its set's code and its printing's code in the words of the catalog."""
    number, said = row.printing, row.sets
    if number and not said and catalog.set_code(number):
        number, said = "", (number,)
    code = next(filter(None, (_find_set(each, catalog) for each in said)), "")
    parsed = ParsedLine(int(row.count), row.name, number, code)
    if said and not code:
        return replace(parsed, problem=f"no set is named “{shorten(said[0], 60)}”")
    if code and number and not catalog.by_printing(number) and not number.casefold().startswith(f"{code}-".casefold()):
        return replace(parsed, printing=f"{code}-{number.partition('/')[0].strip()}")
    if not row.name and not number:
        return replace(parsed, problem="the row names no card")
    if not number and row.name and not catalog.by_title(row.name) and not catalog.by_name(row.name):
        # A name may bring its printing along.
        named = parse_line(row.name, catalog)
        if named.printing and not named.problem:
            return replace(named, count=parsed.count, set_code=code or named.set_code)
    return parsed


def _find_set(text: str, catalog: Catalog) -> str:
    """The code of a set, by its code or its name, which may end in “- Main Set”."""
    if code := catalog.set_code(text):
        return code
    wanted = " ".join(text.casefold().split()).removesuffix(" - main set")
    return next((code for code, each in catalog.sets.items() if each.name.casefold() == wanted), "")


def _settle_printing(
    line: CollectionLine, parsed: ParsedLine, found: LineResolution, card: Card, catalog: Catalog
) -> CollectionLine:
    """The line with the printing that it names, or unread where that isn't recorded or may be several."""
    choices = tuple(CardChoice(card, CardKey.of(card, each)) for each in (None, *card.printings))
    if any(note.code == _PRINTING_MISSING for note in found.notes):
        said = parsed.printing or parsed.set_code
        if unnumbered := _find_unnumbered(card, said, catalog):
            note = f"The number in {shorten(said, 40)} isn’t recorded; read as {unnumbered.code}."
            return replace(line, card=card, key=CardKey.of(card, unnumbered), notes=(note,))
        return replace(
            line, problem=f"{card.title} has no recorded printing {shorten(said, 40)}.", nearest=choices[:12]
        )
    notes = tuple(to_sentence(note.message) for note in found.notes)
    notes += ("No number of copies; read as 1.",) if parsed.count is None else ()
    read = replace(line, card=card, notes=notes)
    if found.printing and found.printing != card.slug:
        printing = next((each for each in card.printings if each.code == found.printing), None)
        return replace(read, key=CardKey.of(card, printing))
    if parsed.set_code:
        held = [each for each in card.printings if each.set_code == parsed.set_code]
        if len(held) == 1:
            return replace(read, key=CardKey.of(card, held[0]))
        nearest = tuple(CardChoice(card, CardKey.of(card, each)) for each in held)
        why = f"{card.title} has {len(held)} printings in {parsed.set_code}. Give the number."
        return replace(line, problem=why, nearest=nearest)
    return replace(read, key=CardKey.of(card))


def _find_unnumbered(card: Card, code: str, catalog: Catalog) -> Printing | None:
    """The card's only printing in the code's set, where its number isn't recorded; else None."""
    set_code = catalog.set_code(code.partition("-")[0])
    held = [each for each in card.printings if set_code and each.set_code == set_code]
    return held[0] if len(held) == 1 and not held[0].number else None


def parse_choice(value: str, catalogs: Mapping[str, Catalog]) -> CardKey | None:
    """The printing that a form or a program names as `game/slug/code`; None where it isn't recorded."""
    game, _, rest = value.partition("/")
    slug, _, code = rest.partition("/")
    card = catalogs[game].by_slug.get(slug) if game in catalogs else None
    if card is None:
        return None
    return find_key(card, code)


def find_key(card: Card, code: str) -> CardKey | None:
    """The printing of a card with that code; any printing without one, None where it isn't recorded."""
    if not code:
        return CardKey.of(card)
    wanted = code.casefold()
    return next((CardKey.of(card, each) for each in card.printings if each.code.casefold() == wanted), None)
