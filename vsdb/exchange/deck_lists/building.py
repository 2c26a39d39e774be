"""A draft into deck text, every row a line and no line lost, and what a person decided for lines of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine import decklists
from engine.decklists.encoding import split_lines
from engine.decklists.lines import find_line_problem, parse_line, strip_comment
from engine.decklists.metadata import read_comment
from engine.decklists.sections import find_section, is_ornament, parse_heading, section_title
from engine.model import decks
from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import DeckEntry
from engine.model.errors import InputError
from engine.model.games import game_of
from vsdb.exchange.deck_lists.drafts import DraftRow, ListDraft, to_one_line, write_line


@dataclass(frozen=True, slots=True)
class BuiltText:
    """A deck text; `notes` are those on single lines, by line number."""

    text: str
    notes: Mapping[int, str]
    remarks: tuple[str, ...]


def build(draft: ListDraft, catalog: Catalog) -> BuiltText:
    """The deck text of a draft in the game of the catalog. Raises InputError for what can't be a list at all."""
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
    return BuiltText(text, notes, tuple(_note_unknown_sections(unknown)))


def _note_unknown_sections(names: Mapping[str, None]) -> Iterator[str]:
    for name in names:
        yield f"“{name}” is no section of this game; its cards are read as the deck's."


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
            raise InputError(f"the list has {len(lines)} lines, none of number {number}", place=f"line {number}")
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
        raise InputError("nothing is chosen; choose a card, write a line, or drop it", place=f"line {number}")
    if len(choice.splitlines()) > 1:
        raise InputError("several lines in place of one; one line is needed", place=f"line {number}")
    return [choice]


def _parts(line: str, game: str) -> tuple[str, str]:
    """What of a line says where its card stands, `SB: ` or `Legend: `, and the rest of it."""
    sideboard = _SIDEBOARD.match(line)
    if sideboard:
        return sideboard[0], line[sideboard.end() :]
    found = None if find_line_problem(line) else parse_heading(strip_comment(line), game)
    if found and found.rest:
        before, colon, behind = line.partition(":")
        return f"{before}{colon} ", behind.strip()
    return "", line
