"""What visitors get while the database or the queue is away."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from pytest_django import Settings

from vsdb.core.queries import is_database_away
from vsdb.operations.queue import BrokerGone, count_waiting_tasks

ROOT = Path(__file__).resolve().parents[2]


def ask_in_process(script: str, **environment: str) -> Any:
    """What a script prints last, as JSON; it runs with settings of its own."""
    settings = {**os.environ, "DJANGO_SETTINGS_MODULE": "vsdb.settings", "CATCH_UP_SECONDS": "0", **environment}
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, check=False, cwd=ROOT, env=settings, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout.splitlines()[-1])


class TestWithoutDatabase:
    def test_pages_and_api_say_when_to_try_again(self) -> None:
        found = ask_in_process(ASK_EVERYTHING, DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
        answers = {address: (status, retry) for address, (status, retry, _) in found.items()}
        assert answers == dict.fromkeys(found, (503, "10"))
        assert "The database can’t be reached" in found["GET /cards/"][2]
        told = json.loads(found["POST /api/v1/check"][2])
        assert told["code"] == "unavailable"
        assert len(told["request_id"]) == 32

    @pytest.mark.django_db
    @pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL calls a missing table something else")
    def test_a_missing_table_is_a_fault_and_no_outage(self) -> None:
        with pytest.raises(OperationalError) as raised, connection.cursor() as cursor:
            cursor.execute("SELECT * FROM a_table_that_is_not_there")
        assert not is_database_away(raised.value)


ASK_EVERYTHING = """
import json
import django
from django.conf import settings
django.setup()
settings.DEBUG = False  # which would show its own page; production's collected files aren't there
from django.test import Client

asked = [("get", "/cards/"), ("get", "/decks/"), ("get", "/api/v1/cards"),
         ("get", "/rules/all.json"), ("get", "/cards/riftbound/x.json"), ("post", "/api/v1/check")]
client = Client(raise_request_exception=False, HTTP_HOST="localhost")
found = {}
for method, address in asked:
    sent = {} if method == "get" else {"data": {"deck": "4 Hulk"}, "content_type": "application/json"}
    answer = getattr(client, method)(address, **sent)
    found[f"{method.upper()} {address}"] = [answer.status_code, answer.headers.get("Retry-After"), answer.text]
print(json.dumps(found))
"""


@pytest.fixture
def held() -> list[socket.socket]:
    """The connections that the silent server took."""
    return []


@pytest.fixture
def silent_server(held: list[socket.socket]) -> Iterator[int]:
    """The port of a server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept() -> None:
            try:
                while True:
                    held.append(server.accept()[0])
            except OSError:  # the test is over
                return

        threading.Thread(target=accept, daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        for each in held:
            each.close()


class TestASilentQueue:
    def test_loses_nothing_that_is_stored(self, silent_server: int, tmp_path: Path) -> None:
        """A Redis that accepts connections and never answers holds a report for seconds, not for minutes."""
        found = ask_in_process(
            REPORT_AN_ERROR,
            CELERY_BROKER_URL=f"redis://127.0.0.1:{silent_server}/0",
            DATABASE_URL=f"sqlite:///{tmp_path / 'site.sqlite3'}",
            OPERATOR_EMAIL="staff@example.org",
        )
        assert found == [201, 1]

    def test_is_asked_once_by_a_check(
        self, silent_server: int, held: list[socket.socket], settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Each try takes seconds, for which everybody waits who asks whether the site is ready."""
        settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{silent_server}/0"
        monkeypatch.setattr("celery.current_app.conf.broker_url", settings.CELERY_BROKER_URL)
        with pytest.raises(BrokerGone):
            count_waiting_tasks()
        assert len(held) == 1


REPORT_AN_ERROR = """
import json
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from vsdb.error_reports.models import ErrorReport

import vsdb.celery
call_command("migrate", verbosity=0)
sent = {"kind": "card", "subject": "vs-classic/x", "text": "Its cost is 3.", "page": "/about/", "source": "the card"}
client = Client(raise_request_exception=False, HTTP_HOST="localhost")
answer = client.post("/api/v1/error-reports", sent, content_type="application/json")
print(json.dumps([answer.status_code, ErrorReport.objects.count()]))
"""
