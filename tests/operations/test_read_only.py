"""Read-only mode: everything can be read, nothing is stored, and everybody is told so."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from tests.accounts.people import at_home
from tests.collection.holding import lay_out
from tests.commands import run
from tests.web.test_every_page import PAGES
from vsdb.accounts.models import ApiToken
from vsdb.accounts.services import make_token
from vsdb.accounts.viewers import Viewer
from vsdb.check.models import KeptList
from vsdb.collection.models import CollectedCard
from vsdb.core.read_only import get_read_only_mode, read_only_meanwhile, switch_read_only_off, switch_read_only_on
from vsdb.decks import services
from vsdb.decks.models import Deck, Judgement
from vsdb.decks.services import Snapshot
from vsdb.web.api_guide import CODES
from vsdb.wsgi import application

pytestmark = pytest.mark.django_db
BANNER = "Read-only for now"
LIST = "4 Savage Beatdown"


@pytest.fixture(autouse=True)
def switch(tmp_path: Path, settings: Settings) -> Path:
    settings.READ_ONLY_FILE = tmp_path / "read-only.json"
    return settings.READ_ONLY_FILE


@pytest.fixture
def read_only(switch: Path) -> Iterator[None]:
    switch_read_only_on("We are moving to a new machine.")
    yield
    switch_read_only_off()


def build_deck(user: User) -> Deck:
    made = services.create(Viewer(user.pk), "vs-classic", Snapshot(title="Mine", format="golden-age", text=LIST))
    return services.share(made.pk, Viewer(user.pk), "public")


class TestReading:
    @pytest.mark.parametrize("address", PAGES)
    def test_every_page_answers_with_the_banner_and_writes_nothing(
        self, client: Client, read_only: None, address: str
    ) -> None:
        with CaptureQueriesContext(connection) as queries:
            page = client.get(address)
        assert page.status_code == 200
        assert BANNER in page.content.decode()
        assert "moving to a new machine" in page.content.decode()
        assert [each["sql"] for each in queries if each["sql"].startswith(("INSERT", "UPDATE", "DELETE"))] == []

    def test_pages_of_decks_answer_their_owner(self, read_only: None) -> None:
        client, user = Client(), User.objects.create_user("ada")
        switch_read_only_off()
        client.force_login(user)
        deck = build_deck(user)
        Judgement.objects.all().delete()
        switch_read_only_on("")
        for address in (f"/decks/{deck.pk}/mine/", "/decks/mine/", "/decks/?q=mine", "/account/", "/collection/"):
            page = client.get(address)
            assert (page.status_code, BANNER in page.content.decode()) == (200, True), address
        assert not Judgement.objects.exists()

    def test_questions_are_answered_though_they_are_posted(self, client: Client, read_only: None) -> None:
        sent = {"deck": LIST, "game": "vs-classic", "formats": ["golden-age"], "dates": ["2008-05-20"]}
        assert client.post("/api/v1/check", sent, content_type="application/json").status_code == 200
        assert client.post("/check/", {"deck": LIST, "game": "vs-classic"}, follow=True).status_code == 200
        too_long_for_a_link = LIST + "".join(f"\n# {number**15:x}" for number in range(1, 350))
        page = client.post("/check/", {"deck": too_long_for_a_link, "game": "vs-classic"}, follow=True)
        assert page.status_code == 200
        assert not KeptList.objects.exists()

    def test_questions_about_decks_and_collections_are_answered_too(self, client: Client, read_only: None) -> None:
        user = User.objects.create_user("ada")
        _, secret = make_token(user, name="it", scope=ApiToken.Scope.WRITE)
        switch_read_only_off()
        member = Client()
        member.force_login(user)
        switch_read_only_on("Moving.")
        for browser, address, sent in (
            (client, "/decks/preview-text/", {"text": "**x**"}),
            (client, "/decks/compare/", {"a_list": LIST, "b_list": "3 Savage Beatdown"}),
            (client, "/collection/lacks/", {"list": LIST}),
            (member, "/collection/lacks/", {"list": LIST}),
            (member, "/collection/import/", {"text": LIST}),
        ):
            assert browser.post(address, sent, follow=True).status_code == 200, address
        preview = member.post("/collection/import/", {"text": LIST}).content.decode()
        assert member.post("/collection/import/", lay_out(preview)).status_code == 503

        def call(address: str, sent: dict[str, Any]) -> HttpResponse:
            headers = {"authorization": f"Bearer {secret}"}
            return client.post(address, sent, content_type="application/json", headers=headers)

        assert call("/api/v1/collection/lacks", {"deck": LIST}).status_code == 200
        assert call("/api/v1/collection/import", {"text": LIST}).status_code == 200
        refused = call("/api/v1/collection/import", {"text": LIST, "preview": False})
        assert (refused.status_code, refused.json()["code"]) == (503, "read-only")
        assert "read-only" in {each.code for each in CODES if each.status == 503}
        assert not CollectedCard.objects.exists()

    def test_the_use_of_a_token_is_not_written(self, client: Client, read_only: None) -> None:
        _, secret = make_token(User.objects.create_user("ada"), name="it", scope=ApiToken.Scope.READ)
        answer = client.get("/api/v1/decks", headers={"authorization": f"Bearer {secret}"})
        assert answer.status_code == 200
        assert ApiToken.objects.get().last_used is None


class TestWriting:
    def test_a_form_is_answered_with_a_page_that_says_why(self, client: Client, read_only: None) -> None:
        answer = client.post("/decks/new/", {"game": "vs-classic", "title": "Mine"})
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "300"
        assert "moving to a new machine" in answer.content.decode()
        assert not Deck.objects.exists()

    def test_the_api_says_it_with_a_stable_code(self, client: Client, read_only: None) -> None:
        _, secret = make_token(User.objects.create_user("ada"), name="it", scope=ApiToken.Scope.WRITE)
        answer = client.post(
            "/api/v1/decks",
            {"game": "vs-classic", "text": LIST},
            content_type="application/json",
            headers={"authorization": f"Bearer {secret}"},
        )
        assert (answer.status_code, answer.json()["code"]) == (503, "read-only")
        assert int(answer.headers["Retry-After"]) > 0

    def test_nobody_signs_in_or_out_and_who_is_signed_in_stays(self) -> None:
        client, user = Client(), User.objects.create_user("ada", password="a-long-password")
        client.force_login(user)
        switch_read_only_on("")
        before = list(Session.objects.values())
        stranger = Client()
        assert stranger.post("/account/login/", {"login": "ada", "password": "a-long-password"}).status_code == 503
        assert client.post("/account/logout/").status_code == 503
        assert "ada" in client.get("/account/").content.decode()
        assert list(Session.objects.values()) == before
        switch_read_only_off()
        assert client.post("/account/logout/").status_code == 302

    def test_a_page_that_would_write_is_refused_before_it_does(self, client: Client, read_only: None) -> None:
        """The guard of statements, whatever a view does: the search needs rows that aren't there."""
        from vsdb.search.models import CardKind, KindState

        KindState.objects.all().delete()
        CardKind.objects.all().delete()
        answer = client.get("/cards/?q=legal:golden-age@2007-04-15")
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "300"
        assert not CardKind.objects.exists()

    def test_when_a_session_was_last_seen_is_not_written(self) -> None:
        client = at_home("ada")
        session = client.session
        session["seen"] = 0
        session.save()
        switch_read_only_on("Moving.")
        before = (list(Session.objects.values()), list(UserSession.objects.values()))
        assert client.get("/account/").status_code == 200
        assert (list(Session.objects.values()), list(UserSession.objects.values())) == before

    def test_what_is_refused_is_no_error_in_the_log(
        self, client: Client, read_only: None, caplog: pytest.LogCaptureFixture
    ) -> None:
        assert client.post("/decks/new/", {"game": "vs-classic"}).status_code == 503
        assert client.post("/api/v1/decks", {}, content_type="application/json").status_code == 503
        assert [each for each in caplog.records if each.name == "django.request"] == []

    def test_says_when_it_ends_as_far_as_is_known(self, client: Client) -> None:
        switch_read_only_on("Moving.", until=timezone.now() + timedelta(minutes=10))
        answer = client.post("/decks/new/", {"game": "vs-classic"})
        assert 500 < int(answer.headers["Retry-After"]) <= 600
        assert "work again after" in answer.content.decode()


