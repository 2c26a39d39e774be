"""Notices of events: each is made once, sent once, waits where mail is down, and says nothing of other players."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import call_command
from pytest_django import Settings

from tests.events.making import (
    BEFORE,
    DEADLINE,
    LOCKED,
    START,
    UNREAD,
    make_event,
    make_player,
    make_user,
    set_clock,
    submit_list,
)
from vsdb.events.models import Event, ListVersion, Notice, Registration, Ruling
from vsdb.events.notices.kinds import NoticeKind
from vsdb.events.notices.reminders import make_reminders
from vsdb.events.notices.sending import HANDING, send_due
from vsdb.events.notices.services import add_notice
from vsdb.operations.watch import look

pytestmark = pytest.mark.django_db
REGISTERED = DEADLINE - timedelta(days=20)


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    set_clock(monkeypatch, BEFORE)
    settings.SITE_URL = "https://vsdb.example"


class RefusingBackend(EmailBackend):
    """A mail server that refuses whatever is for somebody whose address begins with `down`."""

    def send_messages(self, messages: Any) -> int:
        if messages[0].to[0].startswith("down"):
            return 0
        return super().send_messages(messages)


def test_a_notice_is_made_once_and_for_everybody_who_has_not_withdrawn() -> None:
    event = make_event()
    ann, _ = make_player(event, "Ann"), make_player(event, "Bob", state=Registration.State.WITHDRAWN)
    for _ in range(2):
        add_notice(event, NoticeKind.MOVED, "1", data={"before": {}})
    add_notice(event, NoticeKind.MOVED, "2", ann)
    add_notice(event, NoticeKind.MOVED, "2" * 500, ann)
    assert [each.registration for each in event.notices.all()] == [ann] * 3


def test_every_kind_says_what_happened_and_nothing_of_others() -> None:
    event = make_event(lists_per_entry=2)
    ann, bob = make_player(event, "Ann"), make_player(event, "Bob", user=make_user("bob"), email="")
    ann.offered_until, ann.code, ann.may_publish = DEADLINE, "secret-code", True
    ann.state = Registration.State.CONFIRMED
    ann.save()
    version = submit_list(ann, UNREAD, late_seconds=7).current
    other = submit_list(bob).current
    assert version
    assert other
    ruling = Ruling.objects.create(
        event=event, list=version.list, code="unsettled-line", subject="No Such Card", finding="x", is_allowed=True,
        reason="It is a token.", document="Floor Rules", rule="3.1", by=1,
    )  # fmt: skip
    said: dict[str, dict[str, Any]] = {
        "registered": {},
        "promoted": {},
        "deadline": {"hours": 48, "deadline": DEADLINE.isoformat()},
        "received": {"version": version.pk},
        "replaced": {"version": version.pk},
        "ruling": {"ruling": ruling.pk},
        "moved": {"before": {"deadline": (DEADLINE - timedelta(hours=1)).isoformat(), "place": ""}},
        "cancelled": {"reason": "The hall is flooded."},
        "published": {},
        "message": {"subject": "Food\nBcc: all@example.org", "text": "There is <soup> & bread."},
    }
    assert set(said) == set(NoticeKind)
    for kind, data in said.items():
        add_notice(event, kind, "1", ann, data)
    add_notice(event, "received", "other", ann, {"version": other.pk})
    count = send_due(BEFORE)
    assert (count.sent, count.failed, count.dropped) == (10, 0, 1)
    found = dict(zip(said, mail.outbox, strict=True))
    for each in found.values():
        assert each.to == ["1@example.org"]
        assert each.subject.startswith("Winter Open: ")
        assert f"The event: https://vsdb.example/events/{event.pk}/" in each.body
        assert "Bob" not in each.body
        assert "bob" not in each.body
        assert "{" not in each.body
        assert "&lt;" not in each.body
    bodies = {kind: each.body for kind, each in found.items()}
    assert "Your code: secret-code" in bodies["registered"]
    assert "List deadline: 2026-12-04 22:00 CET (UTC+1)" in bodies["registered"]
    assert "1 of 2 submitted" in bodies["deadline"]
    for kind in ("received", "replaced"):
        assert "Verdict: uncertain in Golden Age on 5 December 2026" in bodies[kind]
        assert f"Fingerprint: {version.fingerprint}" in bodies[kind]
        assert "Version: 1" in bodies[kind]
        assert "7 seconds after the deadline" in bodies[kind]
        assert "Lines that name no card: 1" in bodies[kind]
    assert "Sentinel" not in bodies["received"]
    assert "unsettled line: No Such Card" in bodies["ruling"]
    assert "allowed" in bodies["ruling"]
    assert "(before: 2026-12-04 21:00 CET (UTC+1))" in bodies["moved"]
    assert "Place: Berlin (before: not announced)" in bodies["moved"]
    assert "The hall is flooded." in bodies["cancelled"]
    assert "as “Player 1”" in bodies["published"]
    assert found["message"].subject == "Winter Open: Food Bcc: all@example.org"
    assert "There is <soup> & bread." in bodies["message"]
    dropped = event.notices.get(dropped__isnull=False)
    assert "other" in dropped.key
    assert dropped.problem == "what it tells of was erased"


def test_two_who_send_at_once_and_one_that_is_killed_send_each_notice_once(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_event()
    for number in range(3):
        add_notice(event, NoticeKind.MESSAGE, "1", make_player(event, f"P{number}"), {"subject": "a", "text": "b"})

    class Meanwhile(EmailBackend):
        """Another process sends while this one hands its first mail over; after that this one is killed."""

        def send_messages(self, messages: Any) -> int:
            monkeypatch.setattr("vsdb.events.notices.sending.get_connection", EmailBackend)
            send_due(BEFORE)
            raise KeyboardInterrupt

    monkeypatch.setattr("vsdb.events.notices.sending.get_connection", Meanwhile)
    with pytest.raises(KeyboardInterrupt):
        send_due(BEFORE)
    assert len(mail.outbox) == 2
    assert send_due(BEFORE + 2 * HANDING).sent == 0
    broken_off = event.notices.exclude(until=None)
    assert [(each.sent, each.tries) for each in broken_off] == [(BEFORE, 1)]


def test_mail_that_is_down_makes_notices_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_event()
    for number in range(5):
        player = make_player(event, f"P{number}", email=f"down{number}@example.org")
        add_notice(event, NoticeKind.MESSAGE, "1", player, {"subject": "a", "text": "b"})
    monkeypatch.setattr("vsdb.events.notices.sending.get_connection", RefusingBackend)
    count = send_due(BEFORE)
    assert (count.sent, count.failed) == (0, 3)  # the others aren't tried: the server is gone
    assert send_due(BEFORE) == type(count)()
    assert {each.problem for each in event.notices.all()} == {"the mail server refuses it"}
    Registration.objects.filter(event=event).update(email="up@example.org")
    assert send_due(BEFORE + timedelta(seconds=61)).sent == 5
    assert {(each.problem, each.until) for each in event.notices.all()} == {("", None)}


def test_a_notice_without_address_or_long_past_is_dropped() -> None:
    event, user = make_event(lists=Event.Lists.NONE), make_user("ann")
    add_notice(event, NoticeKind.PUBLISHED, "1", make_player(event, "Nobody", email=""))
    add_notice(event, NoticeKind.PUBLISHED, "1", make_player(event, "Ann", email="", user=user))
    add_notice(event, NoticeKind.PUBLISHED, "2", make_player(event, "Old"), due=BEFORE - timedelta(days=8))
    add_notice(event, NoticeKind.PUBLISHED, "3", make_player(event, "Later"), due=BEFORE + timedelta(days=8))
    out = StringIO()
    call_command("send_notices", stdout=out)
    assert out.getvalue() == "1 sent, 2 dropped, 0 waiting\n"
    assert [each.to for each in mail.outbox] == [[user.email]]
    reasons = event.notices.exclude(dropped=None).order_by("pk").values_list("problem", flat=True)
    assert list(reasons) == ["no email address", "not sent within 7 days"]


def moments(event: Event) -> list[tuple[str, int]]:
    return [(each.registration.shown_name, each.data["hours"]) for each in event.notices.all() if each.registration]


def test_players_without_a_list_are_reminded_once_for_each_threshold() -> None:
    event, quiet = make_event(), make_event(lists=Event.Lists.NONE)
    draft = make_event(stage=Event.Stage.DRAFT)
    for each in (event, quiet, draft):
        make_player(each, "Ann", registered=REGISTERED)
    submit_list(make_player(event, "Bob", registered=REGISTERED))
    make_player(event, "Cid", registered=REGISTERED, state=Registration.State.WAITLISTED)
    make_player(event, "Dee", registered=DEADLINE - timedelta(hours=47))  # knows the deadline from registering
    hour = timedelta(hours=1)
    assert make_reminders(DEADLINE - 48 * hour - timedelta(milliseconds=1)) == 0
    assert make_reminders(DEADLINE - 48 * hour) == 1
    assert make_reminders(DEADLINE - 40 * hour) == 0
    assert make_reminders(DEADLINE - 3 * hour) == 2
    assert make_reminders(DEADLINE) == 0
    assert moments(event) == [("Ann", 48), ("Ann", 3), ("Dee", 3)]
    assert not quiet.notices.exists()
    assert not draft.notices.exists()


def test_a_deadline_that_moves_far_is_reminded_of_again() -> None:
    event, hour = make_event(), timedelta(hours=1)
    ann = make_player(event, "Ann", registered=REGISTERED)
    assert make_reminders(DEADLINE - 48 * hour) == 1
    for moved, made in ((hour, 0), (72 * hour, 1)):
        event.list_deadline = DEADLINE + moved
        event.starts = START + 96 * hour
        event.save()
        assert make_reminders(event.list_deadline - 48 * hour) == made
    submit_list(ann)
    assert send_due(LOCKED).dropped == 2  # the list has come meanwhile


def test_a_version_that_was_erased_is_not_told_of() -> None:
    event = make_event()
    entry = submit_list(make_player(event, "Ann"))
    add_notice(event, NoticeKind.RECEIVED, "1", entry.registration, {"version": entry.current_id})
    ListVersion.objects.all().delete()
    assert send_due(BEFORE).dropped == 1
    assert Notice.objects.get().problem == "what it tells of was erased"


def test_whoever_looks_for_what_is_behind_reminds_and_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    make_player(make_event(), "Ann", registered=REGISTERED)
    monkeypatch.setattr("vsdb.operations.watch.connections.close_all", lambda: None)  # the test's own
    look()
    look()
    assert [each.subject for each in mail.outbox] == ["Winter Open: your list is missing"]
