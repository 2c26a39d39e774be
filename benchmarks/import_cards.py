"""How long imports of 8,000 new cards with texts take, an OCTGN set and a CSV file of them, and how many times as long
Django's own `loaddata` takes for the rows that they make; then the most memory that imports of 10,000 and of 100,000
cards hold.

Run `python -m benchmarks.import_cards`. Each begins with the reference in a SQLite file of its own; the times are
seconds of the processor, so that what else the machine does makes no difference. The search index is left out, which
`loaddata` doesn't make; so are, in the first row of two, the tables of legality. Memory is measured in a process for
each file; `--without-memory` leaves that out, since it takes minutes.

`--large` measures `manage.py import_cards` alone, index and all, on files of 60 MB and of half of that: of every
source, each name once, and few names over and over, in the 2PCG, where each of these is a card, and in the classic
game, where they are printings of one. `--large 6` takes files of 6 MB, `--large 6 octgn csv` those of two sources.
"""

from __future__ import annotations

import csv
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from time import process_time
from unittest.mock import patch

from benchmarks.card_files import FEW_NAMES, WORDS, WRITERS
from benchmarks.goals import Result, faster
from benchmarks.rounds import best, empty, held

ROOT = Path(__file__).resolve().parent.parent
CARDS = 8_000
FEW, MANY = 10_000, 100_000
APPS = ("cards", "formats", "rules", "wordings")
LARGE_MEGABYTES = 60
WANTED = 7.0
COLUMNS = {"Card Number": "number", "Rules": "printed_text", "Good Evil Neutral": "alignment"}


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
    os.environ["IMPORT_DIR"] = str(folder / "imports")
    os.environ["DJANGO_SETTINGS_MODULE"] = "vsdb.settings"
    import django

    django.setup()


def measure_time(folder: Path) -> None:
    """Print seconds and ratios of both sources, and how long a file takes that is imported already."""
    for each in compare(folder):
        print(f"{each.goal:<44}{each.measured:>10}   loaddata takes {each.ratio:.1f} times as long")
    again = best(lambda: import_file(folder / "cards.csv", "csv"))
    print(f"the same CSV file again                     {again:8.2f} s")


def results() -> Iterator[Result]:
    """Imports of both sources beside `loaddata` of the rows that they make."""
    with tempfile.TemporaryDirectory() as name:
        set_up(Path(name))
        yield from compare(Path(name))


def compare(folder: Path) -> Iterator[Result]:
    """Import each file onto the reference, then load what it made onto the same reference; once each, in turn."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    refill()
    recorded, dump = folder / "reference.sqlite3", folder / "rows.json"
    copy_database(folder, recorded)
    known = dump_rows(dump)
    for source, write in (("octgn", write_cards), ("csv", write_table)):
        file = folder / f"cards.{source}"
        write(file, CARDS)
        import_it = partial(import_file, file, source)
        with unmade_tables():
            imported = seconds_of(import_it)
        rows = {key: row for key, row in dump_rows(dump).items() if known.get(key) != row}
        held_after = held(APPS)
        dump.write_text(json.dumps(list(rows.values())), encoding="utf-8")
        copy_database(folder, recorded, back=True)
        loaded = seconds_of(lambda: call_command("loaddata", dump, verbosity=0))
        assert held(APPS) == held_after
        copy_database(folder, recorded, back=True)
        with_tables = seconds_of(import_it)
        goal = f"import of {CARDS:,} new cards, {source}"
        yield faster(goal, imported, "Django's loaddata of the rows", loaded, WANTED)
        yield faster(f"{goal}, with legality", with_tables, "Django's loaddata of the rows", loaded, WANTED)
        copy_database(folder, recorded, back=True)


def seconds_of(work: Callable[[], object]) -> float:
    """The seconds of the processor that some work takes."""
    start = process_time()
    work()
    return process_time() - start


def dump_rows(dump: Path) -> dict[tuple[str, object], dict[str, object]]:
    """Every row of the apps by its model and key, as `dumpdata` writes it."""
    from django.core.management import call_command

    call_command("dumpdata", *APPS, output=dump, verbosity=0)
    return {(row["model"], row["pk"]): row for row in json.loads(dump.read_text(encoding="utf-8"))}


def copy_database(folder: Path, kept: Path, *, back: bool = False) -> None:
    """Keep the database apart, or put what was kept in its place."""
    from django.db import connection

    connection.close()
    database = folder / "benchmark.sqlite3"
    shutil.copy(*((kept, database) if back else (database, kept)))


@contextmanager
def unmade_tables() -> Iterator[None]:
    """Within it the tables of legality, which the search makes of all cards, are left for the first search."""
    from vsdb.search.conditions import legality

    with patch.object(legality, "make_all"):
        yield


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


def import_file(file: Path, source: str = "octgn") -> None:
    """Import a file without bringing the search index up to date."""
    from django.core.management import call_command

    from vsdb.search.text import current

    with patch.object(current, "update_index", return_value=()):
        call_command("import_cards", file, source=source, verbosity=0, stdout=io.StringIO())


def write_cards(path: Path, count: int) -> None:
    """Write an OCTGN set of that many cards, each with a text of forty words."""
    with path.open("w", encoding="utf-8") as file:
        file.write('<set name="X-Force" gameId="d9d22574-b64d-4f4b-9726-092d35b778c9" version="1.3">\n<cards>\n')
        for name, facts in cards(count):
            inside = "".join(f'<property name="{fact}" value="{value}" />' for fact, value in facts.items())
            file.write(f'<card id="" name="{name}">{inside}</card>\n')
        file.write("</cards>\n</set>\n")


def write_table(path: Path, count: int) -> None:
    """Write the same cards as a table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        for at, (name, facts) in enumerate(cards(count)):
            if not at:
                rows.writerow(["game", "name", *(COLUMNS.get(fact, fact) for fact in facts)])
            rows.writerow(["vs-2pcg", name, *facts.values()])


def cards(count: int) -> Iterator[tuple[str, dict[str, str]]]:
    """The names and the facts of the cards; no two have one name or one number."""
    chance = random.Random(1)  # noqa: S311 - words for cards
    for each in range(count):
        letters = chr(ord("A") + each // 9_000 % 26) + chr(ord("A") + each // 9_000 // 26)
        text = f"First Step. Main [Might]: {' '.join(chance.choice(WORDS) for _ in range(40))}."
        yield (
            f"{chance.choice(WORDS).title()} Number {each}",
            {
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
                "Rules": text,
            },
        )


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
