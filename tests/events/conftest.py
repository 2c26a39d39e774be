"""What every test of events has: a clock that stands where the calendar of this machine can't reach it."""

from __future__ import annotations

import pytest

from tests.events.making import BEFORE, set_clock


@pytest.fixture(autouse=True)
def _clock_before_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of events stands before the deadline of `make_event`, unless a test sets it."""
    set_clock(monkeypatch, BEFORE)
