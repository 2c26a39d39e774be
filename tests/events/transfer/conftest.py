"""The event that files are imported into."""

from __future__ import annotations

import pytest

from tests.events.making import make_event, make_user
from vsdb.events.models import Event, Role


@pytest.fixture
def event() -> Event:
    """An event of an organizer, of whom the tests are the hands."""
    found = make_event()
    for name, role in (("olga", Role.Name.ORGANIZER), ("sam", Role.Name.SCOREKEEPER), ("judy", Role.Name.JUDGE)):
        Role.objects.create(event=found, user=make_user(name), name=role, given_by=0)
    return found