class TestKeptPages:
    @pytest.mark.parametrize("address", ["/cards/vs-classic/hulk-gladiator/", "/changes/"])
    def test_a_page_that_a_browser_has_does_not_hide_the_banner(self, client: Client, address: str) -> None:
        etag = client.get(address).headers["ETag"]
        assert client.get(address, headers={"if-none-match": etag}).status_code == 304
        switch_read_only_on("Moving.")
        page = client.get(address, headers={"if-none-match": etag})
        assert (page.status_code, BANNER in page.content.decode()) == (200, True)
        switch_read_only_off()
        assert client.get(address, headers={"if-none-match": etag}).status_code == 304
        assert client.get(address, headers={"if-none-match": page.headers["ETag"]}).status_code == 200

    @pytest.mark.django_db(transaction=True)  # a connection in a transaction is ended before a request
    def test_nor_before_a_request_is_made_of_it(self, client: Client) -> None:
        address = "/cards/vs-classic/hulk-gladiator/"
        etag = client.get(address, headers={"host": "testserver"}).headers["ETag"]
        asked = {**client._base_environ(), "PATH_INFO": address, "HTTP_IF_NONE_MATCH": etag, "HTTP_HOST": "testserver"}
        statuses: list[str] = []

        def start(status: str, headers: Any, exc_info: Any = None) -> None:
            statuses.append(status[:3])

        for _ in (1, 2):
            application(dict(asked), start)
            switch_read_only_on("Moving.")
        assert statuses == ["304", "200"]


