"""Deck lists of our own to try the checker with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine import decklists

FOLDER = Path(__file__).with_name("sample_lists")
#: In the order in which they are offered, with what is to be seen in each.
OFFERED = (
    ("secret-avengers", "two errors and a misspelt name"),
    ("warbound", "legal"),
    ("a-force", "legal"),
    ("jinx", "one card too late"),
)


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample list; `shows` says in two or three words what its verdict is about."""

    slug: str
    title: str
    game: str
    text: str
    shows: str


@cache
def samples() -> tuple[Sample, ...]:
    """Every sample, in the order in which they are offered."""
    return tuple(_sample(slug, shows) for slug, shows in OFFERED)


def sample(slug: str) -> Sample | None:
    """The sample of that slug."""
    return next((each for each in samples() if each.slug == slug), None)


def _sample(slug: str, shows: str) -> Sample:
    text = (FOLDER / f"{slug}.txt").read_text(encoding="utf-8")
    said = decklists.metadata(text)
    return Sample(slug, said["title"], said["game"], text, shows)
