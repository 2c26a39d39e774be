"""Following a card, a deck or a query: who may, what is told, and that nobody is told what isn't for them."""

from __future__ import annotations

import json
import re
from datetime import date
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from engine.model.errors import InputError, NotFound
from tests.catalog.wordings.making import make_ruling, make_wording
from tests.commands import run
from tests.decks.stored import deck_of, page_of
from tests.news.told import CARD, new_facts, told
from vsdb.accounts.own_data import export
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.models import Card, Printing
from vsdb.core.errors import ApplicationError
from vsdb.decks import comments
from vsdb.decks import services as deck_services
from vsdb.decks.services import Snapshot
from vsdb.news.following import reading, services
from vsdb.news.following.services import FollowTarget, follow, query_differences
from vsdb.news.following.snapshots import card_differences
from vsdb.news.messages import describe_part
from vsdb.news.models import Follow, Happening
from vsdb.search.services import search_cards

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 20)


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
        follow(ann[0], FollowTarget(query="hulk", game="vs-classic"))
        assert within == [0, 0]

    def test_costs_no_more_to_look_at_again_where_nothing_is_otherwise(
        self, ann: tuple[User, Client], django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        user = ann[0]
        follow(user, FollowTarget(card=CARD))
        with CaptureQueriesContext(connection) as one:
            reading.look_again(user)
        for slug in ("overload", "flying-kick", "mega-blast"):
            follow(user, FollowTarget(card=f"vs-classic/{slug}"))
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
            ({"secret": "\0"}, 400),
        ],
    )
    def test_is_what_there_is_to_follow(self, ann: tuple[User, Client], sent: dict[str, str], status: int) -> None:
        for answer in (ann[1].post("/following/add/", sent), ann[1].get("/following/add/", sent)):
            assert answer.status_code == status
        assert not Follow.objects.exists()

    def test_is_no_more_than_the_most(self, ann: tuple[User, Client], settings: Settings) -> None:
        settings.FOLLOWS_PER_ACCOUNT = 2
        follow(ann[0], FollowTarget(card=CARD))
        follow(ann[0], FollowTarget(card="vs-classic/overload"))
        with pytest.raises(ApplicationError, match="You follow 2 things, the maximum"):
            follow(ann[0], FollowTarget(query="hulk"))

    def test_is_no_query_that_finds_very_many_cards(self, ann: tuple[User, Client], monkeypatch: Any) -> None:
        monkeypatch.setattr("vsdb.news.following.services.MAX_CARDS", 3)
        with pytest.raises(InputError, match="at most 3"):
            follow(ann[0], FollowTarget(query="hulk"))

    def test_is_offered_on_its_page(self, ann: tuple[User, Client], bob: tuple[User, Client], client: Client) -> None:
        deck = deck_of(bob[0], visibility="public")
        pages = (f"/cards/{CARD}/", "/cards/vs-classic/?q=hulk", page_of(deck))
        ways = ("card=vs-classic%2Fsavage-beatdown", "game=vs-classic&amp;q=hulk", f"deck={deck.pk}")
        for page, way in zip(pages, ways, strict=True):
            assert f'href="/following/add/?{way}"' in client.get(page).content.decode()
            assert 'action="/following/add/"' in ann[1].get(page).content.decode()
        follow(ann[0], FollowTarget(card=CARD))
        assert ">Unfollow</button>" in ann[1].get(pages[0]).content.decode()

    def test_is_explained_to_strangers_and_asked_again_after_their_sign_up(self, client: Client) -> None:
        page = f"/following/add/?card={CARD}"
        told = unescape(client.get(page).content.decode())
        assert "bans, errata, rulings, new printings" in told
        assert f'href="/account/login/?{urlencode({"next": page})}"' in told
        way = f"/account/signup/?{urlencode({'next': page})}"
        assert f'href="{way}"' in told
        client.post(way, {"username": "bo", "email": "bo@example.org", "password1": "Correct-horse-9-bo", "next": page})
        (link,) = re.findall(r"https?://testserver(/\S+)", mail.outbox[0].body)
        confirmed = client.post(link, follow=True) if b"<form" in client.get(link).content else client.get(link)
        assert confirmed.redirect_chain[-1][0] == page
        assert 'action="/following/add/"' in confirmed.content.decode()

    def test_is_of_what_strangers_may_not_see_told_after_the_sign_in(
        self, ann: tuple[User, Client], client: Client
    ) -> None:
        page = f"/following/add/?deck={deck_of(ann[0]).pk}"
        answer = client.get(page)
        assert answer.headers["Location"] == f"/account/login/?{urlencode({'next': page}, safe='/')}"

    def test_is_not_a_list_that_the_address_narrows(self, client: Client) -> None:
        assert "/following/add/" not in client.get("/cards/vs-classic/?q=hulk&type=Character").content.decode()

    def test_leaves_pages_for_strangers_the_same_for_all(self, client: Client) -> None:
        for page in (f"/cards/{CARD}/", "/cards/vs-classic/?q=hulk"):
            etag = client.get(page).headers["ETag"]
            assert client.get(page, headers={"If-None-Match": etag}).status_code == 304


