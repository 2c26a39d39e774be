"""Links that bring a list from elsewhere, and the bookmark that sends one."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from vsdb.check.models import KeptList
from vsdb.decks.models import Deck
from vsdb.web.linking import write_bookmark

pytestmark = pytest.mark.django_db
LIST = "4 Savage Beatdown\n4 Flying Kick\n"
WORDS = {"game": "vs-classic", "format": "golden-age", "title": "Brawl"}


class TestANewDeck:
    @pytest.mark.parametrize("name", ["list", "deck"])
    def test_is_filled_in_and_not_saved(self, client: Client, name: str) -> None:
        response = client.get("/decks/new/", {**WORDS, name: LIST})
        page = response.content.decode()
        assert response.status_code == 200
        assert "Savage Beatdown" in page
        assert "Brawl" in page
        assert '<option value="vs-classic/golden-age" selected' in page
        assert not Deck.objects.exists()
        assert not KeptList.objects.exists()

    def test_without_a_list_has_game_format_and_title(self, client: Client) -> None:
        page = client.get("/decks/new/", WORDS).content.decode()
        assert 'value="Brawl"' in page
        assert '<option value="vs-classic/golden-age" selected' in page

    @pytest.mark.parametrize(
        "words",
        [
            {"list": "4 Savage Beatdown\n" * 60_000},
            {"deck": "x" * 1_000_000},
            {"title": "x" * 1_000_000},
            {"list": "4 Savage Beatdown", "game": "chess"},
            {"list": "4 Savage Beatdown", "format": "\0"},
            {"list": "\0 \0"},
            {"list": "zNotPacked here"},
            {"list": "<script>alert(1)</script> 4"},
            {"list": "4 \u202eSavage Beatdown\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16")},
            {"title": '"><script>alert(1)</script>', "list": LIST},
        ],
        ids=lambda words: repr(words)[:40],
    )
    def test_of_what_cannot_be_is_told(self, client: Client, words: dict[str, str]) -> None:
        response = client.get("/decks/new/", words)
        assert response.status_code in (200, 400)
        assert b"<script>alert" not in response.content
        assert not Deck.objects.exists()


class TestACheck:
    @pytest.mark.parametrize("name", ["list", "deck"])
    def test_leads_to_the_address_of_the_verdict(self, client: Client, name: str) -> None:
        words = {"format": "vs-classic/golden-age", "on": "2008-07-01", name: LIST}
        response = client.get("/check/", words, follow=True)
        assert response.status_code == 200
        assert "<b>Illegal</b> in Golden Age on 1 July 2008" in response.content.decode()

    @pytest.mark.parametrize("word", ["z!!!", "k", "zabc", "knothinghere", "4"])
    def test_of_a_damaged_link_says_so(self, client: Client, word: str) -> None:
        assert client.get("/check/", {"list": word}).status_code in (400, 404)

    def test_may_begin_as_a_packed_or_a_kept_one_does(self, client: Client) -> None:
        for first in ("knockout", "zombies"):
            response = client.get("/check/", {"list": f"{first}\n{LIST}", "game": "vs-classic"}, follow=True)
            assert response.status_code == 200
            assert first in response.content.decode()


class TestTheBookmark:
    def test_is_a_link_and_a_text_to_copy(self, client: Client) -> None:
        page = client.get("/help/linking/").content.decode()
        href = unescape(re.findall(r'href="(javascript:[^"]*)"', page)[0])
        assert href == write_bookmark("http://testserver")
        assert unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)[0]) == href
        assert "'http://testserver/check/'" in href
        assert not set(href) & set('%"\n')

    def test_needs_no_looser_policy(self, client: Client) -> None:
        policy = client.get("/help/linking/").headers["Content-Security-Policy"]
        assert policy == client.get("/help/").headers["Content-Security-Policy"]
        assert "script-src 'self';" in policy

    def test_sends_to_a_page_that_takes_it_from_anywhere(self) -> None:
        client = Client(enforce_csrf_checks=True)
        response = client.post("/check/", {"deck": LIST}, headers={"origin": "https://elsewhere.example"})
        assert response.status_code == 303

    def test_examples_on_its_page_work(self, client: Client) -> None:
        page = client.get("/help/linking/").content.decode()
        for href in re.findall(r'<a class="code" href="([^"]*)"', page):
            assert client.get(unescape(href), follow=True).status_code == 200
