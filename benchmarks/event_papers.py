"""How long the sheets of a thousand players take as one PDF, how large it is, and how much memory it takes.

Run it as `python -m benchmarks.event_papers [sheets]`. The reference is loaded, and an event is made with as many
players, each with a locked list of about sixty cards. The sheets are drawn by name, as a worker does it, and so are the
judge's lists; each in a process of its own, so that its memory is measured. Times are of the clock and of the
processor. SQLite by default; DATABASE_URL names another, empty database.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter, process_time

PLAYERS = 1_000
SEED = 20081222
SECONDS, BYTES, MEMORY = 60.0, 6 * 1024 * 1024, 300 * 1024 * 1024  #: goals for the sheets
KINDS = ("sheets", "judge-lists")


def main() -> None:
    """Measure in a database of its own, and print the figures; exit status 1 where a goal is missed."""
    players = int(sys.argv[1]) if len(sys.argv) > 1 else PLAYERS
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(folder) / 'benchmark.sqlite3'}")
        os.environ |= {
            "SEARCH_INDEX_DIR": f"{folder}/index",
            "PAPER_DIR": f"{folder}/papers",
            "DJANGO_DEBUG": "0",
            "DJANGO_SECRET_KEY": "measuring-only",
            "DJANGO_ALLOWED_HOSTS": "testserver",
            "DJANGO_SETTINGS_MODULE": "vsdb.settings",
        }
        import django

        django.setup()
        event = fill(players)
        missed = False
        for kind in KINDS:
            child = os.fork()
            if not child:
                os._exit(measure(event, kind, players))
            missed |= os.waitpid(child, 0)[1] != 0
    sys.exit(int(missed))


def fill(players: int) -> int:
    """Load the reference and make the event; its key."""
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connections

    from engine.model.serialization import dump_json
    from vsdb.catalog.cards import selectors as cards
    from vsdb.events.models import Event, EventList, ListVerdict, ListVersion, Registration, Role
    from vsdb.events.verdicts.judging import get_event_question, judge_text

    call_command("migrate", verbosity=0)
    call_command("load_reference", verbosity=0)
    starts = datetime(2026, 12, 5, 9, tzinfo=UTC)
    event = Event.objects.create(
        game_id="vs-classic", title="Ten Thousand Cards Open", zone="Europe/Berlin", starts=starts,
        ends=starts + timedelta(hours=9), format="golden-age", stage=Event.Stage.RUNNING,
        list_deadline=datetime(2026, 1, 1, tzinfo=UTC),
    )  # fmt: skip
    judge = User.objects.create(username="judge")
    Role.objects.create(event=event, user=judge, name="judge", given_by=0)
    chance = Random(SEED)  # noqa: S311
    titles = [card.title for card in cards.get_reference("vs-classic").catalog.by_slug.values()]
    question = get_event_question(event)
    texts = [
        "\n".join(f"4 {title}" for title in chance.sample(titles, 15 if number % 4 else 13)) for number in range(40)
    ]
    judged = [judge_text(question, text) for text in texts]
    names = ("Ångström", "Zoë", "Łukasz", "Müller", "O’Brien", "Éowyn", "Smith", "Nguyễn", "Šimić", "de la Cruz")
    received = starts - timedelta(days=400)
    for number in range(1, players + 1):
        name = f"{names[number % len(names)]}, {chance.choice(titles).split()[0]} {number}"
        player = Registration.objects.create(event=event, number=number, shown_name=name)
        entry, one = EventList.objects.create(event=event, registration=player), judged[number % len(judged)]
        version = ListVersion.objects.create(
            list=entry, number=1, given=one.text, text=one.text, by=0, received=received, fingerprint=one.fingerprint
        )
        ListVerdict.objects.create(
            version=version, format="golden-age", day=question.day, state="", outcome=one.verdict.outcome,
            codes=one.codes, whole=dump_json(one.verdict.as_dict()), made=received,
        )  # fmt: skip
        entry.current = version
        entry.save(update_fields=("current",))
    connections.close_all()
    return event.pk


def measure(number: int, kind: str, players: int) -> int:
    """Draw papers of a kind and print the figures; 1 where a goal is missed."""
    from vsdb.events.access import find_asker
    from vsdb.events.clock import get_now
    from vsdb.events.models import Event, Role
    from vsdb.events.paper import services
    from vsdb.events.paper.drawing import find_file

    event = Event.objects.get(pk=number)
    asker = find_asker(event, Role.objects.get(event=event).user_id)
    options = {"paper": "a4", "odd": False, "root": "https://vsdb.example"}
    job = services.start_papers(event, asker, kind, "name", options, get_now())
    begun = perf_counter(), process_time()
    services.work_on(job.pk)
    seconds, busy = perf_counter() - begun[0], process_time() - begun[1]
    job.refresh_from_db()
    size, memory = find_file(job).stat().st_size, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    mib = 1024 * 1024
    print(
        f"{job.drawn:,} {kind}: {seconds:.1f} s ({busy:.1f} busy), {size / mib:.2f} MiB, {memory / mib:.0f} MiB held",
        flush=True,
    )
    share = players / PLAYERS
    return int(seconds > SECONDS * share or size > BYTES * max(share, 0.2) or memory > MEMORY)


if __name__ == "__main__":
    main()