class TestACard:
    def test_tells_errata_rulings_and_printings_once(self, ann: tuple[User, Client]) -> None:
        follow(ann[0], FollowTarget(card=CARD))
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
            "1 new ruling from Judge.",
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
        assert [describe_part(part, TODAY) for part in parts] == [
            "Banned in Age; the ban began in January 2026.",
            "No longer in Block; before, it was legal.",
        ]
        later = {**after, "bans": {"x": {**ban, "ends": ["2026-12-01", "2026-12-01"]}}}
        (moved,) = card_differences(after, later)
        said = describe_part(moved, TODAY)
        assert said == "The ban in Age has new dates: it begins in January 2026; it ends on 1 December 2026."

    def test_says_that_a_ban_lies_ahead(self) -> None:
        part = {"what": "ban", "begins": ["2027-01-01", "2027-01-01"], "ends": [], "formats": [["a", "Age"]]}
        assert describe_part(part, TODAY) == "Banned in Age from 1 January 2027."

    @pytest.mark.parametrize(
        ("days", "since"),
        [
            (["2008-07-01", "2008-07-01"], "1 July 2008"),
            (["2008-07-01", "2008-07-31"], "a date in July 2008"),
            (["2008-07-03", "2008-07-05"], "a date between 3 July and 5 July 2008"),
            (["2008-07-03", date.max.isoformat()], "a date on or after 3 July 2008"),
        ],
    )
    def test_says_from_which_day_a_text_counts_as_closely_as_it_is_known(self, days: list[str], since: str) -> None:
        part = {"what": "text", "kind": "errata", "source": "a list", "days": days}
        assert describe_part(part, TODAY) == f"Errata from a list, counting from {since}."

    def test_is_told_of_the_day_on_which_a_format_changes(self, ann: tuple[User, Client]) -> None:
        made = follow(ann[0], FollowTarget(card=CARD))
        made.refresh_from_db()
        made.state["legality"]["golden-age"][0] = "not in"
        Follow.objects.filter(pk=made.pk).update(state=made.state, compared="yesterday")
        assert told(ann[0]) == [("Now legal in Golden Age; before, it wasn’t in the format.",)]


class TestADeck:
    def test_tells_versions_and_comments_of_others_once(
        self, ann: tuple[User, Client], bob: tuple[User, Client]
    ) -> None:
        deck = deck_of(bob[0], visibility="public", format="golden-age")
        follow(ann[0], FollowTarget(deck=deck.pk))
        follow(bob[0], FollowTarget(deck=deck.pk))
        saved = Snapshot(title="Doom", format="golden-age", text="1 Mobilize")
        deck_services.save(deck.pk, Viewer(bob[0].pk), 1, saved)
        comments.add_comment(deck, Viewer(ann[0].pk), "Mine.")
        comments.add_comment(deck, Viewer(bob[0].pk), "Yours.")
        hidden = comments.add_comment(deck, Viewer(bob[0].pk), "Rude.")
        type(hidden).objects.filter(pk=hidden.pk).update(hidden_at=timezone.now())
        assert told(ann[0]) == [("Version 2 was saved. Verdict in its format: illegal.", "1 new comment.")]
        assert told(bob[0]) == [("1 new comment.",)]
        assert len(told(ann[0])) == len(told(bob[0])) == 1

    def test_tells_nothing_while_it_is_hidden_from_who_follows_it(
        self, ann: tuple[User, Client], bob: tuple[User, Client]
    ) -> None:
        deck = deck_of(bob[0], title="Zanzibar", visibility="public")
        follow(ann[0], FollowTarget(deck=deck.pk))
        comments.add_comment(deck, Viewer(bob[0].pk), "One.")
        key = services.renew_feed(ann[0])
        assert "Zanzibar" in ann[1].get("/following/").content.decode()
        deck_services.share(deck.pk, Viewer(bob[0].pk), "private")
        comments.add_comment(deck, Viewer(bob[0].pk), "Two.")
        for address in ("/following/", f"/following/feed/{key.secret}.atom", f"/following/feed/{key.secret}.json"):
            page = ann[1].get(address).content.decode()
            assert "Zanzibar" not in page
            assert "new comment" not in page
        assert "is no longer shared with you" in ann[1].get("/following/").content.decode()
        assert "Zanzibar" not in json.dumps(export(ann[0]), default=str)
        deck_services.share(deck.pk, Viewer(bob[0].pk), "public")
        assert told(ann[0]) == [("1 new comment.",), ("1 new comment.",)]

    def test_that_was_shared_by_a_link_is_followed_as_long_as_the_link_holds(
        self, ann: tuple[User, Client], bob: tuple[User, Client]
    ) -> None:
        deck = deck_of(bob[0], title="Zanzibar", visibility="link")
        with pytest.raises(NotFound):
            follow(ann[0], FollowTarget(deck=deck.pk))
        answer = ann[1].post("/following/add/", {"deck": deck.pk, "secret": deck.secret})
        assert answer.headers["Location"] == f"/decks/shared/{deck.secret}/"
        assert "Zanzibar" in ann[1].get("/following/").content.decode()
        deck_services.renew_link(deck.pk, Viewer(bob[0].pk))
        assert "Zanzibar" not in ann[1].get("/following/").content.decode()

    def test_goes_from_the_list_when_it_is_deleted(self, ann: tuple[User, Client], bob: tuple[User, Client]) -> None:
        deck = deck_of(bob[0], visibility="public")
        follow(ann[0], FollowTarget(deck=deck.pk))
        deck_services.delete(deck.pk, Viewer(bob[0].pk))
        assert "You don’t follow anything yet" in ann[1].get("/following/").content.decode()


