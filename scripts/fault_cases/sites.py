"""Sites of their own: a folder, a database and an environment for each case, copied from one that is filled once."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"
SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")
RABBITMQ = os.environ.get("TEST_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672//")
#: The number of a database in Redis for the queues of ours.
BROKER_NUMBER = 12
#: What a site of ours never takes from whoever starts the script.
_FOREIGN = (
    *("CACHE_URL", "CELERY_BROKER_URL", "CELERY_RESULT_BACKEND", "EMAIL_URL", "VSDB_GAMES", "SENTRY_DSN"),
    *("READ_ONLY", "COMPUTE_DIR"),
)
#: Without limits every hostile request is worked on, not refused.
_UNLIMITED = (
    "API_RATE",
    "API_CHECK_RATE",
    "API_WRITE_RATE",
    "LOGIN_RATE",
    "LOGIN_FAILURES_RATE",
    "DECKS_RATE",
    "SHARED_LISTS_RATE",
)
_KEY = secrets.token_urlsafe(60)


@dataclass(frozen=True)
class Site:
    """A site: its folder, the address of its database, and what its environment has beside that."""

    folder: Path
    url: str
    extra: Mapping[str, str] = field(default_factory=dict)
    secret_key: str = _KEY
    static: Path | None = None  #: where the static files are, if not in its folder

    @property
    def kind(self) -> str:
        """The kind of database, as the table calls it."""
        return SQLITE if self.url.startswith("sqlite") else POSTGRESQL

    @property
    def temporary(self) -> Path:
        """Where its processes put temporary files."""
        return self.folder / "tmp"

    def with_extra(self, **extra: str) -> Site:
        """The same site with more in its environment."""
        return replace(self, extra={**self.extra, **extra})

    def environment(self) -> dict[str, str]:
        """The environment of a process of the site, in production mode."""
        inherited = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
        return {
            **inherited,
            **dict.fromkeys((*_UNLIMITED, "ERROR_REPORTS_RATE"), ""),
            "DATABASE_URL": self.url,
            "DJANGO_SETTINGS_MODULE": "fault_cases.settings",
            "DJANGO_DEBUG": "0",
            "DJANGO_SECRET_KEY": self.secret_key,
            "DJANGO_ALLOWED_HOSTS": "127.0.0.1",
            "DJANGO_SSL_REDIRECT": "0",
            "FAULTS_FOLDER": str(self.folder),
            "FAULTS_STATIC": str(self.static or self.folder / "static"),
            "SEARCH_INDEX_DIR": str(self.folder / "index"),
            "IMPORT_DIR": str(self.folder / "imports"),
            "BULK_DIR": str(self.folder / "bulk"),
            "BACKUP_DIR": str(self.folder / "backups"),
            "VAR_DIR": str(self.folder / "var"),
            "TMPDIR": str(self.temporary),
            "EMAIL_URL": "dummymail://",
            "PYTHONPATH": os.pathsep.join((str(ROOT), str(SCRIPTS))),
            "PYTHONWARNINGS": "ignore",
            **self.extra,
        }

    def manage(self, *arguments: str, timeout: float = 300) -> subprocess.CompletedProcess[str]:
        """Run `manage.py` in a process of its own and wait for it."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            check=False,
            capture_output=True,
            text=True,
            cwd=ROOT,
            env=self.environment(),
            timeout=timeout,
        )


def _make_folder(folder: Path) -> Path:
    for each in (folder, folder / "tmp", folder / "index", folder / "imports", folder / "bulk"):
        each.mkdir(parents=True, exist_ok=True)
    return folder


def _name_database(server: str, name: str) -> str:
    parts = urlsplit(server)
    return urlunsplit(parts._replace(path=f"/{name}"))


def run_on_server(server: str, statement: sql.SQL | sql.Composed) -> None:
    """Run a statement about databases on a server, outside any transaction."""
    with psycopg.connect(_name_database(server, "postgres"), autocommit=True) as connection:
        connection.execute(statement)


def drop_database(url: str) -> None:
    """Drop a database of ours with whatever is connected to it."""
    name = urlsplit(url).path.lstrip("/")
    run_on_server(url, sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def filled_site(folder: Path, server: str = "") -> Iterator[tuple[Site, subprocess.Popen[bytes]]]:
    """The site that the others are copied from, on a server if one is named, and the process that fills it."""
    _make_folder(folder)
    url = f"sqlite:///{folder / 'vsdb.sqlite3'}"
    if server:
        url = _name_database(server, f"vsdb_faults_{os.getpid()}")
        drop_database(url)
        run_on_server(url, sql.SQL("CREATE DATABASE {}").format(sql.Identifier(urlsplit(url).path.lstrip("/"))))
    site = Site(folder, url)
    filling = [sys.executable, "-m", "fault_cases.filling"]
    started = subprocess.Popen(
        filling, cwd=ROOT, env=site.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        yield site, started
    finally:
        if started.poll() is None:
            started.kill()
            started.wait()
        if server:
            drop_database(url)


def wait_until_filled(started: subprocess.Popen[bytes]) -> None:
    """Wait for a site that is being filled. Raises RuntimeError if that failed."""
    _, said = started.communicate()
    if started.returncode:
        raise RuntimeError(f"the site can't be filled: {said.decode(errors='replace')[-2000:]}")


def restore(template: Site, site: Site) -> None:
    """Make a site what the template is, whatever became of it; no process of it may run."""
    if site.kind == SQLITE:
        for path in site.folder.glob("vsdb.sqlite3*"):
            path.unlink()
    for each in ("index", "imports", "bulk", "tmp"):
        shutil.rmtree(site.folder / each, ignore_errors=True)
    _make_folder(site.folder)
    if site.kind == SQLITE:
        shutil.copy(template.url.removeprefix("sqlite:///"), site.folder / "vsdb.sqlite3")
    else:
        drop_database(site.url)
        names = [sql.Identifier(urlsplit(each.url).path.lstrip("/")) for each in (site, template)]
        run_on_server(site.url, sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
    for each in ("index", "bulk"):
        shutil.copytree(template.folder / each, site.folder / each, dirs_exist_ok=True)
    for path in template.folder.glob("*.json"):
        shutil.copy(path, site.folder)


@contextmanager
def copied_site(template: Site, folder: Path, name: str) -> Iterator[Site]:
    """A copy of a site, which goes with the block."""
    url = f"sqlite:///{folder / 'vsdb.sqlite3'}"
    if template.kind == POSTGRESQL:
        base = urlsplit(template.url).path.lstrip("/")
        url = _name_database(template.url, f"{base}_{name.replace('-', '_')}")
    site = Site(folder, url, secret_key=template.secret_key, static=template.folder / "static")
    try:
        restore(template, site)
        yield site
    finally:
        if template.kind == POSTGRESQL:
            drop_database(url)
        shutil.rmtree(folder, ignore_errors=True)
