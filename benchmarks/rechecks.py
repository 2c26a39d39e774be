"""How long 10,000 stored decks take to be judged anew after a ban: in process, and by workers over each broker.

Run it as `python -m benchmarks.rechecks`; `--decks N` stores so many, `--kill` kills one of two workers, and then the
only one, in the middle. The decks are classic ones of 60 cards, made by a fixed seed; each run bans another card, by a
load of the reference, and is over when the recheck is. It then checks that each deck was judged once by the new facts,
and that just those changed which hold the card that is banned now or the one that was before. SQLite by default;
DATABASE_URL names another, empty database; TEST_REDIS_URL and TEST_RABBITMQ_URL name the brokers.

The goals, which `make bench` asks for, are measured in a PostgreSQL database that is made for them on the server of
TEST_POSTGRESQL_URL: processor time of the process that judges, with the cards of every deck compared too. Two workers
are two processes at once, by the clock.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from uuid import uuid4

from benchmarks.databases import temporary_database
from benchmarks.goals import Point, Result, format_time, within

if TYPE_CHECKING:
    from vsdb.decks.rechecks.models import Recheck

ROOT = Path(__file__).resolve().parent.parent
GAME, FORMAT = "vs-classic", "golden-age"
SEED = 20081222
POOL = 150  #: cards that the decks are made of
BATCH = 500
SIZES = (500, 2_000)  #: decks by which the goals are measured
GROWN = (1_000, 10_000, 100_000)
BOUND_DECKS, BOUND_SECONDS = 100_000, 60.0
BROKERS = {
    "Redis": os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379"),
    "RabbitMQ": os.environ.get("TEST_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672//"),
}


def main() -> None:
    """Measure in a database of its own, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--decks", type=int, default=10_000)
    parser.add_argument("--kill", action="store_true", help="kill workers in the middle")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(folder) / 'benchmark.sqlite3'}")
        set_up(Path(folder))
        measure(Path(folder), asked.decks, kill=asked.kill)


def set_up(folder: Path) -> None:
    """Begin Django by settings for measuring."""
    os.environ |= {
        "SEARCH_INDEX_DIR": f"{folder}/index",
        "DJANGO_DEBUG": "0",
        "DJANGO_SECRET_KEY": "measuring-only",
        "DJANGO_ALLOWED_HOSTS": "testserver",
        "DJANGO_SETTINGS_MODULE": "vsdb.settings",
        "CELERY_BROKER_URL": "",
    }
    import django

    django.setup()


def measure(folder: Path, decks: int, *, kill: bool) -> None:
    """Fill the database, ban a card again and again, and print how long each recheck took."""
    from django.core.management import call_command
    from django.db import connection

    from vsdb.decks.rechecks import services

    call_command("migrate", verbosity=0)
    call_command("load_reference", verbosity=0)
    cards = store_decks(decks)
    first = services.begin(GAME, "the first time")
    assert first is not None
    services.work(first.pk)
    print(f"{decks:,} decks, {connection.vendor}")
    runs: list[tuple[str, str, int]] = [("in process", "", 0)]
    for name, url in BROKERS.items():
        if answers(url):
            runs += [(f"{workers} worker{'s' * (workers > 1)} over {name}", url, workers) for workers in (1, 2)]
    held = ""
    for number, (label, url, workers) in enumerate(runs):
        card = cards[number]
        reference = banning(folder / f"reference-{number}", card)
        kills = bool(kill and workers)
        seconds = run(reference, url, workers, kills=kills) if workers else in_process(reference)
        changed = check(decks, {card, held} - {""})
        said = f"{label}{', one killed' if kills else ''}"
        print(f"{said:36} {seconds:6.1f} s {decks / seconds:8,.0f} decks/s {changed:7,} verdicts changed")
        held = card


