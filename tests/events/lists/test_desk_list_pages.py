"""The desk's page of one list: accepted, opened again, replaced, submitted for walk-ins; who reads it is logged."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

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
from vsdb.events.lists import services
from vsdb.events.models import Event, EventList, ListVersion, LogEntry, Notice, Registration
from vsdb.events.verdicts.selectors import get_record

pytestmark = pytest.mark.django_db
CARD = "Sentinel Mark V"


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> Registration:
    """Ada plays; lists are locked."""
    set_clock(monkeypatch, LOCKED)
    return make_player(make_event(), "Ada", user=make_user("ada"))


def sign_in(event: Event, role: str, name: str = "") -> Client:
    """The browser of somebody with a role."""
    user, client = make_user(name or role), Client()
    give_role(event, user, role)
    client.force_login(user)
    return client


def address(entry: EventList) -> str:
    """The desk's page of a list."""
    return f"/events/{entry.event_id}/desk/lists/{entry.pk}/"


def send(client: Client, entry: EventList, do: str, status: int = 303, **words: Any) -> str:
    """The page that answers a form."""
    answer = client.post(address(entry), {"do": do, "edition": entry.edition, **words}, follow=status == 303)
    assert answer.redirect_chain[0][1] == 303 if status == 303 else answer.status_code == status
    entry.refresh_from_db()
    return answer.content.decode()


