"""The one door: passwords, second factors, sessions, limits, and where it leads."""

from __future__ import annotations

import re
from http import HTTPStatus

import pytest
from allauth.core.context import request_context
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.http import HttpResponse
from django.test import Client, RequestFactory
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from tests.accounts.people import PASSWORD, account, add_authenticator, at_home, is_signed_in, sign_in, sure, totp
from vsdb.accounts.models import ApiToken
from vsdb.accounts.services import make_token

pytestmark = pytest.mark.django_db

CODE = "/account/two-factor/authenticate/"


class TestPasswords:
    @pytest.mark.parametrize("login", ["ann", "Ann", "ann@example.org", "ANN@example.org", " ann "])
    def test_let_in_by_name_and_by_address(self, client: Client, login: str) -> None:
        account()
        assert sign_in(client, login).headers["Location"] == "/account/"
        assert is_signed_in(client)

    def test_that_are_wrong_are_told_as_a_name_that_nobody_has(self, client: Client) -> None:
        account()
        answers = [sign_in(client, name, "a guess").content.decode() for name in ("ann", "bob")]
        said = [re.findall(r'role="alert">(.*?)</p>', page.partition("<form")[2]) for page in answers]
        assert said[0] == said[1] == ["Wrong user name or password."]
        assert 'value="ann"' in answers[0]

    def test_leave_a_browser_what_it_held_before(self, client: Client) -> None:
        """So that a deck which was built without an account can be claimed."""
        account()
        session = client.session
        session["decks_built"] = [7]
        session.save()
        sign_in(client)
        assert client.session["decks_built"] == [7]
        assert client.session.session_key != session.session_key

    def test_of_a_closed_account_let_nobody_in(self, client: Client) -> None:
        user = account()
        user.is_active = False
        user.save()
        assert sign_in(client).headers["Location"] == "/account/inactive/"
        assert not is_signed_in(client)


class TestWhereTheDoorLeads:
    @pytest.mark.parametrize("place", ["/cards/?q=hulk", "/people/ann/", "http://testserver/check/"])
    def test_is_the_place_that_was_asked_for(self, client: Client, place: str) -> None:
        account()
        assert sign_in(client, next=place).headers["Location"] == place

    @pytest.mark.parametrize(
        "place",
        [
            "https://evil.example/",
            "//evil.example/",
            "/\\evil.example/",
            "javascript:alert(1)",
            "https:evil.example",
            "http://testserver@evil.example/",
            "http://trusted.example/",
            "http://localhost/",
        ],
    )
    def test_is_never_another_host(self, client: Client, settings: Settings, place: str) -> None:
        settings.CSRF_TRUSTED_ORIGINS = ["http://trusted.example"]
        account()
        assert sign_in(client, next=place).headers["Location"] == "/account/"
        assert client.post("/account/logout/", {"next": place}).headers["Location"] == "/"

    def test_out_is_the_front_page_and_by_a_form_only(self) -> None:
        client = at_home()
        assert "Sign out in this browser?" in client.get("/account/logout/").content.decode()
        assert is_signed_in(client)
        assert client.post("/account/logout/").headers["Location"] == "/"
        assert not is_signed_in(client)


