"""What tests share that ask the site as web servers do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from vsdb.web import not_modified


@pytest.fixture
def _connection_stays_open(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep the test's own connection, with its transaction, as the test client does: a request would close it."""
    monkeypatch.setattr(not_modified, "close_old_connections", lambda: None)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
