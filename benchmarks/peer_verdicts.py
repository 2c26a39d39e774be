"""Verdicts beside those of throneteki-deck-helper, the fastest deck validator that we know of: 200 legal decks each.

Run it as `python -m benchmarks.peer_verdicts`; the peer is installed by `make bench PEERS=1`. Each side judges decks of
its own game, made up there by a fixed seed (`benchmarks/throneteki_peer.js`, `benchmarks/sample_decks.py`), in slices
that take turns; what counts is the processor time of each process, the median of the slices. Decks are read beforehand,
and ours are read again for each slice, so that nothing is remembered of the slice before. The peer's validator is made
once. It says what is wrong and has no restricted list, except where ours judges all formats of a game: then it has 32.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from benchmarks.goals import Result, faster
from benchmarks.peers import THRONETEKI, find_throneteki
from benchmarks.sample_decks import SampleDeck, make_decks
from benchmarks.table import row_of_result, write_text_table
from engine import GAMES, LEGAL, Deck, check_deck, check_everywhere

SLICES = 15
LISTS = 32
_ROUNDS = {0: 8, LISTS: 1}  #: of all decks in a slice of the peer's, by its restricted lists
_WARM_UP = 300

Samples = Sequence[SampleDeck]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of verdict: `prepare` reads the decks, which isn't timed; `lists` are the restricted lists of the peer."""

    goal: str
    prepare: Callable[[Samples], Any]
    work: Callable[[Any], object]
    lists: int
    wanted: float
    repeats: int = 1  #: of the work on decks prepared apart


def main() -> None:
    """Print the table."""
    print(write_text_table([row_of_result("", each) for each in results()]))


def results() -> Iterator[Result]:
    """Each kind of verdict in each game."""
    with _open_peer() as ask_peer:
        for game, name in GAMES.items():
            samples = make_decks(game)
            gc.freeze()  # as web processes do, so that no collection looks at the facts
            for kind in (*_KINDS, *_list_batch_kinds(samples)):
                ours, theirs = _compare(samples, kind, ask_peer)
                yield faster(f"{kind.goal}, {name}", ours, THRONETEKI, theirs, kind.wanted)


def _read(samples: Samples) -> list[tuple[SampleDeck, Deck]]:
    return [(sample, sample.read()) for sample in samples]


def _judge(decks: Sequence[tuple[SampleDeck, Deck]]) -> object:
    return [check_deck(deck, sample.fmt, sample.day) for sample, deck in decks]


def _judge_everywhere(decks: Sequence[tuple[SampleDeck, Deck]]) -> object:
    return [check_everywhere(deck, sample.known.formats.values(), sample.day) for sample, deck in decks]


_KINDS = (
    Kind("an explained verdict of a deck just read", _read, _judge, 0, 2.0),
    Kind("whole verdicts in all formats at once, a deck", _read, _judge_everywhere, LISTS, 20.0),
)


def _list_batch_kinds(samples: Samples) -> Iterator[Kind]:
    """Outcomes of decks in arrays, all on the day and in the format in which most of them are legal; none of an engine
    that judges no arrays."""
    if find_spec("engine.rules.batch") is None:
        return
    from engine.rules.batch import OUTCOMES, DeckArrays, check_many

    def put_into_arrays(samples: Samples) -> DeckArrays:
        return DeckArrays([sample.read() for sample in samples])

    def count_legal(sample: SampleDeck) -> int:
        return int((check_many(arrays, [sample.fmt], sample.day) == OUTCOMES.index(LEGAL)).sum())

    arrays = put_into_arrays(samples)
    most = max({(sample.fmt.slug, sample.day): sample for sample in samples}.values(), key=count_legal)
    formats = tuple(most.known.formats.values())
    yield Kind(
        "an outcome in batch, decks in arrays",
        put_into_arrays,
        lambda arrays: check_many(arrays, [most.fmt], most.day),
        0,
        10.0,
        repeats=5,
    )
    yield Kind(
        "outcomes in all formats at once, a deck in arrays",
        put_into_arrays,
        lambda arrays: check_many(arrays, formats, most.day),
        LISTS,
        60.0,
        repeats=5,
    )


def _compare(samples: Samples, kind: Kind, ask_peer: Callable[[int], float] | None) -> tuple[float, float | None]:
    """Seconds of the processor for a deck, ours and the peer's."""
    ours, theirs = [], []
    for number in range(SLICES + 1):
        prepared = [kind.prepare(samples) for _ in range(kind.repeats)]
        began = process_time()
        for each in prepared:
            kind.work(each)
        taken = (process_time() - began) / len(samples) / kind.repeats
        of_peer = ask_peer(kind.lists) if ask_peer else 0.0
        if number:  # the first meets formats and days that nobody has asked for
            ours.append(taken)
            theirs.append(of_peer)
    return median(ours), median(theirs) if ask_peer else None


@contextmanager
def _open_peer() -> Iterator[Callable[[int], float] | None]:
    """A function that gives the peer's seconds for a deck with so many restricted lists; None if it isn't installed."""
    package = find_throneteki()
    if package is None:
        yield None
        return
    command = ["node", str(Path(__file__).with_name("throneteki_peer.js")), str(package)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        written, answers = process.stdin, process.stdout

        def ask(lists: int, rounds: int = 0) -> float:
            rounds = rounds or _ROUNDS[lists]
            print(lists, rounds, file=written, flush=True)
            micros, legal = map(int, answers.readline().split())
            assert legal == 200, "every deck of the peer's is legal"
            return micros / 1e6 / rounds / legal

        ask(0, _WARM_UP)
        ask(LISTS, _WARM_UP // 10)
        yield ask
        written.close()


if __name__ == "__main__":
    sys.exit(main())
