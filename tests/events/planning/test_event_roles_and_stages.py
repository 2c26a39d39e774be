"""Who works at an event, and the stages it goes through."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.events.making import (
    BEFORE,
    LOCKED,
    START,
    give_role,
    make_event,
    make_player,
    make_user,
    set_clock,
    submit_list,
)
from vsdb.accounts.services import delete_account
from vsdb.core.errors import ApplicationError
from vsdb.events.access import find_asker
from vsdb.events.models import Event, EventList, LogEntry, Registration, Role
from vsdb.events.planning import desk, roles

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _before_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, BEFORE)


@pytest.fixture
def ola() -> User:
    return make_user("ola")


@pytest.fixture
def event(ola: User) -> Event:
    made = make_event()
    give_role(made, ola, "head-organizer")
    return made


def browse(user: User) -> Client:
    found = Client()
    found.force_login(user)
    return found


def list_held(event: Event) -> set[tuple[str, str]]:
    return {(each.user.username, each.name) for each in event.roles.filter(revoked_at=None)}


class TestRoles:
    def test_are_given_by_user_name_and_taken_away(self, event: Event, ola: User) -> None:
        make_user("jo")
        browser, address = browse(ola), f"/events/{event.pk}/roles/"
        assert browser.post(address, {"user": "nobody-here", "role": "judge"}).status_code == 400
        assert browser.post(address, {"user": "jo", "role": "king"}).status_code == 400
        assert browser.post(address, {"user": "JO", "role": "judge"}).status_code == 302
        assert browser.post(address, {"user": "jo", "role": "judge"}).status_code == 409
        assert ("jo", "judge") in list_held(event)
        given = Role.objects.get(event=event, user__username="jo")
        assert browser.post(f"{address}{given.pk}/revoke/").status_code == 302
        assert browser.post(f"{address}{given.pk}/revoke/").status_code == 404
        assert list_held(event) == {("ola", "head-organizer")}
        told = LogEntry.objects.filter(event=event.pk).values_list("action", "after", "before")
        assert [action for action, _, _ in told] == ["role-given", "role-revoked"]
        assert "jo" not in str(list(told))

    def test_the_last_head_organizer_hands_over_before_leaving(self, event: Event, ola: User) -> None:
        heir = make_user("heir")
        own = event.roles.get()
        browser = browse(ola)
        assert browser.post(f"/events/{event.pk}/roles/{own.pk}/revoke/").status_code == 409
        browser.post(f"/events/{event.pk}/leave/")
        with pytest.raises(ApplicationError, match="Hand it over"):
            delete_account(ola)
        assert list_held(event) == {("ola", "head-organizer")}
        assert browser.post(f"/events/{event.pk}/roles/hand-over/", {"user": "ola"}).status_code == 400
        assert browser.post(f"/events/{event.pk}/roles/hand-over/", {"user": "heir"}).status_code == 302
        assert list_held(event) == {("ola", "organizer"), ("heir", "head-organizer")}
        assert browser.get(f"/events/{event.pk}/roles/").status_code == 404
        browser.post(f"/events/{event.pk}/leave/")
        assert list_held(event) == {("heir", "head-organizer")}
        delete_account(ola)
        assert roles.refuse_deletion(heir)
        Event.objects.update(stage="over")
        assert not roles.refuse_deletion(heir)


class TestStages:
    def test_starting_asks_to_confirm_missing_lists_by_name(
        self, event: Event, ola: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        submit_list(make_player(event, "Has One"))
        make_player(event, "Has None")
        make_player(event, "Left", state="withdrawn")
        EventList.objects.create(event=event, registration=make_player(event, "Only a Draft"), draft="1 Hulk, Exile")
        set_clock(monkeypatch, LOCKED)
        browser, address = browse(ola), f"/events/{event.pk}/stage/running/"
        page = browser.get(address).content.decode()
        named = {name: name in page for name in ("Has One", "Has None", "Left", "Only a Draft")}
        assert named == {"Has One": False, "Has None": True, "Left": False, "Only a Draft": True}
        words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
        assert "2 players without a submitted list" in words
        assert "Has None Player 2, missing" in words
        assert "Only a Draft Player 4, draft only" in words
        assert "Lists stay locked." in words
        told = browser.get(f"/events/{event.pk}/desk/").content.decode()
        assert "<b>Missing:</b> Has None</p>" in told
        assert "<b>Draft only:</b> Only a Draft</p>" in told
        assert browser.post(address).status_code == 409
        assert Event.objects.get().stage == "announced"
        assert browser.post(address, {"confirm": "yes"}).status_code == 302
        assert Event.objects.get().stage == "running"

    def test_starting_before_the_lock_says_when_lists_lock(
        self, event: Event, ola: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        Event.objects.update(list_deadline=START + timedelta(hours=2))
        set_clock(monkeypatch, START)
        address = f"/events/{event.pk}/stage/running/"
        page = browse(ola).get(address).content.decode()
        assert "Lists lock at 2026-12-05 12:15 CET (UTC+1). Players can submit until then." in page
        assert "Lists stay locked" not in page
        Event.objects.update(lists="none")
        page = browse(ola).get(address).content.decode()
        assert "Lists lock" not in page
        assert "Lists stay locked" not in page

    def test_only_the_head_organizer_has_it_run_again_and_says_why(self, event: Event, ola: User) -> None:
        organizer = make_user("organizer")
        give_role(event, organizer, "organizer")
        Event.objects.update(stage="over")
        address = f"/events/{event.pk}/stage/running/"
        assert browse(organizer).post(address, {"reason": "A result was wrong."}).status_code == 404
        assert browse(ola).post(address).status_code == 400
        assert browse(ola).post(address, {"reason": "A result was wrong."}).status_code == 302
        assert Event.objects.get().stage == "running"
        assert event.stage_changes.get().reason == "A result was wrong."
        assert "result" not in str(LogEntry.objects.get(event=event.pk, action="stage").after)

    def test_go_only_where_they_may(self, event: Event, ola: User) -> None:
        browser = browse(ola)
        moves = {
            "draft": {"announced", "cancelled"},
            "announced": {"running", "cancelled"},
            "running": {"over", "cancelled"},
            "over": {"running", "cancelled"},
            "cancelled": set(),
        }
        for before, allowed in moves.items():
            for after in ("announced", "running", "over", "cancelled"):
                Event.objects.update(stage=before)
                sent = {"reason": "Because.", "confirm": "yes"}
                answer = browser.post(f"/events/{event.pk}/stage/{after}/", sent)
                assert (answer.status_code == 302) is (after in allowed), (before, after)
        assert browser.post(f"/events/{event.pk}/stage/draft/").status_code == 400


class TestLists:
    def test_an_event_of_two_days_stays_listed_on_the_second(self, monkeypatch: pytest.MonkeyPatch) -> None:
        event = make_event(title="Two Days", ends=START + timedelta(days=1, hours=9))
        make_event(title="Hidden", stage="draft")
        set_clock(monkeypatch, START + timedelta(days=1))
        page = Client().get("/events/").content.decode()
        assert "Two Days" in page
        assert "Hidden" not in page
        set_clock(monkeypatch, event.ends + timedelta(minutes=1))
        assert "Two Days" not in Client().get("/events/").content.decode()
        assert "Two Days" in Client().get("/events/?when=past").content.decode()
        month = Client().get("/events/?month=2026-12").content.decode()
        assert month.count("Two Days</a>") == 2

    def test_are_narrowed_by_game_and_format(self) -> None:
        make_event(title="Golden")
        make_event(title="Silver", format="silver-age")
        shown = {
            query: [
                title
                for title in ("Golden", "Silver")
                if f">{title}</a>" in Client().get(f"/events/{query}").content.decode()
            ]
            for query in ("", "?format=silver-age", "?game=riftbound", "?game=vs-classic&format=golden-age")
        }
        assert list(shown.values()) == [["Golden", "Silver"], ["Silver"], [], ["Golden"]]
        assert Client().get("/events/?month=soon").status_code == 400
        assert Client().get("/events/?game=chess").status_code == 400

    def test_begin_with_one_s_own(self, event: Event, ola: User) -> None:
        Event.objects.update(stage="draft")
        other = make_event(title="Elsewhere")
        make_player(other, "Ola", user=ola)
        page = browse(ola).get("/events/").content.decode()
        own = page.partition('id="own"')[2].partition("</section>")[0]
        assert "head organizer" in own
        assert "player, confirmed" in own
        assert "Winter Open" not in Client().get("/events/").content.decode()

    def test_an_empty_list_names_the_sample_to_staff_alone(self, ola: User) -> None:
        for browser in (Client(), browse(ola)):
            page = browser.get("/events/").content.decode()
            assert "load_sample_event" not in page
            assert "sample event" not in page
        ola.is_staff = True
        ola.save()
        assert "python manage.py load_sample_event" in browse(ola).get("/events/").content.decode()


class TestDesk:
    def test_costs_as_many_queries_for_a_thousand_players(
        self, event: Event, ola: User, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        entry = submit_list(make_player(event, "First"))
        players = Registration.objects.bulk_create(
            Registration(event=event, number=n, shown_name=f"P{n}", sort_key=f"{n:04}") for n in range(2, 1_001)
        )
        EventList.objects.bulk_create(
            EventList(event=event, registration=each, current=entry.current) for each in players[:500]
        )
        asker = find_asker(event, ola.pk)
        with django_assert_max_num_queries(7):
            found = desk.load_desk(event, asker, BEFORE)
        assert {each.label: each.count for each in found.players} == {"Confirmed": 1_000}
        assert {each.label: each.count for each in found.lists}["Missing"] == 499
        assert len(found.missing) + found.missing_more == 499
        browser = browse(ola)
        with django_assert_max_num_queries(10 + 5):  # five of every page: facts, session, account and its permissions
            browser.get(f"/events/{event.pk}/desk/")

    def test_tells_a_scorekeeper_nothing_of_lists(self, event: Event) -> None:
        keeper = make_user("keeper")
        give_role(event, keeper, "scorekeeper")
        make_player(event, "Has None")
        page = browse(keeper).get(f"/events/{event.pk}/desk/").content.decode()
        assert "Has None" not in page
        assert "submitted" not in page

    def test_tells_who_plays_states_and_outcomes_alone(self, event: Event, ola: User) -> None:
        make_player(event, "Ola", user=ola)
        found = desk.load_desk(event, find_asker(event, ola.pk), BEFORE)
        labels = {each.label for each in found.lists}
        assert labels == {"Submitted", "Illegal", "Uncertain", "Missing", "Draft only", "Late"}


class TestEventPage:
    def test_tells_a_stranger_the_facts_and_what_to_do_next(self, event: Event) -> None:
        Event.objects.update(capacity=32)
        make_player(event, "Somebody Else")
        page = Client().get(f"/events/{event.pk}/").content.decode()
        for said in (
            "1 of 32 taken",
            "2026-12-05 10:00 CET (UTC+1)",
            "/register/",
            "Europe/Berlin",
            "Golden Age",
            "ola",
        ):
            assert said in page, said
        assert "Somebody Else" not in page
