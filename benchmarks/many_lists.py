"""How long one process takes for a check of a thousand lists, from the zip file to the last recorded verdict.

Run `python -m benchmarks.many_lists` on a database with the reference (`manage.py load_reference`). The lists are the
case decks in the folder that VSDB_SHARED names, else the sample lists, over and over. The check is deleted afterwards.
"""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from time import perf_counter, process_time
from zipfile import ZIP_DEFLATED, ZipFile

import django

ROOT = Path(__file__).resolve().parent.parent
CASES = Path(os.environ.get("VSDB_SHARED") or ROOT.parent / "shared") / "cases" / "verdicts.json"
SAMPLES = ROOT / "vsdb" / "check" / "sample_lists"
LISTS = 1_000
GOAL_SECONDS = 15
_WHOLE = 15  #: lines of a case that is a whole deck


def main() -> int:
    """Print what was measured; 1 where it took longer than it may."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vsdb.settings")
    django.setup()
    from vsdb.accounts.starters import Starter
    from vsdb.check.many import selectors, services
    from vsdb.check.many.judging import ListsQuestion
    from vsdb.check.many.reading import read_lists
    from vsdb.check.many.table import count_outcomes, sort_worst_first, write_csv

    raw = _pack(_read_texts())
    began, used = perf_counter(), process_time()
    lists = read_lists("", [("lists.zip", raw)])
    print(f"{len(lists):,} lists read out of a zip file of {len(raw):,} bytes in {perf_counter() - began:.1f} s")
    check = services.start_check(lists, ListsQuestion(), Starter(caller="benchmark"))
    print(f"stored after {perf_counter() - began:.1f} s")
    try:
        services.work_on(check.pk)
        took = perf_counter() - began
        print(f"judged after {took:.1f} s, {process_time() - used:.1f} s of the processor; at most {GOAL_SECONDS} s")
        check.refresh_from_db()
        began = perf_counter()
        rows = sort_worst_first(selectors.load_rows(check))
        table = write_csv(rows)
        print(f"the table as CSV, {len(table):,} characters, in {perf_counter() - began:.2f} s: {count_outcomes(rows)}")
    finally:
        check.delete()
    return int(took > GOAL_SECONDS)


def _read_texts() -> list[str]:
    if CASES.is_file():
        texts = [case["deck"] for case in json.loads(CASES.read_text(encoding="utf-8"))]
        return [text for text in texts if text.count("\n") > _WHOLE]
    return [path.read_text(encoding="utf-8") for path in sorted(SAMPLES.glob("*.txt"))]


def _pack(texts: list[str]) -> bytes:
    held = io.BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as opened:
        for number in range(LISTS):
            opened.writestr(f"lists/Player {number:04}.txt", texts[number % len(texts)])
    return held.getvalue()


if __name__ == "__main__":
    sys.exit(main())
