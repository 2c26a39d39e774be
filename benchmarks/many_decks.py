"""How long lists of decks, the queries of the search help and what-if take on 100,000 public decks.

Run it as `python -m benchmarks.many_decks --fill` once, which empties the database and takes a few minutes, and without
`--fill` from then on; a million verdicts are kept with the decks. MANY_DECKS_URL names the database, on PostgreSQL and
only for this: else `vsdb_many` on the usual local server. Server time is that of the processor, of this process and of
its process in the database, which nothing else on the machine makes longer. Each page is asked as a stranger's browser
asks it, HTML and all.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from benchmarks.crowd import DAY, fill, stand_still
from benchmarks.goals import Result

DATABASE = os.environ.get("MANY_DECKS_URL", "postgres://postgres@127.0.0.1:5432/vsdb_many")
DECKS = 100_000
ROUNDS = 12
_COUNT = re.compile(rb'resultbar__count">([\d,]+) deck')
PAGE_BOUND, WHAT_IF_BOUND = 0.150, 1.0  #: seconds
OTHERS = ("q=marvel", "q=%22doom+control%22", "sort=likes", "sort=newest", "sort=title", "tag=budget", "page=2000")


@dataclass(frozen=True, slots=True)
class Measured:
    """What was asked, how long it took in seconds, and how many decks were found."""

    asked: str
    seconds: list[float]
    found: int | None

    @property
    def p95(self) -> float:
        """The time that one of twenty takes at least."""
        return sorted(self.seconds)[min(len(self.seconds) - 1, round(len(self.seconds) * 0.95))]


def main() -> str | None:
    """Print each address with its times."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--fill", action="store_true", help="empty the database and fill it anew")
    parser.add_argument("--decks", type=int, default=DECKS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", default="", help="what the address has to hold")
    options = parser.parse_args()
    _set_up()
    with stand_still():
        if options.fill:
            from django.core.management import call_command

            call_command("migrate", verbosity=0)
            call_command("load_reference", verbosity=0)
            fill(options.decks)
        print(f"{'p50 ms':>8}{'p95 ms':>8}{'found':>9}  asked", flush=True)
        for each in measure(options.rounds, options.only):
            p50 = 1000 * median(each.seconds)
            print(
                f"{p50:8.0f}{1000 * each.p95:8.0f}{each.found if each.found is not None else '':>9}  {each.asked}",
                flush=True,
            )
    return None


def results() -> Iterator[Result]:
    """The two goals, measured in a database that was filled before; nothing where there is none."""
    _set_up()
    with stand_still():
        if not _is_filled():
            return
        measured = list(measure(ROUNDS))
    for goal, bound, chosen in (
        ("the slowest list or query of 100,000 decks, p95", PAGE_BOUND, [m for m in measured if "/decks/" in m.asked]),
        ("what-if of one ban on 100,000 decks, p95", WHAT_IF_BOUND, [m for m in measured if "/what-if/" in m.asked]),
    ):
        slowest = max(chosen, key=lambda each: each.p95)
        said = f"{1000 * slowest.p95:.0f} ms ({slowest.asked})"
        yield Result(goal=goal, measured=said, peer="", ratio=bound / slowest.p95, wanted=1.0)


def _set_up() -> None:
    os.environ |= {
        "DATABASE_URL": DATABASE,
        "DJANGO_DEBUG": "0",
        "DJANGO_SECRET_KEY": "measuring-only",
        "DJANGO_ALLOWED_HOSTS": "testserver",
        "DJANGO_SETTINGS_MODULE": "vsdb.settings",
    }
    import django
    from django.conf import settings

    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    django.setup()


def _is_filled() -> bool:
    from django.db import DatabaseError, connection

    from vsdb.decks.models import Judgement

    try:
        return connection.vendor == "postgresql" and Judgement.objects.filter(as_of=DAY).exists()
    except DatabaseError:
        return False


def measure(rounds: int, only: str = "") -> Iterator[Measured]:
    """Ask each address in turn, again and again; what the first time fills in memory isn't counted."""
    from django.test import Client

    client = Client()
    addresses = [address for address in list_addresses() if only in address]
    for address in addresses:
        found = _ask(client, address)
        gc.freeze()  # as web processes do, so that no collection looks at the facts
        yield Measured(address, [measure_processor(partial(_ask, client, address)) for _ in range(rounds)], found)


def list_addresses() -> Iterator[str]:
    """The plain list, every example of the search help, some lists more, and what-if of a ban."""
    from urllib.parse import urlencode

    from vsdb.catalog.cards import selectors
    from vsdb.search.language.deck_fields import DECK_FIELDS

    yield "/decks/"
    yield from (f"/decks/?{words}" for words in OTHERS)
    for field in DECK_FIELDS:
        yield from (f"/decks/?{urlencode({'q': example})}" for example in field.examples)
    card = selectors.get_reference("vs-classic").catalog.by_slug
    for slug in ("mobilize", "savage-beatdown"):
        yield f"/what-if/?{urlencode({'game': 'vs-classic', 'ban': card[slug].slug, 'since': DAY.isoformat()})}"


def _ask(client: Any, address: str) -> int | None:
    answer = client.get(address, secure=True)
    assert answer.status_code == 200, (address, answer.status_code)
    found = _COUNT.search(answer.content)
    return int(found[1].replace(b",", b"")) if found else None


def measure_processor(ask: Callable[[], object]) -> float:
    """Seconds of the processor, of this process and of the one that serves it in the database."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET max_parallel_workers_per_gather = 0")  # else some of the work is another process's
        cursor.execute("SELECT pg_backend_pid()")
        spent = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    began = process_time(), int(spent.read_text().split()[0])
    ask()
    ended = process_time(), int(spent.read_text().split()[0])
    return ended[0] - began[0] + (ended[1] - began[1]) / 1e9


if __name__ == "__main__":
    sys.exit(main())
