"""How long a load of the reference takes, and how many times as long Django's own `loaddata` takes for the same rows.

Run `python benchmarks/load_reference.py`. Each measure is the best of three, in a SQLite file of its own, in seconds of
the processor, so that what else the machine does makes no difference.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 3
APPS = ("cards", "formats", "rules")


def main() -> None:
    """Measure in a temporary folder, which is gone afterwards."""
    sys.path.insert(0, str(ROOT))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'benchmark.sqlite3'}"
        os.environ["DJANGO_SETTINGS_MODULE"] = "vsdb.settings"
        import django

        django.setup()
        measure(Path(folder) / "rows.json")


def measure(dump: Path) -> None:
    """Load, load again, dump and load the dump; print the seconds and their ratio."""
    from django.core.management import call_command

    def load_reference() -> None:
        call_command("load_reference", verbosity=0)

    def loaddata() -> None:
        call_command("loaddata", dump, verbosity=0)

    call_command("migrate", verbosity=0)
    load_reference()
    call_command("dumpdata", *APPS, output=dump, verbosity=0)
    rows = held()
    unchanged = best(load_reference)
    into_empty = best(load_reference, before=empty)
    assert held() == rows
    plain = best(loaddata, before=empty)
    assert held() == rows
    print(f"{rows} rows in {len(APPS)} apps")
    print(f"load_reference, nothing changed   {unchanged:7.2f} s")
    print(f"load_reference, empty tables      {into_empty:7.2f} s")
    print(f"loaddata, empty tables            {plain:7.2f} s   {plain / into_empty:.1f} times as long")


def best(work: Callable[[], None], before: Callable[[], None] | None = None) -> float:
    """The seconds of the fastest round; what goes before each isn't counted."""
    seconds = []
    for _ in range(ROUNDS):
        if before:
            before()
        start = process_time()
        work()
        seconds.append(process_time() - start)
    return min(seconds)


def empty() -> None:
    """Take every row out of the tables of the reference."""
    from vsdb.cards.models import Game
    from vsdb.rules.models import Document

    Document.objects.all().delete()
    Game.objects.all().delete()


def held() -> int:
    """How many rows the tables of the reference hold."""
    from django.apps import apps

    models = [model for name in APPS for model in apps.get_app_config(name).get_models(include_auto_created=True)]
    return sum(model._default_manager.count() for model in models)


if __name__ == "__main__":
    main()
