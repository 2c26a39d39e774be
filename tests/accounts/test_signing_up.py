"""From the form to a confirmed account, a changed address and a new password."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import Settings

from tests.accounts.people import PASSWORD, account, at_home, is_it_you, is_signed_in, link_in, sign_in, sure, texts

pytestmark = pytest.mark.django_db

FORM = {"username": "Ann-2", "email": "ann@example.org", "password1": PASSWORD}
SENT = "/account/confirm-email/"


class TestSigningUp:
    def test_sends_a_link_that_confirms_the_address_and_lets_in_the_browser_that_asked(
        self, client: Client, mailoutbox: list[EmailMessage]
    ) -> None:
        answer = client.post("/account/signup/", FORM)
        assert answer.headers["Location"] == SENT
        assert "Check your email" in client.get(SENT).content.decode()
        assert not is_signed_in(client)
        (mail,) = mailoutbox
        assert (mail.to, mail.subject) == (["ann@example.org"], "vsdb: Confirm your email address")
        page = client.get(link_in(mail)).content.decode()
        assert "Ann-2" in page
        client.post(link_in(mail))
        assert is_signed_in(client)
        assert EmailAddress.objects.get(user__username="Ann-2").verified

    def test_in_another_browser_confirms_but_lets_nobody_in(
        self, client: Client, mailoutbox: list[EmailMessage]
    ) -> None:
        client.post("/account/signup/", FORM)
        other = Client()
        other.post(link_in(mailoutbox[0]))
        assert EmailAddress.objects.get().verified
        assert not is_signed_in(other)

    def test_lets_nobody_in_before_the_address_is_confirmed(
        self, client: Client, mailoutbox: list[EmailMessage]
    ) -> None:
        client.post("/account/signup/", FORM)
        other = Client()
        assert sign_in(other, "Ann-2").headers["Location"] == SENT
        assert not is_signed_in(other)

    def test_with_an_address_that_has_an_account_looks_the_same_and_tells_its_owner(
        self, client: Client, mailoutbox: list[EmailMessage]
    ) -> None:
        account("bob")
        answer = client.post("/account/signup/", {**FORM, "email": "bob@example.org"})
        assert answer.headers["Location"] == SENT
        assert User.objects.count() == 1
        (mail,) = mailoutbox
        assert mail.to == ["bob@example.org"]
        assert "You already have an account" in mail.subject

    @pytest.mark.parametrize(
        ("field", "value", "said"),
        [
            ("username", "аnn", "Use letters A to Z"),
            ("username", "adm1n", "reserved"),
            ("username", "BOB", "taken"),
            ("email", "ann", "valid email"),
            ("password1", "12345678", "entirely numeric"),
            ("password1", "ann@example.org", "too similar"),
        ],
    )
    def test_says_beside_the_field_what_is_wrong_and_keeps_what_was_typed(
        self, client: Client, field: str, value: str, said: str
    ) -> None:
        account("bob")
        page = client.post("/account/signup/", {**FORM, field: value}).content.decode()
        (problem,) = re.findall(rf'<p class="field__error" id="id_{field}_error">(.*?)</p>', page)
        assert said in problem
        tag = re.search(rf'<input[^>]*name="{field}"[^>]*>', page)
        assert tag
        assert 'aria-invalid="true"' in tag[0]
        assert f"id_{field}_error" in tag[0]
        kept = "username" if field != "username" else "email"
        assert f'value="{FORM[kept]}"' in page
        assert PASSWORD not in page
        assert User.objects.count() == 1

    def test_may_be_closed(self, client: Client, settings: Settings) -> None:
        settings.ACCOUNT_SIGNUP_OPEN = False
        assert "Sign-up is closed" in client.get("/account/signup/").content.decode()
        assert "Sign-up is closed" in client.post("/account/signup/", FORM).content.decode()
        assert not User.objects.exists()


class TestALinkThatIsNotWhole:
    def test_confirms_nothing_and_says_what_to_do(self, client: Client, mailoutbox: list[EmailMessage]) -> None:
        client.post("/account/signup/", FORM)
        link = link_in(mailoutbox[0])
        page = client.get(link[:-4] + "x/")
        assert "expired or is incomplete" in page.content.decode()
        assert client.post(link[:-4] + "x/").status_code == 404
        assert not EmailAddress.objects.get().verified


class TestForgettingThePassword:
    def test_sends_a_link_by_which_a_new_one_is_set_once(self, client: Client, mailoutbox: list[EmailMessage]) -> None:
        account()
        client.post("/account/password/reset/", {"email": "Ann@Example.org"})
        link = link_in(mailoutbox[0])
        form = client.get(link, follow=True)
        place = form.redirect_chain[-1][0]
        assert link not in place
        new = "eight swans on a lake"
        assert client.post(place, {"password1": new, "password2": new}).status_code == 302
        assert not is_signed_in(client)
        assert not is_signed_in_with(PASSWORD)
        assert is_signed_in_with(new)
        assert "was already used" in Client().get(link).content.decode()
        assert any("was reset" in text for text in texts(mailoutbox))

    def test_of_nobody_looks_the_same(self, client: Client, mailoutbox: list[EmailMessage]) -> None:
        account()
        known = client.post("/account/password/reset/", {"email": "ann@example.org"})
        unknown = client.post("/account/password/reset/", {"email": "bob@example.org"})
        assert (known.status_code, known.headers["Location"]) == (unknown.status_code, unknown.headers["Location"])
        assert [mail.to for mail in mailoutbox] == [["ann@example.org"], ["bob@example.org"]]
        assert "No account uses" in mailoutbox[1].subject


def is_signed_in_with(password: str) -> bool:
    client = Client()
    sign_in(client, password=password)
    return is_signed_in(client)


class TestChangingTheAddress:
    def test_counts_from_the_moment_that_the_new_one_is_confirmed(self, mailoutbox: list[EmailMessage]) -> None:
        client = sure()
        client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
        assert "new@example.org" in client.get("/account/email/").content.decode()
        assert User.objects.get().email == "ann@example.org"
        client.post(link_in(mailoutbox[-1]))
        assert User.objects.get().email == "new@example.org"
        assert [each.email for each in EmailAddress.objects.all()] == ["new@example.org"]
        assert mailoutbox[-1].to == ["ann@example.org"]

    def test_asks_for_the_password_once_more(self) -> None:
        client = at_home()
        answer = client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
        assert answer.headers["Location"].startswith("/account/reauthenticate/")
        assert EmailAddress.objects.count() == 1


class TestChangingThePassword:
    def test_keeps_this_browser_and_signs_the_others_out(self, mailoutbox: list[EmailMessage]) -> None:
        client, other = at_home(), Client()
        sign_in(other)
        new = "eight swans on a lake"
        form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        assert client.post("/account/password/change/", form).status_code == 302
        assert is_signed_in(client)
        assert not is_signed_in(other)
        assert "changed" in mailoutbox[-1].subject

    def test_needs_the_one_until_now(self) -> None:
        client = at_home()
        new = "eight swans on a lake"
        page = client.post("/account/password/change/", {"oldpassword": "x", "password1": new, "password2": new})
        assert "Wrong current password" in page.content.decode()
        assert not is_signed_in_with(new)


def test_a_wrong_password_given_once_more_opens_nothing() -> None:
    client = at_home()
    assert is_it_you(client, "a guess").status_code == 200
    assert client.get("/account/delete/").headers["Location"].startswith("/account/reauthenticate/")
