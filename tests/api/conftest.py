"""What the tests of the API share."""

from __future__ import annotations

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _no_limits(settings: Settings) -> None:
    """Tests ask more often than people do."""
    settings.API_RATE = ""
    settings.API_CHECK_RATE = ""
    settings.API_WRITE_RATE = ""
