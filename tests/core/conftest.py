"""What the tests of the core share."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from tests.core.logged import Logged


@pytest.fixture
def logged() -> Iterator[Logged]:
    """What is logged in a test."""
    handler = Logged()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)
