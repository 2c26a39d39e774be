"""Lists on their way: what a layout says before any card is looked for, its deck text, and a deck that goes out in one.

What a person decided for lines of a list is put into its text here, too."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from engine import decklists
from engine.decklists.encoding import split_lines
from engine.decklists.lines import find_line_problem, parse_line, strip_comment
from engine.decklists.metadata import read_comment
from engine.decklists.sections import find_section, is_ornament, parse_heading, section_title
from engine.model import decks
from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import READ, Deck, DeckEntry
from engine.model.errors import InputError
from engine.model.games import game_of

_LINE_ENDS = re.compile("[\r\n\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A line told in fields. `count` is as it was written; `written` is the whole line where the layout kept it.

    `section` is a heading's words or a section's slug; empty is the deck, None the section of the line before.
    """

    count: str = ""
    name: str = ""
    section: str | None = None
    slug: str = ""
    printing: str = ""
    octgn_id: str = ""
    written: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class ListDraft:
    """A list as its layout gives it: lines of deck text as they stand, and rows. `game` is as it was written."""

    lines: tuple[str | DraftRow, ...]
    game: str = ""
    notes: str = ""
    remarks: tuple[str, ...] = ()


def to_one_line(text: str) -> str:
    """A text with its line breaks as spaces."""
    return _LINE_ENDS.sub(" ", text).strip()


def split_note(text: str) -> list[str]:
    """The lines of a note."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if text.strip() else []


def broken_layout_error(layout: str, why: str, place: str = "") -> InputError:
    """The error for a file that isn't what it looks like."""
    return InputError(f"this looks like {layout}, but {why}", place=place, code="wrong-file")


@dataclass(frozen=True, slots=True)
class OutgoingDeck:
    """A deck with all that a layout may tell of it.

    `card_notes` and `octgn_ids` are by the card's slug; `address` is that of the deck's page, and `absolute` makes a
    whole address of a path.
    """

    deck: Deck
    catalog: Catalog
    notes: str = ""
    card_notes: Mapping[str, str] = field(default_factory=dict)
    address: str = ""
    absolute: Callable[[str], str] = str
    octgn_ids: Mapping[str, str] = field(default_factory=dict)
    octgn_game: str = ""

    def note_on(self, entry: DeckEntry) -> str:
        """The note on the line's card, on the first line that it stands on; empty where there is none."""
        card = entry.card
        note = self.card_notes.get(card.slug, "") if card else ""
        is_first = bool(note) and next(each for each in self.deck.entries if each.card is card) is entry
        return note if is_first else ""


@dataclass(frozen=True, slots=True)
class ExportedText:
    """A deck in a layout, and what of it couldn't go in as it was."""

    text: str
    remarks: tuple[str, ...] = ()


def write_line(entry: DeckEntry, game: str) -> str:
    """An entry as a line that leads back to it."""
    if entry.state != READ:
        return to_one_line(entry.written)
    return decklists.write_deck(Deck(game, (entry,))).splitlines()[-1]


def move_metadata_to_lines(deck: Deck, **said: str) -> Deck:
    """The deck with title and metadata on one line each, and what else is said before these."""
    about = {key: to_one_line(value) for key, value in {**said, **deck.metadata}.items()}
    return replace(deck, title=to_one_line(deck.title), metadata=about)


def write_head_lines(deck: Deck) -> list[str]:
    """The comment lines of a list: its title, its game, and what else it says about itself."""
    return decklists.write_deck(replace(move_metadata_to_lines(deck, game=deck.game), entries=())).splitlines()


def build(draft: ListDraft, catalog: Catalog) -> tuple[str, dict[int, str], list[str]]:
    """The deck text of a draft in the game of the catalog, the notes on its lines by their numbers, and remarks.

    Every row is a line, and no line is lost. Raises InputError for what can't be a list at all.
    """
    lines: list[str] = []
    notes: dict[int, str] = {}
    unknown: dict[str, None] = {}
    section = game_of(catalog.game).sections.unheaded
    for row in draft.lines:
        if isinstance(row, str):
            lines.append(row)
            continue
        wanted = _section(row.section, catalog.game) if row.section else None
        if row.section and wanted is None:
            wanted = decks.DECK
            if not _only_sorts(row.section, catalog.game):
                unknown[row.section[:60]] = None
        elif row.section == "" and section not in {"", decks.DECK}:
            wanted = decks.DECK
        if wanted and wanted != section:
            section = wanted
            lines.append(section_title(section))
        lines.append(_line(row, section, catalog))
        if row.note.strip():
            notes[len(lines)] = row.note
    text = "\n".join(lines) + "\n" if lines else ""
    split_lines(text)
    return text, notes, [f"This game has no section “{name}”. Its cards were added to the deck." for name in unknown]


