"""Pages that are kept for readers without a session: who gets them, what is never one, and how much is kept."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from tests.core.redis_server import RedisServer
from vsdb.catalog.cards.models import Game
from vsdb.core import code_version
from vsdb.core.read_only import read_only_meanwhile
from vsdb.custom_formats.models import Standing
from vsdb.operations.request_metrics import KEPT, VIEW
from vsdb.web import kept_pages, not_modified
from vsdb.web.kept_pages import KeptPage, PageMemory
from vsdb.wsgi import application

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_connection_stays_open")]

CARD = "/cards/vs-classic/hulk-gladiator/"
PAGES = (
    CARD,
    "/",
    "/cards/vs-classic/?q=doom&view=faces",
    "/sets/vs-classic/MOR/",
    "/formats/vs-classic/silver-age/?on=2008-07-01",
    "/keywords/vs-classic/boost/",
    "/rules/",
)
EVERY_GIFT = {"HTTP_ACCEPT": "text/html", "HTTP_ACCEPT_ENCODING": "gzip"}


@dataclass(frozen=True, slots=True)
class Answer:
    status: str
    headers: dict[str, str]
    body: bytes
    is_kept: bool

    @property
    def text(self) -> str:
        is_packed = self.headers.get("Content-Encoding") == "gzip"
        return (gzip.decompress(self.body) if is_packed else self.body).decode()


def ask(address: str, *, client: Client | None = None, method: str = "GET", **said: str) -> Answer:
    """What the site answers as web servers ask it; with the cookies of a client, whoever is signed in there."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in (client.cookies.items() if client else ()))
    told = {**EVERY_GIFT, **({"HTTP_COOKIE": cookies} if cookies else {}), **said}
    environ: dict[str, Any] = RequestFactory().generic(method, address, **told).environ
    got: list[tuple[str, dict[str, str]]] = []
    response = application(environ, lambda status, headers, *_: got.append((status, dict(headers))))
    body = b"".join(response)
    if hasattr(response, "close"):
        response.close()
    (status, headers), *_ = got
    headers.pop("X-Request-ID")
    return Answer(status, headers, body, environ.get(VIEW) == KEPT)


@pytest.fixture(autouse=True)
def _keeps_pages(settings: Settings) -> Iterator[None]:
    settings.KEPT_PAGES_MIB = 1
    kept_pages.memory.clear()
    yield
    kept_pages.memory.clear()


def sign_in(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name, f"{name}@vsdb.example"))
    return client


