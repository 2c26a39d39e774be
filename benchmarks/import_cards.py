"""How long an import of 8,000 new cards with texts takes, and how many times as long Django's own `loaddata` takes for
the same rows; then the most memory that imports of 10,000 and of 100,000 cards hold.

Run `python -m benchmarks.import_cards`. The times are the best of three in a SQLite file of its own, in seconds of the
processor, so that what else the machine does makes no difference. Both leave out the search index, which `loaddata`
doesn't make. Memory is measured in a process for each file; `--without-memory` leaves that out, since it takes minutes.
"""

from __future__ import annotations

import io
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

from benchmarks.rounds import best, empty, held

ROOT = Path(__file__).resolve().parent.parent
CARDS = 8_000
FEW, MANY = 10_000, 100_000
APPS = ("cards", "formats", "rules", "wordings")
WORDS = (
    "a", "the", "each", "your", "their", "another", "card", "character", "counter", "deck", "hand", "side", "turn",
    "attack", "draw", "move", "ready", "spend",
)  # fmt: skip


def main() -> None:
    """Measure in a temporary folder, which is gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        set_up(folder)
        measure_time(folder)
        if "--without-memory" not in sys.argv:
            measure_memory(folder)


def set_up(folder: Path) -> None:
    """Point Django at a database and an index in the folder."""
    os.environ["DATABASE_URL"] = f"sqlite:///{folder / 'benchmark.sqlite3'}"
    os.environ["SEARCH_INDEX_DIR"] = str(folder / "index")
    os.environ["DJANGO_SETTINGS_MODULE"] = "vsdb.settings"
    import django

    django.setup()


def measure_time(folder: Path) -> None:
    """Import, dump and load the dump; print the seconds and their ratio."""
    from django.core.management import call_command

    file, dump = folder / "cards.xml", folder / "rows.json"
    write_cards(file, CARDS)

    def import_cards() -> None:
        import_file(file)

    def loaddata() -> None:
        call_command("loaddata", dump, verbosity=0)

    call_command("migrate", verbosity=0)
    refill()
    before = held(APPS)
    import_cards()
    rows = held(APPS)
    call_command("dumpdata", *APPS, output=dump, verbosity=0)
    again = best(import_cards)
    imported = best(import_cards, before=refill)
    assert held(APPS) == rows
    refill()
    load_only = best(loaddata, before=empty)
    assert held(APPS) == rows
    refill()
    of_reference = best(load_reference_rows(folder), before=empty)
    plain = load_only - of_reference
    print(f"{CARDS} new cards with text: {rows - before} rows")
    print(f"import_cards                      {imported:7.2f} s")
    print(f"import_cards, the same file again {again:7.2f} s")
    print(f"loaddata of the same rows         {plain:7.2f} s   {plain / imported:.1f} times as long")


def load_reference_rows(folder: Path) -> Callable[[], None]:
    """Load a dump of the reference alone, whose time isn't the import's."""
    from django.core.management import call_command

    dump = folder / "reference.json"
    call_command("dumpdata", *APPS, output=dump, verbosity=0)
    return lambda: call_command("loaddata", dump, verbosity=0)


def measure_memory(folder: Path) -> None:
    """Import few and many cards, each file in a process and a database of its own; print the peaks."""
    refill()
    from django.db import connection

    connection.close()
    peaks = []
    for count in (FEW, MANY):
        apart = folder / str(count)
        apart.mkdir()
        shutil.copy(folder / "benchmark.sqlite3", apart / "benchmark.sqlite3")
        write_cards(apart / "cards.xml", count)
        run = subprocess.run(
            [sys.executable, "-m", "benchmarks.import_cards", "--peak", str(apart)],
            check=True,
            capture_output=True,
            text=True,
            cwd=ROOT,
        )
        peaks.append(float(run.stdout))
        print(f"peak memory, {count:>7} cards       {peaks[-1]:7.1f} MiB")
    print(f"ten times the cards hold {peaks[1] / peaks[0]:.2f} times the memory")


def peak(folder: Path) -> None:
    """Import the file of a folder and print the most memory that this process held, in MiB."""
    import resource

    set_up(folder)
    import_file(folder / "cards.xml")
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def import_file(file: Path) -> None:
    """Import a file without bringing the search index up to date."""
    from django.core.management import call_command

    from vsdb.exchange.card_files import services

    with patch.object(services, "update_index", return_value=()):
        call_command("import_cards", file, source="octgn", verbosity=0, stdout=io.StringIO())


def write_cards(path: Path, count: int) -> None:
    """Write an OCTGN set of that many cards, each with a text of forty words."""
    chance = random.Random(1)  # noqa: S311 - words for cards
    with path.open("w", encoding="utf-8") as file:
        file.write('<set name="X-Force" gameId="d9d22574-b64d-4f4b-9726-092d35b778c9" version="1.3">\n<cards>\n')
        file.writelines(cards(count, chance))
        file.write("</cards>\n</set>\n")


def cards(count: int, chance: random.Random) -> Iterator[str]:
    """The elements of the cards; no two have one name or one number."""
    for each in range(count):
        letters = chr(ord("A") + each // 9_000 % 26) + chr(ord("A") + each // 9_000 // 26)
        facts = {
            "Card Number": f"XFC-{letters}{each % 9_000 + 1_000}",
            "Type": "Supporting Character",
            "Cost": str(each % 8),
            "ATK": str(each % 9),
            "DEF": "4",
            "Health": "2",
            "Flight": "0",
            "Range": "1",
            "Good Evil Neutral": "Good",
            "Teams": "X-Men",
            "Rules": f"First Step. Main [Might]: {' '.join(chance.choice(WORDS) for _ in range(40))}.",
        }
        properties = "".join(f'<property name="{name}" value="{value}" />' for name, value in facts.items())
        yield f'<card id="" name="{chance.choice(WORDS).title()} Number {each}">{properties}</card>\n'


def refill() -> None:
    """The reference and nothing else."""
    from django.core.management import call_command

    empty()
    call_command("load_reference", verbosity=0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--peak"]:
        peak(Path(sys.argv[2]))
    else:
        main()
