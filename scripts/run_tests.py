"""Run the tests in three parts, which together run each of them once on a database that can tell something new.

`make test` is the first: everything that finds defects, on SQLite, and on PostgreSQL what asks the database in its own
way. `make test-rest` is the second: laws on more cases, more themes, widths and queues. `make test-long` is the third:
drills of minutes each, and on PostgreSQL each other test that uses a database, which is measured. The measured share
has to reach the floors.

TEST_DATABASES, TEST_POSTGRESQL_URL and TEST_WORKERS say on which databases, where, and by how many workers.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg

ROOT = Path(__file__).resolve().parent.parent
#: The least share that the tests must reach, by package: of the lines, and of the branches of those in BRANCHES.
FLOORS = {"engine": 100, "vsdb": 90}
#: To measure them takes twice as long as to measure lines.
BRANCHES = {"engine"}
POSTGRESQL = "postgres://postgres@127.0.0.1:5432/vsdb"
#: What is asked on PostgreSQL by `make test` already.
DIALECT = "postgresql or dialect"
#: What PostgreSQL makes no difference to: a browser shows the same pages, and queues have databases of their own.
ALIKE = "browser or broker"


def main() -> int:
    """0 where all tests of a part pass and its floors are kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument(
        "part", choices=list(_PARTS), help="what `make test`, `make test-rest` or `make test-long` runs"
    )
    part = parser.parse_args().part
    databases = os.environ.get("TEST_DATABASES", "sqlite postgresql").split()
    server, fault = postgresql() if "postgresql" in databases else ("", "it isn't asked for")
    return max(_PARTS[part]("sqlite" in databases, server, fault), default=0)


def _test(is_on_sqlite: bool, server: str, fault: str) -> Iterator[int]:
    if is_on_sqlite:
        yield _measured_engine()
        yield _floor("engine")
        yield _pytest("Tests on SQLite", "--ignore=tests/engine")
    if server:
        yield _pytest("Tests on PostgreSQL", *on_postgresql(ROOT), url=server)
    else:
        print(f"No tests on PostgreSQL: {fault}.", flush=True)


def _rest(is_on_sqlite: bool, server: str, fault: str) -> Iterator[int]:
    if is_on_sqlite:
        yield _pytest("Tests on SQLite, the rest", "--rest", *list_rest_files(ROOT))
    if not _is_measured("engine"):
        yield _measured_engine()
    yield _floor("engine")


def _long(is_on_sqlite: bool, server: str, fault: str) -> Iterator[int]:
    if is_on_sqlite:
        yield _pytest("Tests that take minutes", "--long", *_list_files(ROOT, r"\bmark\.long\b"))
    # Without a server the same are measured on SQLite, again, since nothing else says what they reach.
    said = "Tests on PostgreSQL, the rest" if server else f"Tests on SQLite, measured again: no PostgreSQL ({fault})"
    chosen = ("--database", "-m", f"not ({DIALECT} or {ALIKE})", "--ignore=tests/engine")
    yield _pytest(said, *chosen, url=server, measured="vsdb")
    yield _floor("vsdb")


_PARTS = {"test": _test, "rest": _rest, "long": _long}


def on_postgresql(root: Path) -> list[str]:
    """The arguments of pytest for what `make test` asks of PostgreSQL."""
    return ["--database", "-m", DIALECT, *_list_files(root, r"\bmark\.(postgresql|dialect)\b")]


def list_rest_files(root: Path) -> list[str]:
    """The files with tests that `make test` leaves to the rest, in their own words or in those of a module they use."""
    rest = r"\bmark\.(full|law)\b|@given\b"
    marked = [each.relative_to(root).with_suffix("").parts for each in _list_marked(root, rest)]
    modules = "|".join(re.escape(".".join(parts)) for parts in marked if not parts[-1].startswith("test_"))
    return _list_files(root, rf"{rest}|^from ({modules}) import")


def _list_files(root: Path, words: str) -> list[str]:
    """The files of tests with these words: to read all the others, in each worker, takes longer than some tests."""
    return [str(each) for each in _list_marked(root, words) if each.name.startswith("test_")]


def _list_marked(root: Path, words: str) -> list[Path]:
    pattern = re.compile(words, re.MULTILINE)
    return [each for each in sorted((root / "tests").rglob("*.py")) if pattern.search(each.read_text("utf-8"))]


def _measured_engine() -> int:
    return _pytest("Tests of the engine", "tests/engine", measured="engine")


def _pytest(said: str, *options: str, url: str = "", measured: str = "") -> int:
    print(said, flush=True)
    # Processes that tests start would compile every module again, were they forbidden to keep what they compile.
    left_out = {"DATABASE_URL", "PYTHONDONTWRITEBYTECODE"}
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    if url:
        environment["DATABASE_URL"] = url
    if measured:
        environment["COVERAGE_FILE"] = str(_measurement(measured))
        options = (*options, f"--cov={measured}", "--cov-report=", *(["--cov-branch"] if measured in BRANCHES else []))
    workers = ("-n", os.environ.get("TEST_WORKERS", "2"), "--dist", "worksteal")
    return _status("pytest", "-q", *workers, *options, environment=environment)


def _measurement(package: str) -> Path:
    return ROOT / f".coverage.{package}"


def _is_measured(package: str) -> bool:
    """Whether the measurement of a package is newer than every file of it and of its tests."""
    files = [each for folder in (package, f"tests/{package}") for each in (ROOT / folder).rglob("*.py")]
    measurement = _measurement(package)
    return measurement.exists() and measurement.stat().st_mtime > max(each.stat().st_mtime for each in files)


def _floor(package: str) -> int:
    least = FLOORS[package]
    print(f"Coverage of {package}, at least {least} %", flush=True)
    options = (f"--data-file={_measurement(package)}", f"--include={package}/*", f"--fail-under={least}")
    return _status("coverage", "report", *options)


def _status(module: str, *arguments: str, environment: dict[str, str] | None = None) -> int:
    return subprocess.run([sys.executable, "-m", module, *arguments], check=False, cwd=ROOT, env=environment).returncode


def postgresql() -> tuple[str, str]:
    """The address for a database of this run, or why the server can't be used."""
    # A name of its own, so that two runs on one server don't take each other's database away.
    url = f"{os.environ.get('TEST_POSTGRESQL_URL', POSTGRESQL)}_{os.getpid()}"
    server, _, _ = url.rpartition("/")
    try:
        psycopg.connect(f"{server}/postgres", connect_timeout=3).close()
    except psycopg.OperationalError as exc:
        return "", f"{url} doesn't answer ({str(exc).strip().splitlines()[0]})"
    return url, ""


if __name__ == "__main__":
    sys.exit(main())
