"""Goldfish games of a pasted list, for the API and the command line; nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from engine import GAMES, Deck, InputError, NotFound, decklists
from engine.simulation.goldfish.blocked_cards import BlockedCards, count_blocked_cards
from engine.simulation.goldfish.comparing import compare_runs
from engine.simulation.goldfish.running import GoldfishResult, GoldfishRun, join_portions
from vsdb.check import services
from vsdb.core.limits.computing import bounds_computing
from vsdb.simulations.hands.dealing import draw_seed

DEFAULT_GAMES, DEFAULT_TURNS = 1_000, 7
MAX_TURNS = 12
MAX_GAMES = 100_000  #: of a deck whose games are played in bulk: 1 s of processor time, 6 s at most
MAX_SLOW_GAMES = 10_000  #: of another: 4 s
FORM_GAMES, FORM_SLOW_GAMES = 25_000, 2_500  #: that a form has played at once, within 1.5 s; more are a run
BLOCKED_GAMES = 300  #: played one by one to see which cards are in the way: 0.1 s


@dataclass(frozen=True, slots=True)
class GoldfishRequest:
    """A list and how it is to be played; without a seed one is drawn.

    `as_of` is the day whose rules are cited: else the one that the list names, else today.
    `against` is a second list to put beside it. `blocked`: say which cards a rule keeps from being played.
    """

    text: str
    game: str | None = None
    games: int = DEFAULT_GAMES
    turns: int = DEFAULT_TURNS
    seed: int | None = None
    first: bool = False
    distribution: bool = False
    as_of: date | None = None
    against: str | None = None
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class PlayedLists:
    """The games of a list, and of the second where there is one."""

    result: GoldfishResult
    against: GoldfishResult | None = None
    blocked: BlockedCards | None = None

    @property
    def all(self) -> tuple[GoldfishResult, ...]:
        """One result, or both."""
        return (self.result, *([self.against] if self.against else []))

    def as_dict(self) -> dict[str, Any]:
        """The results as the API and the command line give them."""
        told = self.result.as_dict()
        if self.blocked:
            told["blocked_cards"] = self.blocked.as_dict()
        if self.against:
            told["against"] = self.against.as_dict()
            told["differences"] = [each.as_dict() for each in compare_runs(self.result, self.against)]
        return told


@bounds_computing
def simulate(asked: GoldfishRequest) -> PlayedLists:
    """Play the games. Costs the one query of each reference that is in memory. Raises InputError and NotFound."""
    decks = [services.read_list(asked.text, game=asked.game)]
    if asked.against is not None:
        decks.append(_read_other_list(asked.against, decks[0].game))
    seed = draw_seed() if asked.seed is None else asked.seed
    runs = [
        build_run(
            deck,
            asked.as_of or services.day_said(deck.metadata),
            turns=asked.turns,
            seed=seed,
            first=asked.first,
            distribution=asked.distribution,
        )
        for deck in decks
    ]
    for run in runs:
        if not run.cards.copies:
            raise InputError("the deck section of the list has no cards", code="no-cards")
    result, *others = play_runs(runs, asked.games)
    blocked = count_blocked_cards(runs[0], min(asked.games, BLOCKED_GAMES)) if asked.blocked else None
    return PlayedLists(result, others[0] if others else None, blocked)


def build_run(
    deck: Deck, as_of: date, *, turns: int, seed: int, first: bool, distribution: bool = False
) -> GoldfishRun:
    """A run of a list by the rules of a day.

    Raises InputError for figures out of range.
    """
    if turns > MAX_TURNS:
        raise InputError(f"{turns} turns; at most {MAX_TURNS}", place="turns")
    return GoldfishRun(deck, seed, turns, first, distribution, as_of)


def find_most_games(runs: Sequence[GoldfishRun]) -> int:
    """How many games each of the runs may have where all are played for one answer."""
    most = MAX_GAMES if all(run.is_played_in_bulk for run in runs) else MAX_SLOW_GAMES
    return most // len(runs)


def find_form_games(run: GoldfishRun) -> int:
    """How many games a form has played at once; more are played in the background."""
    return FORM_GAMES if run.is_played_in_bulk else FORM_SLOW_GAMES


def play_runs(runs: Sequence[GoldfishRun], games: int) -> list[GoldfishResult]:
    """So many games of each run. Raises InputError for more or fewer than may be played."""
    if games < 1:
        raise InputError(f"{games} games; at least 1", place="games")
    if games > (most := find_most_games(runs)):
        whose = "this deck" if len(runs) == 1 else "these decks"
        why = "" if all(run.is_played_in_bulk for run in runs) else f" of {whose}, whose games are played one by one"
        each = "" if len(runs) == 1 else " of each deck"
        raise InputError(f"{games:,} games; at most {most:,}{each}{why}", place="games")
    return [join_portions(run, [run.play_portion(0, games, in_bulk=True)]) for run in runs]


def _read_other_list(text: str, game: str) -> Deck:
    """The second list, of the game of the first. Raises InputError and NotFound."""
    try:
        found = services.read_list(text, game=None if "game" in decklists.read_metadata(text) else game)
    except (InputError, NotFound) as error:
        raise InputError(str(error), place="against") from error
    require_same_game(found.game, game)
    return found


def require_same_game(other: str, game: str) -> None:
    """Raise InputError where a second list is of another game."""
    if other != game:
        raise InputError(f"the lists are for different games: {GAMES[game]} and {GAMES[other]}", place="against")
