"""Pages that haven't changed aren't sent again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.urls import resolve
from pytest_django import DjangoAssertNumQueries, Settings

from vsdb.catalog.cards.models import Game
from vsdb.core import code_version as code
from vsdb.search.models import IndexState
from vsdb.search.text import current
from vsdb.web import not_modified

pytestmark = pytest.mark.django_db

SAME_FOR_ALL = (
    "/cards/",
    "/cards/vs-classic/",
    "/cards/vs-classic/hulk-gladiator/",
    "/cards/vs-2pcg/?view=table",
    "/sets/vs-2pcg/AFF/",
    "/teams/vs-classic/warbound/",
    "/keywords/vs-classic/boost/",
    "/formats/vs-classic/silver-age/?on=2008-07-01",
    "/rules/",
    "/api/v1/cards?game=riftbound",
    "/api/v1/sets",
)


def again(client: Client, address: str, first: HttpResponse, **headers: str) -> HttpResponse:
    return client.get(address, headers={"If-None-Match": first.headers["ETag"], **headers})


@pytest.mark.parametrize("address", SAME_FOR_ALL)
class TestAnUnchangedPage:
    def test_is_answered_by_its_etag_with_one_query(
        self, client: Client, address: str, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        first = client.get(address)
        assert first.status_code == 200
        with django_assert_num_queries(1):
            second = again(client, address, first)
        assert (second.status_code, second.content) == (304, b"")
        assert second.headers["ETag"] == first.headers["ETag"]
        assert second.headers["Cache-Control"] == "no-cache"
        assert "HX-Request" in second.headers["Vary"]


class TestThePageIsMadeAgain:
    ADDRESS = "/cards/vs-classic/hulk-gladiator/"

    def test_when_the_facts_change(self, client: Client) -> None:
        first = client.get(self.ADDRESS)
        Game.objects.filter(pk="vs-2pcg").update(data_version="another")
        assert again(client, self.ADDRESS, first).status_code == 200

    def test_when_our_words_about_them_change(self, client: Client) -> None:
        first = client.get(self.ADDRESS)
        Game.objects.filter(pk="vs-classic").update(words_version="another")
        assert again(client, self.ADDRESS, first).status_code == 200

    def test_when_the_code_changes(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        first = client.get(self.ADDRESS)
        monkeypatch.setattr(not_modified, "get_code_version", lambda: "another")
        assert again(client, self.ADDRESS, first).status_code == 200

    def test_on_another_day(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        first = client.get(self.ADDRESS)
        monkeypatch.setattr(not_modified.timezone, "localdate", lambda: date(2008, 7, 1))
        assert again(client, self.ADDRESS, first).status_code == 200

    def test_for_another_query(self, client: Client) -> None:
        first = client.get(self.ADDRESS)
        assert again(client, f"{self.ADDRESS}?on=2008-07-01", first).status_code == 200

    def test_for_whoever_asks_for_a_part_of_it(self, client: Client) -> None:
        first = client.get(self.ADDRESS)
        assert again(client, self.ADDRESS, first, **{"HX-Request": "true"}).status_code == 200


class TestWhatAProxySends:
    @pytest.mark.parametrize("mark", ["W/", ""])
    def test_with_the_mark_of_a_packed_answer_or_without_it_is_understood(self, client: Client, mark: str) -> None:
        etag = client.get("/sets/").headers["ETag"].removeprefix("W/")
        assert client.get("/sets/", headers={"If-None-Match": f'"other", {mark}{etag}'}).status_code == 304

    def test_for_anything_at_all_is_answered_in_full(self, client: Client) -> None:
        assert client.get("/sets/", headers={"If-None-Match": "*"}).status_code == 200


class TestNoEtagIsGiven:
    @pytest.mark.parametrize("look", [get_token, lambda request: request.session.get("name")])
    def test_to_a_page_with_the_token_of_a_form_or_of_a_session(
        self, rf: RequestFactory, look: Callable[[HttpRequest], object]
    ) -> None:
        def view(request: HttpRequest) -> HttpResponse:
            if "own" in request.GET:
                look(request)
            return HttpResponse("a page")

        answers = []
        for address in ("/?own=1", "/"):
            request = rf.get(address)
            request.session = SessionStore()
            answers.append(not_modified.NotModifiedMiddleware(view)(request))
        assert ["ETag" in answer.headers for answer in answers] == [False, True]

    def test_to_an_answer_that_is_not_to_be_stored(self, rf: RequestFactory) -> None:
        request = rf.get("/")
        request.session = SessionStore()
        answer = not_modified.NotModifiedMiddleware(lambda _: HttpResponse(headers={"Cache-Control": "no-store"}))(
            request
        )
        assert "ETag" not in answer.headers

    @pytest.mark.parametrize(("address", "has_etag"), [("/decks/oembed/", False), ("/sets/", True)])
    def test_to_a_page_of_stored_decks(self, rf: RequestFactory, address: str, has_etag: bool) -> None:
        request = rf.get(address)
        request.resolver_match = resolve(address)
        answer = not_modified.NotModifiedMiddleware(lambda _: HttpResponse("a page"))(request)
        assert ("ETag" in answer.headers) is has_etag

    @pytest.mark.parametrize(
        ("address", "status"),
        [("/nowhere/", 404), ("/cards/vs-classic/hulk-gladiator/?on=2008-02-30", 400), ("/sets/vs-classic/mor/", 301)],
    )
    def test_to_an_answer_that_is_no_page(self, client: Client, address: str, status: int) -> None:
        response = client.get(address)
        assert response.status_code == status
        assert "ETag" not in response.headers

    def test_to_what_was_posted(self, client: Client) -> None:
        response = client.post("/api/v1/check", {"deck": "4 Hulk", "game": "vs-classic"}, "application/json")
        assert "ETag" not in response.headers

    def test_but_its_own_to_the_file_of_every_fact(self, client: Client) -> None:
        version = Game.objects.get(pk="riftbound").data_version
        assert client.get("/api/v1/reference/riftbound").headers["ETag"] == f'"{version}"'


SEARCHED = ("/cards/vs-classic/?q=doom", "/api/v1/cards?q=doom")


def is_for_now(answer: HttpResponse) -> bool:
    return "ETag" not in answer.headers and answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("address", SEARCHED)
class TestWhatWasFoundWithoutAnIndexOfToday:
    def test_is_not_stored_where_the_index_had_to_be_built_first(self, client: Client, address: str) -> None:
        IndexState.objects.filter(game="riftbound").delete()
        built, after = client.get(address), client.get(address)
        assert (built.status_code, after.status_code) == (200, 200)
        assert is_for_now(built)
        assert "ETag" in after.headers

    @pytest.mark.skipif(connection.vendor == "postgresql", reason="PostgreSQL keeps the index in the database")
    def test_is_not_stored_where_no_index_can_be_kept(
        self, client: Client, address: str, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(current, "_held", {})
        (tmp_path / "file").touch()
        settings.SEARCH_INDEX_DIR = tmp_path / "file" / "index"
        assert is_for_now(client.get(address))
        assert "ETag" in client.get("/sets/").headers


class TestTheDoorBeforeDjango:
    ADDRESS = "/cards/vs-classic/hulk-gladiator/"

    def told(self, rf: RequestFactory, address: str, **environ: str) -> tuple[str, dict[str, str]]:
        """The status and the headers that the door answers with; of whatever it passes on the status is empty."""
        got: list[tuple[str, dict[str, str]]] = []

        def inside(environ: dict[str, Any], start_response: not_modified.StartResponse) -> Iterable[bytes]:
            start_response("", [])
            return ()

        def start(status: str, headers: list[tuple[str, str]]) -> None:
            got.append((status, dict(headers)))

        method = environ.pop("REQUEST_METHOD", "GET")
        assert not [*not_modified.answer_before_django(inside)(rf.generic(method, address, **environ).environ, start)]
        (told,) = got
        return told

    def test_answers_with_one_query_whoever_has_the_page(
        self, client: Client, rf: RequestFactory, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        by_django = again(client, self.ADDRESS, client.get(self.ADDRESS))
        assert by_django.status_code == 304
        with django_assert_num_queries(1):
            told = self.told(rf, self.ADDRESS, HTTP_IF_NONE_MATCH=by_django.headers["ETag"])
        held = ("ETag", "Cache-Control", "Vary")
        assert told == ("304 Not Modified", {name: by_django.headers[name] for name in held})

    @pytest.mark.parametrize(
        "other",
        [
            {"HTTP_ORIGIN": "https://other.example"},
            {"REQUEST_METHOD": "POST"},
            {"QUERY_STRING": "on=2008-07-01"},
            {"HTTP_HX_REQUEST": "true"},
            {"HTTP_ACCEPT": "text/markdown"},
            {"HTTP_HOST": "other.example"},
            {"HTTP_X_FORWARDED_PROTO": "https"},
            {"HTTP_IF_NONE_MATCH": '"another"'},
        ],
    )
    def test_passes_on_whatever_else_is_asked(self, client: Client, rf: RequestFactory, other: dict[str, str]) -> None:
        etag = client.get(self.ADDRESS).headers["ETag"]
        assert self.told(rf, self.ADDRESS, **{"HTTP_IF_NONE_MATCH": etag, **other})[0] == ""

    def test_passes_on_what_has_changed(self, client: Client, rf: RequestFactory) -> None:
        etag = client.get(self.ADDRESS).headers["ETag"]
        Game.objects.filter(pk="vs-2pcg").update(data_version="another")
        assert self.told(rf, self.ADDRESS, HTTP_IF_NONE_MATCH=etag)[0] == ""

    def test_leaves_it_to_django_to_say_that_the_database_is_gone(
        self, client: Client, rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def gone() -> None:
            raise OperationalError

        etag = client.get(self.ADDRESS).headers["ETag"]
        monkeypatch.setattr(not_modified.selectors, "pin_data_versions", gone)
        assert self.told(rf, self.ADDRESS, HTTP_IF_NONE_MATCH=etag)[0] == ""


class TestTheCodeVersion:
    def test_is_that_of_what_the_files_hold_and_not_of_when_they_were_written(
        self, settings: Settings, tmp_path: Path
    ) -> None:
        settings.DEBUG = True
        versions = []
        for name, text in (("one", "x"), ("two", "x"), ("three", "y")):
            root = tmp_path / name
            for folder in ("engine", "vsdb", "templates/cards", "static", "vsdb/__pycache__"):
                (root / folder).mkdir(parents=True)
            (root / "requirements.txt").write_text("Django")
            (root / "templates/cards/card.html").write_text(text)
            (root / "vsdb/__pycache__/made.pyc").write_text(name)
            settings.BASE_DIR = root
            versions.append(code.get_code_version())
        assert versions[0] == versions[1] != versions[2]
