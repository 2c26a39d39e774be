"""How long a batch of verdicts on a thousand lists of an event takes, with one process and with two.

Run `python -m benchmarks.events_batch` on a database with the reference (`manage.py load_reference`). The lists are the
case decks in the folder that VSDB_SHARED names, else the sample lists, over and over, each a little different. Each
process asks for the batch as a worker does; only one has it at a time. The event is deleted afterwards.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parent.parent
CASES = Path(os.environ.get("VSDB_SHARED") or ROOT.parent / "shared") / "cases" / "verdicts.json"
SAMPLES = ROOT / "vsdb" / "check" / "sample_lists"
LISTS = 1_000
GOALS = {1: 15.0, 2: 8.0}  #: seconds at most, by processes
STILL = 2.0  #: seconds after which the progress must have moved
_WHOLE = 15  #: lines of a case that is a whole deck
_LOOK_SECONDS = 0.1


def main() -> int:
    """Print what was measured; 1 where it took longer than it may, or the progress stood still."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", metavar="KEY", help="work on a batch, as each process of a measurement does")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vsdb.settings")
    django.setup()
    if given.work:
        return _work(given.work)
    event = _make_event()
    try:
        return max(_measure(event, processes) for processes in GOALS)
    finally:
        from vsdb.events.models import Event

        Event.objects.filter(pk=event).delete()


def _work(key: str) -> int:
    """Work on a batch until it is over, also where another process has it and may die."""
    from vsdb.catalog.cards import selectors as cards
    from vsdb.core.leased_work import OPEN
    from vsdb.events.models import Batch
    from vsdb.events.verdicts import batches

    cards.list_references()
    print("ready", flush=True)
    sys.stdin.readline()
    while Batch.objects.filter(pk=key, state__in=OPEN).exists():
        batches.work_on(key)
        time.sleep(_LOOK_SECONDS)
    return 0


def _measure(event: int, processes: int) -> int:
    """Have the lists judged by so many processes; the verdicts are deleted afterwards."""
    from vsdb.events.models import Batch, Event, ListVerdict
    from vsdb.events.verdicts import batches

    batch = batches.begin(Event.objects.get(pk=event), batches.BUTTON)
    if batch is None:
        raise SystemExit("no list was stored")
    command = [sys.executable, "-m", "benchmarks.events_batch", "--work", batch.pk]
    started = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(processes)
    ]
    for each in started:
        if each.stdout:
            each.stdout.readline()
    began = time.perf_counter()
    for each in started:
        if each.stdin:
            each.stdin.write("\n")
            each.stdin.flush()
    moved, stills = [(0.0, 0)], [0.0]
    while batch.state in ("waiting", "running"):
        time.sleep(_LOOK_SECONDS)
        batch = Batch.objects.get(pk=batch.pk)
        now = time.perf_counter() - began
        stills.append(now - moved[-1][0])
        if batch.judged != moved[-1][1] or batch.state == Batch.State.DONE:
            moved.append((now, batch.judged))
    took = time.perf_counter() - began
    for each in started:
        each.wait()
    made = ListVerdict.objects.filter(version__list__event=event)
    print(f"{processes} process(es): {batch.judged:,} lists judged in {took:.1f} s; at most {GOALS[processes]:.0f} s")
    print(f"  progress moved {len(moved) - 1} times, at most {max(stills):.1f} s without")
    print(f"  {made.count():,} verdicts kept, {len(batch.similar):,} similar pairs")
    made.delete()
    return int(took > GOALS[processes] or max(stills) > STILL)


def _make_event() -> int:
    """An event with a thousand players and a list of each, and no verdict yet."""
    from django.db import transaction
    from django.utils import timezone

    from engine.decklists.fingerprints import compute_fingerprint
    from vsdb.events.models import Event, EventList, ListVersion, Registration
    from vsdb.events.verdicts.judging import get_event_question, read_text

    now: datetime = timezone.now()
    event = Event.objects.create(
        game_id="vs-classic",
        title="Measured",
        starts=now + timedelta(days=1),
        ends=now + timedelta(days=2),
        format="golden-age",
        stage=Event.Stage.ANNOUNCED,
    )
    question, chance = get_event_question(event), random.Random(1)  # noqa: S311
    texts = _read_texts()
    with transaction.atomic():
        for number in range(1, LISTS + 1):
            lines = texts[number % len(texts)].splitlines()
            if number > len(texts) and len(lines) > _WHOLE:
                del lines[chance.randrange(len(lines) // 2, len(lines))]
            read = read_text(question, "\n".join(lines))
            player = Registration.objects.create(event=event, number=number, shown_name=f"Player {number}")
            entry = EventList.objects.create(event=event, registration=player)
            entry.current = ListVersion.objects.create(
                list=entry,
                number=1,
                given=read.text,
                text=read.text,
                by=0,
                received=now,
                fingerprint=compute_fingerprint(read.deck),
            )
            entry.save(update_fields=("current",))
    return event.pk


def _read_texts() -> list[str]:
    if CASES.is_file():
        cases = json.loads(CASES.read_text(encoding="utf-8"))
        texts = [case["deck"] for case in cases if case["game"] == "vs-classic"]
        return [text for text in texts if text.count("\n") > _WHOLE]
    return [path.read_text(encoding="utf-8") for path in sorted(SAMPLES.glob("*.txt"))]


if __name__ == "__main__":
    sys.exit(main())
