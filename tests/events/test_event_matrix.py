"""Every address of events, pages and API, asked by everybody (ORGANIZER, acceptance 6 and 7)."""

from __future__ import annotations

from tests.decks.world import patterns
from tests.events.matrix import ADDRESSES
from vsdb.events.urls import API_PATTERNS


class TestTheTable:
    def test_has_every_address_of_events(self) -> None:
        calls = {f"api:{each.name}" for each in API_PATTERNS}
        named = {name for name, _, _ in patterns() if name.startswith("events:")} | calls
        assert named - set(ADDRESSES) == set(), "new addresses: give them rows in tests/events/matrix.py"
        assert set(ADDRESSES) - named == set(), "addresses that are no longer there"
