"""The log is appended to alone: by the database's own triggers, and by a chain of hashes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, connection, transaction

from tests.events.making import make_event, make_user
from vsdb.events import log
from vsdb.events.models import LogEntry
from vsdb.events.retention.selectors import LogLine

pytestmark = pytest.mark.django_db


class TestAppendOnly:
    """Acceptance 28 of the desk."""

    def test_rows_can_neither_be_changed_nor_deleted(self) -> None:
        event = make_event()
        log.record(event, log.CLOCK, "announced")
        for attempt in (
            lambda: LogEntry.objects.filter(event=event.pk).update(action="never"),
            lambda: LogEntry.objects.filter(event=event.pk).delete(),
        ):
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                attempt()
        assert LogEntry.objects.get(event=event.pk).action == "announced"

    def test_an_altered_byte_is_found(self) -> None:
        event = make_event()
        for number in range(4):
            log.record(event, log.CLOCK, "edited", f"event:{event.pk}", after={"edition": number})
        assert list(log.find_faults(event.pk)) == []
        _without_triggers("UPDATE events_logentry SET action = 'editeD' WHERE number = 2")
        assert [(each.number, each.problem) for each in log.find_faults(event.pk)] == [(2, "changed")]

    def test_a_row_that_is_gone_is_found(self) -> None:
        event = make_event()
        for _ in range(3):
            log.record(event, log.CLOCK, "edited")
        _without_triggers("DELETE FROM events_logentry WHERE number = 2")
        assert [each.number for each in log.find_faults(event.pk)] == [2]


def test_each_account_has_one_number_at_an_event() -> None:
    event, ann, bob = make_event(), make_user("ann"), make_user("bob")
    numbers = [log.get_actor(event, user=user.pk) for user in (ann, bob, ann)]
    assert numbers == [1, 2, 1]
    assert log.get_actor(event) == log.CLOCK


def test_a_row_says_what_changed_in_words() -> None:
    before: dict[str, object] = {"is_late": False, "table": None}
    after = {"is_late": True, "fields": ["ends", "starts"], "counts": {"legal": 3, "illegal": 1}, "codes": []}
    line = LogLine(1, datetime(2026, 12, 5, tzinfo=UTC), 1, "jo", "edited", "", before, after)
    assert line.says == (
        "before: is late no, table none; "
        "after: is late yes, fields ends and starts, counts legal 3 and illegal 1, codes none"
    )


def _without_triggers(statement: str) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            names = ("events_log_no_update", "events_log_no_delete")
            for name in names:
                cursor.execute(f"DROP TRIGGER {name}")
        else:
            cursor.execute("ALTER TABLE events_logentry DISABLE TRIGGER USER")
        cursor.execute(statement)
        if connection.vendor != "sqlite":
            cursor.execute("ALTER TABLE events_logentry ENABLE TRIGGER USER")
