"""Run the tests once on each database of TEST_DATABASES, and hold the measured coverage to its floors.

`sqlite` runs everything; `postgresql` runs what touches a database, where a server answers at TEST_POSTGRESQL_URL. A
browser shows the same pages on both, so it looks at them once.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg

ROOT = Path(__file__).resolve().parent.parent
#: What PostgreSQL makes no difference to.
ELSEWHERE = ("engine", "browser")
#: The least share of lines and branches that the tests must reach, by package.
FLOORS = {"engine": 100, "vsdb": 90}


def main() -> int:
    """0 where all tests pass and the floors are kept."""
    workers = os.environ.get("TEST_WORKERS", "2")
    databases = os.environ.get("TEST_DATABASES", "sqlite postgresql").split()
    statuses: list[int] = []
    if "sqlite" in databases:
        print("Tests on SQLite", flush=True)
        statuses.append(_pytest("-n", workers, "--cov", "--cov-report=", database_url=""))
        if not statuses[-1]:
            statuses += [_floor(package, least) for package, least in FLOORS.items()]
    if "postgresql" in databases:
        # A name of its own, so that two runs on one server don't take each other's database away.
        url = f"{os.environ['TEST_POSTGRESQL_URL']}_{os.getpid()}"
        if fault := _unreachable(url):
            print(f"No tests on PostgreSQL: {url} doesn't answer ({fault}).", flush=True)
        else:
            print("Tests on PostgreSQL", flush=True)
            statuses.append(_pytest("-n", workers, *(f"--ignore=tests/{each}" for each in ELSEWHERE), database_url=url))
    return max(statuses, default=0)


def _pytest(*options: str, database_url: str) -> int:
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    if database_url:
        environment["DATABASE_URL"] = database_url
    return _status("pytest", "-q", *options, env=environment)


def _floor(package: str, least: int) -> int:
    return _status("coverage", "report", f"--include={package}/*", f"--fail-under={least}")


def _status(module: str, *arguments: str, env: dict[str, str] | None = None) -> int:
    return subprocess.run([sys.executable, "-m", module, *arguments], check=False, cwd=ROOT, env=env).returncode


def _unreachable(url: str) -> str | None:
    """Why the server can't be used, or None where it can."""
    server, _, _ = url.rpartition("/")
    try:
        psycopg.connect(f"{server}/postgres", connect_timeout=3).close()
    except psycopg.OperationalError as exc:
        return str(exc).strip().splitlines()[0]
    return None


if __name__ == "__main__":
    sys.exit(main())
