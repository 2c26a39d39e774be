"""Moments in an event's zone, and what its clock says without any job."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from engine import InputError
from tests.events.making import BEFORE, DEADLINE, START, make_event, make_player
from vsdb.events import clock
from vsdb.events.models import DeadlineChange, Event

BERLIN = ZoneInfo("Europe/Berlin")
MILLISECOND = timedelta(milliseconds=1)


def _local(text: str) -> datetime:
    """A local time without a zone."""
    return datetime.fromisoformat(text)


class TestLocalTimes:
    """Acceptance 4 of the desk: a time that doesn't exist is refused, one that exists twice is asked about."""

    def test_a_time_that_clocks_skip_is_refused(self) -> None:
        with pytest.raises(InputError, match="2026-03-29 02:30 doesn’t exist") as caught:
            clock.to_utc(_local("2026-03-29 02:30"), BERLIN)
        assert caught.value.code == "no-such-time"

    def test_a_time_that_exists_twice_is_asked_about(self) -> None:
        local = _local("2026-10-25 02:30")
        with pytest.raises(InputError) as caught:
            clock.to_utc(local, BERLIN)
        assert caught.value.code == "ambiguous-time"
        assert clock.to_utc(local, BERLIN, which=clock.EARLIER) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
        assert clock.to_utc(local, BERLIN, which=clock.LATER) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)

    @pytest.mark.parametrize(
        ("local", "moment"),
        [
            (_local("2026-03-29 01:59"), datetime(2026, 3, 29, 0, 59, tzinfo=UTC)),
            (_local("2026-03-29 03:00"), datetime(2026, 3, 29, 1, 0, tzinfo=UTC)),
            (_local("2026-10-25 01:59"), datetime(2026, 10, 24, 23, 59, tzinfo=UTC)),
            (_local("2026-10-25 03:00"), datetime(2026, 10, 25, 2, 0, tzinfo=UTC)),
        ],
    )
    def test_the_minutes_beside_exist_once(self, local: datetime, moment: datetime) -> None:
        assert clock.to_utc(local, BERLIN) == moment

    @pytest.mark.parametrize("name", ["EST", "Europe/Nowhere", "", "CET", "../etc/passwd"])
    def test_a_word_that_names_no_zone_is_refused(self, name: str) -> None:
        with pytest.raises(InputError):
            clock.find_zone(name)


@pytest.mark.django_db
class TestDeadlines:
    """Acceptance 1 and 3 of the desk: the moment decides, whatever runs beside."""

    def test_the_deadline_itself_is_on_time_and_grace_counts_started_seconds(self) -> None:
        event = make_event(grace_seconds=900)
        changes = list(event.deadlines.all())
        grace = timedelta(seconds=900)
        assert clock.hold_against(changes, event, DEADLINE) == clock.Holding(clock.ON_TIME, DEADLINE)
        assert clock.hold_against(changes, event, DEADLINE + MILLISECOND) == clock.Holding(clock.LATE, DEADLINE, 1)
        assert clock.hold_against(changes, event, DEADLINE + grace) == clock.Holding(clock.LATE, DEADLINE, 900)
        after = clock.hold_against(changes, event, DEADLINE + grace + MILLISECOND)
        assert after.state == clock.TOO_LATE

    def test_a_list_is_held_against_the_deadline_that_was_in_force(self) -> None:
        event = make_event(grace_seconds=0)
        moved, later = DEADLINE + timedelta(hours=1), DEADLINE + timedelta(hours=2)
        DeadlineChange.objects.create(event=event, since=moved, deadline=later, grace_seconds=60)
        changes = list(event.deadlines.all())
        assert clock.hold_against(changes, event, DEADLINE + timedelta(minutes=30)).state == clock.TOO_LATE
        assert clock.hold_against(changes, event, DEADLINE + timedelta(minutes=90)).state == clock.ON_TIME

    def test_lists_lock_by_the_clock_and_open_again_for_one_player(self) -> None:
        event = make_event(grace_seconds=900)
        lock, other = DEADLINE + timedelta(seconds=900), make_player(event, "Ann")
        opened = make_player(event, "Bob", reopened_until=START)
        assert not clock.is_locked(event, other, lock)
        assert clock.is_locked(event, other, lock + MILLISECOND)
        assert not clock.is_locked(event, opened, START)
        assert clock.is_locked(event, opened, START + MILLISECOND)

    def test_registration_is_open_within_its_window(self) -> None:
        event = make_event(registration_opens=BEFORE, registration_closes=DEADLINE)
        assert not clock.is_registration_open(event, BEFORE - MILLISECOND)
        assert clock.is_registration_open(event, BEFORE)
        assert not clock.is_registration_open(event, DEADLINE)
        event.stage = Event.Stage.DRAFT
        assert not clock.is_registration_open(event, BEFORE)

    def test_the_day_that_lists_are_judged_for_is_the_local_day_of_the_start(self) -> None:
        event = make_event(zone="Pacific/Auckland", starts=datetime(2026, 12, 5, 20, 0, tzinfo=UTC))
        assert clock.get_judged_day(event).isoformat() == "2026-12-06"

    @pytest.mark.parametrize(
        ("zone", "shown"),
        [
            ("Europe/Berlin", "2026-12-05 10:00 CET (UTC+1)"),
            ("Asia/Kathmandu", "2026-12-05 14:45 UTC+5:45"),
            ("America/New_York", "2026-12-05 04:00 EST (UTC-5)"),
            ("UTC", "2026-12-05 09:00 UTC"),
        ],
    )
    def test_a_moment_is_shown_with_zone_and_offset(self, zone: str, shown: str) -> None:
        assert clock.describe_moment(START, make_event(zone=zone)) == shown
