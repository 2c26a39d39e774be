"""Simulation runs beside the request: in a thread of the web process, by the queue, and where that is gone."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from django.db import connection, connections
from django.test import Client
from pytest_django import Settings

from tests.commands import run as run_command
from tests.simulations.running import LIST, reload, start
from tests.threads import run_threads_afterwards
from vsdb.catalog.cards.models import Card
from vsdb.celery import app
from vsdb.core.errors import ApplicationError
from vsdb.simulations import services, tasks
from vsdb.simulations.models import SimulationRun

State = SimulationRun.State


@pytest.mark.django_db(transaction=True)
def test_without_a_queue_a_thread_of_the_web_process_plays_it(client: Client) -> None:
    if not Card.objects.exists():
        run_command("load_reference")
    with run_threads_afterwards():
        answer = client.post("/simulate/runs/", {"deck": LIST, "games": 100, "turns": 3, "seed": 7})
        assert SimulationRun.objects.get().state == State.WAITING
    run = SimulationRun.objects.get()
    assert (run.state, run.played) == (State.DONE, 100)
    assert "100 of 100 games" in client.get(answer["Location"]).content.decode()


def test_a_run_has_one_thread_in_a_process_however_often_somebody_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on, played = threading.Event(), []

    def work_on(key: str, **_: float) -> bool:
        goes_on.wait(timeout=10)
        played.append(key)
        return True

    monkeypatch.setattr(services, "work_on", work_on)
    before = set(threading.enumerate())
    for _ in range(3):
        tasks.start("a-run")
    started = set(threading.enumerate()) - before
    goes_on.set()
    for each in started:
        each.join()
    assert played == ["a-run"]
    tasks.start("a-run")
    for each in set(threading.enumerate()) - before:
        each.join()
    assert played == ["a-run", "a-run"]


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
    def test_that_is_gone_is_told_on_the_page_and_loses_nothing(self, client: Client) -> None:
        answer = client.post("/simulate/runs/", {"deck": LIST, "games": 100, "seed": 7}, follow=True)
        assert answer.status_code == 200
        assert "The task queue can&#x27;t be reached" in answer.content.decode()
        run = SimulationRun.objects.get()
        assert run.state == State.WAITING
        assert services.work_on(run.pk)
        assert (reload(run).state, reload(run).problem) == (State.DONE, "")

    def test_is_asked_again_where_a_message_leaves_something_to_do(self, monkeypatch: pytest.MonkeyPatch) -> None:
        run, called = start(), []
        monkeypatch.setattr(tasks.work_on, "delay", called.append)
        monkeypatch.setattr(tasks, "SECONDS", -1)
        tasks.work_on(run.pk)
        assert called == [run.pk]
        monkeypatch.setattr(tasks, "SECONDS", 10)
        tasks.work_on(run.pk)
        assert called == [run.pk]
        assert reload(run).state == State.DONE


# The tests' database of SQLite lies in memory and refuses a second writer at once, where a file has it wait.
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one write at a time")
@pytest.mark.dialect
@pytest.mark.django_db(transaction=True)
def test_of_many_that_one_caller_starts_at_once_never_more_than_two_stay() -> None:
    if not Card.objects.exists():
        run_command("load_reference")
    ready, refused = threading.Barrier(6), []

    def start_one(seed: int) -> None:
        try:
            ready.wait(timeout=20)
            start(seed=seed)
        except ApplicationError as error:
            refused.append(error.code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=start_one, args=(seed,)) for seed in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    count = SimulationRun.objects.count()
    assert count <= 2
    assert refused == ["at-once"] * (6 - count)
