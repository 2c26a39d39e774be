"""A site as production runs it, for benchmarks: a database of its own, Gunicorn with the settings of `deploy/`.

TEST_REDIS_URL names a server other than the usual local one, of which the database that the address names is used with
keys of its own; PostgreSQL's server is that of `databases.py`.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep

from benchmarks.databases import temporary_database

ROOT = Path(__file__).resolve().parent.parent
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/12")
_ACCOUNTS = """
import json
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from vsdb.accounts.services import make_token
made = []
for number in range({count}):
    user = User.objects.create_user(f"visitor-{{number}}", f"visitor-{{number}}@vsdb.example", {password!r})
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    token = make_token(user, name="load", scope="write")[1]
    made.append({{"name": user.username, "password": {password!r}, "token": token}})
print("ACCOUNTS", json.dumps(made))
"""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A database with the facts and accounts, and the environment in which the site runs on it."""

    environment: Mapping[str, str]
    accounts: Sequence[Mapping[str, str]]


@contextmanager
def prepare_sqlite_site(accounts: int) -> Iterator[Prepared]:
    """The same on SQLite, in a folder that is deleted at the end."""
    with tempfile.TemporaryDirectory(prefix="vsdb-load-") as folder:
        environment = _build_environment(f"vsdb_load_{os.getpid()}", folder, f"sqlite:///{folder}/vsdb.sqlite3")
        yield Prepared(environment, _fill(environment, accounts))


def _build_environment(name: str, folder: str, database: str) -> dict[str, str]:
    return {
        **os.environ,
        "DJANGO_DEBUG": "0",
        "DJANGO_SECRET_KEY": secrets.token_urlsafe(60),
        "DJANGO_ALLOWED_HOSTS": "vsdb.example",
        "DATABASE_URL": database,
        "CACHE_URL": f"{REDIS}?key_prefix={name}",
        "CELERY_BROKER_URL": "",
        "API_PROXIES": "1",
        "EMAIL_URL": "dummymail://",
        "VAR_DIR": folder,
    }


def _fill(environment: Mapping[str, str], accounts: int) -> Sequence[Mapping[str, str]]:
    """Load the facts, gather the static files, open accounts."""
    for words in (("migrate",), ("load_reference",), ("collectstatic", "--no-input")):
        manage(environment, *words, "--verbosity", "0")
    code = _ACCOUNTS.format(count=accounts, password=secrets.token_urlsafe(12))
    printed = manage(environment, "shell", "--verbosity", "0", "--command", code)
    found: Sequence[Mapping[str, str]] = json.loads(printed.partition("ACCOUNTS ")[2])
    return found


@contextmanager
def prepare_site(accounts: int) -> Iterator[Prepared]:
    """Make a database, load the facts, gather the static files, open accounts; drop it all at the end."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the database goes then too
    with tempfile.TemporaryDirectory(prefix="vsdb-load-") as folder, temporary_database("load") as database:
        environment = _build_environment(f"vsdb_load_{os.getpid()}", folder, database)
        yield Prepared(environment, _fill(environment, accounts))


def manage(environment: Mapping[str, str], *words: str) -> str:
    """Run a command of the site; what it printed. Raises CalledProcessError."""
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


@dataclass(frozen=True, slots=True)
class Web:
    """A running Gunicorn."""

    port: int
    process: subprocess.Popen[bytes]
    log: Path

    def measure_memory(self) -> tuple[int, int]:
        """The memory of its worker processes together, in KiB: resident, and what each has for itself."""
        workers = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii").split()
        rows = [Path(f"/proc/{worker}/smaps_rollup").read_text(encoding="ascii") for worker in workers]
        return sum(_sum_rows(each, "Rss:") for each in rows), sum(_sum_rows(each, "Private_") for each in rows)


def _sum_rows(text: str, name: str) -> int:
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith(name))


@contextmanager
def serve(prepared: Prepared, workers: int, threads: int, *options: str) -> Iterator[Web]:
    """Gunicorn with the settings of `deploy/`, until the block ends; it is stopped as systemd stops it."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    sizes = {"WEB_BIND": f"127.0.0.1:{port}", "WEB_CONCURRENCY": str(workers), "WEB_THREADS": str(threads)}
    command = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", *options, "vsdb.wsgi"]
    log = Path(prepared.environment["VAR_DIR"]) / f"web-{port}.log"
    with log.open("wb") as written:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**prepared.environment, **sizes}, stdout=written, stderr=written
        )
        try:
            _wait_until_it_answers(port, process, log)
            yield Web(port, process, log)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(40)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait_until_it_answers(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = monotonic() + 240
    while monotonic() < until and process.poll() is None:
        try:
            connection = HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/about/", headers={"Host": "vsdb.example", "X-Forwarded-Proto": "https"})
            if connection.getresponse().status == 200:
                return
        except OSError:
            sleep(0.2)
    raise RuntimeError(f"the site does not answer:\n{log.read_text(encoding='utf-8', errors='replace')[-4000:]}")
