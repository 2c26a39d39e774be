"""What a web process begins, and what the process that loads the site for others leaves to them."""

from __future__ import annotations

import pytest
from django.db import OperationalError

from vsdb.operations import web_processes
from vsdb.operations.web_processes import PRELOADING, start_process


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done, in order."""
    found: list[str] = []
    for name in ("record_code", "start_in_thread"):
        monkeypatch.setattr(web_processes, name, lambda name=name: found.append(name))
    monkeypatch.setattr(web_processes.selectors, "list_references", lambda: found.append("read"))
    monkeypatch.setattr(web_processes.connections, "close_all", lambda: found.append("close"))
    return found


def test_says_its_code_and_looks_after_what_was_left(done: list[str]) -> None:
    start_process()
    assert done == ["record_code", "start_in_thread"]


def test_that_loads_for_others_reads_the_facts_and_keeps_no_connection(
    done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PRELOADING, "1")
    start_process()
    assert done == ["read", "close"]


def test_that_loads_for_others_starts_without_a_database(done: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise OperationalError

    monkeypatch.setenv(PRELOADING, "1")
    monkeypatch.setattr(web_processes.selectors, "list_references", gone)
    start_process()
    assert done == ["close"]
