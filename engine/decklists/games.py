"""Which game a list is of, where it doesn't say: the one whose cards most of its lines name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from engine.decklists.lines import find_line_problem, parse_line, strip_comment
from engine.decklists.metadata import read_comment
from engine.decklists.resolving import resolve_line
from engine.decklists.sections import parse_heading
from engine.model import decks
from engine.model.cards import GAMES
from engine.model.catalog import Catalog
from engine.model.decks import READ, UNKNOWN
from engine.model.errors import InputError
from engine.model.reference import Reference

MISSING = "game-missing"
#: What a line says of a game: a card of it without anything to settle, or a card; else nothing.
CLEAN, NAMED, NOTHING = "clean", "named", ""


def find_game_of_lines(lines: Sequence[str], references: Sequence[Reference], as_of: date) -> str:
    """The game whose cards most of the lines name. Raises InputError (`game-missing`) where that is no one game."""
    return find_most_named(
        {each.game: [weigh_line(line, each.catalog, as_of) for line in lines] for each in references}
    )


def find_most_named(weighed: Mapping[str, Sequence[str]]) -> str:
    """The game with the most lines that name its cards; those without anything to settle count first.

    Raises InputError (`game-missing`) where that is no one game.
    """
    weights = {game: (states.count(CLEAN), count_named(states)) for game, states in weighed.items()}
    best = max(weights.values(), default=(0, 0))
    games = [game for game, weight in weights.items() if weight == best]
    if best[1] and len(games) == 1:
        return games[0]
    what = (
        f"the cards fit {' and '.join(GAMES[game] for game in games)}; choose the game"
        if best[1]
        else "no line names a recorded card; check the lines, such as “4 Savage Beatdown”, or choose the game"
    )
    raise InputError(f"the game is unclear: {what}", place="game", code=MISSING)


def count_named(states: Sequence[str]) -> int:
    """How many lines name a card."""
    return len(states) - states.count(NOTHING)


def is_about_card(line: str) -> bool:
    """Whether a line is about a card, read or not: neither empty, nor a comment, nor a heading."""
    return bool(line.strip()) and read_comment(line) is None and parse_heading(line) is None


def weigh_line(line: str, catalog: Catalog, as_of: date) -> str:
    """Whether a line names a card of the catalog, and whether without anything to settle; empty where it doesn't."""
    if find_line_problem(line) or read_comment(line) is not None or not (text := strip_comment(line)):
        return NOTHING
    found = resolve_line(parse_line(text, catalog), decks.DECK, catalog, as_of, suggest=False)
    if found.state == UNKNOWN:
        return NOTHING
    return CLEAN if found.state == READ and not found.notes else NAMED
