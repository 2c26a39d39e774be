"""Mail that can't be sent fails nothing, loses nothing, and is never printed in production."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.checks import run_checks
from django.core.mail import send_mail
from django.test import Client
from pytest_django import Settings

from tests.core.logged import Logged
from vsdb.error_reports.models import ErrorReport

CONSOLE = "django.core.mail.backends.console.EmailBackend"
SMTP = "django.core.mail.backends.smtp.EmailBackend"
SIGN_UP = {"username": "ann", "email": "ann@example.org", "password1": "a long and good one"}


@pytest.fixture
def without_mail(settings: Settings) -> None:
    """As in production with no EMAIL_URL."""
    settings.DEBUG = False
    settings.EMAIL_BACKEND = "vsdb.core.mail.CarefulBackend"
    settings.EMAIL_DELIVERY_BACKEND = CONSOLE


@pytest.fixture
def with_dead_server(settings: Settings, unused_port: int) -> None:
    """As in production with a mail server that is gone."""
    settings.EMAIL_BACKEND = "vsdb.core.mail.CarefulBackend"
    settings.EMAIL_DELIVERY_BACKEND = SMTP
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", unused_port


@pytest.fixture
def unused_port() -> int:
    """A port at which nobody answers."""
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


@pytest.fixture(params=["without_mail", "with_dead_server"])
def unsent(request: pytest.FixtureRequest) -> str:
    request.getfixturevalue(request.param)
    cache.clear()  # the links that an address was sent lately are counted there
    return str(request.param)


class TestMail:
    def test_is_not_printed_and_the_log_has_no_recipient_and_no_body(
        self, unsent: str, logged: Logged, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert send_mail("Reset", "https://a.b/account/password/reset/key/1-abc/", None, ["ann@example.org"]) == 0
        (entry,) = logged.lines("ERROR")
        assert "mail not sent: " in entry
        assert not re.search(r"example\.org|reset|Reset", entry + "".join(capsys.readouterr()))

    def test_is_printed_in_development(
        self, settings: Settings, without_mail: None, capsys: pytest.CaptureFixture[str]
    ) -> None:
        settings.DEBUG = True
        assert send_mail("Reset", "body", None, ["ann@example.org"]) == 1
        assert "ann@example.org" in capsys.readouterr().out

    def test_without_a_server_is_told_by_the_check_before_start(self, without_mail: None, settings: Settings) -> None:
        def told() -> list[str | None]:
            return [each.id for each in run_checks(tags=["mail"], include_deployment_checks=True)]

        assert told() == ["vsdb.W010"]
        settings.EMAIL_DELIVERY_BACKEND = SMTP
        assert told() == []


@pytest.mark.django_db
class TestPages:
    def test_of_a_sign_up_keep_the_account_and_say_that_no_mail_goes_out(self, unsent: str, client: Client) -> None:
        answer = client.post("/account/signup/", SIGN_UP, follow=True)
        assert answer.status_code == 200
        page = answer.content.decode()
        assert "This site can’t send email now" in page
        assert "No email sent" in page
        assert "We sent you a link" not in page
        assert User.objects.filter(username="ann").exists()

    def test_of_a_reset_say_the_same_for_any_address(self, unsent: str, client: Client) -> None:
        User.objects.create_user("ann", "ann@example.org", "a long and good one")
        for address in ("ann@example.org", "nobody@example.org"):
            answer = client.post("/account/password/reset/", {"email": address}, follow=True)
            assert answer.status_code == 200
            assert "This site can’t send email now" in answer.content.decode()

    def test_say_nothing_where_mail_goes_out(self, client: Client) -> None:
        page = client.post("/account/signup/", SIGN_UP, follow=True).content.decode()
        assert "We sent you a link" in page
        assert "can’t send email" not in page

    def test_of_an_error_report_store_it(
        self, unsent: str, client: Client, settings: Settings, django_capture_on_commit_callbacks: object
    ) -> None:
        settings.MANAGERS = [("", "staff@site.example")]
        told = {"text": "This cost is wrong.", "email": "ann@example.org", "page": "/cards/"}
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
            answer = client.post("/report/", told)
        assert answer.status_code == 302, answer.content.decode()
        assert ErrorReport.objects.get().email == "ann@example.org"
