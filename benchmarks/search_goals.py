"""Goals of the search with 100,000 cards on PostgreSQL: what our layer adds, and the boxes that people type in.

TEST_POSTGRESQL_URL names a server other than the usual local one, on which a database of its own is made and dropped.
Times are of the processor, of this process and of the database's (`clocks`).
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles

from benchmarks import jump
from benchmarks.databases import temporary_database
from benchmarks.goals import Point, Result, within
from benchmarks.search import GAME, SIZES, Measured, add_cards, fill, measure_kinds


def results() -> Iterator[Result]:
    """What our layer adds to the bare query of PostgreSQL with 100,000 cards, and how long the boxes take there."""
    with _open_postgresql():
        from django.core.management import call_command

        from vsdb.catalog.cards.models import Card

        call_command("load_reference", verbosity=0)
        add_cards(SIZES[-1] - Card.objects.count())
        call_command("build_index", verbosity=0)
        for kind, row in measure_kinds().items():
            measured = Measured(**row)
            allowed = max(measured.bare_median * 0.2, 0.5)
            said = f"{measured.added:+.2f} ms beside {measured.bare_median:.2f} ms"
            goal = f"text search by {_IN_WORDS[kind]}, {SIZES[-1]:,} cards: what our layer adds, median"
            yield Result(goal, said, "", allowed / max(measured.added, allowed / 99), 1.0)
        for box, times in jump.time_boxes().items():
            yield within(f"{box}, {SIZES[-1]:,} cards, p95", quantiles(times, n=20)[-1] / 1000, 0.02)


def growth() -> Iterator[Point]:
    """The same by the number of cards: a search for two words, and the boxes of one game, by the median."""
    with _open_postgresql():
        from django.core.management import call_command

        for size in (1_000, 10_000, 100_000):
            fill(size)
            call_command("build_index", verbosity=0)
            yield Point("a search for two words", "cards", size, measure_kinds(("and",))["and"]["ours_median"])
            for box, times in jump.time_boxes(GAME).items():
                yield Point(box, "cards", size, median(times))


_IN_WORDS = {
    "term": "a word",
    "and": "two words",
    "prefix": "the beginning of a word",
    "fuzzy": "a misspelt name",
    "phrase": "a phrase",
}


@contextmanager
def _open_postgresql() -> Iterator[None]:
    """Django on an empty database of its own in this process; it is dropped at the end."""
    with tempfile.TemporaryDirectory() as folder, temporary_database("benchmark") as database:
        os.environ |= {
            "DATABASE_URL": database,
            "VAR_DIR": folder,
            "DJANGO_DEBUG": "0",
            "DJANGO_SECRET_KEY": "measuring-only",
            "DJANGO_ALLOWED_HOSTS": "testserver",
            "DJANGO_SETTINGS_MODULE": "vsdb.settings",
            "LOG_LEVEL": "ERROR",
        }
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        yield
        connections.close_all()
