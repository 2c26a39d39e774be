"""No limits for the API, which these tests ask often."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _without_limits(settings: Settings) -> None:
    cache.clear()
    settings.API_RATE = settings.API_CHECK_RATE = settings.API_WRITE_RATE = ""
