"""What holds for every page of accounts, and for everybody's pages once somebody is signed in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages.storage.cookie import CookieStorage
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

from tests.accounts.people import account, at_home, sign_in, sure
from vsdb.accounts.services import make_token
from vsdb.web import not_modified

pytestmark = pytest.mark.django_db

DOOR = ("/account/login/", "/account/signup/", "/account/password/reset/", "/account/password/reset/done/")
DOOR = (*DOOR, "/account/confirm-email/", "/account/inactive/", "/account/deleted/", "/account/confirm-email/x/")
DESK = ("/account/", "/account/email/", "/account/password/change/", "/account/sessions/", "/account/tokens/")
DESK = (*DESK, "/account/delete/", "/account/logout/", "/account/reauthenticate/", "/account/two-factor/")
DESK = (*DESK, "/account/two-factor/totp/activate/")
#: Previews of links need whole addresses; no other place of a page names a host, nor this one another's.
OWN_PICTURE = re.compile(r'<meta property="og:image" content="http://testserver/static/[^"]*">')
READ = ("/", "/cards/vs-classic/hulk-gladiator/", "/sets/", "/check/", "/help/", "/formats/")


def faults(page: str) -> list[str]:
    """What our pages never have, as the tests of every page say."""
    page = OWN_PICTURE.sub("", page)
    found = re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=\"|javascript:|https?://", page)
    fields = re.findall(r"<(?:input|select|textarea)\b(?![^>]*type=\"hidden\")[^>]*\bid=\"([\w-]+)\"", page)
    found += [name for name in fields if f'for="{name}"' not in page]
    ids = re.findall(r'\sid="([^"]+)"', page)
    found += [name for name in set(ids) if ids.count(name) > 1]
    described = {name for each in re.findall(r'aria-describedby="([^"]+)"', page) for name in each.split()}
    found += sorted(described - set(ids))
    return [*found, *([] if len(re.findall(r"<h1[\s>]", page)) == 1 else ["headings"])]


def drop_dead_cookies(client: Client) -> None:
    """What browsers do with a cookie that is deleted, and the test client doesn't."""
    for name in [name for name, each in client.cookies.items() if not each.value]:
        del client.cookies[name]


class TestEveryPageOfAccounts:
    @pytest.mark.parametrize("address", DOOR)
    def test_at_the_door_is_one_of_ours(self, client: Client, address: str) -> None:
        answer = client.get(address)
        assert answer.status_code == 200
        assert faults(answer.content.decode()) == []
        assert "unsafe" not in answer.headers["Content-Security-Policy"]

    @pytest.mark.parametrize("address", DESK)
    def test_of_one_s_own_is_one_of_ours_and_nobody_s_to_keep(self, address: str) -> None:
        answer = sure().get(address)
        assert answer.status_code == 200
        assert faults(answer.content.decode()) == []
        assert "no-store" in answer.headers["Cache-Control"]

    @pytest.mark.parametrize("address", [*DESK, "/account/export/"])
    def test_of_one_s_own_leads_strangers_to_the_door(self, client: Client, address: str) -> None:
        answer = client.get(address)
        place = "/" if address == "/account/logout/" else "/account/login/"
        assert answer.headers["Location"].partition("?")[0] == place

    @pytest.mark.parametrize("address", ["/account/login/", "/account/signup/", "/account/password/change/"])
    def test_tells_password_managers_what_its_fields_are(self, address: str) -> None:
        page = (sure() if "change" in address else Client()).get(address).content.decode()
        main = page.partition("<main")[2]
        fields = re.findall(r'<input[^>]*type="(?:text|email|password)"[^>]*>', main)
        assert fields
        assert [field for field in fields if "autocomplete=" not in field] == []
        assert [field for field in fields if "placeholder=" in field] == []


class TestEveryForm:
    @pytest.mark.parametrize("address", DOOR[:3])
    def test_at_the_door_refuses_what_comes_from_elsewhere(self, address: str) -> None:
        assert Client(enforce_csrf_checks=True).post(address, {"login": "ann"}).status_code == 403

    @pytest.mark.parametrize(
        "address",
        [
            *DESK[1:],
            "/account/tokens/1/revoke/",
            "/account/two-factor/totp/deactivate/",
            "/account/two-factor/recovery-codes/generate/",
            "/account/two-factor/reauthenticate/",
        ],
    )
    def test_of_one_s_own_refuses_what_comes_from_elsewhere(self, address: str) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = sure().cookies
        assert strict.post(address, {"name": "ann", "email": "a@example.org", "action_add": ""}).status_code == 403
        assert User.objects.get().email == "ann@example.org"

    @pytest.mark.parametrize("address", ["/account/login/", "/account/signup/", "/account/tokens/"])
    def test_carries_its_token(self, address: str) -> None:
        page = (sure() if "tokens" in address else Client()).get(address).content.decode()
        forms = re.findall(r'<form[^>]*method="post".*?</form>', page, flags=re.DOTALL)
        assert forms
        assert all("csrfmiddlewaretoken" in form for form in forms)


class TestTheMasthead:
    def test_offers_strangers_the_door_and_the_way_back(self, client: Client) -> None:
        page = client.get("/cards/?q=hulk&view=table").content.decode()
        assert 'href="/account/login/?next=%2Fcards%2F%3Fq%3Dhulk%26view%3Dtable"' in page
        assert "Sign out" not in page

    def test_names_who_is_signed_in(self) -> None:
        page = at_home().get("/sets/").content.decode()
        assert '<span class="visually-hidden">Your account: </span>ann</summary>' in page
        assert 'href="/people/ann/"' in page
        assert '<a href="/decks/mine/">Your decks</a>' in page
        assert "Sign out" in page

    def test_is_a_stranger_s_where_the_session_is_over(self) -> None:
        client = at_home()
        client.session.flush()
        assert "Sign in" in client.get("/sets/").content.decode()


