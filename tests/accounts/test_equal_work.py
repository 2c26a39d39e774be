"""Whether an account is known can't be told from the work: passwords hashed, emails sent, queries made."""

from __future__ import annotations

from collections import Counter
from http import HTTPStatus

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.accounts.people import PASSWORD, account, is_signed_in, sign_in

pytestmark = pytest.mark.django_db

SIGN_UP, RESET = "/account/signup/", "/account/password/reset/"
KNOWN = "ann@example.org"
STRANGE = "stranger@example.org"


class CountingHasher(MD5PasswordHasher):
    """Counts how often a password is hashed."""

    algorithm = "counting"
    hashed = 0

    def encode(self, password: str, salt: str) -> str:
        CountingHasher.hashed += 1
        return super().encode(password, salt)


@pytest.fixture(autouse=True)
def _hashes_are_counted(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = [f"{CountingHasher.__module__}.{CountingHasher.__qualname__}"]
    settings.ACCOUNT_RATE_LIMITS = dict.fromkeys(settings.ACCOUNT_RATE_LIMITS, "")


def measure(mailoutbox: list[EmailMessage], path: str, **form: str) -> tuple[int, int, Counter[str]]:
    """Passwords hashed, emails sent and queries by their first word, of a form that somebody sends."""
    CountingHasher.hashed = 0
    mailoutbox.clear()
    with CaptureQueriesContext(connection) as queries:
        answer = Client().post(path, form)
    assert answer.status_code in {HTTPStatus.OK, HTTPStatus.FOUND}
    words = Counter(each["sql"].split()[0] for each in queries.captured_queries)
    return CountingHasher.hashed, len(mailoutbox), words


def sign_up(mailoutbox: list[EmailMessage], name: str, email: str) -> tuple[int, int, Counter[str]]:
    return measure(mailoutbox, SIGN_UP, username=name, email=email, password1=PASSWORD)


@pytest.mark.dialect
@pytest.mark.parametrize("is_confirmed", [True, False])
def test_signing_up_with_a_known_address_is_as_much_work(mailoutbox: list[EmailMessage], is_confirmed: bool) -> None:
    account(is_confirmed=is_confirmed)
    hashed, sent, words = sign_up(mailoutbox, "newcomer", STRANGE)
    hashed_known, sent_known, words_known = sign_up(mailoutbox, "somebody-new", KNOWN)
    assert (hashed, sent) == (hashed_known, sent_known) == (1, 1)
    assert words["INSERT"] == words_known["INSERT"]
    assert words["UPDATE"] == words_known["UPDATE"]
    assert words["SAVEPOINT"] == words_known["SAVEPOINT"]
    # Reads of rows by their key; they take a fraction of a millisecond each.
    assert abs(words["SELECT"] - words_known["SELECT"]) <= 4


def test_signing_up_with_a_known_address_leaves_nothing(mailoutbox: list[EmailMessage]) -> None:
    account()
    sign_up(mailoutbox, "somebody-new", KNOWN)
    assert [*User.objects.values_list("username", flat=True)] == ["ann"]
    assert [*EmailAddress.objects.values_list("email", flat=True)] == [KNOWN]
    assert mailoutbox[0].to == [KNOWN]


def test_resetting_the_password_of_nobody_is_as_much_work(mailoutbox: list[EmailMessage]) -> None:
    account()
    hashed, sent, words = measure(mailoutbox, RESET, email=STRANGE)
    hashed_known, sent_known, words_known = measure(mailoutbox, RESET, email=KNOWN)
    assert (hashed, sent) == (hashed_known, sent_known) == (0, 1)
    assert words["INSERT"] == words_known["INSERT"]
    assert abs(words["SELECT"] - words_known["SELECT"]) <= 2


@pytest.mark.parametrize("login", ["ann", KNOWN, "nobody", STRANGE, "without-password", "closed"])
def test_a_wrong_password_is_hashed_once_whoever_it_is_for(login: str) -> None:
    account()
    User.objects.create_user("without-password", "w@example.org")
    closed = account("closed")
    closed.is_active = False
    closed.save()
    CountingHasher.hashed = 0
    sign_in(Client(), login, "a wrong password")
    assert CountingHasher.hashed == 1


def test_whoever_has_an_address_for_a_user_name_can_sign_in(client: Client) -> None:
    account(KNOWN, is_staff=True)
    assert sign_in(client, KNOWN).status_code == HTTPStatus.FOUND
    assert is_signed_in(client)


def test_an_address_signs_up_so_many_times(client: Client, settings: Settings, mailoutbox: list[EmailMessage]) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/h/ip"}
    forms = ({"username": f"ann-{n}", "email": f"ann-{n}@example.org", "password1": PASSWORD} for n in range(3))
    assert [client.post(SIGN_UP, form).status_code for form in forms] == [302, 302, 429]
    assert len(mailoutbox) == 2


def test_an_address_asks_for_so_many_links(client: Client, settings: Settings, mailoutbox: list[EmailMessage]) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"reset_password": "2/h/ip"}
    answers = [client.post(RESET, {"email": f"ann-{number}@example.org"}) for number in range(3)]
    assert [each.status_code for each in answers] == [302, 302, 429]
    assert len(mailoutbox) == 2


@pytest.mark.parametrize(("action", "default"), [("signup", "30/h/ip"), ("reset_password", "20/h/ip,5/h/key")])
def test_both_have_limits_by_default(action: str, default: str) -> None:
    from vsdb.settings import accounts

    assert accounts.ACCOUNT_RATE_LIMITS[action] == default
