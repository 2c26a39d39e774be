"""Pages and API of registration: with an account, with a code, and at the desk."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from tests.events.making import (
    BEFORE,
    SHORT,
    START,
    give_role,
    make_event,
    make_player,
    make_user,
    set_clock,
    submit_list,
)
from vsdb.accounts.services import make_token
from vsdb.events.models import Event, Registration, Role, Round, RoundTable
from vsdb.events.notices.services import add_notice
from vsdb.events.registration.venue import make_venue_code

pytestmark = pytest.mark.django_db

State = Registration.State
CODE = re.compile(r"\b[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){2}\b")


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    set_clock(monkeypatch, BEFORE)


def browser_of(name: str) -> Client:
    client = Client()
    client.force_login(make_user(name))
    return client


def staff(event: Event, role: str) -> Client:
    give_role(event, make_user(role), role)
    return browser_of(role)


def text_of(answer: Any) -> str:
    text: str = answer.content.decode()
    return text


class TestWithoutAnAccount:
    def test_a_code_is_shown_once_and_opens_the_page_elsewhere(self) -> None:
        event = make_event(disclosure="everybody")
        client, place = Client(), f"/events/{event.pk}/"
        assert "as worded" not in text_of(client.get(f"{place}register/"))
        sent = {"shown_name": "Ghost <b>", "disclosure": "on"}
        answer = client.post(f"{place}register/", sent)
        assert answer.headers["Location"] == f"{place}me/"
        page = text_of(client.get(f"{place}me/"))
        assert 'data-copy="own-code"' in page
        (code,) = set(CODE.findall(page))
        assert "Ghost &lt;b&gt;" in page
        assert not CODE.search(text_of(client.get(f"{place}me/")))
        player = event.registrations.get()
        assert (player.agreed_disclosure, player.email) == ("everybody", "")

        other = Client()
        assert other.get(f"{place}me/").status_code == HTTPStatus.NOT_FOUND
        wrong = other.post(f"{place}enter/", {"code": code[:-1] + ("2" if code[-1] != "2" else "3")})
        assert wrong.status_code == HTTPStatus.BAD_REQUEST
        assert other.post(f"{place}enter/", {"code": code.lower()}).headers["Location"] == f"{place}me/"
        page = text_of(other.get(f"{place}me/"))
        assert "You are registered" in page
        assert '<td data-label="What">You registered.</td>' in page
        assert other.get(f"/events/{make_event().pk}/me/").status_code == HTTPStatus.NOT_FOUND
        assert other.post(f"{place}me/withdraw/").status_code == HTTPStatus.FOUND
        player.refresh_from_db()
        assert player.state == State.WITHDRAWN
        page = text_of(other.get(f"{place}me/"))
        assert "Register again" in page
        assert "You have withdrawn." in page

    def test_an_address_registers_once_and_a_name_twice_with_a_warning(self) -> None:
        event, sent = make_event(), {"shown_name": "Ghost", "email": "ghost@example.org"}
        place = f"/events/{event.pk}/"
        Client().post(f"{place}register/", sent)
        again = Client().post(f"{place}register/", {"shown_name": "Spirit", "email": "Ghost@example.org"})
        assert again.status_code == HTTPStatus.BAD_REQUEST
        page = text_of(again)
        assert "This address is already registered." in page
        assert f'<a href="{place}enter/">Enter your code</a>. Lost it?' in page
        assert "Ghost<" not in page
        assert event.registrations.count() == 1
        namesake = Client().post(f"{place}register/", {**sent, "email": "other@example.org"}, follow=True)
        assert "Another player has the same name" in text_of(namesake)

    def test_wrong_codes_are_limited_by_event_and_address_and_not_at_the_venue(
        self, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.ACCOUNT_RATE_LIMITS = {
            **settings.ACCOUNT_RATE_LIMITS,
            "event_code": "2/h/key",
            "registration": "1/h/ip",
        }
        monkeypatch.setattr("vsdb.core.limits.venues.timezone.now", lambda: START)
        set_clock(monkeypatch, START)
        event, other = make_event(stage=Event.Stage.RUNNING), make_event()
        tries = [Client().post(f"/events/{event.pk}/enter/", {"code": "WRONG"}).status_code for _ in range(3)]
        assert tries == [400, 400, 429]
        assert Client().post(f"/events/{other.pk}/enter/", {"code": "WRONG"}).status_code == HTTPStatus.BAD_REQUEST
        assert Client(REMOTE_ADDR="192.0.2.9").post(f"/events/{event.pk}/enter/", {"code": "WRONG"}).status_code == 400

        client = Client(REMOTE_ADDR="192.0.2.10")
        code = make_venue_code(event, START)
        assert client.get(f"/events/{other.pk}/venue/?code={code}").status_code == HTTPStatus.BAD_REQUEST
        assert client.get(f"/events/{event.pk}/venue/?code={code}").status_code == HTTPStatus.FOUND
        assert "at the venue today" in text_of(client.get(f"/events/{event.pk}/venue/"))
        assert [client.post(f"/events/{event.pk}/enter/", {"code": "WRONG"}).status_code for _ in range(4)] == [400] * 4
        monkeypatch.setattr("vsdb.core.limits.venues.timezone.now", lambda: START + timedelta(days=1))
        tries = [client.post(f"/events/{event.pk}/enter/", {"code": "WRONG"}).status_code for _ in range(3)]
        assert tries == [400, 400, 429]

    def test_registrations_of_an_address_are_limited(self, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {"registration": "2/h/ip"}
        event = make_event()
        sent = {"shown_name": "Ghost"}
        assert [Client().post(f"/events/{event.pk}/register/", sent).status_code for _ in range(3)] == [302, 302, 429]
        assert browser_of("ann").post(f"/events/{event.pk}/register/", sent).status_code == HTTPStatus.FOUND

    def test_the_venue_s_code_is_shown_to_staff_on_the_day_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        event = make_event()
        desk = staff(event, Role.Name.SCOREKEEPER)
        assert make_venue_code(event, BEFORE) not in text_of(desk.get(f"/events/{event.pk}/venue/"))
        set_clock(monkeypatch, START)
        assert make_venue_code(event, START) in text_of(desk.get(f"/events/{event.pk}/venue/"))
        assert make_venue_code(event, START) not in text_of(browser_of("bob").get(f"/events/{event.pk}/venue/"))
        assert make_venue_code(event, START) != make_venue_code(event, START + timedelta(days=1))


class TestWithAnAccount:
    def test_the_waiting_list_offers_a_place_that_is_accepted_on_one_s_page(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        event = make_event(capacity=1, offer_hours=1)
        place = f"/events/{event.pk}/"
        ann, bob = browser_of("ann"), browser_of("bob")
        assert "Join the waiting list" not in text_of(ann.get(f"{place}register/"))
        ann.post(f"{place}register/", {"shown_name": "Ann", "email": "other@example.org"})
        assert event.registrations.get().email == "ann@example.org"
        assert "Join the waiting list" in text_of(bob.get(f"{place}register/"))
        bob.post(f"{place}register/", {"shown_name": "Bob"})
        assert "number 1" in text_of(bob.get(f"{place}me/"))
        assert bob.post(f"{place}me/accept/").status_code == HTTPStatus.CONFLICT
        ann.post(f"{place}me/withdraw/")
        assert "Accept the place" in text_of(bob.get(f"{place}me/"))
        set_clock(monkeypatch, BEFORE + timedelta(hours=1))
        # Nobody has done anything since: to look is enough.
        page = text_of(bob.get(f"{place}me/"))
        assert "Accept the place" not in page
        assert "The place that was offered to you has expired." in page
        bob.post(f"{place}me/register-again/")
        assert event.registrations.get(shown_name="Bob").state == State.CONFIRMED

    def test_the_page_says_what_comes_next_and_what_has_moved(self) -> None:
        event = make_event()
        client, place = browser_of("ann"), f"/events/{event.pk}/"
        player = make_player(event, "Ann", user=make_user("ann"))
        page = text_of(client.get(f"{place}me/"))
        assert page.index(">Submit your list</a>") < page.index("<summary>Withdraw</summary>")
        submit_list(player, SHORT)
        add_notice(event, "moved", "sequence-1", data={"before": {"deadline": BEFORE.isoformat()}})
        page = text_of(client.get(f"{place}me/"))
        for said in (
            "sign--illegal",
            f"{place}list/1/receipt/",
            "The list deadline was moved to 2026-12-04 22:00 CET",
        ):
            assert said in page
        assert ">Submit your list</a>" not in page

    def test_a_wider_disclosure_is_asked_about_once(self) -> None:
        event = make_event(disclosure="cut")
        client, place = browser_of("ann"), f"/events/{event.pk}/"
        client.post(f"{place}register/", {"shown_name": "Ann", "disclosure": "on", "publish": "on"})
        assert "has changed since you agreed" not in text_of(client.get(f"{place}me/"))
        Event.objects.update(disclosure="everybody")
        page = text_of(client.get(f"{place}me/"))
        assert "has changed since you agreed" in page
        client.post(f"{place}me/agree/", {"publish": "on"})
        player = event.registrations.get()
        assert (player.agreed_disclosure, player.may_publish) == ("nobody", True)
        assert "has changed since you agreed" not in text_of(client.get(f"{place}me/"))
        client.post(f"{place}me/agree/", {"disclosure": "on"})
        player.refresh_from_db()
        assert (player.agreed_disclosure, player.may_publish) == ("everybody", False)

    def test_one_s_page_shows_what_was_received(self) -> None:
        event = make_event()
        player = make_player(event, "Ann", user=make_user("ann"))
        entry = submit_list(player)
        page = text_of(browser_of("ann").get(f"/events/{event.pk}/me/"))
        assert entry.current is not None
        assert entry.current.fingerprint in page
        assert "version 1 received 2026-12-02 22:00 CET (UTC+1)" in page


class TestTheDesk:
    def test_a_thousand_players_take_at_most_twelve_queries(
        self, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        event = make_event(capacity=900)
        rows = (
            Registration(
                event=event, number=n, shown_name=f"Player {n}", sort_key=f"{n % 97:03}", email=f"{n}@x.example"
            )
            for n in range(1, 1_001)
        )
        Registration.objects.bulk_create(rows)
        desk = staff(event, Role.Name.ORGANIZER)
        with django_assert_max_num_queries(12):
            answer = desk.get(f"/events/{event.pk}/players/?page=3")
        assert len(answer.context["page"]) == 100
        assert "@x.example" in text_of(answer)
        judge = staff(event, Role.Name.JUDGE)
        assert "@x.example" not in text_of(judge.get(f"/events/{event.pk}/players/"))
        found = text_of(desk.get(f"/events/{event.pk}/players/?q=777&state=confirmed"))
        assert re.findall(r"Player \d+(?=</a>)", found) == ["Player 777"]

    def test_two_who_change_one_player_get_409_with_both(self) -> None:
        event = make_event(capacity=1)
        make_player(event, "Zoe")
        ann = make_player(event, "Ann", state=State.WAITLISTED, waits_since=BEFORE)
        keeper, place = staff(event, Role.Name.SCOREKEEPER), f"/events/{event.pk}/players/{ann.pk}/"
        first = keeper.post(
            f"{place}set/", {"state": "waitlisted", "table": "12", "edition": 1, "back": "?q=ann&page=1"}
        )
        assert first.headers["Location"] == f"/events/{event.pk}/players/?q=ann&page=1#player-2"
        second = keeper.post(f"{place}set/", {"state": "withdrawn", "table": "13", "is_in_cut": "on", "edition": 1})
        assert second.status_code == HTTPStatus.CONFLICT
        assert {"<td>12</td>", "<td>13</td>", "<td>Withdrawn</td>"} <= set(re.findall(r"<td>\w+</td>", text_of(second)))
        full = keeper.post(f"{place}set/", {"state": "confirmed", "table": "12", "edition": 2})
        assert full.status_code == HTTPStatus.CONFLICT
        assert "Confirm above the capacity" in text_of(full)
        keeper.post(f"{place}set/", {"state": "confirmed", "table": "12", "edition": 2, "over_capacity": "on"})
        ann.refresh_from_db()
        assert (ann.state, ann.table) == ("confirmed", 12)
        edit = staff(event, Role.Name.ORGANIZER)
        stale = edit.post(f"{place}edit/", {"shown_name": "Anne", "email": "anne@example.org", "edition": 1})
        assert stale.status_code == HTTPStatus.CONFLICT
        assert 'value="Anne"' in text_of(stale)
        assert "Now it says: Ann" in text_of(stale)
        edit.post(f"{place}edit/", {"shown_name": "Anne", "edition": ann.edition})
        ann.refresh_from_db()
        assert (ann.shown_name, ann.email) == ("Anne", "")

    def test_a_walk_in_gets_a_code_and_a_new_one(self) -> None:
        event = make_event(stage=Event.Stage.RUNNING, registration_closes=BEFORE)
        desk = staff(event, Role.Name.ORGANIZER)
        answer = desk.post(f"/events/{event.pk}/players/new/", {"shown_name": "Ann", "table": "4"})
        assert answer.status_code == HTTPStatus.CREATED
        (code,) = set(CODE.findall(text_of(answer)))
        ann = event.registrations.get()
        assert not CODE.search(text_of(desk.get(f"/events/{event.pk}/players/{ann.pk}/")))
        (new,) = set(CODE.findall(text_of(desk.post(f"/events/{event.pk}/players/{ann.pk}/code/"))))
        client = Client()
        assert client.post(f"/events/{event.pk}/enter/", {"code": code}).status_code == HTTPStatus.BAD_REQUEST
        assert client.post(f"/events/{event.pk}/enter/", {"code": new}).status_code == HTTPStatus.FOUND

    def test_rounds_show_their_tables(self) -> None:
        event = make_event()
        ann, bob, cy = (make_player(event, name) for name in ("Ann", "Bob", "Cy"))
        for number in (1, 2):
            played = Round.objects.create(event=event, number=number, started=START)
            RoundTable.objects.create(round=played, table=10 * number, first=ann, second=bob)
            RoundTable.objects.create(round=played, table=10 * number + 1, first=cy)
        page = text_of(staff(event, Role.Name.JUDGE).get(f"/events/{event.pk}/rounds/?round=1"))
        assert 'data-label="Table">10<' in page
        assert "bye" in page
        assert 'data-label="Table">20<' not in page

    def test_a_player_s_page_leads_judges_and_organizers_to_penalties(self) -> None:
        event = make_event()
        ann = make_player(event, "Ann")
        said = f'href="/events/{event.pk}/players/{ann.pk}/penalties/">Penalties'
        for role, is_shown in ((Role.Name.JUDGE, True), (Role.Name.ORGANIZER, True), (Role.Name.SCOREKEEPER, False)):
            page = text_of(staff(event, role).get(f"/events/{event.pk}/players/{ann.pk}/"))
            assert (said in page) is is_shown


class TestTheApi:
    def test_registers_withdraws_and_confirms(self) -> None:
        event = make_event(capacity=1)
        give_role(event, make_user("desk"), Role.Name.ORGANIZER)
        place = f"/api/v1/events/{event.pk}/registrations"
        status, made = call("ann", "post", place, {"shown_name": "Ann", "may_publish": True})
        assert (status, made["state"], made["email"], made["code"]) == (201, "confirmed", "ann@example.org", "")
        status, walk_in = call("desk", "post", place, {"shown_name": "Bob", "walk_in": True, "table": 3})
        assert (status, walk_in["state"], walk_in["position"]) == (201, "waitlisted", 1)
        assert CODE.fullmatch(walk_in["code"])
        assert call("ann", "post", place, {"shown_name": "Cy", "walk_in": True})[0] == 404
        _, all_rows = call("desk", "get", place)
        _, own = call("ann", "get", place)
        assert [row["shown_name"] for row in all_rows["results"]] == ["Ann", "Bob"]
        assert [row["shown_name"] for row in own["results"]] == ["Ann"]
        assert call("ann", "get", walk_in["api"])[0] == 404
        assert call("desk", "patch", walk_in["api"], {"state": "confirmed"})[1]["code"] == "full"
        status, body = call("desk", "patch", walk_in["api"], {"table": 9, "edition": 7})
        assert (status, body["code"], body["current"]["table"]) == (409, "stale-edition", 3)
        assert call("ann", "post", f"{made['api']}/withdraw")[1]["state"] == "withdrawn"
        assert call("desk", "get", walk_in["api"])[1]["state"] == "pending"
        assert call("desk", "post", f"{walk_in['api']}/confirm", {})[1]["state"] == "confirmed"


def call(who: str, method: str, address: str, sent: Any = None) -> tuple[int, Any]:
    """What the API answers to a token of somebody's."""
    token = make_token(make_user(who), name="test", scope="write")[1]
    data = {} if method == "get" else {"data": json.dumps(sent or {}), "content_type": "application/json"}
    answer = getattr(Client(), method)(address, headers={"Authorization": f"Bearer {token}"}, **data)
    return answer.status_code, answer.json()
