"""Whose decks are rechecked."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", "ann@example.org")
