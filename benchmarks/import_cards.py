"""How long an import of 8,000 new cards with texts takes, and how many times as long Django's own `loaddata` takes for
the same rows; then the most memory that imports of 10,000 and of 100,000 cards hold.

Run `python -m benchmarks.import_cards`. The times are the best of three in a SQLite file of its own, in seconds of the
processor, so that what else the machine does makes no difference. Both leave out the search index, which `loaddata`
doesn't make. Memory is measured in a process for each file; `--without-memory` leaves that out, since it takes minutes.

`--large` measures `manage.py import_cards` alone, index and all, on files of 60 MB and of half of that: of every
source, each name once, and few names over and over, in the 2PCG, where each of these is a card, and in the classic
game, where they are printings of one. `--large 6` takes files of 6 MB, `--large 6 octgn csv` those of two sources.
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
from itertools import product
from pathlib import Path
from unittest.mock import patch

from benchmarks.card_files import FEW_NAMES, WORDS, WRITERS
from benchmarks.rounds import best, empty, held

ROOT = Path(__file__).resolve().parent.parent
CARDS = 8_000
FEW, MANY = 10_000, 100_000
APPS = ("cards", "formats", "rules", "wordings")
LARGE_MEGABYTES = 60


def main() -> None:
    """Measure in a temporary folder, which is gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        set_up(folder)
        if "--large" in sys.argv:
            megabytes, *sources = [*sys.argv[sys.argv.index("--large") + 1 :], ""]
            measure_large(folder, int(megabytes or LARGE_MEGABYTES), [*filter(None, sources)])
            return
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


def measure_large(folder: Path, megabytes: int, sources: list[str]) -> None:
    """Import a file of that many megabytes, and one of half as many, of each shape; print seconds and peaks."""
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    refill()
    connection.close()
    for source, (names, game) in product(
        sources or WRITERS, (("each", "vs-2pcg"), ("few", "vs-2pcg"), ("few", "vs-classic"))
    ):
        if (source, game) in (("tcgbrowser", "vs-classic"), ("reference", "vs-2pcg")):
            continue  # files of the other game alone
        for size in (megabytes * 500_000, megabytes * 1_000_000):
            file = folder / f"cards-{game}"
            with file.open("w", encoding="utf-8") as out:
                WRITERS[source](out, size, game, FEW_NAMES if names == "few" else ())
            for options in (["--dry-run"], []):
                seconds, peak = run_apart(folder, [str(file), "--source", source, *options])
                what = f"{source}, {game}, {names} name{'s again' if names == 'few' else ' once'}"
                print(
                    f"{what:<40} {size / 1e6:4.1f} MB {''.join(options):<9} {seconds:7.1f} s {peak:7.1f} MiB",
                    flush=True,
                )


def run_apart(folder: Path, arguments: list[str]) -> tuple[float, float]:
    """The processor's seconds and the peak in MiB of `manage.py import_cards` on a copy of the database."""
    apart = folder / "apart"
    apart.mkdir()
    shutil.copy(folder / "benchmark.sqlite3", apart / "benchmark.sqlite3")
    settings = {
        "DATABASE_URL": f"sqlite:///{apart / 'benchmark.sqlite3'}",
        "SEARCH_INDEX_DIR": str(apart / "index"),
        "IMPORT_DIR": str(apart / "imports"),
    }
    command = [sys.executable, "manage.py", "import_cards", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **settings}, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    shutil.rmtree(apart)
    if process.returncode not in (0, 1):
        raise SystemExit(f"import_cards {' '.join(arguments)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


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
