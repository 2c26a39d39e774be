"""Which game a file's cards are of, where its first cards have to tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.exchange.card_files.proposals import Place, Problem
from vsdb.exchange.card_files.sources.properties import Cell, game_of
from vsdb.exchange.card_files.sources.xml_units import Unit

UNKNOWN_GAME = "nothing here tells which game the cards are of"
_MOST_HELD = 500  #: records that are looked at before the game must be known


def with_game(
    records: Iterator[Unit | Problem],
    known: str | None,
    cells: Callable[[Unit], Iterable[Cell]],
    hint: str,
) -> tuple[str, Iterator[Unit | Problem]]:
    """The game and all the records. Raises InputError with a hint on how to say it where nothing tells the game."""
    held: list[Unit | Problem] = []
    if known:
        return known, records
    for record in records:
        held.append(record)
        if isinstance(record, Unit) and record.tag == "card" and (game := game_of(cells(record))):
            return game, chain(held, records)
        if len(held) >= _MOST_HELD:
            break
    place = next((record.place for record in held if isinstance(record, Unit)), Place(1, 1))
    raise InputError(f"{UNKNOWN_GAME}; {hint} ({', '.join(GAMES)})", place=str(place), code="unknown-game")
