"""How long the server takes for the page of odds: ready odds and curves, a question, and one that is refused.

Run it as `python -m benchmarks.odds_page`, with a loaded reference. Times are of the processor, so that what else the
machine does weighs less; the clock's stand beside them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from urllib.parse import urlencode

import django

ROUNDS = 60
GOAL_PAGE, GOAL_REFUSED = 50, 100  #: milliseconds
SAMPLES = ("warbound", "a-force", "jinx", "secret-avengers")
CURVE = [("by", "4"), ("least", "1"), ("of", "t:character cost=4"), ("join", "and"), ("join", "and")]
CURVE += [("by", "3"), ("least", "1"), ("of", "t:character cost=3")]
KEEP = [("mulligan", "keep-if"), ("keep_least", "1"), ("keep_of", "t:character cost<=2")]
SEVEN = [pair for cost in range(7) for pair in (("by", "4"), ("least", "1"), ("of", f"cost={cost}"))]
MANY = [pair for _ in range(400) for pair in (("by", "4"), ("least", "1"), ("of", "t:character"))]


def main() -> None:
    """Measure and print."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vsdb.settings")
    django.setup()
    from django.conf import settings
    from django.test import Client

    settings.ALLOWED_HOSTS = ["*"]
    settings.DEBUG = False
    client = Client()
    print(f"page of odds, {ROUNDS} rounds; goals: p95 {GOAL_PAGE} ms, refused in {GOAL_REFUSED} ms")
    addresses = {name: client.get(f"/simulate/?sample={name}").headers["Location"] for name in SAMPLES}
    for name, address in addresses.items():
        report(f"{name}: ready odds", measure(lambda address=address: client.get(address)))
    classic = addresses["warbound"]
    for name, words in {
        "a curve": CURVE,
        "a curve, hands kept": CURVE + KEEP,
        "the best hands": [*CURVE, ("mulligan", "best")],
        "refused: 7 groups": SEVEN,
        "refused: 400 conditions": MANY,
    }.items():
        report(f"warbound: {name}", measure(lambda words=words: client.get(f"{classic}&{urlencode(words)}")))


def measure(work: Callable[[], object]) -> list[tuple[float, float]]:
    """Milliseconds of the processor and of the clock in each round, after one that isn't counted."""
    work()
    found = []
    for _ in range(ROUNDS):
        began, clock = process_time(), perf_counter()
        work()
        found.append((1000 * (process_time() - began), 1000 * (perf_counter() - clock)))
    return found


def report(name: str, found: list[tuple[float, float]]) -> None:
    """A line with median and 95th percentile."""
    told = []
    for times in zip(*found, strict=True):
        ordered = sorted(times)
        told.append(f"{ordered[len(ordered) // 2]:6.1f} / {ordered[int(len(ordered) * 0.95)]:6.1f}")
    print(f"{name:<40} processor {told[0]} ms, clock {told[1]} ms (median / p95)")


if __name__ == "__main__":
    sys.exit(main())
