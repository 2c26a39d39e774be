"""The tabs of an event: what somebody may see, and what a phone folds away."""

from __future__ import annotations

import pytest

from tests.events.triage.triaging import open_desk
from vsdb.events.access import find_asker
from vsdb.events.navigation import list_tabs

pytestmark = pytest.mark.django_db


def tabs_of(role: str) -> list[tuple[str, bool]]:
    """The tabs of somebody with a role, and whether each is folded."""
    desk = open_desk()
    asker = find_asker(desk.event, desk.people[role].pk)
    return [(each.label, each.is_folded) for each in list_tabs(desk.event, asker)]


def test_an_organizer_has_five_tabs_at_hand_and_the_others_folded() -> None:
    tabs = tabs_of("organizer")
    assert [label for label, is_folded in tabs if not is_folded] == ["Event", "Desk", "Players", "Lists", "Verdicts"]
    assert "Settings" in [label for label, is_folded in tabs if is_folded]


def test_a_judge_has_deck_checks_at_hand() -> None:
    assert ("Deck checks", False) in tabs_of("judge")
