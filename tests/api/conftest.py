"""What the tests of the API share."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from tests.api.asking import Asker, viewer


@pytest.fixture(autouse=True)
def _no_limits(settings: Settings) -> None:
    """Tests ask more often than people do."""
    settings.API_RATE = ""
    settings.API_CHECK_RATE = ""
    settings.API_WRITE_RATE = ""


@pytest.fixture
def ann(client: Client) -> Asker:
    return viewer(client, "ann")


@pytest.fixture
def bob(client: Client) -> Asker:
    return viewer(client, "bob")


@pytest.fixture
def nobody(client: Client) -> Asker:
    return Asker(client)
