"""Which game a list is of, where nobody said it: the one whose cards most of its lines name."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from engine.decklists.lines import parse, problem_of, without_comment
from engine.decklists.metadata import comment
from engine.decklists.resolving import resolve
from engine.decklists.sections import heading
from engine.model import decks
from engine.model.cards import GAMES
from engine.model.catalog import Catalog
from engine.model.decks import READ, UNKNOWN
from engine.model.errors import InputError, NotFound
from engine.model.reference import Reference
from vsdb.catalog.formats.lookup import find_game
from vsdb.exchange.deck_lists.drafts import Draft, Row

MISSING = "game-missing"
_CLEAN, _NAMED = "clean", "named"


def game_of(
    draft: Draft, references: Sequence[Reference], as_of: date, *, asked: str | None
) -> tuple[Reference, tuple[str, ...]]:
    """The reference of the list's game, and what had to be settled for it.

    What was asked for decides, then what the list says, then its cards. Raises InputError (`game-missing`) where these
    tell no one game, and NotFound for a game asked for that isn't there.
    """
    by_game = {each.game: each for each in references}
    said, remarks = _said(draft)
    if asked:
        game = find_game(asked)
        if said and said != game:
            remarks = (*remarks, f"The list says that it is of {GAMES[said]}; it is read as one of {GAMES[game]}.")
    elif said:
        game = said
    else:
        game, found, lines = _most_named(draft, references, as_of)
        told = f"{found} of {lines} lines name its cards" if lines != 1 else "its line names a card of it"
        remarks = (*remarks, f"The list doesn't say its game; it is read as {GAMES[game]}: {told}.")
    if game not in by_game:
        raise NotFound(f"no cards of {GAMES[game]} are on record here")
    return by_game[game], remarks


def _said(draft: Draft) -> tuple[str, tuple[str, ...]]:
    """The game that the list itself names; a word that is none is remarked."""
    if not draft.game.strip():
        return "", ()
    try:
        return find_game(draft.game), ()
    except NotFound:
        return "", (f"“{draft.game.strip()[:60]}” is no game; the games are {', '.join(GAMES)}.",)


def _most_named(draft: Draft, references: Sequence[Reference], as_of: date) -> tuple[str, int, int]:
    """The game that most lines name cards of, how many do, and of how many; what needs no settling weighs first."""
    found = {each.game: [_state(line, each.catalog, as_of) for line in draft.lines] for each in references}
    weights = {game: (states.count(_CLEAN), len(states) - states.count("")) for game, states in found.items()}
    best = max(weights.values(), default=(0, 0))
    games = [game for game, weight in weights.items() if weight == best]
    if best[1] and len(games) == 1:
        return games[0], best[1], sum(_is_line(line) for line in draft.lines)
    what = f"the cards could be of {' or '.join(GAMES[game] for game in games)}" if best[1] else "no line names a card"
    raise InputError(f"nothing tells which game the list is of: {what}; choose the game", place="game", code=MISSING)


def _is_line(line: str | Row) -> bool:
    return not isinstance(line, str) or bool(line.strip() and comment(line) is None and heading(line) is None)


def _state(line: str | Row, catalog: Catalog, as_of: date) -> str:
    """Whether a line names a card of the catalog, and whether without anything to settle; empty where it doesn't."""
    if isinstance(line, Row):
        if line.slug in catalog.by_slug:
            return _CLEAN
        line = line.written or line.name + (f" [{line.printing}]" if line.printing else "")
    if problem_of(line) or comment(line) is not None or not (text := without_comment(line)):
        return ""
    found = resolve(parse(text, catalog), decks.DECK, catalog, as_of, suggest=False)
    if found.state == UNKNOWN:
        return ""
    return _CLEAN if found.state == READ and not found.notes else _NAMED