def results() -> Iterator[Result]:
    """What a deck costs, whether it costs more among more decks, and how much faster two workers are."""
    few, many = SIZES
    with new_database():
        cards = store_decks(few)
        of_few = min(recheck_once(card) for card in cards[:3]) / few
        store_decks(many - few)
        of_many = min(recheck_once(card) for card in cards[3:5]) / many
        alone, together = (min(seconds_by(workers, card) for card in cards[5:7]) for workers in (1, 2))
    yield within(f"a recheck of {BOUND_DECKS:,} decks, by {many:,}", of_many * BOUND_DECKS, BOUND_SECONDS)
    said = f"{format_time(of_many)} a deck, {format_time(of_few)} of {few:,}"
    yield Result(f"a deck costs the same among {many:,}", said, "", of_few / of_many, 0.85)
    said = f"{format_time(together)}, one {format_time(alone)}"
    yield Result("two workers against one, by the clock", said, "", alone / together, 1.6)


def growth() -> Iterator[Point]:
    """A recheck of all decks by one worker, by how many there are; each was judged before."""
    with new_database():
        stored = 0
        for place, size in enumerate(GROWN):
            first, second = store_decks(size - stored)[2 * place : 2 * place + 2]
            stored = size
            recheck_once(first)
            yield Point("a recheck of all decks", "decks", size, 1000 * recheck_once(second))


@contextmanager
def new_database() -> Iterator[None]:
    """A database on PostgreSQL with the reference, for this process; it goes in the end."""
    with tempfile.TemporaryDirectory() as folder, temporary_database("rechecks") as database:
        os.environ["DATABASE_URL"] = database
        set_up(Path(folder))
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("load_reference", verbosity=0)
        yield


def recheck_once(card: str) -> float:
    """How much processor time a recheck takes after a ban of a card."""
    from vsdb.decks.rechecks import services

    recheck = begin_with_ban(card)
    before = time.process_time()
    services.work(recheck.pk)
    return time.process_time() - before


def seconds_by(workers: int, card: str) -> float:
    """How long a recheck takes after a ban of a card, by so many processes at once."""
    from django.db import connections

    recheck = begin_with_ban(card)
    connections.close_all()
    context = multiprocessing.get_context("fork")
    running = [context.Process(target=_work, args=(recheck.pk,)) for _ in range(workers)]
    before = time.monotonic()
    for each in running:
        each.start()
    for each in running:
        each.join()
    return time.monotonic() - before


def _work(number: int) -> None:
    from vsdb.decks.rechecks import services

    services.work(number)


def begin_with_ban(card: str) -> Recheck:
    """A recheck by new facts, which are in memory: just this card is banned besides."""
    from vsdb.catalog.cards import selectors
    from vsdb.catalog.cards.models import Game
    from vsdb.catalog.formats.models import Ban, Format
    from vsdb.decks.rechecks import services

    day, key = "2009-01-01", uuid4().hex
    Ban.objects.filter(key__startswith="measured").delete()
    ban = Ban.objects.create(
        game_id=GAME, key=f"measured-{key}", card=card, begins_earliest=day, begins_latest=day, position=9_000
    )
    ban.formats.set([Format.objects.get(game=GAME, slug=FORMAT)])
    Game.objects.filter(pk=GAME).update(data_version=key)
    selectors.get_reference(GAME)
    recheck = services.begin(GAME, "measured")
    assert recheck is not None
    return recheck


def store_decks(number: int) -> list[str]:
    """Store decks of fifteen cards by four; gives the names that they are made of."""
    from vsdb.catalog.cards import selectors
    from vsdb.decks.models import Deck, Revision

    chance = Random(SEED)  # noqa: S311
    reference = selectors.get_reference(GAME)
    banned = (ROOT / "fixtures" / GAME / "bans.csv").read_text(encoding="utf-8")
    titles = {card.title for card in reference.catalog.cards if card.name == card.title and "," not in card.title}
    pool = chance.sample(sorted(title for title in titles if f"\n{title}," not in banned), POOL)
    for start in range(0, number, BATCH):
        rows = [
            Deck(
                game_id=GAME,
                edition=1,
                title=f"Deck {key}",
                format=FORMAT,
                text="".join(f"4 {name}\n" for name in chance.sample(pool, 15)),
                size=60,
            )
            for key in range(start, min(start + BATCH, number))
        ]
        made = Deck.objects.bulk_create(rows)
        Revision.objects.bulk_create(
            [Revision(deck=deck, number=1, title=deck.title, format=FORMAT, text=deck.text) for deck in made]
        )
    return pool