class TestReading:
    """Locked lists are read by roles, and that is logged."""

    def test_cards_show_once_locked_and_a_reading_is_logged_once_an_hour(
        self, player: Registration, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        entry, judge = submit_list(player), sign_in(player.event, "judge")
        set_clock(monkeypatch, BEFORE)
        page = judge.get(address(entry)).content.decode()
        assert "legal" in page
        assert CARD not in page
        assert entry.current
        assert entry.current.fingerprint not in page
        assert not LogEntry.objects.filter(action="list-read").exists()
        set_clock(monkeypatch, LOCKED)
        for _ in range(3):
            assert CARD in judge.get(address(entry)).content.decode()
        other = sign_in(player.event, "head-judge")
        assert "judge has had this list open" in other.get(address(entry)).content.decode()
        assert [each.about for each in LogEntry.objects.filter(action="list-read")] == [f"list:{entry.pk}"] * 2
        set_clock(monkeypatch, LOCKED + timedelta(hours=1, seconds=1))
        judge.get(address(entry))
        assert LogEntry.objects.filter(action="list-read").count() == 3

    def test_before_the_lock_who_asks_the_desk_shows_the_list_and_the_draft(
        self, player: Registration, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        set_clock(monkeypatch, BEFORE)
        entry, judge = submit_list(player), sign_in(player.event, "judge")
        services.save_draft(player.event, player, 1, SHORT, actor=1, received=BEFORE)
        services.ask_desk(player.event, player, "Is this all right?", actor=1, now=BEFORE)
        page = judge.get(address(entry)).content.decode()
        assert "Is this all right?" in page
        assert "59" in page
        assert CARD in page

    def test_a_question_is_counted_marked_and_answered_once_and_the_player_reads_the_answer(
        self, player: Registration
    ) -> None:
        event, judge = player.event, sign_in(player.event, "judge")
        make_player(event, "Bob", asks_desk="Dropped.", asked_at=BEFORE, state="dropped")
        assert "question" not in judge.get(f"/events/{event.pk}/desk/").content.decode()
        services.ask_desk(event, player, "Is Flame Trap legal?", actor=1, now=BEFORE)
        assert f'<a href="/events/{event.pk}/lists/?tab=questions">1 question</a>' in (
            judge.get(f"/events/{event.pk}/desk/").content.decode()
        )
        triage = judge.get(f"/events/{event.pk}/lists/?tab=questions").content.decode()
        assert "<b>1</b> Questions" in triage
        assert triage.count("Asks the desk") == 1
        place = f"/events/{event.pk}/desk/players/1/list/1/"
        assert "Is Flame Trap legal?" in judge.get(place).content.decode()
        asked = {"do": "answer", "asked": BEFORE.isoformat()}
        page = judge.post(place, asked)
        assert (page.status_code, "Write an answer" in page.content.decode()) == (400, True)
        playing = sign_in(event, "organizer")
        make_player(event, "Org", user=make_user("organizer"))
        assert "Flame Trap" not in playing.get(place).content.decode()
        assert playing.post(place, {**asked, "answer": "Yes."}).status_code == 404
        assert judge.post(place, {**asked, "answer": "Yes, it is."}).status_code == 303
        page = judge.post(place, {**asked, "answer": "No."})
        assert (page.status_code, "answered, changed or taken back" in page.content.decode()) == (409, True)
        player.refresh_from_db()
        assert (player.asks_desk, player.asked_at) == ("", None)
        notice = Notice.objects.get()
        assert (notice.kind, notice.registration, notice.data["text"]) == ("message", player, "Yes, it is.")
        logged = LogEntry.objects.get(action="question-answered")
        assert (logged.about, logged.before, logged.after) == ("registration:1", {"asks": True}, {"asks": False})
        own = Client()
        own.force_login(make_user("ada"))
        assert "Yes, it is." in own.get(f"/events/{event.pk}/list/1/").content.decode()

    @pytest.mark.parametrize("role", ["organizer", "head-judge"])
    def test_who_plays_sees_state_and_outcome_alone(self, player: Registration, role: str) -> None:
        entry, client = submit_list(player, SHORT, late_seconds=7), sign_in(player.event, role)
        services.save_draft(player.event, player, 1, f"{LEGAL}\n", actor=1, received=LOCKED)
        make_player(player.event, "Org", user=make_user(role))
        page = client.get(address(entry)).content.decode()
        assert "illegal" in page
        assert "late by 7 seconds" in page
        assert "closed to you until it is over" in page
        assert entry.current is not None
        assert CARD not in page
        assert entry.current.fingerprint not in page
        page = send(client, entry, "accept", 409, edition=1)
        assert CARD not in page

    def test_a_scorekeeper_a_player_and_another_event_get_404(self, player: Registration) -> None:
        entry = submit_list(player)
        own = Client()
        own.force_login(make_user("ada"))
        for client in (sign_in(player.event, "scorekeeper"), own, Client()):
            assert client.get(address(entry)).status_code == 404
            assert client.post(address(entry), {"do": "replace"}).status_code == 404
        elsewhere = make_event()
        judge = sign_in(elsewhere, "head-judge")
        assert judge.get(f"/events/{elsewhere.pk}/desk/lists/{entry.pk}/").status_code == 404


class TestDraftOnly:
    """A draft at the deadline isn't submitted; one logged click accepts it."""

    def test_accepting_keeps_when_it_came_and_how_late_that_was(self, player: Registration) -> None:
        entry = services.save_draft(player.event, player, 1, SHORT, actor=1, received=DEADLINE + timedelta(seconds=5))
        page = sign_in(player.event, "judge").get(address(entry)).content.decode()
        assert "Draft only" in page
        assert 'value="accept"' not in page
        page = send(sign_in(player.event, "organizer"), entry, "accept")
        assert "late by 5 seconds" in page
        assert "Consider a penalty" not in page
        version = ListVersion.objects.get()
        assert (version.received, version.source) == (DEADLINE + timedelta(seconds=5), "desk")
        assert LogEntry.objects.get(action="list-accepted").after["late_seconds"] == 5
        assert Notice.objects.filter(kind="received", registration=player).count() == 1

    def test_before_the_lock_nothing_is_accepted_for_a_player(
        self, player: Registration, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        set_clock(monkeypatch, BEFORE)
        entry = services.save_draft(player.event, player, 1, SHORT, actor=1, received=BEFORE)
        assert "isn’t locked yet" in send(sign_in(player.event, "organizer"), entry, "accept", 409)


class TestReplacing:
    """Acceptance 19 of the desk."""

    def test_the_old_version_stays_differences_show_and_a_reason_is_required(self, player: Registration) -> None:
        entry, head = submit_list(player, SHORT), sign_in(player.event, "head-judge")
        page = send(head, entry, "replace", 400, deck=LEGAL, reason="  ")
        assert "Give a reason" in page
        assert LEGAL in page
        assert ListVersion.objects.count() == 1
        page = send(head, entry, "replace", deck=LEGAL, reason="One card was missing from the list.")
        for said in ("replaced by the head judge", "One card was missing", "59 to 60", "Version 1</b>"):
            assert said in page
        first, second = ListVersion.objects.order_by("number")
        assert (first.text.strip(), second.source, entry.current) == (SHORT, "judge", second)
        record = get_record(entry)
        assert record is not None
        assert record.outcome == "legal"
        assert Notice.objects.get(kind="replaced").data == {"version": second.pk}
        logged = LogEntry.objects.get(action="list-replaced")
        assert (logged.before, logged.after["version"]) == ({"version": 1}, 2)

    def test_only_the_head_judge_replaces_and_only_what_is_locked(
        self, player: Registration, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        entry = submit_list(player, SHORT)
        for role in ("organizer", "head-organizer", "judge"):
            send(sign_in(player.event, role), entry, "replace", 404, deck=LEGAL, reason="no")
        set_clock(monkeypatch, BEFORE)
        page = send(sign_in(player.event, "head-judge"), entry, "replace", 409, deck=LEGAL, reason="no")
        assert "isn’t locked yet" in page
        assert ListVersion.objects.count() == 1

    def test_of_two_at_once_the_second_gets_409_with_both_texts(self, player: Registration) -> None:
        entry, head = submit_list(player, SHORT), sign_in(player.event, "head-judge")
        stale = entry.edition
        send(head, entry, "replace", deck=LEGAL, reason="first")
        page = send(head, entry, "replace", 409, deck=f"61 {CARD}, Army", reason="second", edition=stale)
        assert f"It is at edition {stale + 1}, yours was {stale}" in page
        assert f"61 {CARD}, Army" in page
        assert "second" in page
        assert "59 to 60" in page


class TestReopening:
    """Lists are opened again for one player until a moment."""

    def test_the_player_submits_until_then(self, player: Registration, monkeypatch: pytest.MonkeyPatch) -> None:
        entry = submit_list(player, SHORT)
        page = send(sign_in(player.event, "head-judge"), entry, "reopen", until="2026-12-05T09:30")
        assert "Open again until" in page
        assert "2026-12-05 09:30 CET" in page
        player.refresh_from_db()
        set_clock(monkeypatch, LOCKED + timedelta(minutes=30))
        services.submit(player.event, player, 1, LEGAL, actor=1, received=LOCKED + timedelta(minutes=30), now=LOCKED)
        assert ListVersion.objects.get(number=2).late_seconds == 0
        assert LogEntry.objects.get(action="lists-reopened").after == {"until": "2026-12-05T08:30:00+00:00"}

    def test_a_moment_that_is_past_or_no_time_is_refused(self, player: Registration) -> None:
        entry, client = submit_list(player, SHORT), sign_in(player.event, "organizer")
        for until in ("2026-12-04T09:30", "soon", "2026-12-09T09:30"):
            assert "until-problem" in send(client, entry, "reopen", 400, until=until)
        send(sign_in(player.event, "judge"), entry, "reopen", 404, until="2026-12-05T09:30")


class TestWalkIns:
    """Organizers submit for players before the lock."""

    def test_a_list_from_paper(self, player: Registration, monkeypatch: pytest.MonkeyPatch) -> None:
        client, page = sign_in(player.event, "organizer"), f"/events/{player.event_id}/desk/players/1/list/1/"
        assert "No list is submitted" in client.get(page).content.decode()
        assert client.post(page, {"do": "submit", "deck": LEGAL}).status_code == 409
        assert not EventList.objects.exists()
        set_clock(monkeypatch, BEFORE)
        assert client.post(page, {"do": "submit", "deck": "# none"}).status_code == 400
        assert client.post(page, {"do": "submit", "deck": LEGAL, "source": "paper"}).status_code == 303
        version = ListVersion.objects.get()
        assert (version.source, version.by != 1 or LogEntry.objects.last() is not None) == ("paper", True)
        assert client.get(page.replace("/players/1/", "/players/9/")).status_code == 404
        assert client.post(page, {"do": "submit", "deck": SHORT, "edition": 0}).status_code == 409
        judge = sign_in(player.event, "judge")
        assert judge.post(page, {"do": "submit", "deck": SHORT}).status_code == 404


class TestCost:
    """Queries are bounded."""

    def test_the_page_of_a_list(
        self, player: Registration, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(8):
            entry = submit_list(player, f"{60 + number} Sentinel Mark V, Army")
        judge = sign_in(player.event, "judge")
        judge.get(address(entry))
        with django_assert_max_num_queries(24):
            judge.get(address(entry))
