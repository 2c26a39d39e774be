"""Checks of many lists beside the request: one thread in a process, by the queue, and where that is gone."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from tests.check.many.sending import paste, reload, start
from vsdb.celery import app
from vsdb.check.many import services, tasks
from vsdb.check.models import ManyCheck

State = ManyCheck.State


def test_a_check_has_one_thread_in_a_process_however_often_somebody_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    goes_on, worked = threading.Event(), []

    def work_on(key: str, **_: float) -> bool:
        goes_on.wait(timeout=10)
        worked.append(key)
        return True

    monkeypatch.setattr(services, "work_on", work_on)
    before = set(threading.enumerate())
    for _ in range(3):
        tasks.start("a-check")
    started = set(threading.enumerate()) - before
    goes_on.set()
    for each in started:
        each.join()
    assert worked == ["a-check"]


def test_a_message_that_is_not_done_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[str] = []
    monkeypatch.setattr(services, "work_on", lambda key, seconds: key == "done")
    monkeypatch.setattr(tasks, "call", handed.append)
    for key in ("done", "more"):
        tasks.work_on(key)
    assert handed == ["more"]


def test_workers_know_the_task() -> None:
    app.loader.import_default_modules()
    assert "check.work_on_many" in app.tasks


@pytest.mark.django_db
class TestTheQueue:
    @pytest.fixture
    def gone(self, settings: Settings) -> Iterator[None]:
        """A broker that doesn't answer."""
        settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
        was = {name: app.conf[name] for name in ("broker_url", "task_always_eager")}
        app.conf.update(broker_url=settings.CELERY_BROKER_URL, task_always_eager=False)
        app._after_fork()  # connections to whatever queue was used before are forgotten
        yield
        app.conf.update(was)
        app._after_fork()

    @pytest.mark.usefixtures("gone")
    def test_that_is_gone_is_told_on_the_page_and_loses_nothing(self, client: Client, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "check_many": ""}
        answer = client.post("/check/many/", {"lists": paste(services.AT_ONCE + 1)}, follow=True)
        assert answer.status_code == 200
        assert "The task queue can&#x27;t be reached" in answer.content.decode()
        check = ManyCheck.objects.get()
        assert check.state == State.WAITING
        assert services.work_on(check.pk)
        assert (reload(check).state, reload(check).problem) == (State.DONE, "")

    def test_that_answers_has_the_lists_judged_by_a_worker(
        self, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
        told: list[str] = []
        monkeypatch.setattr(tasks.work_on, "delay", told.append)
        check = start()
        tasks.start(check.pk)
        assert told == [check.pk]
        tasks.work_on(check.pk)
        assert reload(check).state == State.DONE
