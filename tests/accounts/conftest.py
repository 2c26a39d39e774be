"""What tests of accounts need: fast hashes, and limits that begin at nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _quick_and_unlimited(settings: Settings) -> Iterator[None]:
    """Hashes that cost nothing; limits are counted in the cache, which outlives a test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
    yield
    cache.clear()