@pytest.mark.parametrize("address", READ)
class TestAPageThatEverybodyReads:
    def test_is_nobody_s_to_keep_once_somebody_is_signed_in(self, address: str) -> None:
        answer = at_home().get(address)
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert "ETag" not in answer.headers
        assert "Cookie" in answer.headers["Vary"]

    def test_of_a_stranger_is_not_shown_to_who_has_signed_in_since(self, client: Client, address: str) -> None:
        account()
        etag = client.get(address).headers["ETag"]
        sign_in(client)
        answer = client.get(address, headers={"If-None-Match": etag})
        assert answer.status_code == 200
        assert "ann</summary>" in answer.content.decode()
        client.post("/account/logout/")
        drop_dead_cookies(client)
        client.get("/account/login/")  # where it is said that one has signed out
        drop_dead_cookies(client)
        answer = client.get(address, headers={"If-None-Match": etag})
        assert answer.status_code == 304

    def test_costs_a_stranger_no_look_into_sessions(
        self, client: Client, address: str, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        etag = client.get(address).headers["ETag"]
        with django_assert_num_queries(1):
            assert client.get(address, headers={"If-None-Match": etag}).status_code == 304


class TestTheDoorBeforeDjango:
    ADDRESS = "/sets/"

    def passes_on(self, rf: RequestFactory, etag: str, **environ: str) -> bool:
        passed: list[bool] = []

        def inside(environ: dict[str, Any], start_response: not_modified.StartResponse) -> Iterable[bytes]:
            passed.append(True)
            return ()

        asked = rf.get(self.ADDRESS, HTTP_IF_NONE_MATCH=etag, **environ).environ
        list(not_modified.answer_before_django(inside)(asked, lambda *_: None))
        return bool(passed)

    @pytest.mark.parametrize(
        ("own", "is_passed_on"),
        [
            ({}, False),
            ({"HTTP_COOKIE": "csrftoken=1; theme=dark"}, False),
            ({"HTTP_COOKIE": "sessionid=1"}, True),
            ({"HTTP_COOKIE": "theme=dark;sessionid=1"}, True),
            ({"HTTP_COOKIE": f"{CookieStorage.cookie_name}=1"}, True),
            ({"HTTP_AUTHORIZATION": "Bearer vsdb_x"}, True),
        ],
    )
    def test_passes_on_who_may_be_somebody(
        self, client: Client, rf: RequestFactory, own: dict[str, str], is_passed_on: bool
    ) -> None:
        etag = client.get(self.ADDRESS).headers["ETag"]
        assert self.passes_on(rf, etag, **own) == is_passed_on


class TestAnAnswerThatNamesNobody:
    def test_is_still_known_again_by_who_is_signed_in_but_as_another_one(self, client: Client) -> None:
        address = "/api/v1/games"
        etag = client.get(address).headers["ETag"]
        own = at_home()
        first = own.get(address, headers={"If-None-Match": etag})
        assert first.status_code == 200
        assert own.get(address, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
        assert client.get(address, headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


class TestNotices:
    def test_are_said_once_and_not_kept(self) -> None:
        client = at_home()
        client.post("/account/logout/")
        drop_dead_cookies(client)
        said = client.get("/sets/")
        assert "Signed out." in said.content.decode()
        assert "ETag" not in said.headers
        assert "no-store" in said.headers["Cache-Control"]
        drop_dead_cookies(client)
        after = client.get("/sets/")
        assert "Signed out." not in after.content.decode()
        assert "ETag" in after.headers


class TestSomebodysPage:
    def test_says_the_name_and_the_month_and_nothing_private(self, client: Client) -> None:
        user = account("Ann-2")
        make_token(user, name="backup", scope="read")
        answer = client.get("/people/Ann-2/")
        page = answer.content.decode()
        assert "<h1>Ann-2</h1>" in page
        assert f"Member since {user.date_joined:%B %Y}" in page
        assert "example.org" not in page
        assert faults(page) == []

    def test_that_is_empty_leads_its_own_person_on(self, client: Client) -> None:
        own = at_home()
        way_on = "Share one of <a href"
        assert way_on in own.get("/people/ann/").content.decode()
        assert way_on not in client.get("/people/ann/").content.decode()

    def test_is_not_kept_as_the_facts_of_cards_are(self, client: Client) -> None:
        account()
        answer = client.get("/people/ann/")
        assert "ETag" not in answer.headers
        assert "no-store" in answer.headers["Cache-Control"]

    def test_is_found_in_any_case_at_one_address(self, client: Client) -> None:
        account("Ann-2")
        assert client.get("/people/ann-2/").headers["Location"] == "/people/Ann-2/"

    @pytest.mark.parametrize("name", ["nobody", "%00", "<script>alert(1)<", "ann%0d%0aX: y"])
    def test_of_nobody_is_not_there(self, client: Client, name: str) -> None:
        account()
        answer = client.get(f"/people/{name}/")
        assert answer.status_code == 404
        assert "<script>alert" not in answer.content.decode()

    def test_of_a_closed_account_is_not_there(self, client: Client) -> None:
        account()
        User.objects.update(is_active=False)
        assert client.get("/people/ann/").status_code == 404
