"""What a person decided for lines that named no one card, put into the list."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.decklists.encoding import lines_of
from engine.decklists.lines import parse, problem_of, without_comment
from engine.decklists.sections import heading
from engine.model import decks
from engine.model.catalog import Catalog
from engine.model.decks import Entry
from engine.model.errors import InputError
from vsdb.exchange.deck_lists.export import line_of

DROP = "drop"
_SIDEBOARD = re.compile(r"\s*sb:\s*", re.IGNORECASE)


def decided(text: str, decisions: Mapping[int, str], catalog: Catalog) -> str:
    """The list with each line that was decided: a card's slug puts that card there with the line's count, `drop` takes
    the line out, anything else stands in its place. Raises InputError for a line that isn't there."""
    lines = lines_of(text)
    for number in decisions:
        if not 1 <= number <= len(lines):
            raise InputError(f"the list has {len(lines)} lines, none of number {number}", place=f"line {number}")
    kept: list[str] = []
    for number, line in enumerate(lines, start=1):
        kept += [line] if number not in decisions else _decided(number, line, decisions[number].strip(), catalog)
    return "\n".join(kept) + "\n" if kept else ""


def _decided(number: int, line: str, choice: str, catalog: Catalog) -> list[str]:
    prefix, rest = _parts(line, catalog.game)
    card = catalog.by_slug.get(choice)
    if choice == DROP:
        return [prefix.strip()] if prefix and not _SIDEBOARD.fullmatch(prefix) else []
    if card:
        written = None if problem_of(rest) else parse(without_comment(rest), catalog)
        count = written.count if written and written.count and not written.problem else 1
        return [prefix + line_of(Entry(decks.DECK, count, card), catalog.game)]
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
    found = None if problem_of(line) else heading(without_comment(line), game)
    if found and found.rest:
        before, colon, behind = line.partition(":")
        return f"{before}{colon} ", behind.strip()
    return "", line