class TestAKeptPage:
    @pytest.mark.parametrize("address", PAGES)
    def test_is_the_page_as_it_was_made_with_one_query(
        self, address: str, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        made = ask(address)
        with django_assert_num_queries(1):
            kept = ask(address)
        assert (made.is_kept, kept.is_kept) == (False, True)
        assert (kept.status, kept.headers, kept.body) == (made.status, made.headers, made.body)

    def test_is_for_head_its_headers_alone(self) -> None:
        assert ask(CARD, method="HEAD").is_kept is False
        assert ask(CARD).is_kept is False  # what HEAD was answered isn't kept
        head, page = ask(CARD, method="HEAD"), ask(CARD)
        assert head.is_kept
        assert (head.headers, head.body) == (page.headers, b"")

    def test_has_an_etag_by_which_the_next_visit_is_told_that_it_is_the_same(self) -> None:
        ask(CARD)
        other_browser = {"HTTP_ACCEPT": "text/html,application/xhtml+xml;q=0.9"}
        kept = ask(CARD, **other_browser)
        assert kept.is_kept
        again = ask(CARD, HTTP_IF_NONE_MATCH=kept.headers["ETag"], **other_browser)
        assert (again.status, again.body) == ("304 Not Modified", b"")

    def test_is_sent_packed_to_whoever_can_unpack_it_alone(self) -> None:
        packed, plain = ask(CARD), ask(CARD, HTTP_ACCEPT_ENCODING="identity")
        assert not plain.is_kept
        assert "Content-Encoding" not in ask(CARD, HTTP_ACCEPT_ENCODING="identity").headers
        assert packed.text == ask(CARD).text == plain.text

    @pytest.mark.parametrize(
        "other",
        [
            {"QUERY_STRING": "on=2008-07-01"},
            {"HTTP_HX_REQUEST": "true"},
            {"HTTP_HX_TARGET": "results"},
            {"HTTP_HOST": "localhost"},
            {"wsgi.url_scheme": "https"},
            {"HTTP_ORIGIN": "https://other.example"},
            {"HTTP_AUTHORIZATION": "Bearer nothing"},
            {"HTTP_ACCEPT": "application/json"},
        ],
    )
    def test_is_not_that_of_another_question(self, other: dict[str, str]) -> None:
        ask(CARD)
        assert not ask(CARD, **other).is_kept


class TestNothingOldIsServed:
    @pytest.mark.parametrize("column", ["data_version", "words_version", "texts_version"])
    def test_after_new_facts(self, column: str) -> None:
        ask(CARD)
        Game.objects.filter(pk="vs-2pcg").update(**{column: "another"})
        assert not ask(CARD).is_kept

    def test_after_an_organizer_has_published_a_format(self) -> None:
        ask(CARD)
        Standing.objects.update_or_create(game_id="vs-classic", defaults={"stamp": "another"})
        assert not ask(CARD).is_kept

    def test_after_a_deploy(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ask(CARD)
        monkeypatch.setattr(not_modified, "get_code_version", lambda: "another")
        assert not ask(CARD).is_kept

    def test_of_the_operators_own_templates(self, settings: Settings, tmp_path: Path) -> None:
        settings.DEBUG, settings.TEMPLATES_DIR = True, str(tmp_path)
        before = code_version.get_code_version()
        (tmp_path / "terms.html").write_text("Our terms")
        assert code_version.get_code_version() != before

    def test_on_the_next_day(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ask(CARD)
        monkeypatch.setattr(not_modified.timezone, "localdate", lambda: date(2008, 7, 1))
        assert not ask(CARD).is_kept

    def test_while_the_site_is_read_only(self, settings: Settings, tmp_path: Path) -> None:
        settings.READ_ONLY_FILE = tmp_path / "read-only.json"
        ask(CARD)
        with read_only_meanwhile("Moving house", "a test"):
            assert "Moving house" in ask(CARD).text
            assert not ask(CARD).is_kept
        assert "Moving house" not in ask(CARD).text


class TestWhoeverSignsIn:
    def test_gets_nothing_kept_and_leaves_nothing_of_theirs(self) -> None:
        ann, ben = sign_in("ann-of-the-lake"), sign_in("ben-of-the-hill")
        for address in (CARD, "/"):
            for client, own, other in ((ann, "ann-of-the-lake", "ben-of"), (ben, "ben-of-the-hill", "ann-of")):
                for _ in range(2):
                    answer = ask(address, client=client)
                    assert not answer.is_kept
                    assert answer.headers["Cache-Control"] == "private, no-store"
                    assert own in answer.text
                    assert other not in answer.text
            stranger = ask(address)
            assert not stranger.is_kept
            assert ask(address).is_kept
            assert "of-the-" not in stranger.text
            assert not ask(address, client=ann).is_kept

    def test_is_known_also_by_a_message_that_waits(self) -> None:
        ask(CARD)
        assert not ask(CARD, HTTP_COOKIE=f"{CookieStorage.cookie_name}=1").is_kept
        assert ask(CARD, HTTP_COOKIE="csrftoken=1; theme=dark").is_kept

    @pytest.mark.parametrize(
        "address", ["/accounts/login/", "/decks/", "/what-if/", "/error/", "/nowhere/", "/changes/"]
    )
    def test_finds_forms_decks_and_errors_made_for_them(self, address: str) -> None:
        assert not any(ask(address).is_kept for _ in range(2))

    def test_is_the_same_with_a_redis_that_all_share(self, settings: Settings, tmp_path: Path) -> None:
        server = RedisServer(tmp_path)
        server.start()
        try:
            settings.CACHES = {"default": {"BACKEND": "vsdb.core.cache.FallbackRedisCache", "LOCATION": server.url}}
            ann = sign_in("ann-of-the-lake")
            ask(CARD, client=ann)
            assert not ask(CARD).is_kept
            kept_pages.memory.clear()  # as in another process
            made = ask(CARD)
            assert not made.is_kept  # what was read once is shared with nobody
            assert ask(CARD).is_kept
            kept_pages.memory.clear()
            assert not ask(CARD, client=ann).is_kept
            kept = ask(CARD)
            assert kept.is_kept
            assert (kept.headers, kept.body) == (made.headers, made.body)
            kept_pages.memory.clear()
            server.kill()
            assert not ask(CARD).is_kept
        finally:
            server.kill()


class TestWhatIsKept:
    ETAG = 'W/"made"'

    def is_kept(self, response: HttpResponse, view: str = "cards:card", method: str = "GET") -> bool:
        kept_pages.keep_page("0" * 32, self.ETAG, {VIEW: view, "REQUEST_METHOD": method}, response)
        return kept_pages.find_page("0" * 32) is not None

    def page(self, content: str = "a page", **headers: str) -> HttpResponse:
        told = {"ETag": self.ETAG, "Cache-Control": "no-cache"} | {k.replace("_", "-"): v for k, v in headers.items()}
        return HttpResponse(content, headers=told)

    def test_is_a_page_of_facts(self) -> None:
        assert self.is_kept(self.page())

    @pytest.mark.parametrize("view", ["decks:check", "stored:deck", "simulate:start", "accounts:me", "card", ""])
    def test_is_none_of_what_people_send_or_store(self, view: str) -> None:
        assert not self.is_kept(self.page(), view)

    @pytest.mark.parametrize(
        "headers",
        [
            {"ETag": 'W/"of other facts"'},
            {"Cache_Control": "private, no-store"},
            {"Content_Type": "application/json"},
            {"Content_Security_Policy": "script-src 'nonce-abc'"},
        ],
    )
    def test_is_nothing_that_says_otherwise(self, headers: dict[str, str]) -> None:
        assert not self.is_kept(self.page(**headers))

    def test_is_nothing_with_a_cookie(self) -> None:
        response = self.page()
        response.set_cookie("name", "ann")
        assert not self.is_kept(response)

    def test_is_no_page_with_the_token_of_a_form(self, rf: RequestFactory, client: Client) -> None:
        def view(request: HttpRequest) -> HttpResponse:
            return HttpResponse(get_token(request))

        request = rf.get(CARD, HTTP_COOKIE="csrftoken=" + "a" * 32)
        assert not self.is_kept(not_modified.NotModifiedMiddleware(view)(request))  # type: ignore[arg-type]

    def test_is_no_page_beyond_the_bound_and_no_error(self) -> None:
        assert not self.is_kept(self.page("x" * (kept_pages.MAX_PAGE_BYTES + 1)))
        missing = self.page()
        missing.status_code = 404
        assert not self.is_kept(missing)
        assert not self.is_kept(self.page(), method="HEAD")

    def test_is_nothing_where_the_operator_wants_none(self, settings: Settings) -> None:
        settings.KEPT_PAGES_MIB = 0
        assert not any(ask(CARD).is_kept for _ in range(2))


class TestTheBound:
    def test_holds_in_bytes_and_drops_what_was_read_longest_ago(self) -> None:
        memory, page = PageMemory(), KeptPage((), b"x" * 1_000)
        for key in ("one", "two", "three"):
            memory.keep(key, page, 3 * page.size)
        assert memory.find("one")
        memory.keep("four", page, 3 * page.size)
        assert [memory.find(key) is not None for key in ("one", "two", "three", "four")] == [True, False, True, True]
        memory.keep("four", KeptPage((), b""), 3 * page.size)
        assert (len(memory), memory.size) == (3, 2 * page.size + KeptPage((), b"").size)

    def test_holds_for_addresses_without_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kept_pages, "get_room", lambda: 100_000)
        monkeypatch.setattr(not_modified, "get_room", lambda: 100_000)
        for number in range(30):
            ask(f"/about/?anything={number}")
        assert 1 < len(kept_pages.memory) < 30
        assert kept_pages.memory.size <= 100_000

    def test_of_redis_is_a_number_of_places(self) -> None:
        places = {kept_pages._place(f"{number:08x}{'0' * 24}") for number in range(2 * kept_pages.PLACES)}
        assert len(places) == kept_pages.PLACES
