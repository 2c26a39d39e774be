"""Budgets of processor time, places to compute, and what a caller is told beyond them."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from time import monotonic, sleep, thread_time

import pytest
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from vsdb.core.errors import TooManyRequests
from vsdb.core.limits.budgets import Budget, load_budget, spend
from vsdb.core.limits.computing import ComputingMiddleware, bounds_computing
from vsdb.core.limits.slots import NoSlotError, take_slot

ROOT = Path(__file__).resolve().parents[2]
NOW = 1_000_000_040.0  #: a third into a window of a minute
LIST = "4 Overload\n56 Sentinel Mark V, Army"
REPAIR = {"deck": LIST, "game": "vs-classic", "format": "golden-age", "as_of": "2008-09-01"}
HOLDER = """
import django, sys, time
from django.conf import settings
settings.configure(COMPUTE_DIR=sys.argv[1], COMPUTE_AT_ONCE=1, COMPUTE_WAITING=0, COMPUTE_WAIT_SECONDS=1)
from vsdb.core.limits.slots import take_slot
with take_slot(may_wait=False):
    print("held", flush=True)
    time.sleep(600)
"""


@pytest.fixture(autouse=True)
def _bounds(settings: Settings, tmp_path: Path) -> None:
    settings.COMPUTE_RATE, settings.COMPUTE_DIR = "2/minute", tmp_path / "computing"
    settings.COMPUTE_AT_ONCE, settings.COMPUTE_WAITING, settings.COMPUTE_WAIT_SECONDS = 1, 0, 5
    cache.clear()


@bounds_computing
def use(seconds: float) -> str:
    """Use so much time of the processor."""
    until = thread_time() + seconds
    while thread_time() < until:
        pass
    return "done"


@bounds_computing
def use_within(seconds: float) -> str:
    """Use it in a bounded function that another asks."""
    return use(seconds)


def ask(function: object, *args: object, address: str = "192.0.2.1") -> HttpRequest:
    """A request that computes; raises what it raises."""

    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(function(*args))  # type: ignore[operator]

    request = RequestFactory().get("/", REMOTE_ADDR=address)
    ComputingMiddleware(view)(request)
    return request


class TestBudget:
    def test_counts_what_was_used_in_this_window_and_part_of_the_last(self) -> None:
        spend("caller", 1.0, NOW - 60)
        spend("caller", 0.5, NOW)
        found = load_budget("caller", NOW)
        assert found
        assert found.used == pytest.approx(0.5 + 2 / 3, abs=0.01)
        assert not found.is_spent
        assert found.policy == '"compute";q=2;w=60'
        assert found.state == '"compute";r=0;t=40'
        later = load_budget("caller", NOW + 120)
        assert later
        assert later.used == 0

    def test_of_another_caller_is_another(self) -> None:
        spend("caller", 5.0, NOW)
        other = load_budget("other", NOW)
        assert other
        assert other.used == 0

    @pytest.mark.parametrize(
        ("last", "current", "elapsed"), [(0, 2, 20), (0, 9, 20), (5, 1, 20), (2, 1.5, 0), (9, 0, 1)]
    )
    def test_says_when_something_is_left_again(self, last: float, current: float, elapsed: float) -> None:
        now = Budget(2, 60, last, current, elapsed)
        assert now.is_spent
        assert not _after(now, now.wait).is_spent
        assert now.wait == 1 or _after(now, now.wait - 1).used >= 2 - 1e-9

    def test_is_counted_in_time_of_the_processor_for_the_caller(self) -> None:
        ask(use, 0.05)
        ask(sleep_within, 0.05)
        ask(use_within, 0.05)
        found = load_budget("192.0.2.1", _now())
        assert found
        assert 0.1 <= found.used < 0.14

    def test_is_counted_also_where_the_computation_fails(self) -> None:
        with pytest.raises(ZeroDivisionError):
            ask(fail_after, 0.05)
        found = load_budget("192.0.2.1", _now())
        assert found
        assert found.used >= 0.05

    def test_that_is_spent_refuses_the_caller_alone(self, settings: Settings) -> None:
        spend("192.0.2.1", 2.0, _now())
        with pytest.raises(TooManyRequests) as refused:
            ask(use, 0)
        assert 0 < refused.value.wait <= 120
        assert "2 seconds of processor time in 60 seconds" in refused.value.message
        ask(use, 0, address="192.0.2.2")
        settings.COMPUTE_RATE = ""
        ask(use, 0)

    def test_holds_for_no_command_and_no_worker(self) -> None:
        spend("192.0.2.1", 2.0, _now())
        assert use(0) == "done"


class TestPlaces:
    def test_are_taken_until_they_are_given_back(self) -> None:
        with take_slot(may_wait=True), pytest.raises(NoSlotError), take_slot(may_wait=True):
            pass
        with take_slot(may_wait=True):
            pass

    def test_may_be_as_many_as_one_likes(self, settings: Settings) -> None:
        settings.COMPUTE_AT_ONCE = 0
        with take_slot(may_wait=False), take_slot(may_wait=False):
            pass

    def test_are_waited_for(self, settings: Settings) -> None:
        settings.COMPUTE_WAITING = 1
        entered, done = threading.Event(), []

        def wait() -> None:
            with take_slot(may_wait=True):
                done.append(1)

        with take_slot(may_wait=False):
            waiting = threading.Thread(target=wait)
            waiting.start()
            assert _is_true_soon(lambda: _is_taken(settings.COMPUTE_DIR / "wait-0"))
            # The one place to wait is taken, and who has used much may not wait at all.
            for may_wait in (True, False):
                with pytest.raises(NoSlotError), take_slot(may_wait=may_wait):
                    entered.set()
            assert not done
        waiting.join(20)
        assert done
        assert not entered.is_set()

    def test_are_waited_for_no_longer_than_is_set(self, settings: Settings) -> None:
        settings.COMPUTE_WAITING, settings.COMPUTE_WAIT_SECONDS = 1, 0.1
        with take_slot(may_wait=False), pytest.raises(NoSlotError), take_slot(may_wait=True):
            pass

    def test_of_a_killed_process_are_free_again(self, settings: Settings) -> None:
        command = [sys.executable, "-c", HOLDER, str(settings.COMPUTE_DIR)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as holder:
            assert holder.stdout
            assert holder.stdout.readline() == "held\n"
            with pytest.raises(NoSlotError), take_slot(may_wait=False):
                pass
            holder.kill()
            holder.wait()
        with take_slot(may_wait=False):
            pass

    def test_are_bounded_by_process_where_the_folder_cannot_be_used(
        self, settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        (tmp_path / "file").touch()
        settings.COMPUTE_DIR = tmp_path / "file" / "computing"
        with take_slot(may_wait=False), pytest.raises(NoSlotError), take_slot(may_wait=False):
            pass
        with take_slot(may_wait=False):
            pass
        assert caplog.text.count("bounded by process") == 1


@pytest.fixture
def _busy() -> Iterator[None]:
    """The only place is taken."""
    with take_slot(may_wait=False):
        yield


@pytest.mark.django_db
class TestSite:
    def test_counts_a_repair_by_address_for_the_api_and_pages(self, client: Client, settings: Settings) -> None:
        settings.COMPUTE_RATE = "1/day"
        answer = client.post("/api/v1/repair", REPAIR, content_type="application/json")
        assert answer.status_code == HTTPStatus.OK
        assert '"compute";q=1;w=86400' in answer["RateLimit-Policy"]
        spend("127.0.0.1", 1.0, _now())
        refused = client.post("/api/v1/life", {"deck": LIST}, content_type="application/json")
        assert refused.status_code == HTTPStatus.TOO_MANY_REQUESTS
        told = refused.json()
        assert told["code"] == "too-many-requests"
        assert told["message"].endswith(f"Try again in {int(refused['Retry-After']):,} seconds.")
        assert '"compute";r=0;t=' in refused["RateLimit"]
        page = client.get("/check/life/", {"deck": LIST})
        assert page.status_code == HTTPStatus.TOO_MANY_REQUESTS
        assert page["Retry-After"] == page["Refresh"]
        assert "no-store" in page["Cache-Control"]
        assert "This page tries again by itself." in page.content.decode()
        assert client.get("/cards/vs-classic/overload/").status_code == HTTPStatus.OK
        other = client.get("/check/life/", {"deck": LIST}, REMOTE_ADDR="192.0.2.7")
        assert other.status_code == HTTPStatus.OK

    @pytest.mark.usefixtures("_busy")
    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("repair", REPAIR | {"as_of": "2008-09-02"}),
            ("life", {"deck": LIST}),
            ("odds", {"deck": {}, "question": {}}),
            ("simulate", {"deck": LIST}),
            ("what-if", {"proposal": {"game": "vs-classic", "bans": ["savage-beatdown"]}}),
            ("check/team", {"decks": ["Legend\n1 Loose Cannon"] * 2, "format": "2v2-constructed"}),
            ("check/batch", {"decks": [{"deck": LIST, "game": "vs-classic"}]}),
            ("check", {"deck": LIST, "game": "vs-classic", "dates": [f"2008-05-{day:02}" for day in range(1, 32)]}),
        ],
    )
    def test_refuses_what_takes_long_while_every_place_is_taken(self, client: Client, path: str, body: object) -> None:
        answer = client.post(f"/api/v1/{path}", body, content_type="application/json")
        assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS, answer.content
        assert answer["Retry-After"] == "2"
        assert answer.json()["code"] == "too-many-requests"

    @pytest.mark.usefixtures("_busy")
    def test_answers_what_does_not_take_long(self, client: Client) -> None:
        for address in ("/", "/cards/?q=hulk", "/check/?sample=secret-avengers", "/check/repair/", "/api/v1/games"):
            assert client.get(address).status_code == HTTPStatus.OK, address
        answer = client.post("/api/v1/check", {"deck": LIST, "game": "vs-classic"}, content_type="application/json")
        assert answer.status_code == HTTPStatus.OK

    @pytest.mark.usefixtures("_busy")
    def test_tells_who_sent_a_form_to_send_it_again(self, client: Client) -> None:
        form = {
            "deck_1": "Legend\n1 Loose Cannon",
            "deck_2": "Legend\n1 Hand of Noxus",
            "format": "riftbound/2v2-constructed",
        }
        answer = client.post("/check/team/", form)
        assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
        assert "Refresh" not in answer
        assert "send the form again" in answer.content.decode()


def _after(budget: Budget, seconds: float) -> Budget:
    """The budget so many seconds later, if nothing more is used."""
    windows, elapsed = divmod(budget.elapsed + seconds, budget.period)
    used = [budget.current, budget.last][:1] if windows == 1 else [0.0]
    last = budget.last if windows == 0 else used[0]
    return Budget(budget.seconds, budget.period, last, budget.current if windows == 0 else 0.0, elapsed)


@bounds_computing
def sleep_within(seconds: float) -> str:
    """Wait without using the processor."""
    sleep(seconds)
    return "slept"


@bounds_computing
def fail_after(seconds: float) -> float:
    """Use the processor, then fail."""
    use(seconds)
    return 1 / 0


def _now() -> float:
    from time import time

    return time()


def _is_taken(path: Path) -> bool:
    import fcntl

    if not path.exists():
        return False
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _is_true_soon(holds: object) -> bool:
    until = monotonic() + 20
    while monotonic() < until:
        if holds():  # type: ignore[operator]
            return True
        sleep(0.005)
    return False
