"""How many answers a second a site gives with 1 to 4 web processes of 1 to 8 threads, and what memory that takes.

Run it as `python -m benchmarks.web_processes`; `--seconds` is the time for each line, `--only 2x2,3x1` chooses lines.
32 users almost without a pause read, search, check, sign in and save decks (`benchmarks/visitors.py`), on PostgreSQL
and on the same machine as the site: the numbers compare the lines with each other; a machine of its own does more.
"""

from __future__ import annotations

import argparse
import os
import sys

from benchmarks.visitors import Visitor, find_percentiles, list_failed, visit
from benchmarks.web_site import prepare_site, serve

USERS = 32
SIZES = ((1, 1), (1, 4), (2, 1), (2, 2), (2, 4), (2, 8), (3, 1), (3, 2), (4, 1), (4, 2))


def main() -> int:
    """Print a table, a line for each size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    chosen = [size for size in SIZES if not options.only or f"{size[0]}x{size[1]}" in options.only.split(",")]
    print(f"{USERS} users, {options.seconds} s each, {len(os.sched_getaffinity(0))} cores")
    print(
        "| processes | threads | answers a second | p50 ms | p95 ms | 5xx | private MiB |", "|---" * 7 + "|", sep="\n"
    )
    with prepare_site(USERS) as prepared:
        for workers, threads in chosen:
            with serve(prepared, workers, threads) as web:
                visitors = [Visitor(web.port, number, account) for number, account in enumerate(prepared.accounts)]
                answers = visit(visitors, options.seconds, pause=0.05)
                _, private = web.measure_memory()
            middle, most = find_percentiles([each.seconds for each in answers])
            cells = (
                workers,
                threads,
                f"{len(answers) / options.seconds:.0f}",
                f"{middle * 1000:.0f}",
                f"{most * 1000:.0f}",
            )
            print(
                "|",
                " | ".join(str(each) for each in (*cells, len(list_failed(answers)), private // 1024)),
                "|",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