def _section(words: str, game: str) -> str | None:
    """The section that words name, as its heading reads back; None where they name none."""
    named = None if find_line_problem(words) else find_section(words, game)
    found = parse_heading(strip_comment(section_title(named)), game) if named else None
    return found.section if found else None


def _only_sorts(words: str, game: str) -> bool:
    """Whether the words are a heading that opens no section, as Plot Twists is."""
    found = None if find_line_problem(words) else parse_heading(words, game)
    return found is not None and found.section is None


def _line(row: DraftRow, section: str, catalog: Catalog) -> str:
    card = catalog.by_slug.get(row.slug) if row.slug else None
    count = row.count or "1"
    if card and _is_number(count) and 0 < int(count[:9]) <= decklists.MAX_COPIES:
        printing = row.printing if any(row.printing == each.code for each in card.printings) else ""
        return write_line(DeckEntry(decks.DECK, int(count), card, printing=printing), card.game)
    return _kept(_as_written(row, card, catalog), section, catalog)


def _as_written(row: DraftRow, card: Card | None, catalog: Catalog) -> str:
    """The line of a row that no slug settles; a name that has its count with it already, as 4x Name, gets none more."""
    if row.written:
        return to_one_line(row.written)
    name = to_one_line(row.name) or (card.title if card else row.slug)
    if _is_number(row.count) and name and not (catalog.is_name(name) or catalog.by_title(name)):
        count = int(row.count[:9])
        counted = None if find_line_problem(name) else parse_line(strip_comment(name), catalog).count
        if count in {0, counted}:
            return name
    code = f"[{to_one_line(row.printing)}]" if row.printing else ""
    return " ".join(filter(None, (to_one_line(row.count) or "1", name, code)))


def _kept(line: str, section: str, catalog: Catalog) -> str:
    """The line, in quotation marks where the reader would take it for a heading, a comment or nothing at all."""
    if find_line_problem(line):
        return line
    text = strip_comment(line)
    if sideboard := _SIDEBOARD.match(text):
        text = text[sideboard.end() :].strip()
    found = parse_heading(text, catalog.game)
    is_card = text[:1].isdigit() and catalog.is_name(parse_line(text, catalog).name)
    opens = found and not is_card and not (found.rest and found.opens_after(section) == section)
    is_lost = not text or read_comment(line) is not None or line.startswith("//") or is_ornament(text)
    is_passed_over = text.endswith(":") and parse_line(text, catalog).count is None
    return f"“{line}”" if is_lost or opens or is_passed_over else line


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


DROP = "drop"
_SIDEBOARD = re.compile(r"\s*sb:\s*", re.IGNORECASE)


def apply_decisions(text: str, decisions: Mapping[int, str], catalog: Catalog) -> str:
    """The list with each line that was decided: a card's slug puts that card there with the line's count, `drop` takes
    the line out, anything else stands in its place. Raises InputError for a line that isn't there."""
    lines = split_lines(text)
    for number in decisions:
        if not 1 <= number <= len(lines):
            raise InputError(f"no line {number}; the list has {len(lines)} lines", place=f"line {number}")
    kept: list[str] = []
    for number, line in enumerate(lines, start=1):
        kept += [line] if number not in decisions else _apply_decision(number, line, decisions[number].strip(), catalog)
    return "\n".join(kept) + "\n" if kept else ""


def _apply_decision(number: int, line: str, choice: str, catalog: Catalog) -> list[str]:
    prefix, rest = _parts(line, catalog.game)
    card = catalog.by_slug.get(choice)
    if choice == DROP:
        return [prefix.strip()] if prefix and not _SIDEBOARD.fullmatch(prefix) else []
    if card:
        written = None if find_line_problem(rest) else parse_line(strip_comment(rest), catalog)
        count = written.count if written and written.count and not written.problem else 1
        return [prefix + write_line(DeckEntry(decks.DECK, count, card), catalog.game)]
    if not choice:
        raise InputError("no choice made; choose a card, write a line, or remove it", place=f"line {number}")
    if len(choice.splitlines()) > 1:
        raise InputError("more than 1 line; write a single line", place=f"line {number}")
    return [choice]


def _parts(line: str, game: str) -> tuple[str, str]:
    """What of a line says where its card stands, `SB: ` or `Legend: `, and the rest of it."""
    if sideboard := _SIDEBOARD.match(line):
        return sideboard[0], line[sideboard.end() :]
    found = None if find_line_problem(line) else parse_heading(strip_comment(line), game)
    if found and found.rest:
        before, colon, behind = line.partition(":")
        return f"{before}{colon} ", behind.strip()
    return "", line
