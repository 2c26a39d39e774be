"""Where characters stand: entering play, and changing the formation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from engine.games.vs_classic.play.attempt import Attempt, is_own
from engine.games.vs_classic.play.characters import is_character, name_of
from engine.games.vs_classic.play.facts import DIVIDER, HIDDEN, OPTIONAL, VISIBLE
from engine.games.vs_classic.play.saying import FormationMove
from engine.play.facts import Maybe
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, all_of, combine

ROWS = ("front", "support")


class Spot(NamedTuple):
    """A place with who stands there."""

    name: str
    row: Maybe[str]
    column: Maybe[int | str]
    area: Maybe[str]


def lands_in_row(attempt: Attempt) -> Found:
    """A character enters the front or the support row."""
    place = attempt.says.place
    if place is None:
        return None
    return place.row if isinstance(place.row, Unknown) else place.row in ROWS


def spot_free(attempt: Attempt) -> Found:
    """The position that a character enters is empty, and isn't in the dividing column."""
    place = attempt.says.place
    if place is None or place.row == "resource":
        return None
    if place.column == DIVIDER:
        return Broken("No character may be in the dividing column.")
    held = attempt.own.characters
    if isinstance(held, Unknown):
        return held
    spot = Spot("", place.row, place.column, entered_area(attempt))
    free = _first_shared((spot, Spot(name_of(each), each.row, each.column, each.area)) for each in held)
    # A column that isn't said may be the dividing one.
    return place.column if free is True and isinstance(place.column, Unknown) else free


def entered_area(attempt: Attempt) -> Maybe[str]:
    """The area that a character enters: where it is placed, else the one that its card names."""
    concealed: Maybe[bool | str] = attempt.says.card.concealed
    said: Maybe[str] = attempt.says.place.area
    if not isinstance(said, Unknown) or concealed == OPTIONAL:
        return said
    if isinstance(concealed, Unknown):
        return concealed
    return HIDDEN if concealed else VISIBLE


def fits_area(attempt: Attempt) -> Found:
    """Concealed characters enter the hidden area, others the visible one; concealed—optional ones either."""
    place, concealed = attempt.says.place, attempt.says.card.concealed
    if place is None:
        return None
    if concealed == OPTIONAL:
        return True
    if isinstance(concealed, Unknown) or isinstance(place.area, Unknown):
        return combine(*(each for each in (concealed, place.area) if isinstance(each, Unknown)))
    wanted = HIDDEN if concealed else VISIBLE
    return True if place.area == wanted else Broken(f"It enters the {wanted} area.")


def moves_own(attempt: Attempt) -> Found:
    """A player moves their own characters, and nothing else."""
    moves = attempt.says.moves
    if isinstance(moves, Unknown):
        return moves
    for move in moves:
        character = attempt.own_character(move.id)
        if not is_character(character):
            return Broken(f"{name_of(character)} isn’t a character.")
        if not is_own(attempt, character):
            return Broken(f"{name_of(character)} is another player’s character.")
    return True


def moves_to_row(attempt: Attempt) -> Found:
    """Characters stand in the front or the support row."""
    asks: list[str] = []
    for move in _moves(attempt):
        if isinstance(move.row, Unknown):
            asks += move.row.asks
        elif move.row not in ROWS:
            return Broken(f"{_mover(attempt, move)} can’t stand in the {move.row} row.")
    return Unknown(tuple(asks)) if asks else True


def moves_apart(attempt: Attempt) -> Found:
    """After the move no two characters are in one position."""
    moves = {move.id: move for move in _moves(attempt)}
    held = attempt.own.characters
    if not moves:
        return True
    if isinstance(held, Unknown):
        return held
    moved = [_new_spot(attempt, move) for move in moves.values() if move.row != "resource" and move.column != DIVIDER]
    stayed = [Spot(name_of(each), each.row, each.column, each.area) for each in held if each.id not in moves]
    return _first_shared((*combinations(moved, 2), *((spot, other) for spot in moved for other in stayed)))


def stays_in_area(attempt: Attempt) -> Found:
    """Nobody changes from the visible to the hidden area or back."""
    for move in _moves(attempt):
        if move.area not in {None, attempt.own_character(move.id).area}:
            return Broken(f"{_mover(attempt, move)} stays in the {attempt.own_character(move.id).area} area.")
    return True


def keeps_divider_empty(attempt: Attempt) -> Found:
    """Nobody stands in the column between the areas."""
    asks: list[str] = []
    for move in _moves(attempt):
        if isinstance(move.column, Unknown):
            asks += move.column.asks
        elif move.column == DIVIDER:
            return Broken(f"{_mover(attempt, move)} can’t stand in the dividing column.")
    return Unknown(tuple(asks)) if asks else True


def _moves(attempt: Attempt) -> tuple[FormationMove, ...]:
    moves: Any = attempt.says.moves
    return () if isinstance(moves, Unknown) else tuple(moves)


def _mover(attempt: Attempt, move: FormationMove) -> str:
    return name_of(attempt.own_character(move.id))


def _new_spot(attempt: Attempt, move: FormationMove) -> Spot:
    return Spot(_mover(attempt, move), move.row, move.column, move.area or attempt.own_character(move.id).area)


def _first_shared(pairs: Any) -> Found:
    """Broken for the first pair in one position, else unknown where a pair may be, else true."""
    asks: list[str] = []
    pairs_of: Iterator[tuple[Spot, Spot]] = iter(pairs)
    for first, second in pairs_of:
        same = all_of(map(_same, first[1:], second[1:]))
        if same is True:
            return Broken(f"{second.name} is already there.")
        if isinstance(same, Unknown):
            asks += same.asks
    return Unknown(tuple(dict.fromkeys(asks))) if asks else True


def _same(first: Any, second: Any) -> Truth:
    unknown = [ask for each in (first, second) if isinstance(each, Unknown) for ask in each.asks]
    return Unknown(tuple(unknown)) if unknown else bool(first == second)
