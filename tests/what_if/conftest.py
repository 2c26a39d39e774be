"""What tests of proposals need: limits that begin at nothing."""

from __future__ import annotations

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _unlimited() -> None:
    """Limits are counted in the cache, which outlives a test."""
    cache.clear()
