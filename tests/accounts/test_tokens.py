"""Tokens: how they are made, shown once, used by programs and revoked."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tests.accounts.people import account, at_home, sure
from vsdb.accounts.models import ApiToken
from vsdb.accounts.services import MAX_TOKENS, make_token
from vsdb.api.authentication import MayRead
from vsdb.api.limits import PerCaller
from vsdb.core.errors import ApplicationError, Forbidden
from vsdb.web.middleware import ErrorAnswersMiddleware

pytestmark = pytest.mark.django_db

PAGE = "/account/tokens/"
LISTS = "/api/v1/games"


class Probe(APIView):
    """An endpoint as others are: everybody may read, and what changes something asks for a token."""

    def get(self, request: Request) -> Response:
        return Response({"user": request.user and request.user.username})

    def post(self, request: Request) -> Response:
        return Response({"user": request.user.username})


class OwnProbe(Probe):
    """An endpoint of what belongs to one person."""

    permission_classes = (MayRead,)


def ask(method: str, secret: str | None = None, header: str | None = None, view: type[APIView] = Probe) -> Response:
    header = header if header is not None else f"Bearer {secret}" if secret else None
    headers = {} if header is None else {"Authorization": header}
    answer = view.as_view()(RequestFactory().generic(method, "/api/v1/probe", headers=headers))
    assert isinstance(answer, Response)
    return answer


def made(scope: str = "read", days: int | None = None, user: User | None = None) -> str:
    """The secret of a new token."""
    return make_token(user or account(), name="backup", scope=scope, days=days)[1]


class TestThePage:
    def test_shows_a_new_token_once_and_keeps_only_its_digest(self) -> None:
        client = sure()
        page = client.post(PAGE, {"name": "deck <b>backup", "scope": "write", "days": "30"})
        (secret,) = re.findall(r">(vsdb_[\w-]{43})</pre>", page.content.decode())
        assert page.headers["Cache-Control"].endswith("no-store") or "no-store" in page.headers["Cache-Control"]
        token = ApiToken.objects.get()
        assert token.digest == hashlib.sha256(secret.encode()).hexdigest()
        assert secret.startswith(token.prefix)
        assert len(token.prefix) < 16
        assert token.expires
        assert timedelta(days=29) < token.expires - timezone.now() <= timedelta(days=30)
        again = client.get(PAGE).content.decode()
        assert secret not in again
        assert f"{token.prefix}…" in again
        assert "deck &lt;b&gt;backup" in again

    def test_may_make_one_that_lasts_until_it_is_revoked(self) -> None:
        sure().post(PAGE, {"name": "backup", "scope": "read", "days": ""})
        assert ApiToken.objects.get().expires is None

    def test_asks_for_the_password_once_more_before_it_makes_one(self) -> None:
        client = at_home()
        assert client.get(PAGE).status_code == 200
        answer = client.post(PAGE, {"name": "backup", "scope": "read", "days": ""})
        assert answer.headers["Location"].startswith("/account/reauthenticate/")
        assert not ApiToken.objects.exists()

    @pytest.mark.parametrize(
        ("field", "value"), [("name", ""), ("name", "x" * 61), ("scope", "all"), ("days", "36500"), ("days", "x")]
    )
    def test_refuses_what_is_not_on_its_form_and_keeps_the_rest(self, field: str, value: str) -> None:
        answer = sure().post(PAGE, {"name": "backup", "scope": "read", "days": "30", field: value})
        assert answer.status_code == 400
        assert f'id="id_{field}_error"' in answer.content.decode()
        assert not ApiToken.objects.exists()

    def test_makes_as_many_as_one_may_have_and_no_more(self) -> None:
        client = sure()
        user = User.objects.get()
        for _ in range(MAX_TOKENS - 1):
            made(user=user)
        form = {"name": "one more", "scope": "read", "days": ""}
        assert client.post(PAGE, form).status_code == 200
        assert "Revoke one first" in client.get(PAGE).content.decode()
        answer = client.post(PAGE, form)
        assert answer.status_code == 409
        assert "revoke one first" in answer.content.decode()
        assert ApiToken.objects.count() == MAX_TOKENS

    def test_revokes_a_token_at_once(self) -> None:
        client = at_home()
        secret = made(user=User.objects.get())
        assert ask("GET", secret).status_code == 200
        client.post(f"{PAGE}{ApiToken.objects.get().pk}/revoke/")
        assert ask("GET", secret).status_code == 401

    def test_revokes_nobody_else_s(self) -> None:
        made(user=account("bob"))
        token = ApiToken.objects.get()
        assert at_home().post(f"{PAGE}{token.pk}/revoke/").status_code == 404
        assert at_home("eve").get(f"{PAGE}{token.pk}/revoke/").status_code == 405
        assert ApiToken.objects.exists()


class TestACall:
    def test_of_a_stranger_reads_and_changes_nothing(self) -> None:
        assert ask("GET").data == {"user": None}
        answer = ask("POST")
        assert (answer.status_code, answer.data["code"]) == (401, "not-authenticated")
        assert answer.headers["WWW-Authenticate"] == 'Bearer realm="vsdb"'

    def test_with_a_token_to_read_changes_nothing(self) -> None:
        secret = made("read")
        assert ask("GET", secret).data == {"user": "ann"}
        answer = ask("POST", secret)
        assert (answer.status_code, answer.data["code"]) == (403, "forbidden")
        assert "read-only" in answer.data["message"]

    @pytest.mark.parametrize("method", ["GET", "POST"])
    def test_with_a_token_to_write_may_do_both(self, method: str) -> None:
        assert ask(method, made("write")).data == {"user": "ann"}

    def test_for_what_belongs_to_somebody_needs_a_token(self) -> None:
        answer = ask("GET", view=OwnProbe)
        assert (answer.status_code, answer.data["code"]) == (401, "not-authenticated")
        assert ask("GET", made("read"), view=OwnProbe).status_code == 200

    @pytest.mark.parametrize(
        "header",
        [
            "",
            "Bearer",
            "Bearer ",
            "Bearer vsdb_",
            "Bearer other_0123456789",
            "Bearer vsdb_0123456789",
            "Token vsdb_0123456789",
            "vsdb_0123456789",
            "Basic YW5uOmFubg==",
            "Bearer vsdb_\u00e9",
            "Bearer vsdb_a vsdb_b",
        ],
    )
    def test_with_a_header_that_says_nothing_is_refused_and_not_taken_for_a_stranger_s(self, header: str) -> None:
        answer = ask("GET", header=header)
        assert (answer.status_code, answer.data["code"]) == (401, "authentication-failed")
        assert answer.headers["WWW-Authenticate"]
        assert answer.data.keys() == {"code", "message", "errors"}

    def test_with_a_token_whose_case_or_end_is_another_is_refused(self) -> None:
        secret = made()
        for wrong in (secret.swapcase(), secret[:-1], f"{secret}x", secret.replace("vsdb_", "vsdb_ ")):
            assert ask("GET", wrong).status_code == 401
        assert ask("GET", header=f"bearer  {secret} ").status_code == 200

    def test_with_a_token_of_yesterday_is_refused(self) -> None:
        secret = made(days=30)
        now = timezone.now()
        ApiToken.objects.update(expires=now + timedelta(minutes=1))
        assert ask("GET", secret).status_code == 200
        ApiToken.objects.update(expires=now)
        assert ask("GET", secret).status_code == 401

    def test_for_an_account_that_is_closed_is_refused(self) -> None:
        secret = made()
        User.objects.update(is_active=False)
        assert ask("GET", secret).status_code == 401

    def test_with_a_session_and_no_token_is_a_stranger_s(self) -> None:
        client = at_home()
        request = RequestFactory().get("/api/v1/probe")
        request.COOKIES = {name: each.value for name, each in client.cookies.items()}
        assert Probe.as_view()(request).data == {"user": None}  # type: ignore[attr-defined]

    def test_costs_one_query_and_writes_that_it_was_made_once_an_hour(
        self, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        secret = made()
        with django_assert_num_queries(2):
            ask("GET", secret)
        first = ApiToken.objects.get().last_used
        assert first
        with django_assert_num_queries(1):
            ask("GET", secret)
        assert ApiToken.objects.get().last_used == first
        ApiToken.objects.update(last_used=first - timedelta(hours=1))
        ask("GET", secret)
        assert (ApiToken.objects.get().last_used or first) >= first


class TestTheSite:
    def test_keeps_no_answer_to_a_token(self, client: Client) -> None:
        stranger = client.get(LISTS)
        secret = made()
        etag = {"If-None-Match": stranger.headers["ETag"]}
        answer = client.get(LISTS, headers={"Authorization": f"Bearer {secret}", **etag})
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-store")
        assert "ETag" not in answer.headers
        assert client.get(LISTS, headers=etag).status_code == 304

    def test_looks_at_a_wrong_token_though_the_answer_has_not_changed(self, client: Client) -> None:
        etag = client.get(LISTS).headers["ETag"]
        answer = client.get(LISTS, headers={"Authorization": "Bearer vsdb_x", "If-None-Match": etag})
        assert answer.status_code == 401
        assert answer.json()["code"] == "authentication-failed"
        assert "no-store" in answer.headers["Cache-Control"]

    def test_lets_pages_of_other_origins_send_a_token_and_no_cookie(self, client: Client) -> None:
        asked = {
            "Origin": "https://other.example",
            "Access-Control-Request-Method": "GET",
            "Access-Control-Request-Headers": "authorization",
        }
        answer = client.options(LISTS, headers=asked)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "authorization" in answer.headers["Access-Control-Allow-Headers"]
        assert "Access-Control-Allow-Credentials" not in answer.headers

    def test_still_checks_decks_for_strangers_and_for_tokens_that_only_read(self, client: Client) -> None:
        body = json.dumps({"deck": "4 Savage Beatdown", "game": "vs-classic", "formats": ["golden-age"]})
        for headers in ({}, {"Authorization": f"Bearer {made()}"}):
            answer = client.post("/api/v1/check", body, "application/json", headers=headers)
            assert answer.status_code == 200

    def test_describes_where_a_token_is_needed(self, client: Client) -> None:
        schema: dict[str, Any] = client.get("/api/schema/?format=json", headers={"Accept": "application/json"}).json()
        assert schema["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
        assert schema["paths"]["/api/v1/games"]["get"]["security"] == [{"token": []}, {}]
        assert schema["paths"]["/api/v1/check"]["post"]["security"] == [{"token": []}, {}]


class TestLimits:
    def test_are_those_of_the_account_whatever_its_token_and_address(self) -> None:
        user = account()
        keys = {key_of(made(user=user), "192.0.2.1"), key_of(made(user=user), "192.0.2.2")}
        assert len(keys) == 1
        assert key_of(made(user=account("bob")), "192.0.2.1") not in keys

    def test_of_strangers_are_those_of_their_address(self) -> None:
        assert key_of(None, "192.0.2.1") == key_of(None, "192.0.2.1") != key_of(None, "192.0.2.2")

    def test_stop_an_account(self, client: Client, settings: Settings) -> None:
        settings.API_RATE = "2/minute"
        headers = {"Authorization": f"Bearer {made()}"}
        assert [client.get(LISTS, headers=headers).status_code for _ in range(3)] == [200, 200, 429]
        assert client.get(LISTS).status_code == 200


def key_of(secret: str | None, address: str) -> str:
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    view = Probe()
    request = view.initialize_request(RequestFactory().get("/", REMOTE_ADDR=address, headers=headers))
    return PerCaller().get_cache_key(request, view)


class Refusing(APIView):
    """An endpoint whose service refuses."""

    error: Exception = ApplicationError("it is locked; wait", code="locked")

    def get(self, request: Request) -> Response:
        raise self.error


@pytest.mark.parametrize(
    ("error", "status"), [(ApplicationError("it is locked"), 409), (Forbidden("it is locked"), 403)]
)
def test_what_the_site_refuses_is_told_on_a_page_of_its_own(rf: RequestFactory, error: Exception, status: int) -> None:
    answer = ErrorAnswersMiddleware(lambda _: HttpResponse()).process_exception(rf.get("/decks/1/"), error)
    assert answer
    assert answer.status_code == status
    assert "It is locked." in answer.content.decode()


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (ApplicationError("it is locked; wait", code="locked"), 409, "locked"),
        (ApplicationError("it is locked; wait"), 409, "refused"),
        (Forbidden("it is locked; wait"), 403, "forbidden"),
        (PermissionDenied(), 403, "forbidden"),
    ],
)
def test_what_the_site_refuses_is_told_in_the_shape_of_every_error(error: Exception, status: int, code: str) -> None:
    answer: HttpResponse = Refusing.as_view(error=error)(RequestFactory().get("/api/v1/probe"))
    assert isinstance(answer, Response)
    assert (answer.status_code, answer.data["code"], answer.data["errors"]) == (status, code, [])
    if not isinstance(error, PermissionDenied):
        assert answer.data["message"] == "it is locked; wait"
