"""Break a site of its own on purpose, in many ways, and look whether anything was lost, doubled or half done.

Commands and workers are killed at moments of chance, database connections dropped, disks filled, cache, broker and
database taken away and brought back, decks saved by two at once, and thousands of hostile queries, bodies and files
sent. Everything happens in temporary folders and databases of its own, on this machine; servers that are shared are
reached through a proxy of the script and never stopped. It prints a table and exits with 1 if anything was lost,
doubled or half done, hung for 30 s, or was answered with a 5xx; what took over 5 s is listed.

    .venv/bin/python scripts/faults.py                                   # everything: an hour or two
    .venv/bin/python scripts/faults.py --only kill-load --tries 10 --seed 7
    .venv/bin/python scripts/faults.py --short                           # two minutes: a few tries of each

Half of the tries run on SQLite and half on PostgreSQL, if a server answers at TEST_POSTGRESQL_URL or at the usual
place; `--database URL` takes this server or, with `sqlite:`, SQLite alone. Brokers and caches are those of the tests
(TEST_REDIS_URL, TEST_RABBITMQ_URL).
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import signal
import sys
import tempfile
import time
import traceback
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from pathlib import Path
from random import Random

import run_tests
from fault_cases.outcomes import Outcome, format_table
from fault_cases.sites import (
    BROKER_NUMBER,
    POSTGRESQL,
    REDIS,
    ROOT,
    SQLITE,
    Site,
    copied_site,
    filled_site,
    wait_until_filled,
)

_TOLD_AT_ONCE = 6  #: faults of a case, before all of them are told at the end


@dataclass(frozen=True, slots=True)
class Case:
    """A case: what does it, and how its number of tries follows from `--tries` (100: as often as the names say)."""

    name: str
    place: str
    per_try: float = 1.0
    databases: tuple[str, ...] = (SQLITE, POSTGRESQL)
    least: int = 2  #: tries on each database, however few are asked for
    uses_queue: bool = False  #: whether the commands of the case call workers


CASES = (
    Case("kill-load", "kills:kill_load"),
    Case("kill-import", "kills:kill_import"),
    Case("kill-index", "kills:kill_index"),
    Case("kill-rules", "kills:kill_rules"),
    Case("kill-recheck", "kills:kill_recheck"),
    Case("kill-what-if", "kills:kill_what_if"),
    Case("kill-restore", "restores:kill_restore", per_try=0.5),
    Case("kill-worker", "workers:kill_workers", uses_queue=True),
    Case("kill-simulation", "workers:kill_simulations", per_try=0.1, uses_queue=True),
    Case("two-writers", "writers:write_at_once", least=4),
    Case("full-disk", "disks:fill_disk", per_try=0.6, least=6),
    Case("dropped-connections", "outages:drop_connections", per_try=5, databases=(POSTGRESQL,), least=30),
    Case("cache-gone", "outages:lose_cache", per_try=3, least=12),
    Case("redis-gone", "outages:lose_redis", per_try=2, least=6),
    Case("rabbitmq-gone", "outages:lose_rabbitmq", per_try=2, least=6),
    Case("database-gone", "outages:lose_database", per_try=3, databases=(POSTGRESQL,), least=12),
    Case("mail-gone", "outages:lose_mail", per_try=1, least=6),
    Case("queries", "hostile:send_queries", per_try=50),
    Case("bodies", "hostile:send_bodies", per_try=20),
    Case("uploads", "hostile:send_uploads", per_try=5),
)


def main() -> int:
    """Run the cases that are asked for; 0 if nothing went wrong."""
    asked = _parse()
    started = time.monotonic()
    with ExitStack() as stack:
        stack.enter_context(_ended_by_signals())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="vsdb-faults-")))
        servers = _find_servers(asked.database)
        filling = {
            kind: stack.enter_context(filled_site(folder / f"template-{kind.lower()}", server))
            for kind, server in servers.items()
        }
        for _, started_filling in filling.values():
            wait_until_filled(started_filling)
        templates = {kind: site for kind, (site, _) in filling.items()}
        outcomes = list(_run_cases(_choose(asked.only), templates, folder, asked))
    if asked.json:
        print(json.dumps([each.as_json() for each in outcomes], ensure_ascii=False))
    else:
        print(f"\n{format_table(outcomes)}")
    bad = [each for each in outcomes if not each.is_clean]
    minutes = (time.monotonic() - started) / 60
    print(f"{len(outcomes)} cases in {minutes:.1f} minutes, seed {asked.seed}; {len(bad)} with faults", file=sys.stderr)
    return int(bool(bad))


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    names = ", ".join(each.name for each in CASES)
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help=f"a case, or its beginning: {names}"
    )
    parser.add_argument("--tries", type=int, help="how often each command is killed; other cases follow (100)")
    parser.add_argument("--seed", type=int, default=1, help="what chance begins with (1)")
    parser.add_argument("--short", action="store_true", help="a few tries of each, on one database")
    parser.add_argument("--json", action="store_true", help="print one JSON list in place of the table")
    parser.add_argument("--database", metavar="URL", help="PostgreSQL server to use, or sqlite: for SQLite alone")
    parser.add_argument("--workers", type=int, default=2, help="how many cases run at once (2)")
    asked = parser.parse_args()
    asked.tries = asked.tries if asked.tries is not None else 2 if asked.short else 100
    if asked.tries < 1 or asked.workers < 1:
        parser.error("--tries and --workers take a number from 1")
    if unknown := [name for name in asked.only if not any(each.name.startswith(name) for each in CASES)]:
        parser.error(f"no case is called {', '.join(unknown)}; the cases are {names}")
    return asked


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Within it SIGTERM ends the script as Ctrl-C does, so that folders and databases go."""

    def end(number: int, _: object) -> None:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _find_servers(url: str | None) -> dict[str, str]:
    """By kind of database the server to make databases on, empty for SQLite."""
    if url is None:
        server, fault = run_tests.postgresql()
        if fault:
            print(f"No cases on PostgreSQL: {fault}.", file=sys.stderr)
        return {SQLITE: "", **({POSTGRESQL: server} if server else {})}
    return {SQLITE: ""} if url.startswith("sqlite") else {POSTGRESQL: url}


