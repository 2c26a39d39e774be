"""What the tests of checks share: limits that begin at nothing, and none for the API, which they ask often."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _without_limits(settings: Settings) -> None:
    cache.clear()
    settings.API_RATE = settings.API_CHECK_RATE = settings.API_WRITE_RATE = ""
