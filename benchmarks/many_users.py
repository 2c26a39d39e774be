"""What many users at once do to a site: no answer of 5xx, how long answers take, and whether memory stays flat.

Run it as `python -m benchmarks.many_users`: 64 users for 10 minutes on 2 web processes and PostgreSQL. They read,
search, check, sign in and save decks (`benchmarks/visitors.py`), with a pause of a second on average. `--minutes 2` is
a short form. Recycling of processes is off, since it would hide a leak. Exits with 1 if a 5xx came or memory grew by
5 % or more after the first minute.
"""

from __future__ import annotations

import argparse
import sys
import threading

from benchmarks.visitors import Answer, Visitor, list_failed, tabulate, visit
from benchmarks.web_site import Web, prepare_site, serve

MOST_GROWTH = 0.05
MOST_MINUTES = 60


def main() -> int:
    """Run, print, and judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name, default in (("users", 64), ("minutes", 10), ("workers", 2), ("threads", 4)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--pause", type=float, default=1.0, help="mean seconds between two actions of a user")
    options = parser.parse_args()
    seconds = min(options.minutes, MOST_MINUTES) * 60
    with (
        prepare_site(options.users) as prepared,
        serve(prepared, options.workers, options.threads, "--max-requests", "0", "--max-requests-jitter", "0") as web,
    ):
        visitors = [Visitor(web.port, number, account) for number, account in enumerate(prepared.accounts)]
        memory: list[tuple[int, int]] = [web.measure_memory()]
        watcher = threading.Thread(target=_watch, args=(web, memory, seconds), daemon=True)
        answers = visit(visitors, seconds, options.pause, watcher.start)
        watcher.join()
        log = web.log.read_text(encoding="utf-8", errors="replace")
    _print(answers, memory)
    failed = list_failed(answers)
    if failed:
        print("\n".join(f"  {each.status} {each.address}" for each in failed[:10]))
        print(log[-6000:], file=sys.stderr)
    growth = _find_growth(memory)
    print(f"5xx or no answer: {len(failed)} of {len(answers)}; memory after the first minute: {growth:+.1%}")
    return 1 if failed or growth >= MOST_GROWTH else 0


def _watch(web: Web, memory: list[tuple[int, int]], seconds: float) -> None:
    """Note the memory at the end of each minute."""
    until = threading.Event()
    for _ in range(int(seconds // 60)):
        until.wait(60)
        memory.append(web.measure_memory())


def _find_growth(memory: list[tuple[int, int]]) -> float:
    """How much the private memory grew from the end of the first minute to the end; 0 for a run too short to say."""
    return memory[-1][1] / memory[1][1] - 1 if len(memory) > 2 else 0.0


def _print(answers: list[Answer], memory: list[tuple[int, int]]) -> None:
    started = min(each.at - each.seconds for each in answers)
    print("\n".join(tabulate(answers)))
    print("\nminute  answers  resident MiB  private MiB")
    for minute, (resident, private) in enumerate(memory):
        within = sum(1 for each in answers if minute - 1 <= (each.at - started) / 60 < minute)
        print(f"{minute:>6}{within:>9}{resident / 1024:>14.0f}{private / 1024:>13.0f}")


if __name__ == "__main__":
    sys.exit(main())
