"""`/healthz`, `/readyz` and `/metrics`: who is told what, and what stands in nobody's way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from vsdb.catalog.cards.models import Game
from vsdb.operations import checks
from vsdb.operations.request_metrics import REQUESTS, VIEW, count_requests
from vsdb.wsgi import application

ROOT = Path(__file__).resolve().parents[2]
PROBES = ("/healthz", "/readyz", "/metrics")
TOKEN = "a-token-of-the-monitoring"
NOBODY_LISTENS = "redis://127.0.0.1:1/0"


@pytest.fixture(autouse=True)
def _looked_at_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer of the test before."""
    monkeypatch.setattr(checks, "READY_SECONDS", -1.0)


@pytest.fixture
def without_facts(db: None) -> None:
    Game.objects.update(data_version="")


class TestAlive:
    def test_answers_without_a_database(self, client: Client) -> None:
        """Without the fixture `db` a query would fail the test."""
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()) == (200, {"state": "ok"})

    def test_answers_over_http_for_any_host_where_pages_are_redirected_or_refused(
        self, db: None, client: Client, settings: Settings
    ) -> None:
        settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["vsdb.example"]
        assert client.get("/about/", headers={"host": "vsdb.example"}).status_code == 301
        assert client.get("/about/", headers={"host": "10.0.0.5:8000"}).status_code == 400
        assert client.get("/healthz", headers={"host": "10.0.0.5:8000"}).status_code == 200

    @pytest.mark.parametrize("path", PROBES)
    def test_no_probe_is_kept_or_has_a_session(self, db: None, client: Client, path: str) -> None:
        answer = client.get(path)
        assert "no-store" in answer.headers["Cache-Control"]
        assert "ETag" not in answer.headers
        assert not answer.cookies

    def test_only_reads(self, client: Client) -> None:
        assert client.post("/healthz").status_code == 405
        assert client.head("/healthz").status_code == 200