def _choose(names: Sequence[str]) -> list[Case]:
    return [each for each in CASES if not names or any(each.name.startswith(name) for name in names)]


def _run_cases(
    cases: Sequence[Case], templates: dict[str, Site], folder: Path, asked: argparse.Namespace
) -> Iterator[Outcome]:
    """Run each case on each of its databases, so many at once, each in a process of its own."""
    # Forked from a process that has no threads and no connections.
    pool = ProcessPoolExecutor(asked.workers, mp_context=get_context("spawn"), max_tasks_per_child=1)
    with pool:
        running: dict[Future[Outcome], str] = {}
        for number, case in enumerate(cases):
            kinds = [kind for kind in case.databases if kind in templates]
            if asked.short:
                # On one database each, in turn.
                kinds = [kinds[number % len(kinds)]] if kinds else []
            for kind in kinds:
                tries = max(round(asked.tries * case.per_try / len(kinds)), case.least)
                running[pool.submit(run_case, case, templates[kind], folder, tries, asked.seed)] = case.name
        try:
            for done in as_completed(running):
                outcome = done.result()
                _tell(outcome)
                yield outcome
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.terminate()
            raise


def _tell(outcome: Outcome) -> None:
    """Say at once what came of a case."""
    wrong = ", ".join(f"{count} {kind}" for kind, count in outcome.counts.items() if count) or "nothing wrong"
    minutes = outcome.seconds / 60
    said = f"{outcome.name} on {outcome.database}: {outcome.tries:,} tries, {wrong}, {minutes:.1f} minutes"
    print("\n  ".join([said, *outcome.faults[:_TOLD_AT_ONCE]]), file=sys.stderr, flush=True)


def run_case(case: Case, template: Site, folder: Path, tries: int, seed: int) -> Outcome:
    """Run one case on a copy of a site, in a process that belongs to it alone."""
    outcome, started = Outcome(case.name, template.kind), time.monotonic()
    name = f"{case.name}-{template.kind.lower()}"
    with _ended_by_signals(), copied_site(template, folder / name, case.name) as made:
        queue = {
            "CELERY_BROKER_URL": f"{REDIS}/{BROKER_NUMBER}",
            "CELERY_TASK_DEFAULT_QUEUE": f"vsdb-faults-{os.getpid()}",
        }
        site = made.with_extra(**queue) if case.uses_queue else made
        os.environ.update(site.environment())
        tempfile.tempdir = str(site.temporary)
        sys.path.insert(1, str(ROOT))
        import django

        django.setup()
        from django.db import connections
        from fault_cases.trials import Trial

        module, _, function = case.place.partition(":")
        # By name and not by `hash`, which differs from process to process.
        chance = Random(zlib.crc32(f"{seed} {name}".encode()))  # noqa: S311
        try:
            getattr(importlib.import_module(f"fault_cases.{module}"), function)(
                Trial(site, template, outcome, tries, chance)
            )
        except Exception:
            # A case that breaks off has shown nothing: that fails the run and is told with the rest.
            outcome.add_fault("lost", f"the case broke off: {traceback.format_exc()[-1500:]}")
        finally:
            connections.close_all()
    outcome.seconds = time.monotonic() - started
    return outcome


if __name__ == "__main__":
    sys.exit(main())
