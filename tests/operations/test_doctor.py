"""`manage.py doctor` and the page of operations: what is found, and what to do."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.commands import run
from vsdb.catalog.cards import followers
from vsdb.catalog.cards.models import Game
from vsdb.core.code_version import get_code_version
from vsdb.decks.rechecks.models import Recheck
from vsdb.exchange.card_files.models import Import
from vsdb.operations import configuration, machine, reach
from vsdb.operations.health import OK, PROBLEM, WARNING, Check, Look, ok, problem, run_checks
from vsdb.operations.models import TaskFailure, WorkerHeartbeat
from vsdb.operations.runs import RUN_DAILY, record_run


def examine(*arguments: str) -> dict[str, Check]:
    """What the doctor finds, by name."""
    _, out, _ = run("doctor", "--json", *arguments)
    return {check["name"]: Check(**check) for check in json.loads(out)["checks"]}


@pytest.fixture
def production(settings: Settings) -> Iterator[Settings]:
    """A site as it should be, as far as settings go."""
    configuration._list_messages.cache_clear()
    settings.DEBUG = False
    settings.SECRET_KEY = "".join(map(chr, range(40, 120)))
    settings.ALLOWED_HOSTS = ["vsdb.example"]
    settings.SECURE_SSL_REDIRECT = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.SECURE_HSTS_SECONDS = 3_600
    settings.API_PROXIES = 1
    settings.BACKUP_MAX_AGE_HOURS = 0
    settings.FIELD_KEYS = ["a key of the tests that is long enough"]
    settings.EMAIL_DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    settings.CACHES = {
        "default": {"BACKEND": "vsdb.core.cache.FallbackRedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    }
    yield settings
    configuration._list_messages.cache_clear()


@pytest.fixture
def caught_up(db: None) -> None:
    """Nothing is behind the facts, whatever the tests before have loaded."""
    for state in followers.list_followers_behind():
        followers.record_taken(state)


@pytest.fixture
def mail_server() -> Iterator[int]:
    """The port of a mail server that says no more than is needed to connect."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with server.accept()[0] as client:
                client.sendall(b"220 mail\r\n")
                while said := client.recv(1_000):
                    client.sendall(b"221 bye\r\n" if said.lower().startswith(b"quit") else b"250 mail\r\n")

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]


class TestExitStatus:
    def test_is_3_for_warnings(self, db: None, settings: Settings) -> None:
        settings.DEBUG = True
        status, out, _ = run("doctor")
        assert status == 3
        assert "warning  DJANGO_DEBUG" in out
        assert "-> Set DJANGO_DEBUG=0" in out

    def test_is_1_for_problems(self, db: None, settings: Settings) -> None:
        settings.DEBUG = True
        Game.objects.update(data_version="")
        status, out, _ = run("doctor")
        assert status == 1
        assert out.strip().splitlines()[-1].startswith("1 problem: facts.")

    def test_is_0_where_all_is_well(self, caught_up: None, production: Settings, mail_server: int) -> None:
        """What the machine of the tests has not, a Redis and collected files, is left out."""
        production.EMAIL_PORT = mail_server
        record_run(RUN_DAILY, timezone.now())
        found = examine()
        left_out = {"cache", "static files", "Redis version", "clock of Redis"}
        assert {name: each for name, each in found.items() if each.state != OK and name not in left_out} == {}


class TestSettings:
    @pytest.mark.parametrize(
        ("setting", "value", "name", "state"),
        [
            ("SECRET_KEY", "short", "check security.W009", WARNING),
            ("SECURE_SSL_REDIRECT", False, "check security.W008", WARNING),
            ("SECURE_HSTS_SECONDS", 0, "check security.W004", WARNING),
            ("ALLOWED_HOSTS", ["*"], "DJANGO_ALLOWED_HOSTS", WARNING),
            ("API_PROXIES", 0, "API_PROXIES", WARNING),
            ("EMAIL_DELIVERY_BACKEND", "django.core.mail.backends.console.EmailBackend", "EMAIL_URL", PROBLEM),
            ("FIELD_KEYS", [], "FIELD_KEYS", WARNING),
            ("MONITORING_TOKEN", "short", "MONITORING_TOKEN", WARNING),
            ("MONITORING_ADDRESSES", ["10.0.0.0/33"], "MONITORING_ADDRESSES", PROBLEM),
        ],
    )
    def test_that_are_unfit_for_production_are_named(
        self, production: Settings, setting: str, value: object, name: str, state: str
    ) -> None:
        assert name not in {each.name for each in configuration.list_setting_checks() if each.state != OK}
        configuration._list_messages.cache_clear()
        setattr(production, setting, value)
        found = {each.name: each for each in configuration.list_setting_checks()}
        assert found[name].state == state
        assert found[name].advice

    def test_a_cache_in_the_database_of_the_queue_is_named(self, production: Settings) -> None:
        production.CACHES = {
            "default": {"BACKEND": "vsdb.core.cache.FallbackRedisCache", "LOCATION": "redis://localhost/3"}
        }
        for queue, state in (("redis://localhost/3", WARNING), ("redis://localhost/4", OK)):
            production.CELERY_BROKER_URL = queue
            assert {each.name: each.state for each in configuration.list_setting_checks()}["CACHE_URL"] == state

    def test_a_cache_in_each_process_is_named(self, production: Settings) -> None:
        production.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
        assert {each.name: each.state for each in configuration.list_setting_checks()}["CACHE_URL"] == WARNING


