"""Whose collections are tested: Ann, Bob, and the browser in which Ann is signed in; and the cards to read them by."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from engine.model.reference import Reference
from vsdb.catalog.cards import selectors


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", "ann@example.org")


@pytest.fixture
def bob() -> User:
    return User.objects.create_user("bob", "bob@example.org")


@pytest.fixture
def browser(client: Client, ann: User) -> Client:
    client.force_login(ann)
    return client


@pytest.fixture
def references() -> list[Reference]:
    return selectors.list_references()
