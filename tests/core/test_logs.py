"""What a failure leaves in the log, in the answer, on the page and in mail."""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from tests.core.logged import Logged
from vsdb import urls
from vsdb.core.logs.error_mail import ErrorMailHandler
from vsdb.core.logs.formatters import JsonLineFormatter, LineFormatter
from vsdb.core.logs.request_ids import start_thread

GIVEN = "0b5ee7ab3a8a4bd29f6b1d3a9a1f3c11"
SECRET = "kJ3hT9xQpL2mZ7vB0nR4wA"


class Broken(Exception):
    pass


def crash(request: HttpRequest, secret: str = "") -> HttpResponse:
    raise Broken(f"no deck of ann@example.org under {secret}")


def spawn(request: HttpRequest) -> HttpResponse:
    start_thread(crash, request, name="work-7").join()
    return HttpResponse("done")


class CrashingAddresses:
    """The site's addresses and some that crash."""

    urlpatterns = (
        path("crash/<slug:secret>/", crash),
        path("api/v1/crash", crash),
        path("spawn/", spawn),
        *urls.urlpatterns,
    )
    handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


@pytest.fixture
def crashing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Client:
    import sys

    monkeypatch.setitem(sys.modules, "tests.core.crashing_addresses", CrashingAddresses)  # type: ignore[arg-type]
    settings.ROOT_URLCONF = "tests.core.crashing_addresses"
    return Client(raise_request_exception=False)


pytestmark = pytest.mark.django_db


class TestACrashOfAPage:
    def test_is_logged_once_with_its_traceback_and_the_id_that_the_page_shows(
        self, crashing: Client, logged: Logged
    ) -> None:
        answer = crashing.get(f"/crash/{SECRET}/?deck=4+Hulk")
        assert answer.status_code == 500
        request_id = answer.headers["X-Request-ID"]
        assert request_id in answer.content.decode()
        (entry,) = logged.lines("ERROR")
        assert f"ERROR [{request_id}] django.request: Internal Server Error: /crash/.../" in entry
        assert "test_logs.py" in entry
        assert "Broken: no deck of ...@... under ..." in entry

    def test_is_an_object_of_json_where_that_is_set(self, crashing: Client, logged: Logged) -> None:
        answer = crashing.get(f"/crash/{SECRET}/?deck=4+Hulk")
        (entry,) = logged.objects("ERROR")
        assert entry["request_id"] == answer.headers["X-Request-ID"]
        assert (entry["method"], entry["path"], entry["status"]) == ("GET", "/crash/.../", 500)
        assert entry["view"] == f"{crash.__module__}.crash"
        assert entry["logger"] == "django.request"
        assert "Broken: no deck of" in entry["traceback"]
        assert not re.search(f"{SECRET}|Hulk|example.org", json.dumps(entry))

    def test_of_the_api_says_the_id_in_its_body(self, crashing: Client, logged: Logged) -> None:
        answer = crashing.get("/api/v1/crash")
        body = answer.json()
        assert (answer.status_code, body["code"]) == (500, "crash")
        assert body["request_id"] == answer.headers["X-Request-ID"]
        assert body["request_id"] in logged.lines("ERROR")[0]

    def test_of_a_thread_is_logged_with_the_id_of_its_request(self, crashing: Client, logged: Logged) -> None:
        answer = crashing.get("/spawn/")
        assert answer.status_code == 200
        (entry,) = logged.lines("ERROR")
        assert f"[{answer.headers['X-Request-ID']}]" in entry
        assert "thread work-7 failed" in entry
        assert "Broken: " in entry


class TestTheIdOfARequest:
    def test_is_another_one_each_time(self, client: Client) -> None:
        ids = {client.get("/help/").headers["X-Request-ID"] for _ in range(3)}
        assert len(ids) == 3
        assert all(re.fullmatch(r"[0-9a-f]{32}", each) for each in ids)

    def test_is_the_one_that_a_proxy_sends(self, client: Client) -> None:
        assert client.get("/help/", headers={"X-Request-ID": GIVEN}).headers["X-Request-ID"] == GIVEN

    @pytest.mark.parametrize(
        "given", ["", "7", "x" * 32, f"{GIVEN}\r\nSet-Cookie: a=b", "<script>", "../../etc/passwd"]
    )
    def test_is_a_new_one_where_what_was_sent_is_none(self, client: Client, given: str) -> None:
        answered = client.get("/help/", headers={"X-Request-ID": given}).headers["X-Request-ID"]
        assert answered != given
        assert re.fullmatch(r"[0-9a-f]{32}", answered)

    def test_can_be_read_by_pages_of_other_origins(self, client: Client) -> None:
        answer = client.get("/api/v1/games", headers={"Origin": "https://other.example"})
        assert "X-Request-ID" in answer.headers["Access-Control-Expose-Headers"]


class TestTheDoorOfWebServers:
    """`vsdb.wsgi` as a web server calls it, with answers that Django never sees."""

    def ask(self, **more: str) -> tuple[str, dict[str, str]]:
        from django.test import RequestFactory

        from vsdb.wsgi import application

        environ = RequestFactory().get("/help/").environ | more
        said: list[tuple[str, list[tuple[str, str]]]] = []
        answer = application(environ, lambda status, headers, *_: said.append((status, headers)))
        list(answer)
        if hasattr(answer, "close"):
            answer.close()
        (status, headers) = said[0]
        assert [name.lower() for name, _ in headers].count("x-request-id") == 1
        return status, dict(headers)

    @pytest.mark.django_db(transaction=True)  # a connection in a transaction is ended before a request
    def test_gives_an_answer_of_django_one_id(self) -> None:
        assert self.ask(HTTP_X_REQUEST_ID=GIVEN)[1]["X-Request-ID"] == GIVEN

    @pytest.mark.django_db(transaction=True)
    def test_gives_one_to_what_is_answered_before_django(self) -> None:
        etag = self.ask()[1]["ETag"]
        status, headers = self.ask(HTTP_IF_NONE_MATCH=etag)
        assert status.startswith("304")
        assert re.fullmatch(r"[0-9a-f]{32}", headers["X-Request-ID"])
        assert self.ask(HTTP_IF_NONE_MATCH=etag, HTTP_X_REQUEST_ID=GIVEN)[1]["X-Request-ID"] == GIVEN
        assert self.ask(HTTP_IF_NONE_MATCH=etag, HTTP_X_REQUEST_ID="a\nb")[1]["X-Request-ID"] != "a\nb"


