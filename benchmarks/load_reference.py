"""How long a load of the reference takes, and how many times as long Django's own `loaddata` takes for the same rows.

Run `python -m benchmarks.load_reference`. Each measure is the best of three, in a SQLite file of its own, in seconds of
the processor, so that what else the machine does makes no difference.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from benchmarks.rounds import best, empty, held

APPS = ("cards", "formats", "rules")


def main() -> None:
    """Measure in a temporary folder, which is gone afterwards."""
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
    rows = held(APPS)
    unchanged = best(load_reference)
    into_empty = best(load_reference, before=empty)
    assert held(APPS) == rows
    plain = best(loaddata, before=empty)
    assert held(APPS) == rows
    print(f"{rows} rows in {len(APPS)} apps")
    print(f"load_reference, nothing changed   {unchanged:7.2f} s")
    print(f"load_reference, empty tables      {into_empty:7.2f} s")
    print(f"loaddata, empty tables            {plain:7.2f} s   {plain / into_empty:.1f} times as long")


if __name__ == "__main__":
    main()
