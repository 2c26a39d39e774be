"""Play goldfish games of a deck list."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any

from engine.model.games import games
from vsdb.core import commands
from vsdb.simulations.goldfish import DEFAULT_GAMES, DEFAULT_TURNS, MAX_GAMES, MAX_TURNS, GoldfishRequest, simulate

#: What the table shows, with the heads of its columns.
_COLUMNS = {
    "points": "points",
    "spent": "spent",
    "curve_hit": "on curve",
    "on_curve": "so far",
    "characters": "in play",
    "atk": "ATK",
    "def": "DEF",
    "hand": "hand",
}
_SHARES = ("curve_hit", "on_curve")


class Command(commands.QueryCommand):
    """Play games against nobody. Exit status: 0 played, 2 can't be used."""

    help = (
        "Play games of a deck list against nobody, by the rules of its game, and print the figures of each turn. The "
        "same seed gives the same games. Without a seed, a random one is used and printed. The game comes from the "
        "list's '# game:' line, or from its cards. Exit status: 0 played, 2 unusable input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        whose = " and ".join(game.name for game in games() if game.goldfish and game.goldfish.asks_first)
        commands.add_file(parser)
        commands.add_game(parser)
        parser.add_argument(
            "--games",
            type=int,
            metavar="N",
            default=DEFAULT_GAMES,
            help=f"games to play; default: {DEFAULT_GAMES:,}, at most {MAX_GAMES:,}",
        )
        parser.add_argument(
            "--turns",
            type=int,
            metavar="N",
            default=DEFAULT_TURNS,
            help=f"turns of each; default: {DEFAULT_TURNS}, at most {MAX_TURNS}",
        )
        parser.add_argument("--seed", type=int, metavar="N", help="the seed of the games")
        parser.add_argument("--on-play", action="store_true", help=f"go first ({whose}); default: second")
        commands.add_json(parser, "print the result as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Play, and print the figures."""
        text, file = commands.read_list(options["file"]), commands.to_printable(options["file"])
        asked = GoldfishRequest(
            text, options["game"], options["games"], options["turns"], options["seed"], options["on_play"]
        )
        with commands.name_file_in_errors(file):
            result = simulate(asked).as_dict()
        self.answer(options, lambda: {"file": file, **result}, _lines(file, result))
        return 0


def _lines(file: str, told: Mapping[str, Any]) -> Iterator[str]:
    """The figures for people, then the first game."""
    yield f"{file}: {told['games']:,} games of {told['turns']} turns, seed {told['seed']}, mean ± standard error"
    yield "turn" + "".join(f"{head:>16}" for head in _COLUMNS.values())
    for row in told["by_turn"]:
        yield f"{row['turn']:>4}" + "".join(f"{_write(name, row[name]):>16}" for name in _COLUMNS)
    yield "Policy:"
    yield from (f"  {name}: {said}" for name, said in told["policy"].items())
    yield "Assumed:"
    yield from (f"  {said}" for said in told["assumes"])
    yield "Rules: " + ", ".join(f"{each['document']} {each['rule']}" for each in told["citations"])
    yield "The first game:"
    for row in told["game_0"]:
        yield f"  Turn {row['turn']}" if row["turn"] else "  Before the first turn"
        yield from (f"    {step['message']}" for step in row["steps"])


def _write(name: str, estimate: Mapping[str, float]) -> str:
    """A mean with its error, a share as a percentage."""
    if name in _SHARES:
        return f"{estimate['mean']:.1%} ± {estimate['se']:.1%}"
    return f"{estimate['mean']:.2f} ± {estimate['se']:.2f}"