class TestSwitching:
    def test_by_command(self, switch: Path) -> None:
        assert run("read_only", "status")[0] == 0
        status, out, _ = run("read_only", "on", "--reason", "Moving.", "--minutes", "5")
        assert (status, "Moving." in out) == (0, True)
        assert run("read_only", "status")[0] == 1
        mode = get_read_only_mode()
        assert mode is not None
        assert (mode.reason, mode.by, mode.ends is not None) == ("Moving.", "operator", True)
        assert run("read_only", "off")[0] == 0
        assert (get_read_only_mode(), switch.exists()) == (None, False)
        assert run("read_only", "off")[0] == 0
        assert run("read_only", "on", "--minutes", "0")[0] == 2

    def test_by_the_setting(self, settings: Settings) -> None:
        settings.READ_ONLY = "Moving."
        status, _, err = run("read_only", "off")
        assert (status, "READ_ONLY" in err) == (2, True)

    def test_a_file_that_can_not_be_read_counts(self, switch: Path) -> None:
        switch.write_text("{")
        assert get_read_only_mode() is not None

    def test_a_restore_ends_what_it_began_and_not_what_somebody_switched_on(self) -> None:
        with read_only_meanwhile("Restoring.", by="restore"):
            assert get_read_only_mode() is not None
        assert get_read_only_mode() is None
        switch_read_only_on("Mine.")
        with read_only_meanwhile("Restoring.", by="restore"):
            pass
        mode = get_read_only_mode()
        assert mode is not None
        assert mode.reason == "Mine."
        switch_read_only_on("A killed restore.", by="restore")
        with read_only_meanwhile("Restoring.", by="restore"):
            pass
        assert get_read_only_mode() is None
