"""Accounts while no mail server answers: nothing fails, and whoever waits for an email is told that none was sent."""

from __future__ import annotations

import logging

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from tests.accounts.people import PASSWORD, account
from tests.commands import run

pytestmark = pytest.mark.django_db

NOT_SENT = "This site can’t send email now. What you entered is stored."


@pytest.fixture(autouse=True)
def _no_mail_server(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "vsdb.core.mail.CarefulBackend"
    settings.EMAIL_DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1


def test_signing_up_keeps_the_account_and_says_that_no_email_was_sent(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    form = {"username": "Ann-2", "email": "ann@example.org", "password1": PASSWORD}
    with caplog.at_level(logging.ERROR):
        answer = client.post("/account/signup/", form, follow=True)
    assert answer.status_code == 200
    assert NOT_SENT in answer.content.decode()
    assert "email sent to" not in answer.content.decode()
    assert User.objects.filter(username="Ann-2").exists()
    assert "mail not sent" in caplog.text
    assert "ann@example.org" not in caplog.text


@pytest.mark.parametrize("email", ["bob@example.org", "nobody@example.org"])
def test_a_forgotten_password_is_answered_alike_whether_there_is_an_account(client: Client, email: str) -> None:
    account("bob")
    answer = client.post("/account/password/reset/", {"email": email}, follow=True)
    assert answer.status_code == 200
    assert NOT_SENT in answer.content.decode()


def test_what_staff_does_says_that_the_person_is_not_told(client: Client) -> None:
    bob, boss = account("bob"), account("boss", is_staff=True)
    User.objects.filter(pk=boss.pk).update(is_superuser=True)
    status, out, err = run("account", "bob", "--block", "--reason", "spam")
    assert (status, "bob is blocked" in out) == (0, True)
    assert "The person isn’t told: no email went out" in err
    client.force_login(boss)
    sent = {"action": "unblock", "_selected_action": [bob.pk], "reason": "mistake"}
    page = client.post("/admin/auth/user/", sent, follow=True).content.decode()
    assert "bob is unblocked. The person isn’t told: no email went out" in page
    assert "is told by email" not in page


def test_a_changed_password_is_changed(client: Client) -> None:
    user = account("bob")
    client.force_login(user)
    new = "another long password 7"
    sent = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.post("/account/password/change/", sent, follow=True).status_code == 200
    user.refresh_from_db()
    assert user.check_password(new)
