"""Goldfish games of a pasted list, for the API and the command line; nothing is stored."""

from __future__ import annotations

from dataclasses import dataclass

from engine import InputError
from engine.simulation.goldfish.running import GoldfishResult, GoldfishRun, join_portions
from vsdb.check import services
from vsdb.core.limits.computing import bounds_computing
from vsdb.simulations.hands import draw_seed

DEFAULT_GAMES, DEFAULT_TURNS = 1_000, 7
MAX_TURNS = 12
MAX_GAMES = 100_000  #: of a deck whose games are played in bulk: 2 s of processor time at most
MAX_SLOW_GAMES = 10_000  #: of another: 4 s


@dataclass(frozen=True, slots=True)
class GoldfishRequest:
    """A list and how it is to be played; without a seed one is drawn."""

    text: str
    game: str | None = None
    games: int = DEFAULT_GAMES
    turns: int = DEFAULT_TURNS
    seed: int | None = None
    first: bool = False


@bounds_computing
def simulate(asked: GoldfishRequest) -> GoldfishResult:
    """Play the games. Costs the one query of each reference that is in memory. Raises InputError and NotFound."""
    if asked.turns > MAX_TURNS:
        raise InputError(f"{asked.turns} turns; at most {MAX_TURNS}", place="turns")
    if asked.games < 1:
        raise InputError(f"{asked.games} games; at least 1", place="games")
    deck = services.read_list(asked.text, game=asked.game)
    seed = draw_seed() if asked.seed is None else asked.seed
    run = GoldfishRun(deck, seed, asked.turns, asked.first)
    if not run.cards.copies:
        raise InputError("the deck section of the list has no cards", code="no-cards")
    most = MAX_GAMES if run.is_played_in_bulk else MAX_SLOW_GAMES
    if asked.games > most:
        why = "" if most == MAX_GAMES else " of this deck, whose games are played one by one"
        raise InputError(f"{asked.games:,} games; at most {most:,}{why}", place="games")
    return join_portions(run, [run.play_portion(0, asked.games, in_bulk=True)])
