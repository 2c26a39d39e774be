"""Decks under construction, open in tabs."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.decks.builder.opened import Tab
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services
from vsdb.decks.services import Snapshot


@pytest.fixture
def builder(db: None) -> User:
    return User.objects.create_user("builder")


@pytest.fixture
def own(builder: User) -> Client:
    """A browser in which the builder is signed in."""
    client = Client()
    client.force_login(builder)
    return client


@pytest.fixture
def tab(own: Client, builder: User) -> Tab:
    """A classic deck of three cards, open in a tab."""
    text = "4 Savage Beatdown\n4 Flying Kick\n2 Hulk, Gladiator\n"
    snapshot = Snapshot(title="Green", format="golden-age", text=text, notes="Mulligan low.")
    return Tab(own, services.create(Viewer(builder.pk), "vs-classic", snapshot))


@pytest.fixture
def other_tab(tab: Tab) -> Tab:
    """The same deck, open in another tab as well."""
    return Tab(tab.client, tab.deck)
