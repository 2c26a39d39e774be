"""New public decks: of followed authors, of followed searches, in feeds; and following one's own shared decks."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from engine.model.errors import InputError, NotFound
from tests.decks.stored import deck_of, page_of
from tests.news.told import told
from vsdb.accounts.own_data import export
from vsdb.accounts.services import make_token
from vsdb.accounts.viewers import Viewer
from vsdb.decks import browse, comments, services
from vsdb.decks.models import Deck
from vsdb.news.following import own_decks
from vsdb.news.following.own_decks import follows_own_decks
from vsdb.news.following.services import FollowTarget, follow
from vsdb.news.models import Follow

pytestmark = pytest.mark.django_db
Person = tuple[User, Client]
ARMY = "60 Sentinel Mark V, Army"
ATOM = "{http://www.w3.org/2005/Atom}"


class TestAnAuthor:
    def test_tells_each_deck_once_when_it_becomes_public(self, ann: Person, bob: Person) -> None:
        deck_of(bob[0], title="Before", visibility="public")
        follow(ann[0], FollowTarget(author="BOB"))
        assert told(ann[0]) == []
        deck_of(bob[0], title="Kept back")
        deck_of(bob[0], title="By link", visibility="link")
        first = deck_of(bob[0], title="First", visibility="public")
        deck_of(bob[0], title="Second", visibility="public")
        assert told(ann[0]) == [("2 new public decks: Second and First.",)]
        for visibility in ("private", "public"):
            services.share(first.pk, Viewer(bob[0].pk), visibility)
        assert len(told(ann[0])) == 1

    def test_names_no_deck_that_is_public_no_more(self, ann: Person, bob: Person) -> None:
        follow(ann[0], FollowTarget(author="bob"))
        deck = deck_of(bob[0], title="Zanzibar", visibility="public")
        assert told(ann[0]) == [("1 new public deck: Zanzibar.",)]
        services.share(deck.pk, Viewer(bob[0].pk), "private")
        assert told(ann[0]) == [("1 new public deck.",)]
        assert "Zanzibar" not in ann[1].get("/following/").content.decode()
        assert "Zanzibar" not in json.dumps(export(ann[0]), default=str)

    def test_is_followed_from_their_page_and_no_more(self, ann: Person, bob: Person) -> None:
        assert "Follow</button>" in ann[1].get("/people/bob/").content.decode()
        assert "Follow</button>" not in bob[1].get("/people/bob/").content.decode()
        assert ann[1].post("/following/add/", {"author": "bob"}).headers["Location"] == "/people/bob/"
        assert "Unfollow</button>" in ann[1].get("/people/bob/").content.decode()
        bob[0].delete()
        assert not Follow.objects.exists()

    def test_is_somebody_else(self, ann: Person) -> None:
        with pytest.raises(InputError):
            follow(ann[0], FollowTarget(author="ann"))
        with pytest.raises(NotFound):
            follow(ann[0], FollowTarget(author="nobody"))

    def test_costs_the_same_queries_for_many(
        self, ann: Person, bob: Person, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        counts = []
        for number in range(2):
            for each in range(4):
                author = User.objects.create(username=f"author{number}{each}")
                follow(ann[0], FollowTarget(author=author.username))
            with django_assert_max_num_queries(40) as asked:
                ann[1].get("/following/")
            counts.append(len(asked))
        assert counts[0] == counts[1]


class TestASearch:
    def test_tells_new_public_decks_that_match(self, ann: Person, bob: Person) -> None:
        deck_of(bob[0], title="Before", visibility="public", text=ARMY)
        follow(ann[0], FollowTarget(decks="contains:army", game="vs-classic"))
        deck_of(bob[0], title="Doom", visibility="public")
        deck_of(bob[0], title="Army", visibility="public", text=ARMY)
        deck_of(bob[0], title="Mine alone", text=ARMY)
        deck_of(bob[0], title="Elsewhere", visibility="public", game="riftbound", format="", text="")
        assert told(ann[0]) == [("1 new public deck: Army.",)]

    def test_tells_the_newest_first_though_the_query_has_an_open_quote(self, ann: Person, bob: Person) -> None:
        follow(ann[0], FollowTarget(decks='"doom'))
        for number in (1, 2):
            deck_of(bob[0], title=f"Doom {number}", visibility="public")
        assert told(ann[0]) == [("2 new public decks: Doom 2 and Doom 1.",)]

    def test_is_followed_from_the_list_with_what_narrows_it(self, ann: Person) -> None:
        address = "/decks/?q=doom or army&format=vs-classic/silver-age&tag=aggro&card=vs-classic/savage-beatdown"
        page = ann[1].get(address).content.decode()
        query = "(doom or army) format:silver-age tag:aggro contains:(!&quot;Savage Beatdown&quot;)"
        assert f'name="decks" value="{query}"' in page
        assert 'name="game" value="vs-classic"' in page
        sent = {"decks": query.replace("&quot;", '"'), "game": "vs-classic"}
        leads = ann[1].post("/following/add/", sent).headers["Location"]
        assert "Unfollow this search" in ann[1].get(leads).content.decode()

    @pytest.mark.parametrize(
        "address",
        [
            "/decks/",
            "/decks/?sort=likes",
            "/decks/?q=is:own",
            "/decks/?q=-is:own",
            "/decks/?q=contains:(owned:yes)",
            "/decks/?game=chess",
        ],
    )
    def test_is_offered_only_where_it_means_something_to_everybody(self, ann: Person, address: str) -> None:
        assert "Follow this search" not in ann[1].get(address).content.decode()

    @pytest.mark.parametrize(
        "query",
        [
            *("is:liked", "doom is:own", "(a or is:private)", "x" * 1001),
            *("-is:own", "-(doom is:link)", "contains:(owned:yes)", "doom -contains:(missing:yes)>=2"),
            *("contains:(flip:(wanted>1))", "contains:(owned+wanted>2)", "contains:(for:deck/1)"),
        ],
    )
    def test_of_one_s_own_decks_is_refused(self, ann: Person, query: str) -> None:
        with pytest.raises(InputError):
            follow(ann[0], FollowTarget(decks=query))


class TestTheCalls:
    def test_follow_an_author_and_a_search(self, ann: Person, bob: Person) -> None:
        headers = {"Authorization": f"Bearer {make_token(ann[0], name='x', scope='write')[1]}"}

        def call(body: dict[str, Any]) -> Any:
            sent: Any = {"data": body, "content_type": "application/json", "headers": headers}
            return Client().post("/api/v1/following", **sent)

        author, search = call({"author": "bob"}).json(), call({"decks": "doom", "game": "vs-classic"}).json()
        assert (author["kind"], author["author"], author["page"]) == ("author", "bob", "/people/bob/")
        assert (search["kind"], search["query"], search["title"]) == ("decks", "doom", "Decks: doom in Vs. System TCG")
        assert call({"author": "nobody"}).status_code == 404
        assert call({"author": "bob", "decks": "doom"}).status_code == 400
        assert call({"decks": ""}).status_code == 400


class TestTheFeed:
    def test_has_the_newest_public_decks_that_the_address_asks_for(self, ann: Person, client: Client) -> None:
        deck = deck_of(ann[0], title="Doom & <co>", visibility="public")
        deck_of(ann[0], title="Army", visibility="public", text=ARMY)
        deck_of(ann[0], title="Link", visibility="link")
        deck_of(ann[0], title="Other", visibility="public", game="riftbound", format="", text="")
        for words, titles in (
            ("", ["Other", "Army", "Doom & <co>"]),
            ("?game=vs-classic", ["Army", "Doom & <co>"]),
            ("?format=vs-classic/silver-age&q=doom", ["Doom & <co>"]),
            ("?q=sort:name+game:vs-classic", ["Army", "Doom & <co>"]),
            ("?card=vs-classic/savage-beatdown", ["Doom & <co>"]),
        ):
            atom = ET.fromstring(client.get(f"/decks/feed.atom{words}").content)  # noqa: S314 -- our own
            assert [each.findtext(f"{ATOM}title") for each in atom.iter(f"{ATOM}entry")] == titles, words
            told_by_json = client.get(f"/decks/feed.json{words}").json()
            assert [each["title"] for each in told_by_json["items"]] == titles
            assert told_by_json["items"][-1]["url"] == f"http://testserver{page_of(deck)}"

    def test_is_announced_by_the_list_and_by_the_author_s_page(self, ann: Person, client: Client) -> None:
        deck_of(ann[0], visibility="public")
        page = client.get("/decks/?q=a%26b&game=vs-classic&sort=likes").content.decode()
        assert 'type="application/atom+xml"' in page
        assert 'href="/decks/feed.atom?q=a%26b&amp;game=vs-classic"' in page
        assert 'href="/decks/feed.atom?q=author%3Dann"' in client.get("/people/ann/").content.decode()
        assert client.get("/decks/feed.json?q=author%3Dann").json()["items"]

    def test_asks_its_query_of_the_newest_decks_alone(
        self, ann: Person, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for number in range(4):
            deck_of(ann[0], title=f"Doom {number}", visibility="public")
        monkeypatch.setattr(browse, "_MAX_ASKED", 2)
        items = client.get("/decks/feed.json?q=doom").json()["items"]
        assert [each["title"] for each in items] == ["Doom 3", "Doom 2"]

    @pytest.mark.parametrize("address", ["/decks/feed.atom", "/decks/feed.json", "/sitemap-decks.xml", "/sitemap.xml"])
    def test_is_sent_again_when_decks_change_while_the_facts_stay(
        self, ann: Person, client: Client, address: str
    ) -> None:
        def ask() -> HttpResponse:
            return client.get(address, headers={"If-None-Match": first.headers["ETag"]})

        deck = deck_of(ann[0], title="Doom", visibility="public")
        first = client.get(address)
        assert ask().status_code == 304
        Deck.objects.filter(pk=deck.pk).update(edited=datetime(2030, 1, 2, tzinfo=UTC), title="Zanzibar")
        changed = first = ask()
        assert (changed.status_code, changed.content != b"") == (200, True)
        services.share(deck.pk, Viewer(ann[0].pk), "private")
        assert ask().status_code == 200

    def test_refuses_a_format_that_there_is_not(self, client: Client) -> None:
        assert client.get("/decks/feed.atom?format=vs-classic/zonk").status_code == 400

    def test_costs_the_same_queries_for_many_decks(
        self, ann: Person, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        counts = []
        for _ in range(2):
            for number in range(3):
                deck_of(ann[0], title=f"Deck {number}", visibility="public")
            with django_assert_max_num_queries(5) as asked:
                client.get("/decks/feed.atom")
            counts.append(len(asked))
        assert counts[0] == counts[1]


class TestOnesOwnDecks:
    def test_are_followed_when_they_are_shared_so_comments_are_told(self, ann: Person, bob: Person) -> None:
        deck = deck_of(ann[0])
        assert not Follow.objects.filter(by=ann[0]).exists()
        ann[1].post(f"/decks/{deck.pk}/share/", {"visibility": "public"})
        comments.add_comment(deck, Viewer(bob[0].pk), "Nice.")
        assert told(ann[0]) == [("1 new comment.",)]
        assert "Unfollow</button>" in ann[1].get(page_of(deck)).content.decode()

    def test_are_followed_when_they_are_claimed(self, ann: Person) -> None:
        browser = Client()
        browser.post("/decks/new/", {"game": "vs-classic"})
        deck = Deck.objects.get()
        browser.post(f"/decks/{deck.pk}/share/", {"visibility": "link"})
        services.claim(Viewer(ann[0].pk, built=frozenset({deck.pk})))
        assert Follow.objects.get().by == ann[0]

    def test_stay_unfollowed_while_they_are_shared(self, ann: Person) -> None:
        deck = deck_of(ann[0], visibility="link")
        Follow.objects.all().delete()
        services.share(deck.pk, Viewer(ann[0].pk), "public")
        assert not Follow.objects.exists()

    def test_are_not_followed_by_who_switched_that_off(self, ann: Person) -> None:
        for word, is_on in (("no", False), ("yes", True)):
            assert ann[1].post("/following/own-decks/", {"own_decks": word}).status_code == 302
            assert follows_own_decks(ann[0]) is is_on
            assert export(ann[0])["follow_settings"] == {"own_decks": is_on}
            deck = deck_of(ann[0], visibility="public")
            assert Follow.objects.filter(deck=deck).exists() is is_on

    def test_that_were_shared_before_are_followed_too(self, ann: Person, bob: Person) -> None:
        own_decks.set_follows_own_decks(bob[0], is_on=False)
        decks = [deck_of(ann[0], visibility="link"), deck_of(ann[0], visibility="public"), deck_of(ann[0])]
        deck_of(bob[0], visibility="public")
        comments.add_comment(decks[1], Viewer(bob[0].pk), "Old.")
        before = {each.target: (each.by_id, each.kind, each.game) for each in Follow.objects.all()}
        Follow.objects.all().delete()
        migration = import_module("vsdb.news.migrations.0003_follow_shared_decks")
        for _ in range(2):
            migration.follow_shared_decks(apps, None)
        assert {each.target: (each.by_id, each.kind, each.game) for each in Follow.objects.all()} == before
        assert told(ann[0]) == []
        comments.add_comment(decks[1], Viewer(bob[0].pk), "New.")
        assert told(ann[0]) == [("1 new comment.",)]

    def test_leave_half_of_what_one_may_follow_to_one_s_choice(self, ann: Person, settings: Settings) -> None:
        settings.FOLLOWS_PER_ACCOUNT = 2
        assert [Follow.objects.filter(deck=deck_of(ann[0], visibility="link")).exists() for _ in range(2)] == [
            True,
            False,
        ]

    def test_leave_that_half_after_an_upgrade_too(self, ann: Person, settings: Settings) -> None:
        for _ in range(3):
            deck_of(ann[0], visibility="link")
        Follow.objects.all().delete()
        settings.FOLLOWS_PER_ACCOUNT = 4
        import_module("vsdb.news.migrations.0003_follow_shared_decks").follow_shared_decks(apps, None)
        assert Follow.objects.filter(by=ann[0]).count() == 2
