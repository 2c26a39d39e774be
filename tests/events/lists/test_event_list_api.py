"""Lists of events over HTTP: one's own, the desk's, and those that are disclosed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests.events.making import (
    BEFORE,
    DEADLINE,
    LEGAL,
    LOCKED,
    SHORT,
    give_role,
    make_event,
    make_player,
    make_user,
    set_clock,
    submit_list,
)
from vsdb.accounts.services import make_token
from vsdb.events.models import EventList, Registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> Registration:
    """Ada plays, before the deadline."""
    set_clock(monkeypatch, BEFORE)
    return make_player(make_event(), "Ada", user=make_user("ada"))


class Caller:
    """Somebody who asks with a token."""

    def __init__(self, name: str) -> None:
        self.headers = {"Authorization": f"Bearer {make_token(make_user(name), name='t', scope='write')[1]}"}

    def ask(self, method: str, address: str, status: int, **sent: Any) -> Any:
        """The JSON of an answer of that status."""
        call = getattr(Client(), method.lower())
        words: dict[str, Any] = {"data": sent, "content_type": "application/json"} if method != "GET" else {}
        answer = call(f"/api/v1{address}", headers=self.headers, **words)
        assert answer.status_code == status, answer.content
        return answer.json()


class TestOwnList:
    """Acceptance 1 and 2 of the desk, over HTTP."""

    def test_from_missing_over_draft_to_submitted_and_too_late(
        self, player: Registration, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ada, own = Caller("ada"), f"/events/{player.event_id}/list/1"
        assert ada.ask("GET", own, 200)["state"] == "missing"
        told = ada.ask("PUT", f"{own}/draft", 200, list=SHORT)
        assert (told["state"], told["draft"], told["verdict"]) == ("draft", SHORT, None)
        ada.ask("POST", f"{own}/submission", 409, list=LEGAL, edition=1)
        ada.ask("POST", f"{own}/submission", 400, list="", edition=2)
        set_clock(monkeypatch, DEADLINE + timedelta(seconds=90))
        told = ada.ask("POST", f"{own}/submission", 201, list=SHORT)
        assert (told["version"], told["late_seconds"], told["outcome"]) == (1, 90, "illegal")
        assert told["verdict"]["findings"][0]["code"] == "deck-size"
        assert told["fingerprint"]
        set_clock(monkeypatch, LOCKED)
        assert ada.ask("POST", f"{own}/submission", 409, list=LEGAL)["code"] == "too-late"
        told = ada.ask("GET", own, 200)
        assert (told["draft"], told["locked"], told["late_seconds"], told["outcome"]) == (LEGAL, True, 90, "illegal")
        assert [each["version"] for each in ada.ask("GET", f"{own}/versions", 200)] == [1]
        Caller("bob").ask("GET", own, 404)


class TestDesk:
    """What the desk reads and does."""

    def test_states_before_the_lock_cards_after_it(self, player: Registration, monkeypatch: pytest.MonkeyPatch) -> None:
        entry, event = submit_list(player, SHORT), player.event
        for name in ("judge", "head-judge", "organizer"):
            give_role(event, make_user(name), name)
        judge, one = Caller("judge"), f"/events/{event.pk}/lists/{entry.pk}"
        told = judge.ask("GET", one, 200)
        assert (told["outcome"], told["list"], told["fingerprint"], told["verdict"]) == ("illegal", None, None, None)
        judge.ask("GET", f"{one}/versions", 404)
        set_clock(monkeypatch, LOCKED)
        told = judge.ask("GET", one, 200)
        assert "Sentinel" in told["list"]
        assert told["verdict"]["outcome"] == "illegal"
        head, organizer = Caller("head-judge"), Caller("organizer")
        head.ask("POST", f"{one}/replace", 400, list=LEGAL, reason=" ")
        assert head.ask("POST", f"{one}/replace", 200, list=LEGAL, reason="A card was missing.")["version"] == 2
        assert [each["source"] for each in judge.ask("GET", f"{one}/versions", 200)] == ["judge", "player"]
        head.ask("POST", f"{one}/replace", 409, list=SHORT, reason="Old page.", edition=1)
        organizer.ask("POST", f"{one}/accept", 409)
        until = (LOCKED + timedelta(minutes=20)).isoformat()
        assert organizer.ask("POST", f"{one}/reopen", 200, until=until)["locked"] is False

    def test_walk_ins(self, player: Registration) -> None:
        give_role(player.event, make_user("organizer"), "organizer")
        submission = f"/events/{player.event_id}/players/1/list/1/submission"
        told = Caller("organizer").ask("POST", submission, 201, list=LEGAL, source="paper")
        assert (told["state"], told["outcome"], "list" in told) == ("submitted", "legal", False)
        assert EventList.objects.get().current is not None
