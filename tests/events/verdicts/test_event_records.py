"""Which verdict on a list is the one of record, before and after new facts, and what the head judge adopts."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.decks.rechecks.making import WITH_FLAME, ban, lift_bans
from tests.events.making import BEFORE, LEGAL, LOCKED, SHORT, START, make_event, make_player, set_clock, submit_list
from vsdb.core.errors import ApplicationError
from vsdb.events import log
from vsdb.events.models import Adoption, EventList, ListVerdict, LogEntry
from vsdb.events.verdicts import selectors
from vsdb.events.verdicts.judging import get_event_question, judge_text
from vsdb.events.verdicts.services import adopt_verdict, keep_verdict

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def judge_again(entry: EventList, made: object) -> ListVerdict:
    """Another verdict on the current version of a list, by the facts of now."""
    assert entry.current is not None
    return keep_verdict(entry.current, judge_text(get_event_question(entry.event), entry.current.text), made=made)  # type: ignore[arg-type]


class TestRecord:
    def test_before_the_lock_the_newest_counts_and_after_it_none(self) -> None:
        entry = submit_list(make_player(make_event(), "Ann"), WITH_FLAME)
        ban()
        second = judge_again(entry, BEFORE + HOUR)
        assert (second.outcome, selectors.get_record(entry)) == ("illegal", second)
        lift_bans()
        third = judge_again(entry, LOCKED)
        assert (third.outcome, selectors.get_record(entry)) == ("legal", second)
        assert selectors.get_newest(entry) == third
        assert selectors.is_changed(entry)

    def test_a_version_that_comes_after_the_lock_has_the_verdict_made_with_it(self) -> None:
        player = make_player(make_event(), "Ann")
        submit_list(player, SHORT)
        entry = submit_list(player, LEGAL, received=LOCKED)
        first = selectors.get_record(entry)
        judge_again(entry, LOCKED + HOUR)
        assert first is not None
        assert (first.outcome, first.made) == ("legal", LOCKED)
        assert selectors.get_record(entry) == first

    def test_a_list_that_was_opened_again_has_its_own_lock(self) -> None:
        event = make_event()
        opened, other = make_player(event, "Ann", reopened_until=START), make_player(event, "Bob")
        lists = [submit_list(player, WITH_FLAME) for player in (opened, other)]
        ban()
        for entry in lists:
            judge_again(entry, LOCKED)
        assert [selectors.list_records(event)[entry.pk].outcome for entry in lists] == ["illegal", "legal"]

    def test_three_loads_of_facts_leave_it_byte_for_byte(self) -> None:
        """Acceptance 12 of the desk."""
        entry = submit_list(make_player(make_event(), "Ann"), WITH_FLAME)
        record = selectors.get_record(entry)
        assert record is not None
        for hours, load in enumerate((ban, lift_bans, lambda: ban(version="banned again"))):
            load()
            judge_again(entry, LOCKED + hours * HOUR)
        again = selectors.get_record(entry)
        assert again is not None
        assert (again.pk, again.whole.encode()) == (record.pk, record.whole.encode())
        assert selectors.is_changed(entry)

    def test_many_lists_cost_as_many_queries_as_one(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        event = make_event()
        lists = [submit_list(make_player(event, f"Player {number}")) for number in range(9)]
        with django_assert_num_queries(4):
            records = selectors.list_records(event)
        assert set(records) == {entry.pk for entry in lists}


class TestAdoption:
    def test_a_later_verdict_is_of_record_once_it_is_adopted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        set_clock(monkeypatch, LOCKED)
        event = make_event()
        entry = submit_list(make_player(event, "Ann"), WITH_FLAME)
        before = selectors.get_record(entry)
        ban()
        later = judge_again(entry, LOCKED)
        assert set(selectors.list_changes(event)) == {entry.pk}
        adopt_verdict(entry, later, False, "The ban came on Friday.", log.CLOCK)
        assert (selectors.get_record(entry), selectors.list_changes(event)) == (before, {})
        adopt_verdict(entry, later, True, "Announced before the event.", log.CLOCK)
        assert selectors.get_record(entry) == later
        assert not selectors.is_changed(entry)
        rows = LogEntry.objects.filter(event=event.pk).order_by("number")
        assert [each.action for each in rows] == ["verdict-kept", "verdict-adopted"]

    def test_is_refused_before_the_lock_without_a_reason_and_for_another_version(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        player = make_player(make_event(), "Ann")
        entry = submit_list(player, WITH_FLAME)
        ban()
        later = judge_again(entry, LOCKED)
        set_clock(monkeypatch, BEFORE)
        assert _refusal(entry, later, "Why not") == "not-locked"
        set_clock(monkeypatch, LOCKED)
        assert _refusal(entry, later, " ") == "no-reason"
        entry = submit_list(player, LEGAL, received=LOCKED)
        assert _refusal(entry, later, "Why not") == "stale"
        assert not Adoption.objects.exists()


def _refusal(entry: EventList, verdict: ListVerdict, reason: str) -> str:
    with pytest.raises(ApplicationError) as caught:
        adopt_verdict(entry, verdict, True, reason, log.CLOCK)
    return caught.value.code
