"""Events are planned on pages and over the API: times in their zone, moves, editions, copies (ORGANIZER, 4 and 5)."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from tests.events.making import (
    BEFORE,
    DEADLINE,
    START,
    give_role,
    make_event,
    make_player,
    make_user,
    set_clock,
    submit_list,
)
from tests.events.matrix import NEW_CALL, NEW_EVENT
from vsdb.accounts.services import make_token
from vsdb.events.log import find_faults
from vsdb.events.models import Event, LogEntry, Notice
from vsdb.events.planning.forms import describe_event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _before_the_lock(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    set_clock(monkeypatch, BEFORE)
    settings.API_WRITE_RATE = ""


@pytest.fixture
def ola() -> User:
    return make_user("ola")


@pytest.fixture
def browser(ola: User) -> Client:
    found = Client()
    found.force_login(ola)
    return found


@pytest.fixture
def event(ola: User) -> Event:
    made = make_event()
    give_role(made, ola, "head-organizer")
    return made


def call(user: User, method: str, address: str, sent: dict[str, Any]) -> Any:
    secret = make_token(user, name="t", scope="write")[1]
    headers = {"Authorization": f"Bearer {secret}"}
    return Client().generic(method, address, json.dumps(sent), content_type="application/json", headers=headers)


def write_form(event: Event, **changes: Any) -> dict[str, Any]:
    """What the form of an event sends, with changes."""
    return {**describe_event(event), "edition": event.edition, **changes}


class TestTimes:
    """Acceptance 4: in Europe/Berlin, 2026-03-29 02:30 is refused and 2026-10-25 02:30 asked."""

    def test_acceptance_4_on_the_page(self, browser: Client) -> None:
        skipped = browser.post("/events/new/", {**NEW_EVENT, "starts": "2026-03-29T02:30", "ends": "2026-03-29T20:00"})
        assert skipped.status_code == 400
        assert "2026-03-29 02:30 doesn’t exist in Europe/Berlin" in skipped.content.decode()
        twice = {**NEW_EVENT, "starts": "2026-10-25T02:30", "ends": "2026-10-25T20:00"}
        asked = browser.post("/events/new/", twice)
        assert asked.status_code == 400
        page = asked.content.decode()
        assert 'name="starts_which" value="earlier"' in page
        assert 'name="ends_which" value="earlier"' not in page
        assert not Event.objects.exists()
        for which, hour in (("earlier", 0), ("later", 1)):
            assert browser.post("/events/new/", {**twice, "starts_which": which}).status_code == 302
            assert Event.objects.latest("pk").starts == datetime(2026, 10, 25, hour, 30, tzinfo=UTC)
        edit = browser.get(f"/events/{Event.objects.latest('pk').pk}/edit/").content.decode()
        assert 'value="later" id="id_starts_which_2" checked' in edit

    def test_acceptance_4_over_the_api(self, ola: User) -> None:
        for starts, problem in (("2026-03-29T02:30", "doesn’t exist"), ("2026-10-25T02:30", "exists twice")):
            answer = call(ola, "POST", "/api/v1/events", {**NEW_CALL, "starts": starts, "ends": "2026-11-02T20:00"})
            assert answer.status_code == 400
            assert [each["field"] for each in answer.json()["errors"]] == ["starts"]
            assert problem in answer.json()["message"]
        sent = {**NEW_CALL, "starts": "2026-10-25T02:30+01:00", "ends": "2026-10-25T20:00"}
        answer = call(ola, "POST", "/api/v1/events", sent)
        assert answer.status_code == 201
        assert answer.json()["starts"] == "2026-10-25T01:30:00Z"
        assert Event.objects.get().zone == "Europe/Berlin"

    def test_acceptance_4_a_copy_asks_too_and_keeps_the_hour(self, browser: Client, event: Event) -> None:
        Event.objects.filter(pk=event.pk).update(
            starts=datetime(2026, 3, 22, 1, 30, tzinfo=UTC),
            ends=datetime(2026, 3, 22, 17, tzinfo=UTC),
            list_deadline=None,
        )
        asked = browser.post(f"/events/{event.pk}/copy/")
        assert asked.status_code == 400
        page = asked.content.decode()
        assert "2026-03-29 02:30 doesn’t exist" in page
        assert f'name="copy" value="{event.pk}"' in page
        assert Event.objects.count() == 1
        Event.objects.filter(pk=event.pk).update(starts=datetime(2026, 3, 22, 9, tzinfo=UTC))  # 10:00 in Berlin
        judge = make_user("judge")
        give_role(event, judge, "judge")
        assert browser.post(f"/events/{event.pk}/copy/").status_code == 302
        made = Event.objects.latest("pk")
        assert made.starts == datetime(2026, 3, 29, 8, tzinfo=UTC)  # 10:00 there is an hour earlier from that day on
        assert (made.stage, made.copied_from_id, made.uid != event.uid) == ("draft", event.pk, True)
        assert {(each.user.username, each.name) for each in made.roles.all()} == {
            ("ola", "head-organizer"),
            ("judge", "judge"),
        }

    def test_a_zone_must_be_one_of_a_place(self, browser: Client) -> None:
        answer = browser.post("/events/new/", {**NEW_EVENT, "zone": "EST"})
        assert answer.status_code == 400
        assert "There is no time zone" in answer.content.decode()


class TestMoves:
    """Acceptance 5: moving the deadline mails everybody once, SEQUENCE + 1."""

    def test_acceptance_5(self, browser: Client, event: Event, ola: User) -> None:
        for number in range(3):
            make_player(event, f"Player {number}")
        make_player(event, "Gone", state="withdrawn")
        later = write_form(event, list_deadline="2026-12-04T23:30")
        for _ in range(2):  # the form is sent twice: the second one is stale, or changes nothing
            browser.post(f"/events/{event.pk}/edit/", later)
        event.refresh_from_db()
        told = Notice.objects.filter(event=event)
        assert (event.sequence, told.count(), {each.kind for each in told}) == (1, 3, {"moved"})
        assert event.list_deadline == datetime(2026, 12, 4, 22, 30, tzinfo=UTC)
        history = [(each.deadline, each.since) for each in event.deadlines.all()]
        assert history == [(DEADLINE, START - timedelta(days=60)), (event.list_deadline, BEFORE)]
        same = write_form(event)
        browser.post(f"/events/{event.pk}/edit/", same)
        assert Notice.objects.filter(event=event).count() == 3
        call(ola, "PATCH", f"/api/v1/events/{event.pk}", {"edition": event.edition, "grace_seconds": 60})
        event.refresh_from_db()
        assert (event.sequence, Notice.objects.filter(event=event).count()) == (2, 6)
        browser.post(f"/events/{event.pk}/stage/cancelled/", {"reason": "Snow."})
        event.refresh_from_db()
        assert (event.sequence, event.stage) == (3, "cancelled")
        assert Notice.objects.filter(event=event, kind="cancelled").count() == 3
        assert "Snow." in Client().get(f"/events/{event.pk}/").content.decode()

    def test_a_draft_tells_nobody(self, browser: Client, event: Event) -> None:
        Event.objects.filter(pk=event.pk).update(stage="draft")
        make_player(event, "Early")
        browser.post(f"/events/{event.pk}/edit/", write_form(event, list_deadline="2026-12-04T23:30"))
        assert not Notice.objects.exists()

    def test_once_it_runs_registration_is_told_as_still_open_as_long_as_it_is(
        self, browser: Client, event: Event, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def read() -> str:
            return browser.get(f"/events/{event.pk}/").content.decode()

        assert "still open" not in read()
        Event.objects.update(stage="running", registration_closes=START + timedelta(hours=1))
        set_clock(monkeypatch, START + timedelta(minutes=30))
        assert "Registration is still open, until" in read()
        assert "Registration closes" not in read()
        set_clock(monkeypatch, START + timedelta(hours=2))
        assert "still open" not in read()
        assert "<dt>Registration</dt><dd>closed</dd>" in read()

    def test_one_button_extends_every_deadline(self, browser: Client, event: Event) -> None:
        closes = START - timedelta(hours=1)
        Event.objects.filter(pk=event.pk).update(registration_closes=closes)
        soon, past = BEFORE + timedelta(hours=1), BEFORE - timedelta(days=3)
        open_again = make_player(event, "Open", reopened_until=soon)
        long_ago = make_player(event, "Past", reopened_until=past)
        assert browser.post(f"/events/{event.pk}/extend/", {"minutes": 10}).status_code == 302
        for each in (event, open_again, long_ago):
            each.refresh_from_db()
        by = timedelta(minutes=10)
        assert (event.list_deadline, event.registration_closes) == (DEADLINE + by, closes + by)
        assert (open_again.reopened_until, long_ago.reopened_until) == (soon + by, past)
        assert Notice.objects.filter(kind="moved").count() == 2
        entry = LogEntry.objects.get(event=event.pk, action="deadlines-extended")
        assert (entry.after["minutes"], entry.after["reopened_until"]) == (10, 1)
        assert list(find_faults(event.pk)) == []

    def test_minutes_that_leave_lists_locked_are_refused(
        self, browser: Client, event: Event, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        set_clock(monkeypatch, DEADLINE + timedelta(hours=2))
        browser.post(f"/events/{event.pk}/extend/", {"minutes": 10})
        event.refresh_from_db()
        assert event.list_deadline == DEADLINE


class TestEditions:
    def test_a_stale_form_answers_409_with_both_texts(self, browser: Client, event: Event, ola: User) -> None:
        stale = write_form(event, title="Mine", place="Here")
        assert browser.post(f"/events/{event.pk}/edit/", write_form(event, title="Theirs")).status_code == 302
        answer = browser.post(f"/events/{event.pk}/edit/", stale)
        page = answer.content.decode()
        assert answer.status_code == 409
        assert '<td data-label="Saved now">Theirs</td><td data-label="Yours">Mine</td>' in page
        assert 'name="edition" value="2"' in page
        assert 'value="Mine"' in page
        told = call(ola, "PATCH", f"/api/v1/events/{event.pk}", {"edition": 1, "title": "Mine"})
        assert told.status_code == 409
        said = told.json()
        assert (said["code"], said["edition"]) == ("stale", 2)
        assert (said["mine"]["title"], said["theirs"]["title"]) == ("Mine", "Theirs")
        event.refresh_from_db()
        assert event.title == "Theirs"

    def test_a_wider_disclosure_leaves_what_players_agreed_to_and_asks_them_anew(
        self, browser: Client, event: Event
    ) -> None:
        player = make_player(event, "Ann", agreed_disclosure="opponent", agreed_from="lock")
        wider = write_form(event, disclosure="everybody", disclosed_from="lock")
        page = browser.post(f"/events/{event.pk}/edit/", wider, follow=True).content.decode()
        assert "1 player agreed to less than this" in page
        player.refresh_from_db()
        assert player.agreed_disclosure == "opponent"
        assert Notice.objects.get().kind == "message"
        event.refresh_from_db()
        browser.post(f"/events/{event.pk}/edit/", write_form(event, disclosure="nobody"))
        assert Notice.objects.count() == 1

    def test_what_lists_that_are_entered_forbid(self, browser: Client, event: Event) -> None:
        submit_list(make_player(event, "Ann"))
        other = write_form(event, format="riftbound/constructed")
        answer = browser.post(f"/events/{event.pk}/edit/", other)
        assert answer.status_code == 400
        assert Event.objects.get().game_id == "vs-classic"

    @pytest.mark.parametrize(
        ("changes", "problem"),
        [
            ({"ends": "2027-03-06T09:00"}, "The end is not after the start."),
            ({"ends": "2027-09-06T09:00"}, "lasts more than 60 days"),
            ({"list_deadline": "2027-03-07T09:00"}, "after the end of the event"),
            ({"disclosed_from": "round"}, "Say from which round on."),
            ({"disclosed_from": "date"}, "Say from when on."),
            ({"format": "vs-classic/none"}, "has no format"),
            ({"format": "riftbound/2v2-constructed", "lists_per_entry": "3"}, "has 2 lists"),
            ({"starts": "soon"}, "is not a time"),
        ],
    )
    def test_what_cant_be_is_told_beside_its_field(
        self, browser: Client, changes: dict[str, str], problem: str
    ) -> None:
        answer = browser.post("/events/new/", {**NEW_EVENT, **changes})
        assert answer.status_code == 400
        assert problem in answer.content.decode()

    def test_what_is_seldom_meant_is_warned_of_on_saving(self, browser: Client, event: Event) -> None:
        said = "Registration closes after the list deadline."
        for name in ("Ann", "Bob"):
            make_player(event, name)
        address = f"/events/{event.pk}/edit/"
        page = browser.post(address, write_form(event, capacity="1"), follow=True).content.decode()
        assert "2 confirmed players for 1 place." in page
        assert said in page
        event.refresh_from_db()
        late = write_form(event, capacity="2", list_deadline="2026-12-05T11:00")
        page = browser.post(address, late, follow=True).content.decode()
        assert "The list deadline is after the start." in page
        assert "confirmed players for" not in page
        assert said not in page

    def test_a_team_format_has_as_many_lists_as_its_teams_have_decks(self, browser: Client) -> None:
        browser.post("/events/new/", {**NEW_EVENT, "format": "riftbound/2v2-constructed"})
        assert Event.objects.get().lists_per_entry == 2
