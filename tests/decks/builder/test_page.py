"""The builder's page: who may open it, what it finds, and what can still be added."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.decks.builder.opened import Tab
from vsdb.accounts.viewers import Viewer
from vsdb.collection.reading import OWNED, CardKey
from vsdb.collection.services import set_copies
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot

SAMPLES = Path(__file__).resolve().parents[3] / "vsdb" / "check" / "sample_lists"
PICK = re.compile(r'<li class="pick[^"]*" data-card="([^"]*)"')
HELD = re.compile(r'data-card="([^"]*)".*?data-held>(\d+)<', re.DOTALL)


class TestWhoMayOpenIt:
    @pytest.mark.parametrize("visibility", Deck.Visibility.values)
    def test_is_its_owner_alone(self, tab: Tab, builder: User, visibility: str) -> None:
        services.share(tab.deck.pk, Viewer(builder.pk), visibility)
        stranger, other = Client(), Client()
        other.force_login(User.objects.create_user("other"))
        for client in (stranger, other):
            assert client.get(tab.address).status_code == 404
            assert client.post(f"{tab.address}change/", {"op": "add", "edition": "1"}).status_code == 404

    def test_without_an_account_is_the_browser_that_began_it(self, db: None) -> None:
        client = Client()
        client.post("/decks/new/", {"game": "vs-classic", "format": "vs-classic/golden-age", "title": "Guest's"})
        deck = Deck.objects.get(title="Guest's")
        tab = Tab(client, deck)
        tab.change("op=add&card=hulk-gladiator")
        assert tab.lines == {("deck", "hulk-gladiator"): 1}
        assert "Sign in to keep it" in tab.open()
        assert Client().get(tab.address).status_code == 404

    def test_is_told_to_nobody_who_keeps_pages(self, tab: Tab) -> None:
        response = tab.client.get(tab.address)
        assert response.headers["Cache-Control"] == "private, no-store"
        assert not response.has_header("ETag")


class TestThePage:
    @pytest.mark.parametrize("query", ["", "?q=hulk&only=1", "?as=text", "?note=hulk-gladiator&by=team", "?q=tpye:x"])
    def test_keeps_to_the_rules_of_every_page(self, tab: Tab, query: str) -> None:
        page = tab.open(query)
        assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=\"(?!on)|javascript:", page) == []
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert sorted(ids) == sorted(set(ids))
        fields = re.findall(r"<(?:input|select|textarea)\b(?![^>]*type=\"hidden\")[^>]*\bid=\"([\w-]+)\"", page)
        assert [name for name in fields if f'for="{name}"' not in page] == []
        assert page.count("<h1") == 1

    def test_finds_cards_of_its_game_with_how_many_the_deck_has(self, tab: Tab) -> None:
        page = tab.open("?q=hulk")
        held = dict(HELD.findall(page))
        assert held["hulk-gladiator"] == "2"
        assert "she-hulk-aff-003" not in held

    def test_without_a_format_says_to_choose_one(self, own: Client, builder: User) -> None:
        tab = Tab(own, services.create(Viewer(builder.pk), "vs-classic", Snapshot(text="1 Mobilize")))
        assert "Choose a format above" in tab.text
        assert "choose a format to see which cards you can add" in tab.open("?q=hulk&only=1")

    def test_gives_the_part_that_is_renewed(self, tab: Tab) -> None:
        for part in ("results", "built", "note"):
            text = tab.client.get(tab.address, {"q": "hulk"}, headers={"HX-Target": part}).content.decode()
            assert text.startswith((f'<div id="{part}"', f'<div id="{part}"'.strip()))
            assert "<html" not in text


class TestWhatCanStillBeAdded:
    def test_leaves_out_what_would_break_a_rule(self, tab: Tab) -> None:
        tab.change("op=set&card=hulk-gladiator&count=4")
        every, left = PICK.findall(tab.open("?q=hulk")), PICK.findall(tab.open("?q=hulk&only=1"))
        assert "hulk-gladiator" in every
        assert "hulk-gladiator" not in left
        assert "hulk-the-green-king" in left

    def test_follows_each_change(self, tab: Tab) -> None:
        for count, may_be in ((3, True), (4, False), (3, True)):
            tab.change(f"op=set&card=hulk-gladiator&count={count}")
            assert ("hulk-gladiator" in PICK.findall(tab.open("?q=hulk&only=1"))) is may_be

    def test_says_that_the_deck_is_full(self, own: Client, builder: User) -> None:
        text = (SAMPLES / "a-force.txt").read_text(encoding="utf-8")
        full = Snapshot(text=text, format="multiverse")
        tab = Tab(own, services.create(Viewer(builder.pk), "vs-2pcg", full))
        page = tab.open("?q=t:sc&only=1")
        assert not PICK.findall(page)
        assert "The deck is full: 60 of 60 cards." in page
        assert "is full" not in tab.open("?q=t:sc")
        tab.change("op=remove&card=loki-aff-020")
        assert "is full" not in tab.open("?q=t:sc&only=1")
        assert PICK.findall(tab.open("?q=t:sc&only=1"))

    def test_says_first_that_the_section_of_the_search_is_full(self, own: Client, builder: User) -> None:
        text = (SAMPLES / "jinx.txt").read_text(encoding="utf-8") + "3 Gust\n2 Cleave\n"
        full = Snapshot(text=text, format="standard")
        tab = Tab(own, services.create(Viewer(builder.pk), "riftbound", full))

        page = tab.open("?q=t:spell&only=1&beside=on")

        assert "The sideboard is full: 10 of 10 cards. Also full: " in page
        assert "Deck 40 of 40" in page

    def test_says_so_in_a_search_too(self, own: Client, builder: User) -> None:
        text = (SAMPLES / "jinx.txt").read_text(encoding="utf-8")
        deck = services.create(Viewer(builder.pk), "riftbound", Snapshot(text=text, format="standard"))
        page = own.get("/cards/riftbound/", {"q": f"for:deck/{deck.pk}"}).content.decode()
        assert f"No card can be added to deck {deck.pk}. The deck is full: 40 of 40 cards." in page

    def test_is_asked_in_the_query_language_too(self, tab: Tab) -> None:
        tab.change("op=set&card=hulk-gladiator&count=4")
        response = tab.client.get("/cards/vs-classic/", {"q": f"hulk for:deck/{tab.deck.pk}"})
        page = response.content.decode()
        assert "/hulk-the-green-king/" in page
        assert "/hulk-gladiator/" not in page
        assert response.headers["Cache-Control"] == "private, no-store"

    def test_tells_a_stranger_nothing_of_a_deck_that_is_not_shared(self, tab: Tab, builder: User) -> None:
        address, query = "/cards/vs-classic/", {"q": f"hulk for:deck/{tab.deck.pk}"}
        secret = Client().get(address, query)
        nothing = Client().get(address, {"q": "hulk for:deck/999999"})
        for response in (secret, nothing):
            assert "or it isn’t shared with you" in response.content.decode().replace("&#x27;", "’")
            assert response.headers["Cache-Control"] == "private, no-store"
            assert "0 cards" in response.content.decode()
        services.share(tab.deck.pk, Viewer(builder.pk), "public")
        assert "/hulk-gladiator/" in Client().get(address, query).content.decode()

    @pytest.mark.parametrize(
        ("query", "said"),
        [("for:deck/x", "no deck"), ("for:deck/", "no deck"), ("for:deck/{pk}", "covers other games")],
    )
    def test_of_another_game_or_of_no_deck_says_so(self, tab: Tab, query: str, said: str) -> None:
        asked = {"q": query.format(pk=tab.deck.pk)}
        page = tab.client.get("/cards/riftbound/", asked).content.decode().replace("&#x27;", "’")
        assert said.casefold() in page.casefold()

    def test_of_a_deck_without_a_format_says_so(self, own: Client, builder: User) -> None:
        deck = services.create(Viewer(builder.pk), "vs-classic", Snapshot(text="1 Mobilize"))
        page = own.get("/cards/vs-classic/", {"q": f"for:deck/{deck.pk}"}).content.decode()
        assert "has no format" in page


class TestOrders:
    def test_write_the_query_and_say_which_is_chosen(self, tab: Tab) -> None:
        page = tab.open("?q=t:character+sort:cost")
        assert re.search(r'data-query="t:character sort:cost" data-narrow aria-current="true">[^<]*cost', page)
        assert 'data-query="t:character sort:name" data-narrow>name' in page

    def test_are_those_of_the_game(self, tab: Tab) -> None:
        assert "sort:might" not in tab.open("?q=t:character")

    def test_of_the_sideboard_box_there_is_none_in_a_format_without_one(self, tab: Tab) -> None:
        assert 'id="beside"' not in tab.open()


def test_filters_and_orders_keep_what_is_chosen_beside_them(tab: Tab, builder: User) -> None:
    set_copies(builder.pk, {CardKey("vs-classic", "nasty-surprise"): {OWNED: 1}})
    page = tab.open("?q=nasty&only=1&owned=1&beside=1&by=team")
    links = re.findall(r'href="([^"]+)"[^>]*data-narrow', page)
    assert len(links) > 5
    for link in links:
        words = parse_qs(urlsplit(unescape(link)).query)
        assert {name: words.get(name) for name in ("only", "owned", "beside", "by")} == {
            "only": ["1"],
            "owned": ["1"],
            "beside": ["1"],
            "by": ["team"],
        }, link
