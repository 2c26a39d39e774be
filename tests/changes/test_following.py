"""Following a card, a deck or a query: who may, what is told, and that nobody is told what isn't for them."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from defusedxml import ElementTree
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from engine.errors import InputError, NotFound
from tests.changes.test_pages import NASTY
from tests.commands import run
from tests.decks.stored import deck_of, page_of, person
from tests.wordings.making import make_ruling, make_wording
from vsdb.accounts.own_data import export
from vsdb.accounts.services import delete_account, make_token
from vsdb.cards.models import Card, Game, Printing
from vsdb.changes.following import queries, reading, refreshing, services
from vsdb.changes.following.cards import differences as card_differences
from vsdb.changes.following.queries import differences as query_differences
from vsdb.changes.following.services import Wanted, follow
from vsdb.changes.following.words import sentence
from vsdb.changes.models import FeedKey, Follow, Happening
from vsdb.decks import keeping, talk
from vsdb.decks.keeping import Snapshot
from vsdb.decks.models import Deck
from vsdb.decks.visitors import Visitor
from vsdb.search.services import search_cards
from vsdb.site.errors import ApplicationError

pytestmark = pytest.mark.django_db

CARD = "vs-classic/savage-beatdown"
TODAY = date(2026, 11, 20)


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


@pytest.fixture
def bob() -> tuple[User, Client]:
    return person("bob")


def told(user: User) -> list[tuple[str, ...]]:
    """What has been told to somebody, the oldest first."""
    reading.look_again(user)
    follows = reading.follows_of(user)
    return [each.sentences for each in reading.in_words(reading.happenings(follows), follows)][::-1]


def new_facts(game: str = "vs-classic") -> None:
    """The facts of a game are others than before."""
    Game.objects.filter(pk=game).update(data_version=f"{timezone.now().timestamp()}")


class TestWhatCanBeFollowed:
    def test_is_followed_once(self, ann: tuple[User, Client]) -> None:
        user, browser = ann
        for sent, home in (
            ({"card": CARD}, f"/cards/{CARD}/"),
            ({"q": " hulk  exile", "game": "vs-classic"}, "/cards/vs-classic/?q=hulk+exile"),
            ({"q": "hulk"}, "/cards/?q=hulk"),
            ({"q": "", "game": "riftbound"}, "/cards/riftbound/"),
        ):
            for _ in range(2):
                assert browser.post("/following/add/", sent).headers["Location"] == home
        assert Follow.objects.filter(by=user).count() == 4
        assert not Happening.objects.exists()

    def test_is_searched_for_outside_of_any_transaction(
        self, ann: tuple[User, Client], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # A search may build its index, behind a lock of the process and one of the database. Were the latter held on
        # until the end of a transaction that searches once more, two who follow at once would wait for each other.
        outside = len(connection.savepoint_ids)  # the test itself is a transaction
        within = []

        def searched(*args: Any, **facts: Any) -> object:
            within.append(len(connection.savepoint_ids) - outside)
            return search_cards(*args, **facts)

        monkeypatch.setattr(services, "search_cards", searched)
        monkeypatch.setattr(queries, "search_cards", searched)
        follow(ann[0], Wanted(query="hulk", game="vs-classic"))
        assert within == [0, 0]

    def test_costs_no_more_to_look_at_again_where_nothing_is_otherwise(
        self, ann: tuple[User, Client], django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        user = ann[0]
        follow(user, Wanted(card=CARD))
        with CaptureQueriesContext(connection) as one:
            reading.look_again(user)
        for slug in ("overload", "flying-kick", "mega-blast"):
            follow(user, Wanted(card=f"vs-classic/{slug}"))
        with django_assert_num_queries(len(one)):
            reading.look_again(user)

    @pytest.mark.parametrize(
        ("sent", "status"),
        [
            ({}, 400),
            ({"card": CARD, "q": "hulk"}, 400),
            ({"card": "vs-classic/no-such-card"}, 404),
            ({"card": "chess/king"}, 404),
            ({"q": ""}, 400),
            ({"q": "x" * 1001}, 400),
            ({"q": "for:deck/1", "game": "vs-classic"}, 400),
            ({"q": "hulk", "game": "chess"}, 404),
            ({"deck": "1"}, 404),
            ({"deck": "one"}, 400),
            ({"secret": "guess"}, 404),
        ],
    )
    def test_is_what_there_is_to_follow(self, ann: tuple[User, Client], sent: dict[str, str], status: int) -> None:
        for answer in (ann[1].post("/following/add/", sent), ann[1].get("/following/add/", sent)):
            assert answer.status_code == status
        assert not Follow.objects.exists()

    def test_is_no_more_than_the_most(self, ann: tuple[User, Client], settings: Settings) -> None:
        settings.FOLLOWS_PER_ACCOUNT = 1
        follow(ann[0], Wanted(card=CARD))
        follow(ann[0], Wanted(card=CARD))
        with pytest.raises(ApplicationError, match="as many as one may"):
            follow(ann[0], Wanted(query="hulk"))

    def test_is_no_query_that_finds_very_many_cards(self, ann: tuple[User, Client], monkeypatch: Any) -> None:
        monkeypatch.setattr("vsdb.changes.following.queries.MOST_CARDS", 3)
        with pytest.raises(InputError, match="at most 3"):
            follow(ann[0], Wanted(query="hulk"))

    def test_is_offered_on_its_page(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="public")
        pages = (f"/cards/{CARD}/", "/cards/vs-classic/?q=hulk", page_of(deck))
        ways = ("card=vs-classic%2Fsavage-beatdown", "game=vs-classic&amp;q=hulk", f"deck={deck.pk}")
        for page, way in zip(pages, ways, strict=True):
            assert f'href="/following/add/?{way}"' in client.get(page).content.decode()
            assert 'action="/following/add/"' in ann[1].get(page).content.decode()
        follow(ann[0], Wanted(card=CARD))
        assert ">Unfollow</button>" in ann[1].get(pages[0]).content.decode()

    def test_is_not_a_list_that_the_address_narrows(self, client: Client) -> None:
        assert "/following/add/" not in client.get("/cards/vs-classic/?q=hulk&type=Character").content.decode()

    def test_leaves_pages_for_strangers_the_same_for_all(self, client: Client) -> None:
        for page in (f"/cards/{CARD}/", "/cards/vs-classic/?q=hulk"):
            etag = client.get(page).headers["ETag"]
            assert client.get(page, headers={"If-None-Match": etag}).status_code == 304


class TestACard:
    def test_tells_errata_rulings_and_printings_once(self, ann: tuple[User, Client]) -> None:
        follow(ann[0], Wanted(card=CARD))
        make_wording("Words of our own.", "errata", "2007-05-01", source="errata list")
        make_ruling("It is so.", about=["savage-beatdown"], source="judge")
        make_ruling("Another card.", about=["flying-kick"], source="judge")
        Printing.objects.create(
            card=Card.objects.get(slug="savage-beatdown"), number="9", position=9,
            card_set=Card.objects.get(slug="advance-warning").printings.get().card_set,
        )  # fmt: skip
        new_facts()
        expected = (
            "A new printing is recorded: DCR-9 in Infinite Crisis.",
            "Errata from Errata List, counting from 1 May 2007.",
            "One new ruling from Judge.",
        )
        (said,) = told(ann[0])
        assert set(expected) <= set(said)
        assert said.count(expected[0]) == 1
        new_facts()
        assert len(told(ann[0])) == 1

    def test_that_is_gone_says_so_and_so_when_it_is_back(self) -> None:
        here: dict[str, Any] = {"legality": {}, "bans": {}, "printings": {}, "texts": {}, "rulings": {}}
        assert card_differences(here, {"is_gone": True}) == [{"what": "gone"}]
        assert card_differences({"is_gone": True}, here) == [{"what": "back"}]
        assert card_differences({"is_gone": True}, {"is_gone": True}) == []

    def test_tells_a_status_unless_a_ban_says_why(self) -> None:
        rest: dict[str, Any] = {"printings": {}, "texts": {}, "rulings": {}}
        before = {"legality": {"a": ["legal", "Age"], "b": ["legal", "Block"]}, "bans": {}, **rest}
        ban = {"begins": ["2026-01-01", "2026-01-31"], "ends": [], "formats": [["a", "Age"]]}
        after = {"legality": {"a": ["banned", "Age"], "b": ["not in", "Block"]}, "bans": {"x": ban}, **rest}
        parts = card_differences(before, after)
        assert [sentence(part, TODAY) for part in parts] == [
            "Banned in Age; the ban began in January 2026.",
            "No longer in Block, where it was legal.",
        ]
        later = {**after, "bans": {"x": {**ban, "ends": ["2026-12-01", "2026-12-01"]}}}
        (moved,) = card_differences(after, later)
        said = sentence(moved, TODAY)
        assert said == "The ban in Age has other days: it begins in January 2026; it ends on 1 December 2026."

    def test_says_that_a_ban_lies_ahead(self) -> None:
        part = {"what": "ban", "begins": ["2027-01-01", "2027-01-01"], "ends": [], "formats": [["a", "Age"]]}
        assert sentence(part, TODAY) == "Banned in Age from 1 January 2027."

    def test_is_told_of_the_day_on_which_a_format_changes(self, ann: tuple[User, Client]) -> None:
        made = follow(ann[0], Wanted(card=CARD))
        made.refresh_from_db()
        made.state["legality"]["golden-age"][0] = "not in"
        Follow.objects.filter(pk=made.pk).update(state=made.state, compared="yesterday")
        assert told(ann[0]) == [("Now legal in Golden Age; before it wasn’t in it.",)]


class TestADeck:
    def test_tells_versions_and_comments_of_others_once(
        self, ann: tuple[User, Client], bob: tuple[User, Client]
    ) -> None:
        deck = deck_of(bob[0], visibility="public", format="golden-age")
        follow(ann[0], Wanted(deck=deck.pk))
        follow(bob[0], Wanted(deck=deck.pk))
        keeping.save(deck.pk, Visitor(bob[0].pk), 1, Snapshot(title="Doom", format="golden-age", text="1 Mobilize"))
        talk.comment(deck, Visitor(ann[0].pk), "Mine.")
        talk.comment(deck, Visitor(bob[0].pk), "Yours.")
        hidden = talk.comment(deck, Visitor(bob[0].pk), "Rude.")
        type(hidden).objects.filter(pk=hidden.pk).update(hidden_at=timezone.now())
        assert told(ann[0]) == [("Version 2 was saved. It is illegal in its format.", "One new comment.")]
        assert told(bob[0]) == [("One new comment.",)]
        assert len(told(ann[0])) == len(told(bob[0])) == 1

    def test_tells_nothing_while_it_is_hidden_from_who_follows_it(
        self, ann: tuple[User, Client], bob: tuple[User, Client]
    ) -> None:
        deck = deck_of(bob[0], title="Zanzibar", visibility="public")
        follow(ann[0], Wanted(deck=deck.pk))
        talk.comment(deck, Visitor(bob[0].pk), "One.")
        key = services.renew_feed(ann[0])
        assert "Zanzibar" in ann[1].get("/following/").content.decode()
        keeping.share(deck.pk, Visitor(bob[0].pk), "private")
        talk.comment(deck, Visitor(bob[0].pk), "Two.")
        for address in ("/following/", f"/following/feed/{key.secret}.atom", f"/following/feed/{key.secret}.json"):
            page = ann[1].get(address).content.decode()
            assert "Zanzibar" not in page
            assert "comment" not in page
        assert "isn’t shared with you any more" in ann[1].get("/following/").content.decode()
        assert "Zanzibar" not in json.dumps(export(ann[0]), default=str)
        keeping.share(deck.pk, Visitor(bob[0].pk), "public")
        assert told(ann[0]) == [("One new comment.",), ("One new comment.",)]

    def test_that_was_shared_by_a_link_is_followed_as_long_as_the_link_holds(
        self, ann: tuple[User, Client], bob: tuple[User, Client]
    ) -> None:
        deck = deck_of(bob[0], title="Zanzibar", visibility="link")
        with pytest.raises(NotFound):
            follow(ann[0], Wanted(deck=deck.pk))
        answer = ann[1].post("/following/add/", {"deck": deck.pk, "secret": deck.secret})
        assert answer.headers["Location"] == f"/decks/shared/{deck.secret}/"
        assert "Zanzibar" in ann[1].get("/following/").content.decode()
        keeping.renew_link(deck.pk, Visitor(bob[0].pk))
        assert "Zanzibar" not in ann[1].get("/following/").content.decode()

    def test_goes_from_the_list_when_it_is_deleted(self, ann: tuple[User, Client], bob: tuple[User, Client]) -> None:
        deck = deck_of(bob[0], visibility="public")
        follow(ann[0], Wanted(deck=deck.pk))
        keeping.delete(deck.pk, Visitor(bob[0].pk))
        assert "You follow nothing yet" in ann[1].get("/following/").content.decode()


class TestAQuery:
    def test_tells_what_it_newly_finds_and_what_no_more(self) -> None:
        (part,) = query_differences(
            {"cards": ["vs-classic/flying-kick", "vs-classic/gone"]}, {"cards": ["vs-classic/flying-kick", CARD]}
        )
        assert sentence(part, TODAY) == "Newly found: Savage Beatdown; no longer found: gone."

    def test_names_the_first_of_many(self) -> None:
        many = [f"vs-classic/card-{number}" for number in range(30)]
        (part,) = query_differences({"cards": []}, {"cards": many})
        assert (part["came_count"], len(part["came"])) == (30, 20)
        assert sentence(part, TODAY).endswith("and twenty-five others.")

    def test_that_finds_too_many_says_so_once(self) -> None:
        few, many = {"cards": [CARD]}, {"beyond": 6000}
        (part,) = query_differences(few, many)
        assert "6,000 cards, too many" in sentence(part, TODAY)
        assert query_differences(many, {"beyond": 7000}) == []
        (back,) = query_differences(many, few)
        assert "few enough again" in sentence(back, TODAY)

    def test_is_told_to_all_who_follow_it(self, ann: tuple[User, Client], bob: tuple[User, Client]) -> None:
        for user, _ in (ann, bob):
            follow(user, Wanted(query="name:hulk", game="vs-classic"))
        assert refreshing.refresh(Follow.objects.all()) == 0
        Follow.objects.update(compared="before", state={"cards": []})
        assert refreshing.refresh(Follow.objects.all()) == 2
        assert refreshing.refresh(Follow.objects.all()) == 0

    def test_beyond_the_most_searches_waits_for_the_next_look(self, ann: tuple[User, Client]) -> None:
        for word in ("hulk", "doom", "savage"):
            follow(ann[0], Wanted(query=word, game="vs-classic"))
        Follow.objects.update(compared="before", state={"cards": []})
        every = Follow.objects.all()
        assert [refreshing.refresh(every, most_queries=2) for _ in range(3)] == [2, 1, 0]


class TestTelling:
    def test_is_done_once_by_two_who_look_at_once(self, ann: tuple[User, Client]) -> None:
        made = follow(ann[0], Wanted(query="hulk", game="vs-classic"))
        Follow.objects.update(compared="before", state={"cards": []})
        stale = Follow.objects.get(pk=made.pk)
        assert refreshing.refresh(Follow.objects.all()) == 1
        look = next(look for _, look in refreshing.looked_at([stale], None))
        assert refreshing.keep(stale, look) is False
        assert Happening.objects.count() == 1

    def test_keeps_the_newest_of_very_many(self, ann: tuple[User, Client], monkeypatch: Any) -> None:
        monkeypatch.setattr(refreshing, "MOST_KEPT", 2)
        follow(ann[0], Wanted(query="hulk", game="vs-classic"))
        for number in range(4):
            Follow.objects.update(compared=f"before {number}", state={"cards": []})
            refreshing.refresh(Follow.objects.all())
        assert Happening.objects.count() == 2

    def test_is_a_command_with_figures(self, ann: tuple[User, Client]) -> None:
        follow(ann[0], Wanted(query="hulk", game="vs-classic"))
        Follow.objects.update(compared="before", state={"cards": []})
        assert json.loads(run("refresh_follows", "--json")[1]) == {"follows": 1, "told": 1}
        assert run("refresh_follows")[:2] == (0, "1 followed, 0 told\n")


class TestThePage:
    def test_marks_what_is_unread_until_it_is_read(self, ann: tuple[User, Client]) -> None:
        made, other = (follow(ann[0], Wanted(query=word, game="vs-classic")) for word in ("hulk", "doom"))
        Follow.objects.update(compared="before", state={"cards": []})
        page = ann[1].get("/following/").content.decode()
        assert "two unread" in page
        only = ann[1].get(f"/following/?only={made.pk}").content.decode()
        assert ">All that you follow<" in only
        ann[1].post("/following/read/", {"only": made.pk})
        assert "one unread" in ann[1].get("/following/").content.decode()
        ann[1].post("/following/read/")
        assert "Mark all as read" not in ann[1].get("/following/").content.decode()
        assert ann[1].get("/following/?only=x").status_code == 400
        ann[1].post(f"/following/{other.pk}/remove/")
        assert list(Follow.objects.all()) == [made]

    def test_shows_queries_as_text(self, ann: tuple[User, Client]) -> None:
        follow(ann[0], Wanted(query="<script>alert(1)</script> & x", game="vs-classic"))
        page = ann[1].get("/following/").content.decode()
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; x" in page
        assert "<script>alert" not in page

    def test_costs_the_same_queries_for_many_cards(
        self, ann: tuple[User, Client], django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        slugs = Card.objects.filter(game="vs-classic").values_list("slug", flat=True)[:40]
        for slug in slugs:
            follow(ann[0], Wanted(card=f"vs-classic/{slug}"))
        ann[1].get("/following/")
        with django_assert_max_num_queries(20):
            ann[1].get("/following/")


class TestWhoMayWhat:
    def test_nobody_reads_unfollows_or_marks_what_another_follows(
        self, ann: tuple[User, Client], bob: tuple[User, Client], client: Client
    ) -> None:
        made = follow(ann[0], Wanted(query="hulk", game="vs-classic"))
        assert bob[1].get(f"/following/?only={made.pk}").status_code == 404
        assert bob[1].post(f"/following/{made.pk}/remove/").status_code == 404
        assert bob[1].post("/following/read/", {"only": made.pk}).status_code == 404
        assert "hulk in Vs. System" not in bob[1].get("/following/").content.decode()
        for path in ("", "add/", f"{made.pk}/remove/", "read/", "feed/renew/"):
            answer = client.post(f"/following/{path}") if path else client.get("/following/")
            assert answer.headers["Location"].startswith("/account/login/")
        assert Follow.objects.count() == 1

    def test_a_feed_is_for_who_has_its_word_until_it_is_renewed(self, ann: tuple[User, Client], client: Client) -> None:
        follow(ann[0], Wanted(query="hulk", game="vs-classic"))
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
        follow(ann[0], Wanted(deck=deck.pk))
        talk.comment(deck, Visitor(bob[0].pk), "Said.")
        word = services.renew_feed(ann[0]).secret
        atom = "{http://www.w3.org/2005/Atom}"
        entry = ElementTree.fromstring(client.get(f"/following/feed/{word}.atom").content).find(f"{atom}entry")
        assert "<script>alert(1)</script> &" in entry.findtext(f"{atom}title")
        (item,) = json.loads(client.get(f"/following/feed/{word}.json").content)["items"]
        assert item["content_text"] == "One new comment."

    def test_one_s_own_data_has_what_one_follows_and_goes_with_the_account(
        self, ann: tuple[User, Client], bob: tuple[User, Client]
    ) -> None:
        deck = deck_of(bob[0], visibility="public")
        follow(ann[0], Wanted(deck=deck.pk))
        follow(ann[0], Wanted(card=CARD))
        talk.comment(deck, Visitor(bob[0].pk), "Said.")
        word = services.renew_feed(ann[0]).secret
        told(ann[0])
        held = export(ann[0])
        assert [each["title"] for each in held["following"]] == ["Savage Beatdown", "Doom"]
        assert held["following"][1]["happenings"][0]["told"] == ["One new comment."]
        assert word not in json.dumps(held, default=str)
        assert export(bob[0])["following"] == []
        delete_account(ann[0])
        assert [each.objects.count() for each in (Follow, Happening, FeedKey)] == [0, 0, 0]
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
        made = follow(bob[0], Wanted(card=CARD))
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