class TestAQuery:
    def test_tells_what_it_newly_finds_and_what_no_more(self) -> None:
        (part,) = query_differences(
            {"cards": ["vs-classic/flying-kick", "vs-classic/gone"]}, {"cards": ["vs-classic/flying-kick", CARD]}
        )
        assert describe_part(part, TODAY) == "New matches: Savage Beatdown; no longer matching: gone."

    def test_names_the_first_of_many(self) -> None:
        many = [f"vs-classic/card-{number}" for number in range(30)]
        (part,) = query_differences({"cards": []}, {"cards": many})
        assert (part["came_count"], len(part["came"])) == (30, 20)
        assert describe_part(part, TODAY).endswith("and 25 others.")

    def test_that_finds_too_many_says_so_once(self) -> None:
        few, many = {"cards": [CARD]}, {"beyond": 6000}
        (part,) = query_differences(few, many)
        assert "6,000 cards, too many" in describe_part(part, TODAY)
        assert query_differences(many, {"beyond": 7000}) == []
        (back,) = query_differences(many, few)
        assert "few enough again" in describe_part(back, TODAY)

    def test_is_told_to_all_who_follow_it(self, ann: tuple[User, Client], bob: tuple[User, Client]) -> None:
        for user, _ in (ann, bob):
            follow(user, FollowTarget(query="name:hulk", game="vs-classic"))
        assert services.refresh(Follow.objects.all()) == 0
        Follow.objects.update(compared="before", state={"cards": []})
        assert services.refresh(Follow.objects.all()) == 2
        assert services.refresh(Follow.objects.all()) == 0

    def test_beyond_the_most_searches_waits_for_the_next_look(self, ann: tuple[User, Client]) -> None:
        for word in ("hulk", "doom", "savage"):
            follow(ann[0], FollowTarget(query=word, game="vs-classic"))
        Follow.objects.update(compared="before", state={"cards": []})
        every = Follow.objects.all()
        assert [services.refresh(every, most_queries=2) for _ in range(3)] == [2, 1, 0]


class TestTelling:
    def test_is_done_once_by_two_who_look_at_once(self, ann: tuple[User, Client]) -> None:
        made = follow(ann[0], FollowTarget(query="hulk", game="vs-classic"))
        Follow.objects.update(compared="before", state={"cards": []})
        stale = Follow.objects.get(pk=made.pk)
        assert services.refresh(Follow.objects.all()) == 1
        look = next(look for _, look in services.look_at_batch([stale], None))
        assert services.keep(stale, look) is False
        assert Happening.objects.count() == 1

    def test_keeps_the_newest_of_very_many(self, ann: tuple[User, Client], monkeypatch: Any) -> None:
        monkeypatch.setattr(services, "MAX_KEPT", 2)
        follow(ann[0], FollowTarget(query="hulk", game="vs-classic"))
        for number in range(4):
            Follow.objects.update(compared=f"before {number}", state={"cards": []})
            services.refresh(Follow.objects.all())
        assert Happening.objects.count() == 2

    def test_is_a_command_with_figures(self, ann: tuple[User, Client]) -> None:
        follow(ann[0], FollowTarget(query="hulk", game="vs-classic"))
        Follow.objects.update(compared="before", state={"cards": []})
        assert json.loads(run("refresh_follows", "--json")[1]) == {"follows": 1, "told": 1}
        assert run("refresh_follows")[:2] == (0, "1 followed, 0 with news\n")
