"""What tests of error reports need: limits that begin at nothing, a reporter, staff."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Permission, User
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from tests.decks.stored import person


@pytest.fixture(autouse=True)
def _counted_from_nothing(settings: Settings) -> Iterator[None]:
    """Limits are counted in the cache, which outlives a test."""
    settings.MANAGERS = [("", "staff@example.org")]
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


@pytest.fixture
def staff() -> tuple[User, Client]:
    found = person("judge")
    found[0].user_permissions.add(Permission.objects.get(codename="change_errorreport"))
    return found


@pytest.fixture
def reader() -> tuple[User, Client]:
    """Somebody who may read the queue and answer nothing."""
    found = person("reader")
    found[0].user_permissions.add(Permission.objects.get(codename="view_errorreport"))
    return found
