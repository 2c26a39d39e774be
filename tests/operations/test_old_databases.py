"""Databases of old versions come up to today's with every account, deck, version and verdict kept."""

from __future__ import annotations

import json
import lzma
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
OLD = Path(__file__).with_name("old_databases")
#: What people have put there, by table; all rows and columns stay as they were.
KEPT = (
    "auth_user",
    "account_emailaddress",
    "accounts_apitoken",
    "decks_tag",
    "decks_deck",
    "decks_deck_tags",
    "decks_revision",
    "decks_judgement",
    "decks_like",
    "decks_comment",
    "decks_report",
)
#: Columns that change in form: secrets are encrypted, and `EXAMINE` proves that they still work; a deck says by which
#: facts its size and glance were made, a verdict by which facts and code, and both are made again.
RENEWED = {("decks_deck", "secret"), ("decks_deck", "facts"), ("decks_judgement", "state")}
#: Opens everything as people would; run by today's code on the upgraded database.
EXAMINE = """
import json
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.test import Client
from vsdb.decks.models import Deck

site = {"SERVER_NAME": "localhost"}
pages = {}
owners = {name: Client(**site) for name in ("ann", "ben")}
for name, client in owners.items():
    client.force_login(User.objects.get(username=name))
for deck in Deck.objects.exclude(owner=None).order_by("pk"):
    client = owners[deck.owner.username]
    for path in [f"/decks/{deck.pk}/{deck.slug}/", *(
        f"/decks/{deck.pk}/versions/{version.number}/" for version in deck.revisions.order_by("number"))]:
        answer = client.get(path, follow=True)
        pages[path] = [answer.status_code, deck.title.split()[0] in answer.content.decode()]
token = {"headers": {"authorization": "Bearer vsdb_abcdefgh"}}
secret = SECRET
linked = Deck.objects.get(title="By link")
ann = User.objects.get(username="ann")
key = Authenticator.objects.get(user=ann, type="totp").wrap()

def code_of_now():
    return format_hotp_value(hotp_value(TOTP_SECRET, next(yield_hotp_counters_from_time())))

print(json.dumps({
    "pages": pages,
    "mine": owners["ann"].get("/decks/mine/").status_code,
    "api": Client(**site).get("/api/v1/decks?mine=true", **token).status_code,
    "by link": Client(**site).get(f"/decks/shared/{secret}/", follow=True).status_code,
    "without it": Client(**site).get(f"/decks/{linked.pk}/by-link/", follow=True).status_code,
    "password": authenticate(None, username="ann", password="a password of 2026") is not None,
    # A code holds for 30 seconds, which may end just between the two calls: then the next one counts.
    "second factor": any(key.validate_code(code_of_now()) for _ in range(2)),
}))
"""


@pytest.fixture(params=["first", pytest.param("second", marks=pytest.mark.long)])
def old_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database with what an old version left there, on the database that the tests run on."""
    script = lzma.decompress((OLD / f"{request.param}.{connection.vendor}.sql.xz").read_bytes()).decode()
    if connection.vendor == "sqlite":
        path = tmp_path / "old.sqlite3"
        with closing(sqlite3.connect(path)) as opened:
            opened.executescript(script)
        yield f"sqlite:///{path}"
        return
    held = settings.DATABASES["default"]
    name = f"{held['NAME']}_old_{request.param}_{os.getpid()}"
    server = {"host": held["HOST"], "port": held["PORT"], "user": held["USER"], "password": held["PASSWORD"]}
    with psycopg.connect(dbname="postgres", autocommit=True, **server) as opened:
        opened.execute(f'DROP DATABASE IF EXISTS "{name}"')  # type: ignore[arg-type]
        opened.execute(f'CREATE DATABASE "{name}"')  # type: ignore[arg-type]
        try:
            with psycopg.connect(dbname=name, autocommit=True, **server) as own:
                own.execute(script)  # type: ignore[arg-type]
            login = f"{held['USER']}:{held['PASSWORD']}@" if held["PASSWORD"] else f"{held['USER']}@"
            yield f"postgres://{login}{held['HOST'] or '127.0.0.1'}:{held['PORT'] or 5432}/{name}"
        finally:
            opened.execute(f'DROP DATABASE "{name}" WITH (FORCE)')  # type: ignore[arg-type]


@pytest.mark.dialect
@pytest.mark.usefixtures("django_db_setup")
def test_an_old_database_is_brought_up_to_date_with_everything_kept(old_database: str, tmp_path: Path) -> None:
    before = read_rows(old_database)
    assert len(before["decks_deck"]) == 5
    assert len(before["decks_revision"]) == 7
    assert len(before["decks_judgement"]) == 3
    manage(old_database, tmp_path, "migrate", "-v0")
    manage(old_database, tmp_path, "load_reference", "-v0")
    after = read_rows(old_database)
    # A deck without a day is judged anew on another day, so that there may be more rows.
    now = {(table, row["id"]): row for table in KEPT for row in after[table]}
    lost = [
        (table, row["id"], column)
        for table in KEPT
        for row in before[table]
        for column in row
        if (table, column) not in RENEWED and row[column] != now.get((table, row["id"]), {}).get(column, "it is gone")
    ]
    assert lost == []
    (secret,) = (row["secret"] for row in before["decks_deck"] if row["title"] == "By link")
    said = EXAMINE.replace("TOTP_SECRET", '"JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"').replace("SECRET", repr(secret), 1)
    found = json.loads(manage(old_database, tmp_path, "shell", "-v0", "-c", said))
    assert {path: found["pages"][path] for path in found["pages"] if found["pages"][path] != [200, True]} == {}
    assert len(found["pages"]) == 4 + 6  # of the decks that somebody owns, and of their versions
    assert {key: found[key] for key in ("mine", "api", "by link", "without it", "password", "second factor")} == {
        "mine": 200,
        "api": 200,
        "by link": 200,
        "without it": 404,
        "password": True,
        "second factor": True,
    }


def manage(database: str, folder: Path, *arguments: str) -> str:
    """What a command of today's code says on a database."""
    folders = {name: str(folder / name) for name in ("SEARCH_INDEX_DIR", "IMPORT_DIR", "BULK_DIR")}
    environment = {**os.environ, **folders, "DATABASE_URL": database, "DJANGO_DEBUG": "1"}
    command = [sys.executable, "manage.py", *arguments]
    ran = subprocess.run(command, check=False, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-3_000:]
    return ran.stdout


def read_rows(database: str) -> dict[str, list[dict[str, Any]]]:
    """All rows of the tables that are kept, by table in the order of their keys."""
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as opened:
            return {table: _rows(opened.cursor(), table) for table in KEPT}
    with psycopg.connect(database) as opened:
        return {table: _rows(opened.cursor(), table) for table in KEPT}


def _rows(cursor: Any, table: str) -> list[dict[str, Any]]:
    cursor.execute(f'SELECT * FROM "{table}" ORDER BY id')  # noqa: S608  (a table of the list above)
    names = [each[0] for each in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
