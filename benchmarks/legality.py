"""How long queries for legality take on days that nobody has asked for before, with 8,000 cards.

Run it as `python -m benchmarks.legality`: SQLite and PostgreSQL, in one run; TEST_POSTGRESQL_URL names a server other
than the usual local one, on which the run makes a database of its own. The reference is loaded and the classic cards
are filled up to 8,000 by a fixed seed, one in ten of them printed in two sets. A question is the whole of what a page
does before it shows cards, `search_cards`: read the query, bring it to the database, have every primary key in its
order.
Beside the questions for legality stand two others over the same cards. Times are wall clock, in milliseconds. "Cold"
is the first question in a new process that has built the references, each kind in a process of its own; "stored" tells
whether the tables were there (as after build_index) or had to be made first (the first question after a load).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import psycopg

from benchmarks.databases import SERVER, temporary_database

ROOT = Path(__file__).resolve().parent.parent
SIZE = 8_000
QUESTIONS = 200
SEED = 20081222
GAME = "vs-classic"
COLD_GOAL = 300.0  #: milliseconds that a first question may take
KINDS = {
    "legal:FORMAT@day": "legal:{fmt}@{day}",
    "banned:FORMAT@day": "banned:{fmt}@{day}",
    "-legal:FORMAT@day": "-legal:{fmt}@{day}",
    "legal:*@day": "legal:*@{day}",
    "banned:*@day": "banned:*@{day}",
    "is:legal asof:day": "is:legal asof:{day}",
    "c=N": "c={number}",
    "c>=N t:character": "c>={number} t:character",
    "every card": "",
}
#: The query that the others are held against: it finds as many cards and asks nothing of them.
BESIDE = "every card"


def main() -> None:
    """Measure each database in processes of its own, and print the tables."""
    if len(sys.argv) > 1:
        _PARTS[sys.argv[1]](*sys.argv[2:])
        return
    print(f"Python {sys.version.split()[0]}, {SIZE:,} classic cards beside the other games, milliseconds")
    with tempfile.TemporaryDirectory() as folder:
        _measure("SQLite", f"sqlite:///{Path(folder) / 'benchmark.sqlite3'}", folder)
        try:
            with temporary_database("benchmark") as database:
                _measure("PostgreSQL", database, folder)
        except psycopg.OperationalError as exc:
            print(f"Nothing of PostgreSQL: {SERVER} doesn't answer ({str(exc).strip()}).")


def _measure(backend: str, database: str, folder: str) -> None:
    environment = os.environ | {
        "DATABASE_URL": database,
        "SEARCH_INDEX_DIR": f"{folder}/index-{backend}",
        # As in production: in development every query is written down besides.
        "DJANGO_DEBUG": "0",
        "DJANGO_SECRET_KEY": "measuring-only",
        "DJANGO_SETTINGS_MODULE": "vsdb.settings",
    }

    def run(*arguments: str) -> Any:
        command = [sys.executable, "-m", "benchmarks.legality", *arguments]
        done = subprocess.run(command, check=True, cwd=ROOT, env=environment, stdout=subprocess.PIPE)
        return json.loads(done.stdout)

    run("fill")
    made = {kind: run("cold", kind, "anew") for kind in KINDS}
    run("build")
    stored = {kind: run("cold", kind, "stored") for kind in KINDS}
    rows = run("warm")
    print(f"{backend:<12}{'question':<20}{'found':>8}{'p50':>8}{'p95':>8}{'cold, stored':>14}{'cold, made':>12}")
    for kind, row in rows.items():
        times = f"{row['p50']:>8.1f}{row['p95']:>8.1f}{stored[kind]:>14.1f}{made[kind]:>12.1f}"
        words = ""
        if "legal" in kind or "banned" in kind:
            within = row["p95"] <= 1.5 * rows[BESIDE]["p95"]
            first = stored[kind] <= COLD_GOAL + stored[BESIDE]
            words = f"  p95 {_word(within)}, cold {_word(first)}"
        print(f"{'':<12}{kind:<20}{row['found']:>8.0f}{times}{words}")
    print(f"{'':<12}the goals: p95 at most half as much again as “{BESIDE}”, cold at most {COLD_GOAL:g} ms more")


def _word(is_kept: bool) -> str:
    return "kept" if is_kept else "MISSED"


def fill() -> None:
    """Load the reference and put classic cards there until there are as many, with printings."""
    import django

    django.setup()
    from django.core.management import call_command

    from benchmarks.builder import fill as fill_up
    from vsdb.catalog.cards.models import Card, CardSet, Printing
    from vsdb.search.text.current import get_text_index

    call_command("migrate", verbosity=0)
    call_command("load_reference", verbosity=0)
    fill_up()
    chance = Random(SEED)  # noqa: S311
    sets = list(CardSet.objects.filter(game=GAME).order_by("pk"))
    made = Card.objects.filter(game=GAME, slug__startswith="made-").order_by("pk")
    Printing.objects.bulk_create(
        [
            Printing(card=card, card_set=card_set, position=position)
            for card in made
            for position, card_set in enumerate(chance.sample(sets, 1 if chance.random() < 0.9 else 2))
        ],
        batch_size=2_000,
    )
    get_text_index()
    print("{}")


def warm() -> None:
    """Print, for each kind of question, how long it took on days asked for the first time."""
    import django

    django.setup()
    from vsdb.search.services import search_cards

    chance = Random(SEED)  # noqa: S311
    rows = {}
    for kind in KINDS:
        search_cards(_question(kind, chance))
        times, found = [], []
        for _ in range(QUESTIONS):
            asked = _question(kind, chance)
            start = perf_counter()
            answer = search_cards(asked)
            times.append((perf_counter() - start) * 1000)
            found.append(answer.total)
            assert not answer.notes, answer.notes
        rows[kind] = {"p50": median(times), "p95": quantiles(times, n=20)[-1], "found": sum(found) / len(found)}
    print(json.dumps(rows))


def build() -> None:
    """Make every table, as build_index does."""
    import django

    django.setup()
    from vsdb.catalog.cards import selectors
    from vsdb.search.conditions.legality import make_all

    start = perf_counter()
    make_all(selectors.list_references())
    print((perf_counter() - start) * 1000)


def cold(kind: str, tables: str) -> None:
    """Print how long the first question took, its references aside; `anew`: without what a process before it stored."""
    import django

    django.setup()
    from vsdb.catalog.cards import selectors
    from vsdb.search.services import search_cards

    if tables == "anew":
        _forget()
    selectors.list_references()
    search_cards("c=3")
    chance = Random(kind + tables)  # noqa: S311
    start = perf_counter()
    search_cards(_question(kind, chance))
    print((perf_counter() - start) * 1000)


def _forget() -> None:
    from vsdb.search.models import CardKind, KindState, LegalityCourses

    for model in (CardKind, KindState, LegalityCourses):
        model.objects.all().delete()


def _question(kind: str, chance: Random) -> str:
    """A question with a random format of the game and a random day of the years in which it was played."""
    from vsdb.catalog.cards import selectors

    day = date(2004, 1, 1) + timedelta(days=chance.randrange(365 * 12))
    fmt = chance.choice(list(selectors.get_reference(GAME).formats))
    return KINDS[kind].format(day=day, fmt=fmt, number=chance.randint(1, 6))


_PARTS: Mapping[str, Callable[..., None]] = {"fill": fill, "build": build, "warm": warm, "cold": cold}


if __name__ == "__main__":
    main()
