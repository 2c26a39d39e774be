"""What a deck's life in all formats of its game costs, against asking day by day.

Run it as `python -m benchmarks.lives`. It takes the sample lists, each of about 25 lines, with the facts of the
fixtures. Cold is the first life in a process, which works out how the formats' sets and bans turn; warm is every later
one. Beside it the same is asked by checks: on every day on which anything about the format turns, and, reckoned from a
hundred of them, on every day from the first turn to the last. A check reads the list for its day, as a request does.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from time import perf_counter

from benchmarks.verdicts import ROOT, _reference
from engine import Format, Reference, check_deck, read_deck
from engine.formats.changes import list_change_days
from engine.timelines import build_deck_timelines

LISTS = ROOT / "vsdb" / "check" / "sample_lists"
SAMPLES = {"warbound.txt": "vs-classic", "a-force.txt": "vs-2pcg", "jinx.txt": "riftbound"}
ROUNDS = 7
SAMPLED = 100  #: days of the day-by-day reckoning that are really asked


def main() -> None:
    """Print what was measured."""
    for name, game in SAMPLES.items():
        _measure(LISTS / name, game)


def _measure(path: Path, game: str) -> None:
    text, known = path.read_text(encoding="utf-8"), _reference(game)
    formats = list(known.formats.values())
    cold = _seconds(lambda: build_deck_timelines(text, known, formats))
    warm = min(_seconds(lambda: build_deck_timelines(text, known, formats)) for _ in range(ROUNDS))
    turning = sum(len(list_change_days(fmt)) for fmt in formats)
    by_turns = _seconds(lambda: _ask_turning_days(text, known, formats))
    days = [(turned[-1] - turned[0]).days for fmt in formats if (turned := list_change_days(fmt))]
    a_day = _seconds(lambda: _ask_some_days(text, known, formats)) / SAMPLED
    print(f"{path.name}: {len(text.splitlines())} lines, {len(formats)} formats")
    print(f"  its life, cold          {cold * 1000:>12,.0f} ms")
    print(f"  its life, warm          {warm * 1000:>12,.0f} ms")
    print(f"  {turning:>6,} turning days    {by_turns * 1000:>12,.0f} ms, {by_turns / warm:,.0f} times as much")
    every = a_day * sum(days)
    print(f"  {sum(days):>6,} days            {every * 1000:>12,.0f} ms, {every / warm:,.0f} times as much (reckoned)")


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def _ask_turning_days(text: str, known: Reference, formats: list[Format]) -> None:
    for fmt in formats:
        for day in list_change_days(fmt):
            check_deck(read_deck(text, known.on(day).catalog, day), fmt, day)


def _ask_some_days(text: str, known: Reference, formats: list[Format]) -> None:
    """A hundred days, spread over the formats and their time."""
    for number in range(SAMPLED):
        fmt = formats[number % len(formats)]
        turned = list_change_days(fmt)
        day = turned[0] + number * timedelta(days=max((turned[-1] - turned[0]).days // SAMPLED, 1))
        check_deck(read_deck(text, known.on(day).catalog, day), fmt, day)


if __name__ == "__main__":
    main()
