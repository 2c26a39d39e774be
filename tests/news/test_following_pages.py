"""The pages, feeds and calls of following: what they show, and to whom."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from defusedxml import ElementTree
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.decks.stored import deck_of
from tests.news.test_pages import NASTY
from tests.news.told import CARD, told
from vsdb.accounts.own_data import export
from vsdb.accounts.services import delete_account, make_token
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.models import Card
from vsdb.decks import comments
from vsdb.decks.models import Deck
from vsdb.news.following import services
from vsdb.news.following.services import FollowTarget, follow
from vsdb.news.models import FeedKey, Follow, Happening

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 20)


class TestThePage:
    def test_marks_what_is_unread_until_it_is_read(self, ann: tuple[User, Client]) -> None:
        made, other = (follow(ann[0], FollowTarget(query=word, game="vs-classic")) for word in ("hulk", "doom"))
        Follow.objects.update(compared="before", state={"cards": []})
        page = ann[1].get("/following/").content.decode()
        assert "2 unread" in page
        only = ann[1].get(f"/following/?only={made.pk}").content.decode()
        assert ">Everything you follow<" in only
        ann[1].post("/following/read/", {"only": made.pk})
        assert "1 unread" in ann[1].get("/following/").content.decode()
        ann[1].post("/following/read/")
        assert "Mark all as read" not in ann[1].get("/following/").content.decode()
        assert ann[1].get("/following/?only=x").status_code == 400
        ann[1].post(f"/following/{other.pk}/remove/")
        assert list(Follow.objects.all()) == [made]

    def test_shows_queries_as_text(self, ann: tuple[User, Client]) -> None:
        follow(ann[0], FollowTarget(query="<script>alert(1)</script> & x", game="vs-classic"))
        page = ann[1].get("/following/").content.decode()
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; x" in page
        assert "<script>alert" not in page

    def test_costs_the_same_queries_for_many_cards(
        self, ann: tuple[User, Client], django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        slugs = Card.objects.filter(game="vs-classic").values_list("slug", flat=True)[:40]
        for slug in slugs:
            follow(ann[0], FollowTarget(card=f"vs-classic/{slug}"))
        ann[1].get("/following/")
        with django_assert_max_num_queries(20):
            ann[1].get("/following/")
        with django_assert_max_num_queries(10):
            ann[1].post(f"/following/{Follow.objects.latest('pk').pk}/remove/")


class TestWhoMayWhat:
    def test_nobody_reads_unfollows_or_marks_what_another_follows(
        self, ann: tuple[User, Client], bob: tuple[User, Client], client: Client
    ) -> None:
        made = follow(ann[0], FollowTarget(query="hulk", game="vs-classic"))
        assert bob[1].get(f"/following/?only={made.pk}").status_code == 404
        assert bob[1].post(f"/following/{made.pk}/remove/").status_code == 404
        assert bob[1].post("/following/read/", {"only": made.pk}).status_code == 404
        assert "hulk in Vs. System" not in bob[1].get("/following/").content.decode()
        for path in ("", "add/", f"{made.pk}/remove/", "read/", "feed/renew/"):
            answer = client.post(f"/following/{path}") if path else client.get("/following/")
            assert answer.headers["Location"].startswith("/account/login/")
        assert Follow.objects.count() == 1

    def test_a_feed_is_for_who_has_its_word_until_it_is_renewed(self, ann: tuple[User, Client], client: Client) -> None:
        follow(ann[0], FollowTarget(query="hulk", game="vs-classic"))
        Follow.objects.update(compared="before", state={"cards": []})
        ann[1].post("/following/feed/renew/")
        word = FeedKey.objects.get().secret
        assert len(word) >= 40
        for layout in ("atom", "json"):
            answer = client.get(f"/following/feed/{word}.{layout}")
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-store")
            assert "ETag" not in answer.headers
            assert client.get(f"/following/feed/{word[:-1]}.{layout}").status_code == 404
        ann[1].post("/following/feed/renew/")
        assert client.get(f"/following/feed/{word}.atom").status_code == 404
        User.objects.update(is_active=False)
        assert client.get(f"/following/feed/{FeedKey.objects.get().secret}.atom").status_code == 404

    def test_a_feed_of_one_s_own_holds_any_title(
        self, ann: tuple[User, Client], bob: tuple[User, Client], client: Client
    ) -> None:
        title = NASTY.replace("\x00", "").replace("\ud800", "")
        deck = deck_of(bob[0], title=title, visibility="public")
        follow(ann[0], FollowTarget(deck=deck.pk))
        comments.add_comment(deck, Viewer(bob[0].pk), "Said.")
        word = services.renew_feed(ann[0]).secret
        atom = "{http://www.w3.org/2005/Atom}"
        entry = ElementTree.fromstring(client.get(f"/following/feed/{word}.atom").content).find(f"{atom}entry")
        assert "<script>alert(1)</script> &" in entry.findtext(f"{atom}title")
        (item,) = json.loads(client.get(f"/following/feed/{word}.json").content)["items"]
        assert item["content_text"] == "1 new comment."

    def test_one_s_own_data_has_what_one_follows_and_goes_with_the_account(
        self, ann: tuple[User, Client], bob: tuple[User, Client]
    ) -> None:
        deck = deck_of(bob[0], visibility="public")
        follow(ann[0], FollowTarget(deck=deck.pk))
        follow(ann[0], FollowTarget(card=CARD))
        comments.add_comment(deck, Viewer(bob[0].pk), "Said.")
        word = services.renew_feed(ann[0]).secret
        told(ann[0])
        held = export(ann[0])
        assert [each["title"] for each in held["following"]] == ["Savage Beatdown", "Doom"]
        assert held["following"][1]["happenings"][0]["told"] == ["1 new comment."]
        assert word not in json.dumps(held, default=str)
        assert [each["title"] for each in export(bob[0])["following"]] == ["Doom"]
        delete_account(ann[0])
        assert not Follow.objects.filter(by=ann[0].pk).exists()
        assert [each.objects.count() for each in (Happening, FeedKey)] == [0, 0]
        assert Deck.objects.exists()


class TestTheCalls:
    @pytest.fixture
    def calls(self, ann: tuple[User, Client]) -> Any:
        headers = {"Authorization": f"Bearer {make_token(ann[0], name='x', scope='write')[1]}"}

        def call(method: str, path: str, body: Any = None) -> Any:
            sent = json.dumps(body) if body is not None else ""
            address = f"/api/v1/following{path}"
            return Client().generic(method, address, sent, content_type="application/json", headers=headers)

        return call

    def test_follow_list_tell_and_unfollow(self, calls: Any) -> None:
        made = calls("POST", "", {"query": "hulk", "game": "vs-classic"})
        assert (made.status_code, made.json()["title"]) == (201, "hulk in Vs. System TCG")
        assert calls("POST", "", {"card": CARD}).json()["page"] == f"/cards/{CARD}/"
        assert calls("GET", "").json()["count"] == 2
        Follow.objects.filter(query="hulk").update(compared="before", state={"cards": []})
        found = calls("GET", "/happenings").json()["results"]
        assert [(each["follow"], each["unread"]) for each in found] == [(made.json()["id"], True)]
        assert calls("GET", "/happenings?since=2099-01-01").json()["count"] == 0
        assert calls("POST", "/happenings/read", {}).status_code == 204
        assert calls("GET", "/happenings").json()["results"][0]["unread"] is False
        assert calls("DELETE", f"/{made.json()['id']}").status_code == 204
        assert calls("GET", "").json()["count"] == 1

    @pytest.mark.parametrize(
        ("body", "status"),
        [({}, 400), ({"card": "chess/king"}, 404), ({"deck": 5}, 404), ({"cat": "x"}, 400), ({"query": ""}, 400)],
    )
    def test_refuse_what_is_nothing_to_follow(self, calls: Any, body: dict[str, Any], status: int) -> None:
        assert calls("POST", "", body).status_code == status

    def test_of_another_s_follow_know_nothing(self, calls: Any, bob: tuple[User, Client]) -> None:
        made = follow(bob[0], FollowTarget(card=CARD))
        assert calls("DELETE", f"/{made.pk}").status_code == 404
        assert calls("GET", f"/happenings?follow={made.pk}").status_code == 404
        assert calls("POST", "/happenings/read", {"follow": made.pk}).status_code == 404

    def test_ask_for_a_token(self, client: Client, ann: tuple[User, Client]) -> None:
        reading_only = {"Authorization": f"Bearer {make_token(ann[0], name='y', scope='read')[1]}"}
        for path in ("", "/happenings"):
            assert client.get(f"/api/v1/following{path}").status_code == 401
            assert ann[1].get(f"/api/v1/following{path}").status_code == 401
            assert client.get(f"/api/v1/following{path}", headers=reading_only).status_code == 200
        answer = client.post("/api/v1/following", {"card": CARD}, "application/json", headers=reading_only)
        assert answer.status_code == 403