class TestReady:
    def test_says_the_state_of_everything_the_site_needs(self, db: None, client: Client) -> None:
        answer = client.get("/readyz")
        names = [check["name"] for check in answer.json()["checks"]]
        assert answer.status_code == 200
        assert {
            "database",
            "migrations",
            "facts",
            "index",
            "cache",
            "queue",
            "workers",
            "disk",
            "backup",
            "catch-up",
        } <= {*names}

    def test_tells_strangers_states_alone(self, db: None, client: Client) -> None:
        assert all(check.keys() == {"name", "state"} for check in client.get("/readyz").json()["checks"])

    def test_tells_a_monitor_what_was_found_and_how_long_that_took(
        self, db: None, client: Client, settings: Settings
    ) -> None:
        settings.MONITORING_TOKEN = TOKEN
        database = client.get("/readyz", headers={"authorization": f"Bearer {TOKEN}"}).json()["checks"][0]
        assert database["detail"].endswith("answers")
        assert database["milliseconds"] >= 0

    def test_is_503_without_facts(self, without_facts: None, client: Client) -> None:
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "5"
        assert answer.json()["summary"].startswith("1 problem: facts.")

    def test_is_503_where_a_migration_is_missing(self, db: None, client: Client) -> None:
        MigrationRecorder.Migration.objects.filter(app="news").delete()
        MigrationRecorder.Migration.objects.filter(app="operations").delete()
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["checks"][1]) == (503, {"name": "migrations", "state": "problem"})

    def test_warns_of_migrations_of_newer_code_and_serves(self, db: None, client: Client) -> None:
        MigrationRecorder.Migration.objects.create(app="operations", name="9999_tomorrow")
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["checks"][1]["state"]) == (200, "warning")

    def test_warns_of_a_queue_that_is_gone_and_serves(
        self, db: None, client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.CELERY_BROKER_URL = NOBODY_LISTENS
        monkeypatch.setattr("celery.current_app.conf.broker_url", NOBODY_LISTENS)
        answer = client.get("/readyz")
        found = _map_states(answer)
        assert (answer.status_code, found["queue"], found["workers"]) == (200, "warning", "warning")

    def test_warns_of_a_cache_that_is_gone_and_serves(self, db: None, client: Client, settings: Settings) -> None:
        settings.CACHES = {"default": {"BACKEND": "vsdb.core.cache.FallbackRedisCache", "LOCATION": NOBODY_LISTENS}}
        answer = client.get("/readyz")
        assert (answer.status_code, _map_states(answer)["cache"]) == (200, "warning")

    def test_gives_many_who_ask_at_once_one_answer(
        self,
        db: None,
        client: Client,
        monkeypatch: pytest.MonkeyPatch,
        django_assert_num_queries: DjangoAssertNumQueries,
    ) -> None:
        monkeypatch.setattr(checks, "READY_SECONDS", 60.0)
        monkeypatch.setattr(checks, "_last", (float("-inf"), []))
        client.get("/readyz")
        with django_assert_num_queries(0):
            assert client.get("/readyz").json()["checks"]


class TestWhoIsTold:
    def test_metrics_are_closed_by_default(self, db: None, client: Client) -> None:
        assert client.get("/metrics").status_code == 403

    @pytest.mark.parametrize("token", ["", "Bearer", "Bearer wrong", "Basic " + TOKEN])
    def test_another_token_opens_nothing(self, db: None, client: Client, settings: Settings, token: str) -> None:
        settings.MONITORING_TOKEN = TOKEN
        assert client.get("/metrics", headers={"authorization": token}).status_code == 403

    def test_an_empty_token_opens_nothing(self, db: None, client: Client) -> None:
        assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 403

    @pytest.mark.parametrize(("address", "status"), [("10.0.0.5", 200), ("10.0.1.5", 403), ("nobody", 403), ("", 403)])
    def test_an_address_opens_them(
        self, db: None, client: Client, settings: Settings, address: str, status: int
    ) -> None:
        settings.MONITORING_ADDRESSES = ["10.0.0.0/24"]
        assert client.get("/metrics", REMOTE_ADDR=address).status_code == status

    def test_what_is_no_address_opens_nothing_and_stands_in_nobodys_way(
        self, db: None, client: Client, settings: Settings
    ) -> None:
        settings.MONITORING_ADDRESSES = ["10.0.0.0/33", "monitor.example", "10.0.0.0/24"]
        assert client.get("/readyz", REMOTE_ADDR="10.0.1.5").status_code == 200
        assert client.get("/metrics", REMOTE_ADDR="10.0.1.5").status_code == 403
        assert client.get("/metrics", REMOTE_ADDR="10.0.0.5").status_code == 200

    def test_a_proxy_that_is_not_trusted_opens_nothing(self, db: None, client: Client, settings: Settings) -> None:
        """All visitors would come from its address, and could say that they come from another."""
        settings.MONITORING_ADDRESSES, settings.API_PROXIES = ["10.0.0.0/24"], 0
        answer = client.get("/metrics", REMOTE_ADDR="10.0.0.5", headers={"x-forwarded-for": "10.0.0.6"})
        assert answer.status_code == 403

    def test_staff_may_read_them(self, db: None, client: Client) -> None:
        client.force_login(User.objects.create_user("ann", is_staff=True))
        assert client.get("/metrics").status_code == 200

    def test_other_people_may_not(self, db: None, client: Client) -> None:
        client.force_login(User.objects.create_user("ben"))
        assert client.get("/metrics").status_code == 403


class TestMetrics:
    @pytest.mark.dialect
    def test_tell_how_things_stand(self, db: None, client: Client) -> None:
        client.force_login(User.objects.create_user("ann", is_staff=True))
        lines = client.get("/metrics").content.decode().splitlines()
        assert {"vsdb_database_up 1.0", "vsdb_cache_up 1.0", "vsdb_rechecks_running 0.0"} <= {*lines}
        assert 'vsdb_imports{state="died"} 0.0' in lines

    def test_count_verdicts_and_searches(self, db: None, client: Client) -> None:
        client.force_login(User.objects.create_user("ann", is_staff=True))
        before = _read(client, 'vsdb_verdicts_total{of="list",source="computed"}')
        client.get("/api/v1/cards?q=storm")
        client.post(
            "/api/v1/check",
            {"deck": "4 Savage Beatdown", "game": "vs-classic", "formats": ["golden-age", "silver-age"]},
            content_type="application/json",
        )
        assert _read(client, 'vsdb_verdicts_total{of="list",source="computed"}') == before + 2
        assert "vsdb_searches_total{" in client.get("/metrics").content.decode()


class TestRequests:
    """The application ends connections that are in a transaction, as a test's would be."""

    def test_are_counted_by_view_method_and_status(self, transactional_db: None) -> None:
        before = _count("site:about", "GET", "200")
        _ask("/about/")
        assert _count("site:about", "GET", "200") == before + 1

    def test_are_counted_where_django_never_saw_them(self, transactional_db: None) -> None:
        before = _count("(not modified)", "GET", "304")
        etag = _ask("/about/")["ETag"]
        _ask("/about/", HTTP_IF_NONE_MATCH=etag)
        assert _count("(not modified)", "GET", "304") == before + 1

    def test_have_few_names_whatever_is_asked_for(self, transactional_db: None) -> None:
        before = _count("(none)", "other", "404"), _count("(none)", "GET", "404")
        _ask("/no-such-page/", REQUEST_METHOD="BREW")
        _ask("/no-such-page-either/")
        assert (_count("(none)", "other", "404"), _count("(none)", "GET", "404")) == (before[0] + 1, before[1] + 1)

    def test_that_raise_are_counted_as_500(self) -> None:
        def fail(environ: object, start_response: object) -> list[bytes]:
            raise ZeroDivisionError

        before = _count("failing", "GET", "500")
        with pytest.raises(ZeroDivisionError):
            count_requests(fail)({VIEW: "failing", "REQUEST_METHOD": "GET"}, print)
        assert _count("failing", "GET", "500") == before + 1


def _map_states(answer: Any) -> dict[str, str]:
    return {check["name"]: check["state"] for check in answer.json()["checks"]}


def _ask(path: str, **more: str) -> dict[str, str]:
    """The headers of the answer of the whole application, as a web server asks it."""
    environ = Client()._base_environ(PATH_INFO=path, **more)  # type: ignore[attr-defined]
    headers: dict[str, str] = {}
    answer = application(environ, lambda status, told, *_: headers.update(told))
    for _ in answer:
        pass
    if hasattr(answer, "close"):
        answer.close()
    return headers


def _count(view: str, method: str, status: str) -> float:
    return float(REQUESTS.labels(view, method, status)._value.get())


def _read(client: Client, line: str) -> float:
    found = [each for each in client.get("/metrics").content.decode().splitlines() if each.startswith(line)]
    return float(found[0].rpartition(" ")[2]) if found else 0.0


class TestWithoutDatabase:
    def test_the_process_is_alive_and_not_ready(self) -> None:
        """The whole application in a process of its own, whose database refuses connections."""
        environment = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "CATCH_UP_SECONDS": "0"}
        command = [sys.executable, "-c", ASK_WITHOUT_DATABASE]
        ran = subprocess.run(command, check=False, cwd=ROOT, env=environment, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        found = json.loads(ran.stdout.splitlines()[-1])
        assert found["/healthz"] == [200, {"state": "ok"}]
        status, body = found["/readyz"]
        states = {check["name"]: check["state"] for check in body["checks"]}
        assert (status, states["database"], states["facts"]) == (503, "problem", "warning")
        assert body["summary"].startswith("1 problem: database.")
        assert found["/metrics"] == [200, ["vsdb_database_up 0.0"]]


ASK_WITHOUT_DATABASE = """
import json, os
os.environ["MONITORING_ADDRESSES"] = "127.0.0.1"
from vsdb.wsgi import application
from django.test import Client

found = {}
for path in ("/healthz", "/readyz", "/metrics"):
    statuses = []
    environ = Client()._base_environ(PATH_INFO=path, HTTP_HOST="10.0.0.5", HTTP_IF_NONE_MATCH='"any"')
    answer = application(environ, lambda status, *_: statuses.append(int(status[:3])))
    body = b"".join(answer).decode()
    is_json = path != "/metrics"
    found[path] = [statuses[0], json.loads(body) if is_json else [
        line for line in body.splitlines() if line.startswith("vsdb_database_up")]]
print(json.dumps(found))
"""
