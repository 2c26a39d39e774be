"""What is kept of checks, notes and devices, given to whom it is about, and erased (ORGANIZER, acceptance 29, 30)."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from tests.commands import run
from tests.events.checks.checking import LATER, SENTINEL, add_phone, open_checked_desk
from tests.events.making import LOCKED, make_user, set_clock
from tests.events.triage.triaging import Desk
from vsdb.accounts import own_data
from vsdb.accounts.services import delete_account
from vsdb.events import log
from vsdb.events.checks import selectors, services
from vsdb.events.models import (
    CheckJudge,
    DeckCheck,
    Device,
    Event,
    EventList,
    JudgeNote,
    LogEntry,
    Registration,
    SyncItem,
)
from vsdb.events.publishing.statistics import get_statistics
from vsdb.events.retention.services import clear_due_events

pytestmark = pytest.mark.django_db


def make_checked_desk() -> tuple[Desk, EventList]:
    """An event in which Ann's deck was checked by the judge's phone, with a card missing, and something was noted."""
    desk, [entry, _] = open_checked_desk("Ann", "Bob")
    Registration.objects.filter(pk=entry.registration_id).update(user=make_user("ann"))
    phone = add_phone(desk)
    start = phone.item("check-start", {"list": entry.pk})
    check = start["nonce"]
    counts = phone.item("check-count", {"check": check, "deltas": {SENTINEL: 59}}, at=LOCKED + timedelta(minutes=4))
    said = {"check": check, "result": "discrepancies", "counts": {SENTINEL: 59}}
    end = phone.item("check-end", said, at=LOCKED + timedelta(minutes=5))
    note = phone.item("note", {"player": 1, "text": "Worn sleeves of Qwertz."})
    assert {each["result"] for each in phone.send(start, counts, end, note)} == {"accepted"}
    return desk, entry


class TestOwnData:
    def test_acceptance_30_the_export_has_one_s_checks_as_player_and_as_judge(self) -> None:
        desk, _ = make_checked_desk()
        [own] = json.loads(json.dumps(own_data.export(make_user("ann"))["events"], default=str))
        [check] = own["registration"]["checks"]
        assert (check["state"], check["registered"], check["counted"]) == ("discrepancies", 60, 59)
        assert check["differences"] == ["Sentinel Mark V, Army (deck): registered 60, found 59"]
        assert own["registration"]["notes"][0]["text"] == "Worn sleeves of Qwertz."
        assert (own["checks_made"], own["devices"]) == ([], [])
        [judge] = json.loads(json.dumps(own_data.export(desk.people["judge"])["events"], default=str))
        assert [(each["player"], each["state"]) for each in judge["checks_made"]] == [(1, "discrepancies")]
        assert judge["devices"][0]["name"] == "phone of judge"
        assert judge["notes_written"][0]["text"] == "Worn sleeves of Qwertz."
        assert [each["kind"] for each in judge["sent_by_devices"]] == [
            *("check-start", "check-count", "check-end", "note")
        ]
        assert own_data.export(make_user("bob"))["events"] == []

    def test_acceptance_30_a_closed_account_leaves_a_number_and_the_check(self) -> None:
        desk, entry = make_checked_desk()
        Event.objects.filter(pk=desk.event.pk).update(stage=Event.Stage.OVER)
        delete_account(make_user("ann"))
        check = DeckCheck.objects.get()
        assert check.registration.shown_name == "Player 1"
        assert not JudgeNote.objects.exists()
        assert "Qwertz" not in str(list(SyncItem.objects.values()))
        delete_account(desk.people["judge"])
        assert not Device.objects.exists()
        told = selectors.describe_check(desk.event, selectors.find_check(desk.event, check.pk), LATER)
        assert told["by"] == {"number": check.by, "name": ""}
        assert (CheckJudge.objects.count(), told["list"]) == (1, entry.pk)
        assert list(log.find_faults(desk.event.pk)) == []

    def test_a_player_who_leaves_before_the_event_takes_the_cards_along(self) -> None:
        make_checked_desk()
        delete_account(make_user("ann"))
        check = DeckCheck.objects.get()
        assert (check.list, check.lines, check.counts, check.counted) == (None, [], {}, 59)


class TestRetention:
    def test_the_cards_go_with_the_lists_and_totals_judges_and_times_stay(self) -> None:
        desk, _ = make_checked_desk()
        before = json.loads(json.dumps(get_statistics(desk.event)))
        assert list(clear_due_events(desk.event.ends + timedelta(days=91)))
        check = DeckCheck.objects.get()
        assert (check.lines, check.counts, check.list) == ([], {}, None)
        assert (check.registered, check.counted, check.differing) == (60, 59, 1)
        assert check.ended is not None
        assert check.ended - check.started == timedelta(minutes=5)
        assert CheckJudge.objects.count() == 1
        assert (JudgeNote.objects.count(), Device.objects.count()) == (0, 0)
        assert {str(each) for each in SyncItem.objects.values_list("payload", flat=True)} == {"{}"}
        desk.event.refresh_from_db()
        assert get_statistics(desk.event) == before
        assert (before["checks"]["checked"], before["checks"]["discrepancies"]) == (1, 1)
        assert (before["checks"]["checked_percent"], before["checks"]["median_seconds"]) == (50, 300)
        assert list(log.find_faults(desk.event.pk)) == []

    def test_what_a_device_sends_after_that_is_refused(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        Event.objects.filter(pk=desk.event.pk).update(cleared_at=LATER)
        desk.event.refresh_from_db()
        phone = add_phone(desk)
        assert phone.send(phone.item("check-start", {"list": entry.pk}))[0]["code"] == "cleared"


class TestTheLog:
    def test_has_no_name_card_or_text(self) -> None:
        desk, _ = make_checked_desk()
        text = json.dumps(list(LogEntry.objects.values("action", "about", "before", "after")))
        for hidden in ("sentinel", "Ann", "Qwertz", "phone of"):
            assert hidden not in text
        actions = set(LogEntry.objects.filter(event=desk.event.pk).values_list("action", flat=True))
        assert {"device-added", "check-started", "check-counted", "check-ended", "note-written"} <= actions


class TestTheStatisticsPage:
    def test_tells_the_rates(self, monkeypatch: pytest.MonkeyPatch) -> None:
        set_clock(monkeypatch, LATER)
        desk, _ = make_checked_desk()
        page = desk.browser("organizer").get(desk.address("statistics/")).content.decode()
        assert "1 of 2 lists checked (50 %); 1 with discrepancies (100 % of them)." in page
        table = desk.browser("organizer").get(desk.address("statistics/?as=csv")).content.decode()
        assert "checked,,discrepancies,,1" in table


class TestTheCommand:
    def test_picks_and_repeats_from_the_log(self, monkeypatch: pytest.MonkeyPatch) -> None:
        set_clock(monkeypatch, LOCKED)
        desk, lists = open_checked_desk("Ann", "Bob", "Cem")
        said = json.loads(run("pick_checks", str(desk.event.pk), "--count", "2", "--json")[1])
        assert {each["list"] for each in said["lists"]} < {each.pk for each in lists}
        row = LogEntry.objects.get(action="check-picked")
        status, text = run("pick_checks", str(desk.event.pk), "--repeat", str(row.number))[:2]
        assert (status, text.strip()) == (0, f"the same: {', '.join(map(str, row.after['lists']))}")
        assert "Player" in run("pick_checks", str(desk.event.pk), "--seed", "x")[1]
        assert run("pick_checks", "999999")[0] == 2
        assert run("pick_checks", str(desk.event.pk), "--count", "0")[0] == 2
        assert run("pick_checks", str(desk.event.pk), "--repeat", "999")[0] == 2
        assert run("pick_checks", str(desk.event.pk), "--cut")[0] == 2


def test_a_second_check_of_the_same_list_can_follow() -> None:
    desk, entry = make_checked_desk()
    check, is_new = services.start_check(desk.event, entry, actor=1, now=LATER)
    assert is_new
    assert check.counts == {}
