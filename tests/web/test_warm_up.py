"""Pages made before the web processes fork: each kind of each game, no connection left, a start in any case."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import OperationalError, connections

from tests.conftest import ROOT
from vsdb.web import warm_up as warming
from vsdb.web.warm_up import warm_up

pytestmark = pytest.mark.usefixtures("_connection_stays_open")

Start = Callable[..., Any]


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was closed; the connection of the tests stays open."""
    found: list[str] = []
    monkeypatch.setattr(connections, "close_all", lambda: found.append("all"))
    return found


@pytest.mark.django_db
def test_makes_a_page_of_each_kind_of_each_game(closed: list[str], settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["vsdb.example"]
    asked: list[str] = []
    site = WSGIHandler()

    def application(environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        asked.append(environ["PATH_INFO"])
        return site(environ, start)

    made = warm_up(application)

    assert made == len(asked) == len(set(asked))
    assert asked[0] == "/"
    for game in ("vs-classic", "vs-2pcg", "riftbound"):
        for kind in ("cards", "sets", "formats"):
            assert any(path.startswith(f"/{kind}/{game}/") and path.count("/") == 4 for path in asked), (kind, game)
        assert f"/cards/{game}/" in asked
    assert closed == ["all"]


_FORKED = """
import os, django
django.setup()
from vsdb.search.text import current
current._held["files"] = "open"
child = os.fork()
if not child:
    os._exit(len(current._held))
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), len(current._held))
"""


def test_a_forked_process_has_no_file_of_the_index_open() -> None:
    """Processes that share an open file share the place in it, so that each would read what another looks for."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "vsdb.settings"}
    done = subprocess.run(
        [sys.executable, "-c", _FORKED], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == ["0", "1"]


@pytest.mark.django_db
@pytest.mark.usefixtures("closed")
def test_counts_no_page_that_fails() -> None:
    def refuse(_: dict[str, Any], start: Start) -> Iterable[bytes]:
        start("500 Internal Server Error", [])
        return [b"no"]

    assert warm_up(refuse) == 0


def test_a_database_that_does_not_answer_stops_no_start(
    closed: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone() -> Iterable[str]:
        raise OperationalError("the server is away")

    monkeypatch.setattr(warming, "_list_paths", gone)
    assert warm_up(WSGIHandler()) == 0
    assert "the server is away" in caplog.text
    assert closed == ["all"]
