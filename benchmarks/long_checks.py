"""How long a reader waits while others do nothing but ask for repairs, and how many repairs they get.

Run it as `python -m benchmarks.long_checks`: 4 clients, each at an address of its own, post to `/api/v1/repair` without
a pause, another list each time, so that nothing is remembered. One reader opens pages with half a second between.
Two web processes on PostgreSQL, with and without the limits of long computations. Exits with 1 if the limits don't
keep the reader's 95th percentile under 300 ms, or if any answer is of 5xx.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections import Counter
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection, HTTPException
from random import Random
from time import monotonic

from benchmarks.visitors import HOST, PAGES, find_percentiles
from benchmarks.web_site import Prepared, prepare_site, serve

GOAL_SECONDS = 0.3
PAUSE_SECONDS = 0.5
WORKERS, CLIENTS = 2, 4
_WITHOUT = {"COMPUTE_RATE": "", "COMPUTE_AT_ONCE": "0", "API_RATE": "", "API_CHECK_RATE": ""}
_CARDS = ("Overload", "Savage Beatdown", "Flying Kick", "Enemy of My Enemy", "Mobilize", "Surprise Attack")


@dataclass
class Run:
    """What came back: seconds of the reader's pages, statuses of all answers of either."""

    pages: list[float] = field(default_factory=list)
    read: Counter[int] = field(default_factory=Counter)
    repairs: Counter[int] = field(default_factory=Counter)


def main() -> int:
    """Measure without and with limits, print both, and judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--threads", type=int, default=4)
    options = parser.parse_args()
    print(
        f"{CLIENTS} clients repair, 1 reads; {WORKERS} web processes of {options.threads} threads; {options.seconds} s"
    )
    print(f"{'':<22}{'p50 ms':>8}{'p95 ms':>8}{'pages':>7}{'repairs':>9}{'refused':>9}{'5xx':>5}")
    with prepare_site(1) as prepared:
        bare = replace(prepared, environment={**prepared.environment, **_WITHOUT})
        runs = {}
        for name, site, clients in (
            ("nobody repairs", prepared, 0),
            ("without limits", bare, CLIENTS),
            ("with limits", prepared, CLIENTS),
        ):
            runs[name] = measure(site, clients, options.threads, options.seconds)
            _print(name, runs[name])
    _, p95 = find_percentiles(runs["with limits"].pages)
    failed = sum(_count_failed(run) for run in runs.values())
    print(f"goal {GOAL_SECONDS * 1000:.0f} ms at the 95th percentile: {'kept' if p95 < GOAL_SECONDS else 'MISSED'}")
    return 1 if failed or p95 >= GOAL_SECONDS else 0


def measure(site: Prepared, clients: int, threads: int, seconds: float) -> Run:
    """Let the clients ask and the reader read for so long."""
    run = Run()
    with serve(site, WORKERS, threads) as web:
        for page in PAGES:  # Each process reads the facts once; that isn't measured.
            for _ in range(2 * WORKERS):
                _ask(web.port, "GET", page, "127.9.0.1")
        until = monotonic() + seconds
        work = [
            threading.Thread(target=_repair, args=(web.port, number, until, run.repairs)) for number in range(clients)
        ]
        for each in work:
            each.start()
        _read(web.port, until, run)
        for each in work:
            each.join()
    return run


def _read(port: int, until: float, run: Run) -> None:
    number, pause = 0, threading.Event()
    while monotonic() < until:
        begun = monotonic()
        run.read[_ask(port, "GET", PAGES[number % len(PAGES)], "127.9.0.1")] += 1
        run.pages.append(monotonic() - begun)
        number += 1
        pause.wait(PAUSE_SECONDS)


def _repair(port: int, number: int, until: float, statuses: Counter[int]) -> None:
    chance = Random(number)  # noqa: S311
    while monotonic() < until:
        cards = "\n".join(f"{chance.randint(1, 9)} {card}" for card in chance.sample(_CARDS, 5))
        body = {"deck": f"{cards}\n{chance.randint(10, 40)} Sentinel Mark V, Army", "game": "vs-classic"}
        body |= {"format": "silver-age", "as_of": f"2008-09-{chance.randint(1, 30):02}"}
        statuses[_ask(port, "POST", "/api/v1/repair", f"127.9.1.{number}", body)] += 1


def _ask(port: int, method: str, path: str, address: str, body: object = None) -> int:
    """The status of an answer, read to its end; 0 where none came."""
    headers = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": address}
    headers |= {"Content-Type": "application/json"} if body else {}
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path.replace(" ", "%20"), json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        answer.read()
    except (OSError, HTTPException):
        return 0
    finally:
        connection.close()
    return answer.status


def _count_failed(run: Run) -> int:
    return sum(count for status, count in (run.read + run.repairs).items() if status >= 500 or not status)


def _print(name: str, run: Run) -> None:
    p50, p95 = find_percentiles(run.pages)
    cells = f"{p50 * 1000:>8.0f}{p95 * 1000:>8.0f}{len(run.pages):>7}{run.repairs[200]:>9}{run.repairs[429]:>9}"
    print(f"{name:<22}{cells}{_count_failed(run):>5}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
