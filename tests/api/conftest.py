"""What the tests of the API share."""

from __future__ import annotations

import pytest
from pytest_django.fixtures import SettingsWrapper


@pytest.fixture(autouse=True)
def _no_limits(settings: SettingsWrapper) -> None:
    """Tests ask more often than people do."""
    settings.API_RATE = ""
    settings.API_CHECK_RATE = ""
