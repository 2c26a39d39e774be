"""Full verdicts a second on one core, over the case decks, each read beforehand.

Run it as `python -m benchmarks.verdicts`. It takes the cases from the folder that VSDB_SHARED names, else ../shared.
A deck that was judged before remembers what its list alone decides, so that further formats and days cost less; both
are measured. For comparison the same run times what a request does beside: reading the lists and writing the verdicts.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from time import perf_counter

from engine import Deck, Format, Reference, build_reference, check_deck, read_deck
from vsdb.catalog.cards.reading.folder import read_game

ROOT = Path(__file__).resolve().parent.parent
CASES = Path(os.environ.get("VSDB_SHARED") or ROOT.parent / "shared") / "cases" / "verdicts.json"
SECONDS = 3.0
GOAL = 25_000


def main() -> str | None:
    """Print what was measured; a word to standard error where there are no cases."""
    if not CASES.is_file():
        return f"no cases at {CASES}: name their folder in VSDB_SHARED"
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    references = {game: _reference(game) for game in sorted({case["game"] for case in cases})}
    texts = [(case["deck"], references[case["game"]], date.fromisoformat(case["as_of"])) for case in cases]
    asked = [
        (read_deck(text, known.catalog, day), _format(known, case["format"]), day)
        for case, (text, known, day) in zip(cases, texts, strict=True)
    ]
    verdicts = [check_deck(*each) for each in asked]
    rows = [
        ("verdicts of decks judged before", _rate(lambda: [check_deck(*each) for each in asked], len(cases))),
        ("verdicts of decks just read", _rate_of_fresh(asked)),
        (
            "lists read",
            _rate(lambda: [read_deck(text, known.catalog, day) for text, known, day in texts], len(cases)),
        ),
        ("verdicts written as JSON", _rate(lambda: [json.dumps(each.as_dict()) for each in verdicts], len(cases))),
    ]
    print(f"{len(cases)} decks, Python {sys.version.split()[0]}, one core; the goal is {GOAL:,} verdicts a second")
    for what, rate in rows:
        print(f"{what:<34}{rate:>12,.0f} a second")
    return None


def _reference(game: str) -> Reference:
    rows = read_game(ROOT / "fixtures" / game, game)
    return build_reference(game, cards=rows.cards, sets=rows.sets, formats=rows.formats, bans=rows.bans)


def _format(known: Reference, slug: str) -> Format:
    fmt = known.format(slug)
    assert fmt, slug
    return fmt


def _rate(work: Callable[[], object], count: int) -> float:
    """How many of `count` things a second, the best of several rounds in about SECONDS."""
    best = float("inf")
    until = perf_counter() + SECONDS
    while perf_counter() < until:
        began = perf_counter()
        work()
        best = min(best, perf_counter() - began)
    return count / best


def _rate_of_fresh(asked: list[tuple[Deck, Format, date]]) -> float:
    """The same with nothing that a deck remembers of an earlier verdict: what a deck costs that is judged once."""
    best = float("inf")
    until = perf_counter() + SECONDS
    while perf_counter() < until:
        fresh = [(Deck(deck.game, deck.entries, deck.title, deck.metadata), fmt, day) for deck, fmt, day in asked]
        began = perf_counter()
        for deck, fmt, day in fresh:
            check_deck(deck, fmt, day)
        best = min(best, perf_counter() - began)
    return len(asked) / best


if __name__ == "__main__":
    sys.exit(main())
