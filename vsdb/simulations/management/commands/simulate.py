"""Play goldfish games of a deck list."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any

from engine import InputError
from engine.model.games import games
from vsdb.core import commands
from vsdb.simulations.goldfish.figures import PlayedList
from vsdb.simulations.goldfish.files import write_distribution, write_means
from vsdb.simulations.goldfish.playing import (
    DEFAULT_GAMES,
    DEFAULT_TURNS,
    MAX_GAMES,
    MAX_TURNS,
    GoldfishRequest,
    simulate,
)

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
        parser.add_argument(
            "--as-of", metavar="DATE", help="day whose rules are cited; default: the day in the list, else today"
        )
        parser.add_argument("--against", metavar="LIST", help="second list of the same game, to put beside the first")
        parser.add_argument("--distribution", action="store_true", help="count the games by each value of a figure")
        parser.add_argument("--blocked", action="store_true", help="say which cards a rule keeps from being played")
        parser.add_argument(
            "--csv", action="store_true", help="print the figures as CSV; with --distribution the games by each value"
        )
        commands.add_json(parser, "print the result as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Play, and print the figures."""
        if options["csv"] and options["json"]:
            raise InputError("choose one of --csv and --json", place="--csv")
        text, file = commands.read_list(options["file"]), commands.to_printable(options["file"])
        against = commands.read_list(options["against"]) if options["against"] else None
        asked = GoldfishRequest(
            text,
            options["game"],
            options["games"],
            options["turns"],
            options["seed"],
            options["on_play"],
            distribution=options["distribution"],
            as_of=commands.read_day_option(options, "as_of"),
            against=against,
            blocked=options["blocked"],
        )
        with commands.name_file_in_errors(file):
            played = simulate(asked)
        if options["csv"]:
            names = (file, commands.to_printable(options["against"] or ""))
            lists = [PlayedList(name, result) for name, result in zip(names, played.all, strict=False)]
            write = write_distribution if options["distribution"] else write_means
            self.stdout.write(write(lists), ending="")
            return 0
        result = played.as_dict()
        self.answer(options, lambda: {"file": file, **result}, _lines(file, result))
        return 0


def _lines(file: str, told: Mapping[str, Any]) -> Iterator[str]:
    """The figures for people, then the first game."""
    yield f"{file}: {told['games']:,} games of {told['turns']} turns, seed {told['seed']}, mean ± standard error"
    yield "turn" + "".join(f"{head:>16}" for head in _COLUMNS.values())
    for row in told["by_turn"]:
        yield f"{row['turn']:>4}" + "".join(f"{_write(name, row[name]):>16}" for name in _COLUMNS)
    yield from _list_differences(told)
    yield from _list_blocked(told)
    yield "Policy:"
    yield from (f"  {name}: {said}" for name, said in told["policy"].items())
    yield "Assumed:"
    yield from (f"  {said}" for said in told["assumes"])
    yield "Rules: " + ", ".join(f"{each['document']} {each['rule']}" for each in told["citations"])
    yield "The first game:"
    for row in told["game_0"]:
        yield f"  Turn {row['turn']}" if row["turn"] else "  Before the first turn"
        yield from (f"    {step['message']}" for step in row["steps"])


def _list_differences(told: Mapping[str, Any]) -> Iterator[str]:
    """What differs from the second list, a row a turn."""
    if "differences" not in told:
        return
    yield "The second list less the first, difference ± standard error"
    yield "turn" + "".join(f"{head:>16}" for head in _COLUMNS.values())
    found = {(each["turn"], each["metric"]): each for each in told["differences"]}
    for turn in range(1, told["turns"] + 1):
        cells = ((name, found[turn, name]) for name in _COLUMNS)
        shown = ((name, {"mean": each["difference"], "se": each["se"]}) for name, each in cells)
        yield f"{turn:>4}" + "".join(f"{_write(name, each):>16}" for name, each in shown)


def _list_blocked(told: Mapping[str, Any]) -> Iterator[str]:
    """The cards that a rule keeps from being played, under the figure that counts them."""
    if "blocked_cards" not in told:
        return
    yield f"Cards that a rule stops, in {told['blocked_cards']['games']:,} games:"
    for metric, cards in told["blocked_cards"]["cards"].items():
        yield f"  {metric}:"
        for each in cards:
            rule = f"{each['citation']['document']} {each['citation']['rule']}"
            yield f"    {each['name']}: {each['ever']['mean']:.1%} ± {each['ever']['se']:.1%} of games, {rule}"


def _write(name: str, estimate: Mapping[str, float]) -> str:
    """A mean with its error, a share as a percentage."""
    if name in _SHARES:
        return f"{estimate['mean']:.1%} ± {estimate['se']:.1%}"
    return f"{estimate['mean']:.2f} ± {estimate['se']:.2f}"
