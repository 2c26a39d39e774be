"""How many times as fast the verdicts in all formats of a game are at once as one by one, over the case decks.

Run it as `python -m benchmarks.everywhere`. It takes the cases from the folder that VSDB_SHARED names, else ../shared.
Each deck of a game is judged on its day in every format of the game, in three ways:

asked      the service that pages and the API ask, one call a format, beside one call for all; SQLite in memory
read       the engine alone: the list read and judged for each format, beside read once and judged everywhere
judged     the engine alone, with lists that were read beforehand: as decks that nothing is known of yet, beside one
           deck judged everywhere

Times are of the processor, the best of some rounds, so that what else the machine does makes less difference.
No way can be faster than there are formats, since each format's own verdict has to be made.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CASES = Path(os.environ.get("VSDB_SHARED") or ROOT.parent / "shared") / "cases" / "verdicts.json"
ROUNDS = 5
GOAL = 10.0

Work = Callable[[], object]


def main() -> str | None:
    """Print the ratios of each game; a word to standard error where there are no cases."""
    if not CASES.is_file():
        return f"no cases at {CASES}: name their folder in VSDB_SHARED"
    os.environ |= {
        "DATABASE_URL": "sqlite://:memory:",
        "DJANGO_DEBUG": "0",
        "DJANGO_SECRET_KEY": "measuring-only",
        "DJANGO_SETTINGS_MODULE": "vsdb.settings",
    }
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("load_reference", verbosity=0)
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    print(f"Python {sys.version.split()[0]}, milliseconds of the processor a deck; the goal is {GOAL:g} times")
    print(f"{'':<12}{'formats':>8}{'decks':>7}  {'':<8}{'one by one':>11}{'at once':>9}{'times':>7}")
    for game in sorted({case["game"] for case in cases}):
        _measure(game, [case for case in cases if case["game"] == game])
    return None


def _measure(game: str, cases: list[dict[str, Any]]) -> None:
    from vsdb.catalog.cards import selectors

    formats = len(selectors.get_reference(game).formats)
    for way, (singly, at_once) in _ways(game, cases).items():
        each, all_at_once = (_best(work) * 1000 / len(cases) for work in (singly, at_once))
        times = each / all_at_once
        word = "kept" if times >= GOAL else "MISSED"
        print(f"{game:<12}{formats:>8}{len(cases):>7}  {way:<8}{each:>11.2f}{all_at_once:>9.2f}{times:>7.1f}  {word}")


def _ways(game: str, cases: list[dict[str, Any]]) -> dict[str, tuple[Work, Work]]:
    from engine import Deck, check_deck, check_everywhere, read_deck
    from vsdb.catalog.cards import selectors
    from vsdb.check import services

    known = selectors.get_reference(game)
    formats = tuple(known.formats.values())
    texts = [(case["deck"], date.fromisoformat(case["as_of"])) for case in cases]
    decks = [(read_deck(text, known.on(day).catalog, day), day) for text, day in texts]

    def as_read(deck: Deck) -> Deck:
        """The same list with nothing that it remembers of an earlier verdict."""
        return Deck(deck.game, deck.entries, deck.title, deck.metadata)

    def asked_singly() -> None:
        for text, day in texts:
            for slug in known.formats:
                services.check(text, game=game, formats=[slug], dates=[day])

    def asked_at_once() -> None:
        for text, day in texts:
            services.check(text, game=game, formats=list(known.formats), dates=[day])

    def read_singly() -> None:
        for text, day in texts:
            for fmt in formats:
                check_deck(read_deck(text, known.on(day).catalog, day), fmt, day)

    def read_once() -> None:
        for text, day in texts:
            check_everywhere(read_deck(text, known.on(day).catalog, day), formats, day)

    def judged_singly() -> None:
        for deck, day in decks:
            for fmt in formats:
                check_deck(as_read(deck), fmt, day)

    def judged_at_once() -> None:
        for deck, day in decks:
            check_everywhere(as_read(deck), formats, day)

    return {
        "asked": (asked_singly, asked_at_once),
        "read": (read_singly, read_once),
        "judged": (judged_singly, judged_at_once),
    }


def _best(work: Work) -> float:
    work()
    seconds = []
    for _ in range(ROUNDS):
        began = process_time()
        work()
        seconds.append(process_time() - began)
    return min(seconds)


if __name__ == "__main__":
    sys.exit(main())
