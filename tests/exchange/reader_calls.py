"""Files of our own making, given to the readers; and how much memory a reader takes."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from vsdb.exchange.card_files.proposals import CardProposal, IgnoredText, Item, ReadingProblem, SourceProposal
from vsdb.exchange.card_files.sources import READERS

T = TypeVar("T")


def read(source: str, content: str | bytes, name: str = "cards-vs-2pcg.txt") -> list[Item]:
    """Everything that a reader gives of a content; its source leads."""
    data = content.encode() if isinstance(content, str) else content
    items = list(READERS[source](io.BytesIO(data), name))
    assert isinstance(items[0], SourceProposal)
    assert not any(isinstance(item, SourceProposal) for item in items[1:])
    return items


def of_kind(items: Iterable[Item], kind: type[T]) -> list[T]:
    """The items of one kind."""
    return [item for item in items if isinstance(item, kind)]


def cards(items: Iterable[Item]) -> list[CardProposal]:
    return of_kind(items, CardProposal)


def problems(items: Iterable[Item]) -> list[str]:
    """What is wrong, with its place, a line a problem."""
    return [f"{item.place}: {item.message}" for item in of_kind(items, ReadingProblem)]


def ignored(items: Iterable[Item]) -> list[str]:
    return [item.reason for item in of_kind(items, IgnoredText)]


#: Caches that fill and threads that serve meanwhile; ten thousand cards that are kept take megabytes.
SLACK_KIB = 512


def peak_kib(source: str, path: Path, name: str = "cards-vs-2pcg.txt") -> tuple[int, int]:
    """How many cards a reader gives of a file, and the most memory that Python had at once meanwhile, in KiB."""
    with path.open("rb") as file:
        tracemalloc.start()
        count = sum(isinstance(item, CardProposal) for item in READERS[source](file, name))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return count, peak // 1024
