"""How long reading a list of 30 lines takes, of lists never seen before and of lists read again, and of the case decks.

Run `python -m benchmarks.lists`. Each list has the cards of its game's fixtures by title, by name alone, in lower case
or with a printing, under headings, and none twice; times are those of the processor, the median of the lists. The case
decks come from the folder that VSDB_SHARED names, else ../shared; the bound is a fifth of what reading a line took
before lines were looked up at once, on the machine of `docs/performance.md`.
"""

from __future__ import annotations

import gc
import json
import random
from collections.abc import Iterator
from datetime import date
from statistics import median
from time import process_time_ns

from benchmarks.goals import Result, within
from benchmarks.verdicts import CASES, ROOT
from engine import Reference, build_reference, read_deck
from engine.model.cards import GAMES, Card
from vsdb.catalog.cards.reading.folder import read_game

LINES = 30
LISTS = 60  #: of a game
AGAIN = 5  #: times that each is read once more; the fastest counts
ON = date(2026, 6, 1)
BOUND = 150e-6
A_LINE_BEFORE = 66e-6
HEADINGS = {
    "vs-classic": ("Characters", "Plot Twists", "Locations"),
    "vs-2pcg": ("Main Character", "Level Up", "Deck"),
    "riftbound": ("Legend", "Deck", "Battlefields"),
}


def main() -> None:
    """Print what was measured."""
    for each in results():
        print(f"{each.goal:<52}{each.measured:>10}{each.ratio:8.1f} times")


def results() -> Iterator[Result]:
    """Lists of 30 lines of each game, new and again, and the case decks where they are at hand."""
    references = {game: _reference(game) for game in GAMES}
    for game, known in references.items():
        lists = list(_write_lists(known))
        known.catalog.prepare()  # as a site does before it keeps a reference
        read_deck("", known.catalog, ON)  # prepares the index of names
        gc.freeze()  # as web processes do, so that no collection looks at the facts
        new = [_read(text, known, ON) for text in lists]
        again = [min(_read(text, known, ON) for _ in range(AGAIN)) for text in lists]
        yield within(f"a list of {LINES} lines never seen before, {game}", median(new), BOUND)
        yield within(f"a list of {LINES} lines read again, {game}", median(again), BOUND)
    if CASES.is_file():
        cases = json.loads(CASES.read_text(encoding="utf-8"))
        took = sum(min(_read_case(case, references) for _ in range(AGAIN)) for case in cases)
        lines = sum(len(case["deck"].splitlines()) for case in cases)
        yield within("a line of the case decks, a fifth of before", took / lines, A_LINE_BEFORE / 5)


def _write_lists(known: Reference) -> Iterator[str]:
    """Lists of the game's cards; few cards stand in two of them."""
    chance = random.Random(30)  # noqa: S311 - cards for lists
    headings = HEADINGS[known.game]
    cards = LINES - 1 - len(headings)  # and a title
    for number in range(LISTS):
        lines = [_write_line(card, known, chance) for card in chance.sample(known.catalog.cards, cards)]
        for at, heading in enumerate(headings):
            lines.insert(at * (cards // len(headings) + 1), heading)
        yield "\n".join([f"# List {number} of {known.game}", *lines])


def _write_line(card: Card, known: Reference, chance: random.Random) -> str:
    short = card.name if len(known.catalog.by_name(card.name)) == 1 else card.title
    name = chance.choice((card.title, card.title, card.title.lower(), short))
    codes = [printing.code for printing in card.printings if printing.number]
    printing = f" [{chance.choice(codes)}]" if codes and card.game != "vs-classic" else ""
    return f"{chance.randint(1, 4)}{chance.choice(('', 'x'))} {name}{printing}"


def _read_case(case: dict[str, str], references: dict[str, Reference]) -> float:
    return _read(case["deck"], references[case["game"]], date.fromisoformat(case["as_of"]))


def _read(text: str, known: Reference, day: date) -> float:
    start = process_time_ns()
    read_deck(text, known.catalog, day)
    return (process_time_ns() - start) / 1e9


def _reference(game: str) -> Reference:
    rows = read_game(ROOT / "fixtures" / game, game)
    return build_reference(game, cards=rows.cards, sets=rows.sets, formats=rows.formats, bans=rows.bans)


if __name__ == "__main__":
    main()