def banning(folder: Path, card: str) -> Path:
    """A copy of the fixtures in which a card is banned since 2009."""
    shutil.copytree(ROOT / "fixtures", folder)
    with (folder / GAME / "bans.csv").open("a", encoding="utf-8") as file:
        name = f'"{card}"' if "," in card else card
        file.write(f"{name},,,,,,,,{FORMAT},2009-01-01,2009-01-01,,,,,\n")
    return folder


def in_process(reference: Path) -> float:
    """How long a recheck takes here."""
    from vsdb.catalog.cards.loading import load_reference
    from vsdb.decks.rechecks import services
    from vsdb.decks.rechecks.models import Recheck

    load_reference(reference)
    services.work(Recheck.objects.latest("pk").pk)
    return seconds_of(Recheck.objects.latest("pk"))


def run(reference: Path, url: str, workers: int, *, kills: bool) -> float:
    """How long it takes workers, from the load of the reference until the recheck is over."""
    from vsdb.decks.rechecks import selectors
    from vsdb.decks.rechecks.models import Recheck

    queue = {"CELERY_BROKER_URL": url, "CELERY_TASK_DEFAULT_QUEUE": f"measured-{uuid4().hex}"}
    environment = {**os.environ, **queue, "PYTHONWARNINGS": "ignore"}
    newest = Recheck.objects.latest("pk").pk
    with ExitStack() as stack:
        running = [stack.enter_context(worker(environment)) for _ in range(workers)]
        time.sleep(6)  # they start
        command = [sys.executable, "manage.py", "load_reference", "--folder", str(reference), "--verbosity", "0"]
        load = subprocess.Popen(command, cwd=ROOT, env=environment)
        while (recheck := Recheck.objects.latest("pk")).pk == newest or recheck.state == Recheck.State.RUNNING:
            if kills and recheck.pk != newest and selectors.count_progress(recheck).done > recheck.total // 3:
                os.killpg(running[0].pid, signal.SIGKILL)
                kills = False
                if workers == 1:
                    stack.enter_context(worker(environment))
            time.sleep(0.05)
        assert not kills, "it was over before a worker could be killed"
        assert load.wait() == 0
        return seconds_of(recheck)


def seconds_of(recheck: Recheck) -> float:
    """From when the facts were stored until the last deck was."""
    assert recheck.ended is not None
    return (recheck.ended - recheck.asked).total_seconds()


@contextmanager
def worker(environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A worker of one process, which ends with the block."""
    command = [sys.executable, "-m", "celery", "-A", "vsdb", "worker", "--concurrency", "1", "--loglevel", "error"]
    running = subprocess.Popen(
        [*command, "--hostname", f"{uuid4().hex}@%h"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield running
    finally:
        running.terminate()
        running.wait(timeout=60)


def check(decks: int, cards: set[str]) -> int:
    """Every deck was judged once by the newest facts, and just those changed that hold one of the cards; how many."""
    from vsdb.catalog.cards.selectors import get_data_version
    from vsdb.decks.models import Deck
    from vsdb.decks.rechecks import selectors
    from vsdb.decks.rechecks.models import Recheck, Standing

    recheck = Recheck.objects.latest("pk")
    progress = selectors.count_progress(recheck)
    assert recheck.state == Recheck.State.DONE, recheck.problem
    assert (progress.total, progress.done, progress.judged) == (decks, decks, decks)
    assert Standing.objects.filter(state__startswith=get_data_version(GAME)[:31]).count() == decks
    changed = list(recheck.changes.values_list("deck", flat=True))
    # Who holds both stays as illegal as before, by the same code.
    lines = {f"4 {card}" for card in cards}
    expected = {
        pk for pk, text in Deck.objects.values_list("pk", "text") if len(lines.intersection(text.splitlines())) == 1
    }
    assert sorted(changed) == sorted(expected), (len(changed), len(expected))
    return len(changed)


def answers(url: str) -> bool:
    """Whether a broker is there."""
    parts = urlsplit(url)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0), timeout=2).close()
    except OSError:
        print(f"no broker answers at {parts.hostname}:{parts.port}")
        return False
    return True


if __name__ == "__main__":
    main()
