"""`/api/v1/simulation-runs`: started and cancelled by a token that may write, read by whoever has the key."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.simulations.running import LIST, reload
from vsdb.accounts.services import make_token
from vsdb.simulations import services, tasks
from vsdb.simulations.models import SimulationRun

pytestmark = pytest.mark.django_db
RUNS = "/api/v1/simulation-runs"


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The runs that were handed to whoever plays them."""
    keys: list[str] = []
    monkeypatch.setattr(tasks, "start", keys.append)
    return keys


def caller(name: str, scope: str = "write") -> Client:
    user, _ = User.objects.get_or_create(username=name, email=f"{name}@example.org")
    _, secret = make_token(user, name="a token", scope=scope)
    return Client(headers={"authorization": f"Bearer {secret}"})


def post(client: Client, **asked: Any) -> Any:
    sent = {"deck": LIST, "games": 20, "turns": 3, "seed": 7, **asked}
    return client.post(RUNS, sent, content_type="application/json")


class TestStarting:
    def test_gives_the_key_and_where_to_ask(self, started: list[str]) -> None:
        answer = post(caller("ann"))
        assert answer.status_code == 202
        found = answer.json()
        assert started == [found["key"]]
        assert (found["state"], found["games"], found["played"], found["seed"]) == ("waiting", 20, 0, 7)
        assert (found["result"], found["api"]) == (None, f"{RUNS}/{found['key']}")
        assert SimulationRun.objects.get().user == User.objects.get(username="ann")

    def test_is_by_the_day_that_is_asked_for(self) -> None:
        assert post(caller("ann"), as_of="2008-07-01").json()["as_of"] == "2008-07-01"
        assert post(caller("ann"), as_of="yesterday").status_code == 400

    def test_the_same_twice_is_one_run(self, started: list[str]) -> None:
        ann = caller("ann")
        assert post(ann).json()["key"] == post(ann).json()["key"]
        assert len(started) == 1

    @pytest.mark.parametrize(("scope", "status"), [("read", 403), (None, 401)])
    def test_needs_a_token_that_may_write(self, scope: str | None, status: int) -> None:
        assert post(caller("ann", scope) if scope else Client()).status_code == status
        assert not SimulationRun.objects.exists()

    @pytest.mark.parametrize("asked", [{"games": 1_000_001}, {"turns": 0}, {"seed": 2**64}, {"turnz": 3}, {"deck": ""}])
    def test_refuses_what_is_out_of_range(self, asked: dict[str, Any]) -> None:
        answer = post(caller("ann"), **asked)
        assert answer.status_code == 400
        assert not SimulationRun.objects.exists()

    def test_is_refused_beyond_two_under_way(self) -> None:
        ann = caller("ann")
        post(ann, seed=1)
        post(ann, seed=2)
        answer = post(ann, seed=3)
        assert (answer.status_code, answer.json()["code"]) == (409, "at-once")


class TestReading:
    def test_gives_anybody_what_the_same_games_at_once_would(self) -> None:
        key = post(caller("ann")).json()["key"]
        services.work_on(key)
        found = Client().get(f"{RUNS}/{key}").json()
        sent = {"deck": LIST, "games": 20, "turns": 3, "seed": 7}
        at_once = Client().post("/api/v1/simulate", sent, content_type="application/json").json()
        assert (found["state"], found["result"]) == ("done", at_once)
        assert found["ended"]

    def test_tells_nothing_of_a_key_that_is_not_there(self) -> None:
        assert Client().get(f"{RUNS}/{'A' * 22}").status_code == 404

    def test_lists_one_s_own(self) -> None:
        ann = caller("ann")
        key = post(ann).json()["key"]
        assert [each["key"] for each in ann.get(RUNS).json()["results"]] == [key]
        assert caller("bob").get(RUNS).json()["results"] == []
        assert Client().get(RUNS).status_code == 401


class TestCancelling:
    def test_is_for_the_account_that_started_it(self) -> None:
        ann = caller("ann")
        key = post(ann).json()["key"]
        address = f"{RUNS}/{key}"
        run = SimulationRun.objects.get()
        for client, status in ((caller("bob"), 404), (caller("ann", "read"), 403), (Client(), 401)):
            assert client.delete(address).status_code == status
            assert reload(run).state == "waiting"
        for _ in range(2):
            answer = ann.delete(address)
            assert (answer.status_code, answer.json()["state"]) == (200, "cancelled")
