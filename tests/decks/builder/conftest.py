"""Decks under construction, open in tabs."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.decks.builder.opened import Tab
from tests.decks.world import with_cookies_of
from tests.snapshots import kept_rows
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services
from vsdb.decks.services import Snapshot


@pytest.fixture(scope="module")
def opened(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[User, Tab]]:
    with kept_rows(django_db_blocker) as store:
        yield store(_open)


def _open() -> tuple[User, Tab]:
    user, client = User.objects.create_user("builder"), Client()
    client.force_login(user)
    text = "4 Savage Beatdown\n4 Flying Kick\n2 Hulk, Gladiator\n"
    snapshot = Snapshot(title="Green", format="golden-age", text=text, notes="Mulligan low.")
    return user, Tab(client, services.create(Viewer(user.pk), "vs-classic", snapshot))


@pytest.fixture
def builder(opened: tuple[User, Tab], db: None) -> User:
    return copy(opened[0])


@pytest.fixture
def own(opened: tuple[User, Tab], db: None) -> Client:
    """A browser in which the builder is signed in."""
    return with_cookies_of(opened[1].client)


@pytest.fixture
def tab(opened: tuple[User, Tab], own: Client) -> Tab:
    """A classic deck of three cards, open in a tab."""
    found = copy(opened[1])
    found.client, found.deck = own, copy(found.deck)
    return found


@pytest.fixture
def other_tab(tab: Tab) -> Tab:
    """The same deck, open in another tab as well."""
    return Tab(tab.client, tab.deck)
