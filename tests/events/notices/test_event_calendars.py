"""Events as calendars and feeds, read back as calendars and feed readers read them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from django.core import mail
from django.test import Client
from icalendar import Calendar

from tests.events.making import BEFORE, DEADLINE, START, give_role, make_event, make_player, make_user, set_clock
from vsdb.events.models import Event
from vsdb.events.notices.kinds import NoticeKind
from vsdb.events.notices.sending import send_due
from vsdb.events.notices.services import add_notice

pytestmark = pytest.mark.django_db
LONG = "Großes Turnier; mit Komma, Semikolon und einem Namen, der länger als eine Zeile ist, ja: viel länger"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, BEFORE)


def read_calendar(client: Client, path: str) -> dict[str, Any]:
    """The entries of a calendar by UID; its lines are as long as RFC 5545 allows."""
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert max(map(len, answer.content.split(b"\r\n"))) <= 75
    return {str(entry["uid"]): entry for entry in Calendar.from_ical(answer.content).walk("VEVENT")}


def test_an_event_is_an_entry_and_its_deadline_another_in_utc_with_an_alarm(client: Client) -> None:
    event = make_event(title=LONG, place="Hall 3,\nBerlin", sequence=4)
    entries = read_calendar(client, f"/events/{event.pk}/calendar.ics")
    whole, deadline = entries[event.uid], entries[f"{event.uid}-deadline"]
    assert whole["summary"] == LONG
    assert whole["location"] == "Hall 3, Berlin"
    assert (whole["dtstart"].dt, whole["dtend"].dt, deadline["dtstart"].dt) == (START, event.ends, DEADLINE)
    assert whole["dtstart"].to_ical() == b"20261205T090000Z"
    assert {(each["sequence"], each["status"]) for each in entries.values()} == {(4, "CONFIRMED")}
    (alarm,) = deadline.walk("VALARM")
    assert alarm["trigger"].dt == -timedelta(hours=3)
    assert whole["url"] == f"http://testserver/events/{event.pk}/"


def test_a_moved_deadline_is_a_new_sequence_and_one_mail_for_everybody(client: Client) -> None:
    event = make_event()
    for name in ("Ann", "Bob"):
        make_player(event, name)
    before = read_calendar(client, f"/events/{event.pk}/calendar.ics")
    event.list_deadline, event.sequence = DEADLINE + timedelta(hours=2), event.sequence + 1
    event.save()
    for _ in range(2):  # a retry
        data = {"before": {"deadline": DEADLINE.isoformat()}}
        add_notice(event, NoticeKind.MOVED, f"sequence-{event.sequence}", data=data)
        send_due(BEFORE)
    after = read_calendar(client, f"/events/{event.pk}/calendar.ics")
    assert before.keys() == after.keys()
    assert {each["sequence"] - before[uid]["sequence"] for uid, each in after.items()} == {1}
    assert after[f"{event.uid}-deadline"]["dtstart"].dt == event.list_deadline
    assert sorted(each.to[0] for each in mail.outbox) == ["1@example.org", "2@example.org"]
    assert "List deadline: 2026-12-05 00:00 CET (UTC+1) (before: 2026-12-04 22:00 CET (UTC+1))" in mail.outbox[0].body


def test_a_cancelled_event_stays_in_calendars_as_cancelled(client: Client) -> None:
    event = make_event(stage=Event.Stage.CANCELLED, sequence=2)
    entries = read_calendar(client, "/events/calendar.ics?game=vs-classic")
    assert {(each["status"], each["sequence"]) for each in entries.values()} == {("CANCELLED", 2)}
    assert not entries[f"{event.uid}-deadline"].walk("VALARM")
    assert "Cancelled" in client.get("/events/feed/").content.decode()


def test_the_feed_has_announced_events_alone_and_only_of_its_game(client: Client) -> None:
    shown, other = make_event(title="Shown"), make_event(title="Other", game_id="riftbound", lists=Event.Lists.NONE)
    draft = make_event(title="Hidden", stage=Event.Stage.DRAFT)
    give_role(draft, make_user("ann"), "head-organizer")
    client.force_login(make_user("ann"))
    assert draft.uid not in read_calendar(client, "/events/calendar.ics")
    assert set(read_calendar(client, "/events/calendar.ics?game=riftbound")) == {other.uid}
    assert set(read_calendar(client, f"/events/{draft.pk}/calendar.ics")) == {draft.uid, f"{draft.uid}-deadline"}
    assert Client().get(f"/events/{draft.pk}/calendar.ics").status_code == 404
    assert client.get("/events/calendar.ics?game=chess").status_code == 404
    feed: Element = fromstring(client.get("/events/feed/?game=vs-classic").content)
    (entry,) = feed.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Shown"
    assert "list deadline 2026-12-04 22:00 CET (UTC+1)" in str(entry.findtext(f"{ATOM}summary"))
    titles = [each["title"] for each in client.get("/events/feed.json").json()["items"]]
    assert set(titles) == {shown.title, other.title}


def test_the_page_shows_how_far_notices_are_without_addresses_and_sends_them(client: Client) -> None:
    event = make_event()
    for name in ("Ann", "Bob", "Cid"):
        make_player(event, name)
    make_player(event, "Dee", email="")
    give_role(event, make_user("judge"), "judge")
    client.force_login(make_user("judge"))
    path = f"/events/{event.pk}/notices/"
    assert client.post(f"{path}message/", {"subject": "", "text": "x"}).status_code == 400
    assert client.post(f"{path}message/", {"subject": "Food", "text": "Soup."}).status_code == 302
    page = client.get(path).content.decode()
    assert "<dt>Waiting</dt><dd>4</dd>" in page
    assert client.post(f"{path}send/").status_code == 302
    page = client.get(path).content.decode()
    assert "<dt>Waiting</dt><dd>0</dd>" in page
    assert "<dt>Sent</dt><dd>3</dd>" in page
    assert "no email address" in page
    assert "@example.org" not in page
    assert len(mail.outbox) == 3
    assert mail.outbox[0].subject == "Winter Open: Food"
    event.notices.update(sent=None, problem="the mail server refuses it", until=BEFORE + timedelta(hours=1))
    client.post(f"{path}send/")
    assert len(mail.outbox) == 6


def test_who_plays_does_not_see_when_others_handed_in_a_list(client: Client) -> None:
    event = make_event()
    add_notice(event, NoticeKind.RECEIVED, "1", make_player(event, "Ann"), {"version": 1})
    give_role(event, make_user("judge"), "judge")
    client.force_login(make_user("judge"))
    path = f"/events/{event.pk}/notices/"
    assert "Received" in client.get(path).content.decode()
    own = make_player(event, "Judy", user=make_user("judge"))
    add_notice(event, NoticeKind.REGISTERED, "1", own)
    page = client.get(path).content.decode()
    assert "Received" not in page
    assert "Registered" in page
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.OVER)
    assert "Received" in client.get(path).content.decode()