class TestWhatTookLong:
    def test_of_requests_is_logged_with_view_seconds_and_queries(
        self, client: Client, logged: Logged, settings: Settings
    ) -> None:
        settings.SLOW_REQUEST_SECONDS = 1e-9
        client.get("/check/?deck=4+Hulk&page=2")
        (entry,) = [each for each in logged.objects("WARNING") if each["message"].startswith("slow request")]
        assert "GET /check/?page=2 took " in entry["message"]
        assert entry["view"] == "vsdb.check.views.check_page"
        assert entry["queries"] > 0
        assert entry["seconds"] >= 0
        assert entry["request_id"]

    def test_of_queries_is_logged_without_their_values(
        self, client: Client, logged: Logged, settings: Settings
    ) -> None:
        settings.SLOW_QUERY_SECONDS = 1e-9
        client.get("/people/somebody-unheard-of/")
        found = [each for each in logged.objects("WARNING") if each["message"].startswith("slow query")]
        assert any("auth_user" in each["sql"] for each in found)
        assert not any("somebody-unheard-of" in each["message"] for each in found)

    def test_is_not_logged_below_the_thresholds_or_without_them(
        self, client: Client, logged: Logged, settings: Settings
    ) -> None:
        for seconds in (0, 3_600):
            settings.SLOW_QUERY_SECONDS = settings.SLOW_REQUEST_SECONDS = seconds
            client.get("/help/")
        assert logged.lines("WARNING") == []


def record(message: str, *args: Any, **more: Any) -> logging.LogRecord:
    made = logging.LogRecord("vsdb.x", logging.ERROR, "x.py", 1, message, args, None)
    made.__dict__.update(more)
    return made


class TestLines:
    def test_begin_no_entry_of_their_own(self) -> None:
        """Whoever puts a line break into an address doesn't write into the log."""
        written = LineFormatter().format(
            record("Not Found: %s", "/a\n2026-01-01 00:00:00.000Z ERROR [-] x: y\x1b[31m\x00")
        )
        assert written.count("\n") == 0
        assert "\x1b" not in written

    def test_of_json_are_one_line_and_leave_out_what_others_add(self) -> None:
        made = record("a\nb", data={"args": "secret"}, seconds=1.5)
        written = JsonLineFormatter().format(made)
        assert "\n" not in written
        told = json.loads(written)
        assert told["seconds"] == 1.5
        assert "data" not in told

    def test_outlive_arguments_that_do_not_fit(self) -> None:
        assert "half of %s" in LineFormatter().format(record("half of %s", 1, 2))


@pytest.fixture
def mailer(settings: Settings) -> Iterator[ErrorMailHandler]:
    settings.ADMINS = [("", "operator@site.example")]
    settings.ERROR_MAILS_PER_HOUR = 3
    cache.clear()
    handler = ErrorMailHandler()
    handler.setFormatter(LineFormatter())
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)
    cache.clear()


def wait_for_mail() -> list[Any]:
    for thread in threading.enumerate():
        if thread.name == "error-mail":
            thread.join()
    return mail.outbox


class TestMailToTheOperator:
    def test_has_the_entry_and_the_id_and_nothing_of_people(self, crashing: Client, mailer: ErrorMailHandler) -> None:
        answer = crashing.get(f"/crash/{SECRET}/?deck=4+Hulk")
        (sent,) = wait_for_mail()
        assert sent.to == ["operator@site.example"]
        assert "Internal Server Error" in sent.subject
        assert answer.headers["X-Request-ID"] in sent.body
        assert "Broken: " in sent.body
        assert not re.search(f"{SECRET}|Hulk|example.org", sent.subject + sent.body)

    def test_of_one_error_is_sent_once_an_hour(self, crashing: Client, mailer: ErrorMailHandler) -> None:
        for _ in range(5):
            crashing.get(f"/crash/{SECRET}/")
        assert len(wait_for_mail()) == 1

    def test_of_many_errors_stops_and_says_so(self, mailer: ErrorMailHandler) -> None:
        for number in range(50):
            logging.getLogger("vsdb.x").error("fault %d", number) if number % 2 else mailer.emit(record(f"{number}"))
        sent = wait_for_mail()
        assert len(sent) == 3
        assert "the last" in max(sent, key=lambda each: "the last" in each.body).body

    def test_is_counted_over_all_processes_that_share_a_cache(self, mailer: ErrorMailHandler) -> None:
        other = ErrorMailHandler()
        other.setFormatter(LineFormatter())
        for number in range(4):
            mailer.emit(record(f"here {number}"))
            other.emit(record(f"here {number}"))
            other.emit(record(f"there {number}"))
        assert len(wait_for_mail()) == 3

    def test_is_not_sent_for_warnings(self, mailer: ErrorMailHandler) -> None:
        logging.getLogger("vsdb.x").warning("hm")
        assert wait_for_mail() == []
