"""Workers that tell that they are alive, and tasks that failed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from celery import shared_task
from django.utils import timezone

from vsdb.operations import workers
from vsdb.operations.models import TaskFailure, WorkerHeartbeat

pytestmark = pytest.mark.django_db


@shared_task(name="tests.fail")  # type: ignore[untyped-decorator]
def fail(said: str) -> None:
    raise ValueError(said)


@pytest.mark.django_db(transaction=True)  # workers end the connection of their own process
class TestHeartbeats:
    def test_one_worker_has_one_row_that_says_when_it_was_last_heard_of(self) -> None:
        started = timezone.now() - timedelta(hours=1)
        workers.record_heartbeat("one@here", 2, "abc", started)
        first = WorkerHeartbeat.objects.get().seen
        workers.record_heartbeat("one@here", 2, "abc", started)
        beat = WorkerHeartbeat.objects.get()
        assert (beat.name, beat.processes, beat.code, beat.started) == ("one@here", 2, "abc", started)
        assert beat.seen > first

    def test_a_worker_that_ends_leaves_none(self) -> None:
        workers.record_heartbeat("one@here", 2, "abc", timezone.now())
        workers.forget_worker("one@here")
        assert not WorkerHeartbeat.objects.exists()

    def test_those_of_workers_that_were_killed_go_after_a_day(self) -> None:
        WorkerHeartbeat.objects.create(name="killed", queue="vsdb", seen=timezone.now() - timedelta(hours=25))
        WorkerHeartbeat.objects.create(name="silent", queue="vsdb", seen=timezone.now() - timedelta(hours=23))
        workers.record_heartbeat("one@here", 2, "abc", timezone.now())
        assert set(WorkerHeartbeat.objects.values_list("name", flat=True)) == {"silent", "one@here"}


class TestFailures:
    def test_a_task_that_fails_is_recorded_with_the_first_line_of_its_error(self) -> None:
        fail.apply(("no such card\nand more\0",), throw=False)
        failure = TaskFailure.objects.get()
        assert (failure.task, failure.error) == ("tests.fail", "ValueError: no such card")

    def test_the_newest_are_kept(self) -> None:
        rows = [TaskFailure(task="old", error=str(number)) for number in range(workers.MAX_FAILURES)]
        TaskFailure.objects.bulk_create(rows)
        workers.record_task_failure("new", "1", ValueError("newest"))
        assert TaskFailure.objects.count() == workers.MAX_FAILURES
        assert TaskFailure.objects.first().task == "new"  # type: ignore[union-attr]
        assert not TaskFailure.objects.filter(error="0").exists()