class TestMachine:
    def test_a_folder_that_cannot_be_written_is_a_problem(self, settings: Settings, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        settings.IMPORT_DIR = tmp_path / "file"
        found = {each.name: each for each in machine.list_folder_checks()}
        assert found["folder IMPORT_DIR"].state == PROBLEM
        assert "Not a directory" in found["folder IMPORT_DIR"].detail

    def test_a_full_disk_is_a_warning(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert machine.check_disk().state == OK
        monkeypatch.setattr(machine, "_LEAST_FREE", 1024**6)
        assert machine.check_disk().state == WARNING

    def test_static_files_must_be_collected_and_current(self, settings: Settings, tmp_path: Path) -> None:
        settings.DEBUG, settings.STATIC_ROOT = False, str(tmp_path / "collected")
        settings.STORAGES = {
            **settings.STORAGES,
            "staticfiles": {"BACKEND": "vsdb.web.static_files.ProductionStorage"},
        }
        source = tmp_path / "source"
        (source / "css").mkdir(parents=True)
        (source / "css/one.css").write_text("a { color: red; }", "utf-8")
        settings.STATICFILES_DIRS = [source]
        settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
        assert (machine.check_static_files().state, machine.check_static_files().advice) == (
            PROBLEM,
            "Run manage.py collectstatic --no-input.",
        )
        run("collectstatic", "--no-input")
        assert machine.check_static_files().state == OK
        (source / "css/one.css").write_text("a { color: blue; }", "utf-8")
        assert machine.check_static_files().detail == "1 file missing or out of date, such as css/one.css"
        run("collectstatic", "--no-input")
        assert machine.check_static_files().state == OK
        # A folder with older files: collectstatic leaves the readable copies, which are newer, as they are.
        (source / "css/one.css").write_text("a { color: red; }", "utf-8")
        os.utime(source / "css/one.css", (1, 1))
        assert machine.check_static_files().state == WARNING
        run("collectstatic", "--no-input")
        assert (machine.check_static_files().state, machine.check_static_files().detail) == (OK, "1 file is current")

    def test_packages_are_those_of_the_requirements(self, settings: Settings, tmp_path: Path) -> None:
        assert machine.check_packages().state == OK
        settings.BASE_DIR = tmp_path
        (tmp_path / "requirements.txt").write_text("# packages\nDjango==0.1\nno-such-package[more]==2\n", "utf-8")
        found = machine.check_packages()
        assert found.state == WARNING
        assert found.detail.endswith("not 0.1; no-such-package missing, not 2")

    def test_packages_that_this_python_does_not_need_are_not_missed(self, settings: Settings, tmp_path: Path) -> None:
        settings.BASE_DIR = tmp_path
        for condition, state in (('python_full_version < "3.11"', OK), ('python_full_version > "3.11"', WARNING)):
            (tmp_path / "requirements.txt").write_text(f"no-such-package==2; {condition}\n", "utf-8")
            assert machine.check_packages().state == state

    @pytest.mark.postgresql
    def test_clocks_are_compared(self, db: None) -> None:
        if connection.vendor != "postgresql":
            pytest.skip("needs PostgreSQL: SQLite has this machine's clock")
        found = {each.name: each for each in machine.list_clock_checks()}
        assert found["clock of the database"].state == OK

    def test_a_clock_that_is_wrong_is_named(self) -> None:
        now = timezone.now()
        found = machine._compare_clocks("Redis", now + timedelta(minutes=1), now)
        assert (found.state, found.detail) == (WARNING, "60 seconds ahead of this machine")


class TestWork:
    def test_a_recheck_that_stands_still_is_named(self, caught_up: None) -> None:
        assert examine()["catch-up"].state == OK
        Recheck.objects.create(game_id="riftbound", why="test", after="x", problem="the task queue can't be reached")
        found = examine()["catch-up"]
        assert found.state == WARNING
        assert found.detail.endswith("(the task queue can't be reached)")

    def test_an_import_that_was_killed_is_named(self, db: None, settings: Settings, tmp_path: Path) -> None:
        settings.IMPORT_DIR = tmp_path
        long_ago = timezone.now() - timedelta(minutes=10)
        record = Import.objects.create(source="xml", file_name="cards.xml", state="running", started=long_ago)
        (tmp_path / f"{record.pk}.running").touch()  # nobody holds it
        assert "cards.xml" in examine()["catch-up"].detail

    def test_read_only_mode_is_not_forgotten(self, db: None, settings: Settings) -> None:
        settings.READ_ONLY = "We move house."
        found = examine()["read-only mode"]
        assert (found.state, found.detail) == (WARNING, "nothing is stored: We move house.")

    def test_a_backup_that_was_never_made_is_missed(self, db: None, settings: Settings, tmp_path: Path) -> None:
        settings.BACKUP_DIR = tmp_path
        found = examine()["backup"]
        assert (found.state, found.detail) == (WARNING, "No backup was ever made")
        assert found.advice.startswith("Run manage.py backup")

    def test_a_task_that_failed_today_is_named(self, db: None) -> None:
        TaskFailure.objects.create(task="decks.mend", error="ValueError: no")
        assert examine()["tasks"].detail == "1 task failed within a day: decks.mend"


class TestWorkers:
    @pytest.fixture(autouse=True)
    def _queue(self, db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
        monkeypatch.setattr("celery.current_app.conf.broker_url", settings.CELERY_BROKER_URL)

    def test_that_are_not_there_are_missed(self) -> None:
        WorkerHeartbeat.objects.create(name="silent", queue="vsdb", seen=timezone.now() - timedelta(minutes=5))
        found = examine()["workers"]
        assert found.detail.startswith("no worker takes tasks; the last one was heard of at ")
        assert found.advice.endswith("If one runs, the queue is away.")

    def test_that_run_other_code_are_named(self) -> None:
        WorkerHeartbeat.objects.create(name="old@here", queue="vsdb", code="before")
        assert examine()["workers"].detail == "old@here runs other code than this process"

    def test_of_other_sites_do_not_count(self) -> None:
        WorkerHeartbeat.objects.create(name="other", queue="other site")
        assert examine()["workers"].detail == "no worker takes tasks"


class TestWebProcesses:
    """Each says in the shared numbers which code it runs."""

    RECORD = """
import django
from django.conf import settings
django.setup()
settings.DEBUG = False
from vsdb.operations import web_processes
web_processes.get_code_version = lambda: {code!r}
web_processes.record_code()
"""

    def start(self, code: str, name: str, folder: Path) -> None:
        """A web process that starts with some code."""
        shared = {"PROMETHEUS_MULTIPROC_DIR": str(folder), "METRICS_PROCESS": name}
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "vsdb.settings", **shared}
        command = [sys.executable, "-c", self.RECORD.format(code=code)]
        subprocess.run(command, check=True, env=environment, cwd=Path(__file__).parents[2])

    def test_that_run_other_code_are_named(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path / "none"))
        assert reach.check_web_processes().detail.startswith("not known")
        monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
        self.start(get_code_version(), "web-1-0", tmp_path)
        assert (reach.check_web_processes().state, reach.check_web_processes().detail) == (
            OK,
            "1 with the code of this process",
        )
        self.start("before", "web-1-1", tmp_path)
        self.start("", "", tmp_path)  # a command that loads the site as a try
        found = reach.check_web_processes()
        assert (found.state, found.detail) == (WARNING, "1 of 2 run other code than this process")
        assert "systemctl restart vsdb-web" in found.advice


class TestMail:
    def test_the_server_is_connected_to(self, db: None, production: Settings, mail_server: int) -> None:
        production.EMAIL_PORT = mail_server
        assert examine()["mail server"].detail.endswith("takes connections")

    def test_a_server_that_is_gone_is_named(self, db: None, production: Settings) -> None:
        found = examine()["mail server"]
        assert (found.state, found.detail) == (WARNING, "127.0.0.1:1: [Errno 111] Connection refused")


class TestRunning:
    def test_a_check_that_fails_hides_no_other(self) -> None:
        def fail() -> Check:
            raise ZeroDivisionError("division by zero")

        found = run_checks([Look("one", "", fail), Look("two", "", lambda: ok("two", "fine"))])
        assert [(each.name, each.state) for each in found] == [("one", WARNING), ("two", OK)]
        assert "division by zero" in found[0].detail

    def test_what_needs_the_database_waits_for_it(self) -> None:
        gone = Look("database", "", lambda: problem("database", "gone", "start it"))
        found = run_checks([gone, Look("facts", "", lambda: ok("facts", "asked"), needs_database=True)])
        assert found[1].detail == "not checked: the database does not answer"


class TestPage:
    def test_shows_staff_the_checks_and_what_failed(self, db: None, client: Client) -> None:
        client.force_login(User.objects.create_user("ann", is_staff=True))
        TaskFailure.objects.create(task="decks.mend", error="ValueError: <script>")
        page = client.get("/operations/")
        content = page.content.decode()
        assert page.status_code == 200
        assert "ValueError: &lt;script&gt;" in content
        assert content.count('<th scope="row">') > 15

    @pytest.mark.parametrize("who", ["stranger", "member"])
    def test_is_not_there_for_others(self, db: None, client: Client, who: str) -> None:
        if who == "member":
            client.force_login(User.objects.create_user("ben"))
        assert client.get("/operations/").status_code == 404