class TestTheSecondFactor:
    def test_is_asked_for_after_the_password(self) -> None:
        secret = add_authenticator(sure())
        client = Client()
        assert sign_in(client).headers["Location"] == CODE
        assert not is_signed_in(client)
        assert client.post(CODE, {"code": "000000"}).status_code == HTTPStatus.OK
        assert not is_signed_in(client)
        client.post(CODE, {"code": totp(secret, steps_ahead=1)})
        assert is_signed_in(client)

    def test_takes_each_code_once(self) -> None:
        secret = add_authenticator(sure())
        code = totp(secret, steps_ahead=1)
        for expected in (True, False):
            client = Client()
            sign_in(client)
            client.post(CODE, {"code": code})
            assert is_signed_in(client) == expected

    def test_may_be_a_recovery_code_once(self) -> None:
        owner = sure()
        add_authenticator(owner)
        page = owner.get("/account/two-factor/recovery-codes/").content.decode()
        codes = re.findall(r"^\D*(\d{8})$", page, flags=re.MULTILINE)
        assert len(codes) == 10
        for expected in (True, False):
            client = Client()
            sign_in(client)
            client.post(CODE, {"code": codes[0]})
            assert is_signed_in(client) == expected

    def test_is_told_by_mail_when_it_comes_and_when_it_goes(
        self,
        rf: RequestFactory,
        mailoutbox: list[EmailMessage],
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        client = sure()
        # Within a test the transaction ends after the request; what is then sent still asks for one.
        with request_context(rf.get("/")), django_capture_on_commit_callbacks(execute=True):
            add_authenticator(client)
            client.post("/account/two-factor/totp/deactivate/")
        assert not Authenticator.objects.exists()
        assert {mail.subject for mail in mailoutbox} == {
            "vsdb: Two-factor sign-in is on",
            "vsdb: Two-factor sign-in is off",
        }

    @pytest.mark.parametrize("page", ["totp/activate/", "recovery-codes/generate/"])
    def test_is_changed_only_by_who_gives_the_password_once_more(self, page: str) -> None:
        answer = at_home().get(f"/account/two-factor/{page}")
        assert answer.headers["Location"].startswith("/account/reauthenticate/")

    def test_may_stand_for_the_password_when_that_is_asked_for_once_more(self) -> None:
        secret = add_authenticator(sure())
        client = Client()
        sign_in(client)
        client.post(CODE, {"code": totp(secret, steps_ahead=1)})
        assert "/account/two-factor/reauthenticate/" in client.get("/account/reauthenticate/").content.decode()

    def test_cannot_be_gone_around_by_a_new_password(self, mailoutbox: list[EmailMessage]) -> None:
        add_authenticator(sure())
        client = Client()
        client.post("/account/password/reset/", {"email": "ann@example.org"})
        link = re.findall(r"http://testserver(/\S+)", mailoutbox[-1].body)[0]
        place = client.get(link, follow=True).redirect_chain[-1][0]
        new = "eight swans on a lake"
        client.post(place, {"password1": new, "password2": new})
        assert sign_in(client, password=new).headers["Location"] == CODE
        assert not is_signed_in(client)


class TestTheAdmin:
    def test_is_entered_by_the_same_door(self, client: Client) -> None:
        account("staff-ann", is_staff=True)
        answer = client.get("/admin/login/?next=/admin/importing/")
        assert answer.headers["Location"] == "/account/login/?next=%2Fadmin%2Fimporting%2F"
        assert sign_in(client, "staff-ann", next="/admin/").headers["Location"] == "/admin/"
        assert client.get("/admin/").status_code == HTTPStatus.OK

    def test_asks_staff_for_the_second_factor_too(self) -> None:
        add_authenticator(sure())
        User.objects.update(is_staff=True)
        client = Client()
        sign_in(client)
        assert client.get("/admin/").status_code == HTTPStatus.FOUND

    def test_takes_no_password_itself(self, client: Client) -> None:
        account("staff-ann", is_staff=True)
        add_authenticator(sure("staff-bob"))
        User.objects.update(is_staff=True)
        form = {"username": "staff-bob", "password": PASSWORD}
        assert client.post("/admin/login/", form).headers["Location"].startswith("/account/login/")
        sign_in(client, "staff-ann")
        assert client.post("/admin/login/", form).headers["Location"] == "/admin/"
        assert client.get("/account/").context["user"].username == "staff-ann"

    def test_is_closed_to_everybody_else(self) -> None:
        client = at_home()
        assert client.get("/admin/login/").status_code == HTTPStatus.FORBIDDEN
        assert client.get("/admin/", follow=True).status_code == HTTPStatus.FORBIDDEN

    def test_shows_no_secret_of_anybody(self, client: Client) -> None:
        secret = add_authenticator(sure())
        make_token(User.objects.get(), name="backup", scope="read")
        User.objects.create_superuser("Root-2", password=PASSWORD)
        sign_in(client, "Root-2")
        for row in (Authenticator.objects.get(type="totp"), ApiToken.objects.get()):
            address = f"/admin/{row._meta.app_label}/{row._meta.model_name}/"
            assert client.get(address).status_code == HTTPStatus.OK
            assert client.get(f"{address}add/").status_code == HTTPStatus.FORBIDDEN
            page = client.get(f"{address}{row.pk}/change/")
            assert page.status_code == HTTPStatus.OK
            assert secret not in page.content.decode()
            assert ApiToken.objects.get().digest not in page.content.decode()

    def test_is_open_to_staff_whose_account_somebody_made_without_an_address(self, client: Client) -> None:
        User.objects.create_superuser("Root-2", password=PASSWORD)
        sign_in(client, "Root-2")
        assert client.get("/admin/").status_code == HTTPStatus.OK


class TestSessions:
    def test_are_listed_and_the_others_can_be_signed_out(self, client: Client) -> None:
        account()
        other = Client(headers={"user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"})
        sign_in(other)
        sign_in(client)
        page = client.get("/account/sessions/").content.decode()
        assert "Firefox on Linux" in page
        assert page.count("this browser</span>") == 1
        client.post("/account/sessions/")
        assert is_signed_in(client)
        assert not is_signed_in(other)
        assert UserSession.objects.count() == 1

    def test_of_others_are_not_shown(self) -> None:
        bob = Client(headers={"user-agent": "curl/8.5.0"})
        account("bob")
        sign_in(bob, "bob")
        assert "curl" not in at_home().get("/account/sessions/").content.decode()


class TestLimits:
    def test_stop_who_guesses_one_account_s_password_from_anywhere(self) -> None:
        account()
        answers = [guess(number).content.decode() for number in range(6)]
        assert ["Too many failed login attempts" in page for page in answers] == [*[False] * 5, True]
        assert "Too many failed login attempts" in sign_in(Client()).content.decode()

    def test_stop_an_address_that_tries_too_often(self, client: Client, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {"sign_in_failed": "3/m/ip"}
        answers = [sign_in(client, f"nobody-{number}") for number in range(4)]
        assert [each.status_code for each in answers] == [200, 200, 200, 429]
        assert answers[-1].headers["Retry-After"] == "60"
        assert "Too many requests" in answers[-1].content.decode()
        assert sign_in(Client(REMOTE_ADDR="192.0.2.7"), "nobody").status_code == HTTPStatus.OK

    def test_count_no_sign_in_that_succeeds_for_the_address(self, settings: Settings) -> None:
        """A hundred players of an event share one."""
        cache.clear()
        settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "sign_in_failed": "3/m/ip"}
        names = [f"player-{number}" for number in range(12)]
        for name in names:
            account(name)
        assert {sign_in(Client(), name).status_code for name in names} == {HTTPStatus.FOUND}
        assert [sign_in(Client(), name, "a guess").status_code for name in names[:4]] == [200, 200, 200, 429]
        assert sign_in(Client(), names[5]).status_code == HTTPStatus.TOO_MANY_REQUESTS

    def test_stop_who_signs_in_to_one_account_again_and_again(self) -> None:
        cache.clear()
        account()
        clients = [Client(REMOTE_ADDR=f"192.0.2.{number}") for number in range(11)]
        assert [sign_in(each).status_code for each in clients] == [*[302] * 10, 429]

    def test_stop_who_has_links_sent_to_somebody(self, client: Client, mailoutbox: list[EmailMessage]) -> None:
        account()
        answers = [client.post("/account/password/reset/", {"email": "ann@example.org"}) for _ in range(6)]
        assert [each.status_code for each in answers] == [*[302] * 5, 429]
        assert len(mailoutbox) == 5

    def test_do_not_keep_who_reads_from_reading(self, client: Client, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {"sign_in_failed": "1/m/ip"}
        sign_in(client)
        sign_in(client)
        assert client.get("/account/login/").status_code == HTTPStatus.OK
        assert client.get("/sets/").status_code == HTTPStatus.OK


def guess(number: int) -> HttpResponse:
    return sign_in(Client(REMOTE_ADDR=f"192.0.2.{number}"), password="a guess")
